//go:build !js

package ui

import (
	"slices"

	"driftlab/game/scenario"
	"driftlab/game/timeline"
	"driftlab/netsync/guest"
	"driftlab/ui/picture"
)

// rerunGuests starts the programs of guests again, which may have been rebuilt, and replays the same seconds with them. What the
// old ones did stays beside it.
func (a *App) rerunGuests() {
	asked := func(g guest.Guest) bool { return g.Program != nil }
	if !slices.ContainsFunc(a.opt.Scenario.Guests, asked) {
		a.ShowNotice(a.Words.T("bars.no-guest"))
		return
	}
	a.Next(a.rerun)
}

func (a *App) rerun() error {
	sc, err := withGuestsAnew(a.opt.Scenario)
	if err != nil {
		return err
	}
	w, err := picture.OpenWorld(timeline.Options{Scenario: sc, NewCarrier: a.opt.NewCarrier, Length: a.opt.Known, Memory: a.Memory()}, a.Taught.Own)
	if err != nil {
		return err
	}
	a.EndAB()
	before, script, now := *a.World, a.Line.Script(), a.Session.Now()
	a.opt.Scenario, a.scrub = sc, scrubber{}
	a.rec.Cut()
	a.Travel.Begin()
	a.Show(w)
	a.KeepBefore(&before)
	a.ShowNotice(a.Words.T("bars.guests-anew"))
	return a.Went(a.Line.Adopt(script, now))
}

// withGuestsAnew returns a scenario with what the programs of its guests say of themselves now.
func withGuestsAnew(sc *scenario.Scenario) (*scenario.Scenario, error) {
	own := *sc
	own.Guests = slices.Clone(sc.Guests)
	for i := range own.Guests {
		if own.Guests[i].Program == nil {
			continue
		}
		if err := own.Guests[i].Introduce(sc.Hello()); err != nil {
			return nil, err
		}
	}
	return &own, nil
}
