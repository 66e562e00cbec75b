package ui

import (
	"slices"

	"driftlab/netsync"
	"driftlab/ui/draw"
)

// loneView is a tab that shows one way of looking at a clock's data by itself: of the clock that drives the chosen client if it
// is one to be looked at so, or else of the first that is.
type loneView struct {
	samplesView
	name  string
	views []netsync.View // of clocks that can be looked at so, the best first
	plot  func(s *samplesView, v *view, c *draw.Canvas, k *chart)
}

// newLoneViews lists these tabs.
func newLoneViews() []tab {
	return []tab{
		&loneView{name: "sorted", views: []netsync.View{netsync.Ring}, plot: func(s *samplesView, _ *view, c *draw.Canvas, k *chart) { s.slot(c, k) }},
		&loneView{name: "cut", views: []netsync.View{netsync.Round}, plot: func(s *samplesView, _ *view, c *draw.Canvas, k *chart) { s.simpson(c, k) }},
		&loneView{name: "minima", views: []netsync.View{netsync.OneWay}, plot: (*samplesView).timesync},
		&loneView{name: "clouds", views: []netsync.View{netsync.TwoClouds, netsync.OneWay}, plot: (*samplesView).clouds},
	}
}

func (a *loneView) key() string { return a.name }

func (a *loneView) update(*view, *pointer, rect) {}

// find chooses the clock; ok is false where none can be looked at so.
func (a *loneView) find(v *view) bool {
	client := v.frame.selected
	if client < 1 || client > v.frame.clients() {
		return false
	}
	viewOf := func(i int) netsync.View {
		v.session.Explain(client, i, &a.detail)
		return a.detail.View
	}
	if a.chosen = max(v.driving(client), 0); slices.Contains(a.views, viewOf(a.chosen)) {
		return true
	}
	for _, view := range a.views {
		for i := range v.clocks() {
			if viewOf(i) == view {
				a.chosen = i
				return true
			}
		}
	}
	return false
}

func (a *loneView) draw(v *view, c *draw.Canvas, r rect) {
	z := float32(v.scale)
	if !a.find(v) {
		c.Text(r.x+r.w/2, r.y+r.h/2, v.words.T("samples.no-such"), draw.Body, c.Theme.TextDim, draw.Centre|draw.Middle)
		return
	}
	a.zoom, a.share = z, 0.4
	a.readSamples(v)
	a.nearest, a.distance = nobody, 0
	a.pointerX, a.pointerY = v.tips.x, v.tips.y
	v.note(c, r, &a.pen, clockTitle(v.words, v.clock(a.algorithm))+" "+v.words.T("samples.of"), a.client)
	about := v.words.T(clockKeys[published(v.clock(a.algorithm)).ID].about)
	top := r.y + 6*z
	if h := a.lineHeight(c, about, r.w-32*z); r.h-h >= 4*lowPlot*z {
		a.write(c, about, rect{r.x + 16*z, top, r.w - 32*z, h})
		top += h
	}
	top += 22 * z
	if len(a.detail.Samples) == 0 {
		c.Text(r.x+r.w/2, r.y+r.h/2, v.words.T("samples.none"), draw.Body, c.Theme.TextDim, draw.Centre|draw.Middle)
		return
	}
	k := chart{area: rect{r.x + 76*z, top, r.w - 100*z, r.y + r.h - top - 26*z}, z: z}
	a.plot(&a.samplesView, v, c, &k)
	a.tip(v, c)
}
