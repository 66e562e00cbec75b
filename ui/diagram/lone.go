package diagram

import (
	"slices"

	"driftlab/netsync/insight"
	"driftlab/ui/draw"
	"driftlab/ui/layout"
	"driftlab/ui/panel"
)

// loneView is a tab that shows a single view of a clock's data: of the clock that drives the chosen client if it has that
// view, or else of the first that has it.
type loneView struct {
	Samples
	views []insight.View // those that the plot can show, the best first
	plot  func(s *Samples, v *panel.View, c *draw.Canvas, k *chart)
}

func (a *loneView) Update(*panel.View, *panel.Pointer, panel.Rect) {}

// find chooses the clock, and reports whether there is one with such a view.
func (a *loneView) find(v *panel.View) bool {
	client := v.Frame.Selected
	if client < 1 || client > v.Frame.Clients() {
		return false
	}
	viewOf := func(i int) insight.View {
		v.Session.Clocks(client).Explain(i, &a.detail)
		return a.detail.View
	}
	if a.Chosen = max(v.Driving(client), 0); slices.Contains(a.views, viewOf(a.Chosen)) {
		return true
	}
	for _, view := range a.views {
		for i := range v.Clocks() {
			if viewOf(i) == view {
				a.Chosen = i
				return true
			}
		}
	}
	return false
}

func (a *loneView) Draw(v *panel.View, c *draw.Canvas, r panel.Rect) {
	if !a.find(v) {
		c.Text(r.X+r.W/2, r.Y+r.H/2, v.Words.T("samples.no-such"), draw.Body, c.Theme.TextDim, draw.Centre|draw.Middle)
		return
	}
	a.share = 0.4
	a.ReadSamples(v)
	v.Note(c, r, &a.pen, panel.ClockTitle(v.Words, v.Clock(a.algorithm))+" "+v.Words.T("samples.of"), a.client)
	about := v.Words.T(panel.ClockKeys[panel.Published(v.Clock(a.algorithm)).ID].About)
	top := r.Y + 6
	if said := layout.Fit(c.Fonts(), about, r.W-32, layout.Open, draw.Small); r.H-said.H >= 4*lowPlot {
		said.Draw(c, panel.NewRect(r.X+16, top, 0, 0), c.Theme.Text, draw.Left)
		top += said.H
	}
	top += 22
	if len(a.detail.Samples) == 0 {
		c.Text(r.X+r.W/2, r.Y+r.H/2, v.Words.T("samples.none"), draw.Body, c.Theme.TextDim, draw.Centre|draw.Middle)
		return
	}
	a.draw(v, c, panel.NewRect(r.X+76, top, r.W-100, r.Y+r.H-top-26), a.plot)
	a.tip(v, c)
}
