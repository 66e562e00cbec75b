package ui

import (
	"time"

	"github.com/hajimehoshi/ebiten/v2"

	"driftlab/session"
)

// load shows another scenario from its begin. If that fails the running session goes on.
func (a *App) load(sc *session.Scenario) error {
	before := a.opt.Scenario
	a.opt.Scenario = sc
	if err := a.begin(); err != nil {
		a.opt.Scenario = before
		return err
	}
	ebiten.SetWindowTitle("driftlab: " + sc.Title)
	if a.ui == nil {
		return nil // nothing is built yet
	}
	// It may have other clients, and so other regions and controls.
	w, h, scale := a.width, a.height, a.scale
	a.scale, a.controls = 0, nil
	return a.resize(w, h, scale)
}

// whole returns a duration as a notice writes it.
func whole(d time.Duration) string { return d.Round(100 * time.Millisecond).String() }
