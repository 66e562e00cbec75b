package ui

import (
	"time"

	"github.com/hajimehoshi/ebiten/v2"

	"driftlab/scenario"
	"driftlab/ui/words"
)

// load shows another scenario from its begin. If that fails the running session goes on.
func (a *App) load(sc *scenario.Scenario) error { return a.open(sc, 0) }

// loadLog is load for a session that somebody has had: all of it is known at once.
func (a *App) loadLog(sc *scenario.Scenario) error { return a.open(sc, sc.Duration) }

func (a *App) open(sc *scenario.Scenario, known time.Duration) error {
	before, knownBefore := a.opt.Scenario, a.opt.Known
	a.opt.Scenario, a.opt.Known = sc, known
	if err := a.begin(); err != nil {
		a.opt.Scenario, a.opt.Known = before, knownBefore
		return err
	}
	a.endAB()
	a.resting = resting{}
	ebiten.SetWindowTitle("driftlab: " + sc.Title)
	if a.ui == nil {
		return nil // nothing is built yet
	}
	return a.rebuild()
}

// rebuild makes regions and controls anew, for other clients.
func (a *App) rebuild() error {
	a.stale, a.controls = true, nil
	return a.resize(a.Width, a.Height, a.screen)
}

// whole returns a duration as a notice writes it.
func whole(lang *words.Language, d time.Duration) string {
	return lang.Decimal(d.Round(100 * time.Millisecond).String())
}
