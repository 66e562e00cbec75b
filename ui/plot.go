package ui

import (
	"math"
	"time"

	"driftlab/netsim"
	"driftlab/palette"
	"driftlab/session"
	"driftlab/ui/draw"
)

// errorPlot draws the clock error of every algorithm on one client over time. All of them ask over the same link. Those
// that are looked at have the client's hue and make the vertical axis; the others are grey, thin, and may leave it.
type errorPlot struct {
	pen    pen
	zoom   float32
	axis   timeAxis
	scale  errorScale
	points []float32
	slews  []float32
	legend []rect // where its lines were drawn last
	keysOf rect   // the region that they were drawn in
	hover  int    // clock under the pointer in the legend, nobody for none
	pins   []int  // clocks that a person wants to see, in order; none: those in question
	turn   int    // clock that the keyboard has come to
	ends   lineEnds
	look   bool // the pointer is over the plot, at
	lookAt netsim.Time
}

func newErrorPlot() *errorPlot {
	history := session.HistoryRows * session.HistoryStep
	return &errorPlot{axis: newTimeAxis(20*time.Second, time.Second, history, labelsAhead), hover: nobody, turn: nobody}
}

func (p *errorPlot) key() string { return "error" }

func (p *errorPlot) begin() {
	p.axis.follow()
	p.pins, p.turn = p.pins[:0], nobody
}

// labelsAhead is the share of the axis in which the labels at the lines' ends are, and labelRoom how wide one is at scale 1.
const (
	labelsAhead = 0.12
	labelRoom   = 90
)

// Sizes of the legend, at scale 1.
const (
	legendWidth = 226
	legendRow   = 12.5 // the height of a line where there is little room
	legendLow   = 11.5 // the least
	legendOver  = 25   // how far it may reach beside the axis
)

// place divides the tab: the plot, and its legend to the right.
func (p *errorPlot) place(v *view, r rect) (legend rect) {
	p.zoom = float32(v.scale)
	z := p.zoom
	area := rect{r.x + 66*z, r.y + 8*z, r.w - (66+legendWidth)*z, r.h - 34*z}
	p.axis.place(area, v.session.Now())
	return rect{area.x + area.w + 20*z, area.y, (legendWidth - 30) * z, area.h} // clear of the axis's last label
}

func (p *errorPlot) update(v *view, k *pointer, r rect) {
	legend := p.place(v, r)
	if p.axis.update(k, v.session.Now()) {
		v.mark(&p.axis, k.x)
	}
	p.look, p.lookAt = k.over(p.axis.area), p.axis.at(k.x)
	p.hover = nobody
	for i, line := range p.legend {
		if k.over(line.moved(p.keysOf, legend)) {
			p.hover = i
		}
	}
	if k.pressed && p.hover != nobody {
		p.pin(v, p.hover, k.shift)
	}
}

func (p *errorPlot) draw(v *view, c *draw.Canvas, r rect) {
	legend := p.place(v, r)
	h, area := v.session.History(v.frame.selected), p.axis.area
	driving := v.driving(v.frame.selected)
	p.scale.area, p.scale.z = area, p.zoom
	low, high := p.reach(v, h, driving)
	p.scale.fit(low, high, &p.axis, v.session.Now(), v.worth)
	v.note(c, r, &p.pen, v.words.T("plot.of"), v.frame.selected)
	v.tips.add(rect{r.x, r.y, area.x - r.x, r.h}, v.words.T("plot.tip")) // over the plot it would hide the lines
	p.axis.grid(c, &p.pen, p.zoom)
	p.scale.grid(c, &p.pen)
	c.Clip(int(area.x), int(area.y), int(area.w)+1, int(area.h)+1)
	p.unseen(v, c, h)
	if p.asked(v, driving) {
		p.uncertainty(v, c, h, driving)
	}
	p.points = v.frame.otherLine(c, v.frame.selected, p.axis.from, p.zoom, p.points, func(at netsim.Time, ms float64) (x, y float32) {
		return p.axis.x(at), p.y(ms)
	})
	p.lines(v, c, h, driving)
	c.Unclip()
	p.labels(v, c, h)
	p.steps(v, c, h)
	p.clipped(v, c, h)
	p.axis.cursor(c, &p.pen, v, p.zoom)
	at, marked := p.marked(v)
	p.names(v, c, h, legend, at, marked)
	p.axis.back(c, v, area.x+area.w-6*p.zoom, area.y+area.h-14*p.zoom, p.zoom)
}

// marked returns the instant whose values are shown: under the pointer, or at the cursor, or now.
func (p *errorPlot) marked(v *view) (at netsim.Time, marked bool) {
	switch {
	case p.look:
		return p.lookAt, true
	case v.cursor.on:
		return v.cursor.at, true
	}
	return v.session.Now(), false
}

func (p *errorPlot) y(ms float64) float32 { return p.scale.y(ms) }

// lines draws the errors of all clocks: those in question over the others, and over them the one under the pointer.
func (p *errorPlot) lines(v *view, c *draw.Canvas, h *session.History, driving int) {
	for i := range v.clocks() {
		if !p.asked(v, i) && i != p.hover {
			p.line(v, c, h, i)
		}
	}
	for i := range v.clocks() {
		if p.asked(v, i) && i != p.hover && i != driving {
			p.line(v, c, h, i)
		}
	}
	for _, i := range [...]int{driving, p.hover} {
		if i >= 0 && (i == p.hover || i != p.hover && p.asked(v, i)) {
			p.line(v, c, h, i)
		}
	}
}

// line draws the error of a clock.
func (p *errorPlot) line(v *view, c *draw.Canvas, h *session.History, clock int) {
	p.points = p.points[:0]
	every := p.axis.stride(p.zoom)
	first, end := p.axis.rows(h)
	for n := first / every * every; n < end; n += every {
		if n < first {
			continue
		}
		at, row := h.Row(n)
		p.points = append(p.points, p.axis.x(at), p.y(float64(row[clock])))
	}
	style, width := clockStyle(c.Theme, v.frame.selected, clock, p.asked(v, clock) || clock == p.hover)
	switch {
	case p.hover == clock:
		width = 3.5
	case len(p.pins) > 0 && !p.asked(v, clock):
		style.Color = style.Color.Fade(0.35)
	case p.hover != nobody:
		style.Color = style.Color.Fade(0.4)
	}
	if p.asked(v, clock) || clock == p.hover {
		p.slewed(c, h, clock, style.Color)
	}
	c.Polyline(p.points, width*p.zoom, style.Dash.Scale(p.zoom), 0, style.Color)
}

// slewed draws a wide pale band under a line where the clock runs fast or slow on purpose.
func (p *errorPlot) slewed(c *draw.Canvas, h *session.History, algorithm int, col palette.Color) {
	every, bit := p.axis.stride(p.zoom), uint32(1)<<algorithm
	first, end := p.axis.rows(h)
	p.slews = p.slews[:0]
	for n := first / every * every; n < end; n += every {
		if n < first {
			continue
		}
		at, row := h.Row(n)
		x, y := p.axis.x(at), p.y(float64(row[algorithm]))
		if note := h.Note(n); (note.Fast|note.Slow)&bit == 0 {
			y = float32(math.NaN()) // the band ends here
		}
		p.slews = append(p.slews, x, y)
	}
	c.Polyline(p.slews, 8*p.zoom, palette.Unbroken, 0, col.Fade(0.3))
}
