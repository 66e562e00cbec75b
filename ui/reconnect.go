package ui

import (
	"slices"
	"strings"

	"driftlab/netsim"
	"driftlab/scenario"
	"driftlab/session"
)

// reconnect has a moved slider act at once: a clock that asks rarely, or once, does not notice another delay until its client
// reconnects. Watch offers that, or does it where that is chosen.
type reconnect struct {
	chosen  bool // by a person, in place of the scenario
	on      bool
	pending bool // a delay has been moved and is still in the hand
	offered bool
	of      *session.Session
	since   netsim.Time // when the delay was moved
	until   netsim.Time // by then each clock that asks or is told again has heard of the time
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

// moved notes settings that a control has changed.
func (k *reconnect) moved(a *App, set []scenario.Assignment) {
	if a.Regions.Watching && slices.ContainsFunc(set, func(s scenario.Assignment) bool {
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

// update reconnects the clients, or offers it, once the slider is let go of; and no longer once all clocks have heard of the
// time since.
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
		a.top.place()
	}
}

// waits reports whether there is a clock that has not heard of the time since the delay was moved.
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
	a.top.place()
}
