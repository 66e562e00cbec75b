package diagram

import (
	"math"

	"driftlab/game/session"
	"driftlab/internal/palette"
	"driftlab/netsim"
	"driftlab/ui/draw"
	"driftlab/ui/panel"
)

// ErrorPlot draws the clock error of every algorithm on one client over time. All of them ask over the same link. Those
// that are looked at have the client's hue and make the vertical axis; the others are grey, thin, and may leave it.
type ErrorPlot struct {
	Pen    panel.Pen
	Axis   panel.TimeAxis
	Scale  ErrorScale
	points []float32
	slews  []float32
	Legend []panel.Rect // where its lines were drawn last
	keysOf panel.Rect   // the region that they were drawn in
	Hover  int          // clock under the pointer in the legend, nobody for none
	Pins   []int        // clocks that a person wants to see, in order; none: those in question
	turn   int          // clock that the keyboard has come to
	ends   lineEnds
	plates []panel.Rect // of what is written and hatched over the plot, in this frame
	said   []panel.Rect // of them what is written: the lines' names, and what the band is
	Look   bool         // the pointer is over the plot, at
	lookAt netsim.Time
}

// Begin implements [Tab].
func (p *ErrorPlot) Begin() {
	p.Axis.Follow()
	p.Pins, p.turn = p.Pins[:0], panel.Nobody
}

// labelsAhead is the share of the axis in which the labels at the lines' ends are, and labelRoom how wide one is in points.
const (
	labelsAhead = 0.12
	labelRoom   = 90
)

// Sizes of the legend, in points.
const (
	plotScale   = 72 // left of the plot, for its scale down to −10000 ms
	legendWidth = 226
	legendRow   = 12.5 // the height of a line where there is little room
	legendLow   = 11.5 // the least
	legendOver  = 25   // how far it may reach beside the axis
)

// narrowPlot is the width, in points, under which the legend stands under a plot that is higher than wide.
const narrowPlot = 480

// place divides the tab: the plot, and its legend to the right, or under it.
func (p *ErrorPlot) place(v *panel.View, r panel.Rect) (legend panel.Rect) {
	if r.W < narrowPlot && r.H > r.W {
		h := min(r.H*0.45, float32(len(v.Clocks()))*26+18)
		area := panel.NewRect(r.X+plotScale, r.Y+8, r.W-(plotScale+24), r.H-h-(44+legendOver))
		p.Axis.Place(area, v.Session.Now())
		return panel.NewRect(r.X+20, area.Y+area.H+36, r.W-40, h)
	}
	area := panel.NewRect(r.X+plotScale, r.Y+8, r.W-(plotScale+legendWidth), r.H-34)
	p.Axis.Place(area, v.Session.Now())
	return panel.NewRect(area.X+area.W+20, area.Y, legendWidth-30, area.H) // clear of the axis's last label
}

// Update implements [Tab].
func (p *ErrorPlot) Update(v *panel.View, k *panel.Pointer, r panel.Rect) {
	legend := p.place(v, r)
	v.Point(&p.Axis, k)
	p.Look, p.lookAt = k.Over(p.Axis.Area), p.Axis.At(k.X)
	p.Hover = panel.Nobody
	for i, line := range p.Legend {
		if k.Over(line.Moved(p.keysOf, legend)) {
			p.Hover = i
		}
	}
	if k.Pressed && p.Hover != panel.Nobody {
		p.pin(v, p.Hover, k.Shift)
	}
}

// Draw implements [Tab].
func (p *ErrorPlot) Draw(v *panel.View, c *draw.Canvas, r panel.Rect) {
	legend := p.place(v, r)
	if clock := v.Hover.Clock; clock > 0 && clock <= len(v.Clocks()) { // which the pointer may be on in the race
		p.Hover = clock - 1
	}
	h, area := v.Session.History(v.Frame.Selected), p.Axis.Area
	driving := v.Driving(v.Frame.Selected)
	p.Scale.Area = area
	low, high := p.reach(v, h, driving)
	p.Scale.fit(low, high, &p.Axis, v.Session.Now(), v.Worth)
	v.Note(c, r, &p.Pen, v.Words.T("plot.of"), v.Frame.Selected)
	v.Tips.Add(panel.NewRect(r.X, r.Y, area.X-r.X, r.H), v.Words.T("plot.tip")) // over the plot it would hide the lines
	p.Axis.Grid(c, &p.Pen)
	p.Scale.grid(c, &p.Pen, p.Axis.X(v.Session.Now()))
	c.Clip(area.X, area.Y, area.W+1, area.H+1)
	p.plates, p.said = p.plates[:0], p.said[:0]
	enough := p.goodEnough(c)
	p.unseen(v, c, h)
	pale := p.asked(v, driving) && p.uncertainty(v, c, h, driving)
	p.points = v.Frame.OtherLine(c, v.Frame.Selected, p.Axis.From, p.points, func(at netsim.Time, ms float64) (x, y float32) {
		return p.Axis.X(at), p.Y(ms)
	})
	p.lines(v, c, h, driving)
	c.Unclip()
	p.labels(v, c, h)
	if pale {
		p.nameUncertainty(v, c, driving)
	}
	if enough {
		p.nameEnough(v, c, h)
	}
	p.steps(v, c, h)
	p.clipped(v, c, h)
	p.Axis.Cursor(c, &p.Pen, v)
	at, marked := p.marked(v)
	p.names(v, c, h, legend, at, marked)
	p.Axis.Back(c, v, area.X+area.W-6, area.Y+area.H-14)
}

// marked returns the instant whose values are shown: that the pointer is on, here or elsewhere, or at the cursor, or now.
func (p *ErrorPlot) marked(v *panel.View) (at netsim.Time, marked bool) {
	switch {
	case p.Look:
		return p.lookAt, true
	case v.Hover.Timed:
		return v.Hover.At, true
	case v.Cursor.On:
		return v.Cursor.At, true
	}
	return v.Session.Now(), false
}

// Y returns where an error in ms is.
func (p *ErrorPlot) Y(ms float64) float32 { return p.Scale.y(ms) }

// lines draws the errors of all clocks: those in question over the others, and over them the one under the pointer.
func (p *ErrorPlot) lines(v *panel.View, c *draw.Canvas, h *session.History, driving int) {
	for i := range v.Clocks() {
		if !p.asked(v, i) && i != p.Hover {
			p.line(v, c, h, i)
		}
	}
	for i := range v.Clocks() {
		if p.asked(v, i) && i != p.Hover && i != driving {
			p.line(v, c, h, i)
		}
	}
	for _, i := range [...]int{driving, p.Hover} {
		if i >= 0 && (i == p.Hover || i != p.Hover && p.asked(v, i)) {
			p.line(v, c, h, i)
		}
	}
}

// line draws the error of a clock.
func (p *ErrorPlot) line(v *panel.View, c *draw.Canvas, h *session.History, clock int) {
	p.points = p.points[:0]
	for n := range p.Axis.Strided(h) {
		at, row := h.Row(n)
		p.points = append(p.points, p.Axis.X(at), p.Y(float64(row[clock])))
	}
	style, width := panel.ClockStyle(c.Theme, v.Clock(clock)), float32(1.7)
	if p.asked(v, clock) {
		width = 3
	}
	switch {
	case p.Hover == clock:
		width = 3.5
	case len(p.Pins) > 0 && !p.asked(v, clock):
		style.Color = style.Color.Fade(0.35)
	case p.Hover != panel.Nobody:
		style.Color = style.Color.Fade(0.4)
	}
	if p.asked(v, clock) || clock == p.Hover {
		p.slews = p.slews[:0] // a wide pale band under the line where the clock runs fast or slow on purpose
		for n := range p.Axis.Strided(h) {
			at, row := h.Row(n)
			y := p.Y(float64(row[clock]))
			if note := h.Note(n); (note.Fast|note.Slow)>>clock&1 == 0 {
				y = float32(math.NaN()) // the band ends here
			}
			p.slews = append(p.slews, p.Axis.X(at), y)
		}
		c.Polyline(p.slews, 8, palette.Unbroken, 0, style.Color.Fade(0.3))
	}
	c.Polyline(p.points, width, style.Dash, 0, style.Color)
}
