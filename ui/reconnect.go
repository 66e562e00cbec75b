package ui

import (
	"slices"
	"strings"

	"driftlab/game/scenario"
	"driftlab/game/session"
	"driftlab/netsim"
)

// reconnect has a moved delay act at once: a clock that asks rarely does not notice it until it asks again, and
// one that has asked once does not notice it unless its client reconnects. All clients do so by themselves where the cut or a
// person says so. Elsewhere the Watch view's bar under the worlds offers it, unless the cut has a control for it; a phone's
// bars have no room for that.
type reconnect struct {
	chosen  bool // by a person, in place of the scenario
	on      bool
	pending bool // a delay has been moved and is still in the hand
	offered bool
	of      *session.Session
	since   netsim.Time // when the delay was moved
	until   netsim.Time // by then each clock that asks has asked again, and each that is sent the time was sent it again
}

// atOnce says whether all clients reconnect by themselves.
func (k *reconnect) atOnce(a *App) bool {
	if k.chosen {
		return k.on
	}
	return a.Watch.Cut.Reconnect
}

// choose has a person say whether they do.
func (k *reconnect) choose(on bool) { k.chosen, k.on = true, on }

// moved notes whether settings that a control has changed are delays.
func (k *reconnect) moved(a *App, set []scenario.Assignment) {
	if slices.ContainsFunc(set, func(s scenario.Assignment) bool {
		name := s.Key().Name
		return strings.HasPrefix(name, "link.") && strings.HasSuffix(name, ".delay")
	}) {
		k.pending, k.of, k.since = true, a.Session, a.Session.Now()
		k.until = k.since
		for i := range a.Frame.Facts {
			k.until = max(k.until, k.since.Add(a.Frame.Facts[i].Hears.In))
		}
	}
}

// update reconnects the clients, or offers it, once the slider is let go of. The offer ends when no clock waits any more.
func (k *reconnect) update(a *App) {
	was := k.offered
	if k.pending && !a.controls.dragging() && !a.pointer.Down {
		if k.pending = false; k.atOnce(a) {
			if err := a.Apply(scenario.Event{Rejoin: scenario.AllClients, Continues: true}); err != nil { // one step back takes back both
				a.ShowError(err)
			}
			k.offered = false
		} else {
			k.offered = !slices.Contains(a.Watch.Cut.Controls, scenario.RejoinButton)
		}
	}
	k.offered = k.offered && a.Regions.Watching && k.of == a.Session && k.waits(a)
	if k.offered != was {
		a.top.low.place(a)
	}
}

// waits reports whether a clock asked last before the delay was moved, or has yet to ask or to be sent the time since. How
// long an answer travels is not counted.
func (k *reconnect) waits(a *App) bool {
	for i := range a.Frame.Facts {
		if h := &a.Frame.Facts[i].Hears; h.Kind == session.AskedOnce && h.Was < k.since {
			return true
		}
	}
	return a.Session.Now() < k.until
}

// reconnectAll has all clients leave and join again.
func (a *App) reconnectAll() {
	a.Do(scenario.Event{Rejoin: scenario.AllClients})
	a.reconnect.pending, a.reconnect.offered = false, false
	a.top.low.place(a)
}
