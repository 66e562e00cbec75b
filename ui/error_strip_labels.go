package ui

import (
	"math"

	"driftlab/ui/draw"
)

// labels writes at the lines' ends whose they are and how wrong these clocks are.
func (p *errorStrip) labels(v *view, c *draw.Canvas) {
	z, area := p.scale.z, p.axis.area
	p.ends.gather(area.y-4*z, area.y+area.h+4*z, stripRow*z)
	x := min(p.axis.x(v.session.Now()), area.x+area.w) + 12*z
	for i := range p.ends.labels {
		p.label(v, c, &p.ends.labels[i], x)
	}
}

// label writes one label: the shape and the number of each client, and their errors.
func (p *errorStrip) label(v *view, c *draw.Canvas, e *endLabel, x float32) {
	z, clients := p.scale.z, p.ends.of(e)
	e.at = rect{x - 6*z, e.y - stripRow*z/2, stripEnds * z, stripRow * z}
	p.errors(v, c, clients)
	marks := stripMark * z * float32(len(clients))
	c.Box(e.at.x, e.at.y, marks+c.Fonts().MeasureBytes(p.pen.buf, draw.Small)+12*z, e.at.h, 3*z, c.Theme.Panel.Fade(0.9))
	p.pen.put(c, x+marks, e.y, draw.Small, c.Theme.Text, draw.Left|draw.Middle)
	for _, end := range clients {
		c.Marker(c.Theme.Machine(end.whose).Shape, x, e.y, 4*z, p.colour(c, end.whose))
		p.pen.start(c.Words).int(int64(end.whose))
		p.pen.put(c, x+7*z, e.y, draw.Small, c.Theme.Text, draw.Left|draw.Middle)
		x += stripMark * z
	}
}

// errors has the pen write how wrong some clients' clocks are.
func (p *errorStrip) errors(v *view, c *draw.Canvas, clients []lineEnd) {
	p.pen.start(c.Words)
	if p.bare {
		return
	}
	low, high := math.Inf(1), math.Inf(-1)
	for _, end := range clients {
		ms := inMillis(v.frame.held[end.whose-1].Error)
		low, high = min(low, ms), max(high, ms)
	}
	switch {
	case max(high, -low) <= inMillis(inSync) && len(clients) > 1:
		p.pen.text(c.Words.T("strip.right"))
	case math.Round(low) == math.Round(high):
		p.pen.signed(high, 0).text(" ms")
	default:
		p.pen.signed(low, 0).text(" … ").signed(high, 0).text(" ms")
	}
}
