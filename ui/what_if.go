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
	for n := 1; n <= a.Session.Clients(); n++ {
		if a.controls.target != 0 && a.controls.target != n {
			continue
		}
		up, down := a.Session.ValueText(n, "link.up.delay"), a.Session.ValueText(n, "link.down.delay")
		for _, to := range [...]struct{ way, value string }{{"up", down}, {"down", up}} {
			one, err := scenario.ParseAssignment(fmt.Sprintf("client%d.link.%s.delay", n, to.way), to.value)
			if err != nil {
				return err
			}
			set = append(set, one...)
		}
	}
	return a.ClearOnSuccess(a.apply(scenario.Event{Set: set}))
}

// newSeed begins the scenario anew with other luck: the next seed. A world that was opened beside it gets
// the same luck; a stored one goes, for what it was stored from is no more.
func (a *App) newSeed() {
	before := a.opt.Scenario
	next := *before
	next.Seed++
	var beside *scenario.Scenario
	known, stored := time.Duration(0), a.AB.On && a.AB.Stored
	if a.AB.On && !stored {
		other := *a.AB.A.Session.Scenario()
		other.Seed = next.Seed
		beside, known = &other, time.Duration(a.AB.A.Line.End())
	}
	a.opt.Scenario = &next
	if err := a.begin(); err != nil {
		a.opt.Scenario = before
		a.ShowOutcome("", err)
		return
	}
	a.ShowOutcome("", nil)
	if stored {
		a.ShowNotice(a.Words.T("ab.left-seed"))
	}
	if beside != nil {
		a.ShowOutcome("", a.compareWith(beside, known))
	}
}
