package ui

import (
	"fmt"
	"time"

	"driftlab/scenario"
)

// swapDelays exchanges the base delays of the two directions, for the client that the controls are for
// or for all: the round trip stays, and every clock that asks is wrong the other way.
func (a *App) swapDelays() { a.whenThere(a.swapDelaysNow) }

func (a *App) swapDelaysNow() error {
	var set []scenario.Assignment
	for n := 1; n <= a.session.Clients(); n++ {
		if a.controls.target != 0 && a.controls.target != n {
			continue
		}
		up, down := a.session.ValueText(n, "link.up.delay"), a.session.ValueText(n, "link.down.delay")
		for _, to := range [...]struct{ way, value string }{{"up", down}, {"down", up}} {
			one, err := scenario.ParseAssignment(fmt.Sprintf("client%d.link.%s.delay", n, to.way), to.value)
			if err != nil {
				return err
			}
			set = append(set, one...)
		}
	}
	return a.done(a.apply(scenario.Event{Set: set}))
}

// newSeed begins the scenario anew with other luck: the next seed. A world that was opened beside it gets
// the same luck; a stored one goes, for what it was stored from is no more.
func (a *App) newSeed() {
	before := a.opt.Scenario
	next := *before
	next.Seed++
	var beside *scenario.Scenario
	known, stored := time.Duration(0), a.ab.on && a.ab.stored
	if a.ab.on && !stored {
		other := *a.ab.a.session.Scenario()
		other.Seed = next.Seed
		beside, known = &other, time.Duration(a.ab.a.line.End())
	}
	a.opt.Scenario = &next
	if err := a.begin(); err != nil {
		a.opt.Scenario = before
		a.say(err)
		return
	}
	a.say(nil)
	if stored {
		a.tell(a.words.T("ab.left-seed"))
	}
	if beside != nil {
		a.say(a.compareWith(beside, known))
	}
}
