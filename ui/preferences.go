package ui

import (
	"driftlab/ui/config"
)

// usePreferences makes the window as the settings of the program say: its colours now, language and
// scale with the widgets, which are rebuilt before the next frame.
func (a *App) usePreferences() error {
	a.stale = true
	return a.Wear(a.opt.Config.Settings())
}

// prefer changes settings of the program, for this run and for later ones. Its error is shown.
func (a *App) prefer(change func(*config.Settings)) error {
	err := a.opt.Config.Change(change)
	if shown := a.usePreferences(); err == nil {
		err = shown
	}
	a.ShowOutcome("", err)
	return err
}

// zoom makes text and controls larger by some steps, within their bounds.
func (a *App) zoom(steps int) {
	scale := a.opt.Config.Settings().Scale + steps*config.ScaleStep
	scale = min(max(scale, config.MinScale), config.MaxScale)
	a.prefer(func(s *config.Settings) { s.Scale = scale })
}

// keepSize keeps the window's size, in pixels as the system counts them, where a person has changed it.
func (a *App) keepSize(w, h int) error {
	before := a.opt.Config.Settings()
	if w <= 0 || h <= 0 || w == before.Width && h == before.Height {
		return nil
	}
	return a.opt.Config.Change(func(s *config.Settings) { s.Width, s.Height = w, h })
}
