package ui

import (
	"math"

	"driftlab/ui/config"
	"driftlab/ui/draw"
	"driftlab/ui/panel"
)

// A large is what the Diagram view has its diagram drawn with: larger letters than the rest of the window.
type large struct {
	canvas *draw.Canvas // nil in other views, and where the window's own letters are large enough
	view   panel.View
}

const (
	// readable is the least height of a diagram's letters in the Diagram view, as a share of the window's: they are read
	// from the last row of a room.
	readable = 0.024
	// smallLetters is the size of [draw.Small] at scale 1.
	smallLetters = 13
	// largeSteps is into how many steps a scale is divided: fonts are made anew at each.
	largeSteps = 16
)

// enlarge makes the fonts that the view which is shown needs, if it has none.
func (a *App) enlarge() error {
	scale := math.Ceil(readable*float64(a.Height)/smallLetters*largeSteps) / largeSteps
	if a.Regions.Phone || a.Shows() != config.DiagramView && !a.Regions.Watch.Plan.Diagram || scale <= a.Scale {
		a.large.canvas = nil
		return nil
	}
	if c := a.large.canvas; c != nil && c.Fonts().Scale() == scale && c.Theme == a.Theme && c.Words == a.Words {
		return nil
	}
	fonts, err := draw.NewFonts(scale)
	if err != nil {
		return err
	}
	a.large.canvas = draw.NewCanvas(fonts, a.Theme, a.Words)
	return nil
}

// diagram returns what the open tab is drawn with, and on what.
func (a *App) diagram() (*panel.View, *draw.Canvas) {
	if a.large.canvas == nil {
		return &a.View, a.Canvas
	}
	a.large.view = a.View
	a.large.view.Scale = a.large.canvas.Fonts().Scale()
	return &a.large.view, a.large.canvas
}
