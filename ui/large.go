package ui

import (
	"math"

	"driftlab/ui/config"
	"driftlab/ui/draw"
	"driftlab/ui/panel"
)

// A large is what the Diagram view has its diagram drawn with: points that are larger than the rest of the window's.
type large struct {
	canvas  *draw.Canvas // nil in other views, and where the window's own letters are large enough
	view    panel.View
	tips    panel.Tips
	pointer panel.Pointer
}

const (
	// readable is the least height of a diagram's letters in the Diagram view, as a share of the window's: they are read
	// from the last row of a room.
	readable = 0.024
	// smallLetters is the size of [draw.Small] in points.
	smallLetters = 13
	// largeSteps is into how many steps a scale is divided: fonts are rebuilt at each.
	largeSteps = 16
)

// enlarge makes the fonts that the view which is shown needs, if it has none.
func (a *App) enlarge() error {
	scale := math.Ceil(readable*float64(a.pixels.Y)/smallLetters*largeSteps) / largeSteps
	if a.Regions.Phone || a.Shows() != config.DiagramView && !a.Regions.Watch.Plan.Diagram || scale <= a.scale {
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

// points returns how many of the window's points one of the diagram's has.
func (a *App) points() float32 {
	if a.large.canvas == nil {
		return 1
	}
	return float32(a.large.canvas.Fonts().Scale() / a.scale)
}

// diagram returns what the open tab is drawn with, on what, and where in its points.
func (a *App) diagram() (*panel.View, *draw.Canvas, panel.Rect) {
	if a.large.canvas == nil {
		return &a.View, a.Canvas, a.Regions.Time
	}
	a.large.view = a.View
	k, v := 1/a.points(), &a.large.view
	v.Tips, v.Width, v.Height = &a.large.tips, a.Width*k, a.Height*k
	v.Tips.Only = a.Tips.Only.Times(k)
	return v, a.large.canvas, a.Regions.Time.Times(k)
}

// pointDiagram acts on the pointer over the open tab.
func (a *App) pointDiagram() {
	v, _, at := a.diagram()
	p := &a.pointer
	if a.large.canvas != nil {
		p = &a.large.pointer
		*p = a.pointer.Times(1 / a.points())
	}
	a.Tabs.Update(v, &a.AB, p, at)
}
