package ui

import (
	"math"
	"slices"

	"driftlab/ui/draw"
)

// labels writes at the lines' ends whose they are and how wrong these clocks are. Those that end too close to have a
// label each have one together.
func (p *errorStrip) labels(v *view, c *draw.Canvas) {
	z := p.scale.z
	p.gather()
	x := min(p.axis.x(v.session.Now()), p.axis.area.x+p.axis.area.w) + 12*z
	for i := range p.ends {
		p.label(v, c, &p.ends[i], x)
	}
}

// gather joins labels that would lie over each other, and keeps all within the strip.
func (p *errorStrip) gather() {
	row, area := stripRow*p.scale.z, p.axis.area
	for i := range p.ends {
		p.ends[i].y = min(max(p.ends[i].y, area.y+row/2-4*p.scale.z), area.y+area.h-row/2+4*p.scale.z)
	}
	for i := 1; i < len(p.ends); {
		above, below := &p.ends[i-1], &p.ends[i]
		if below.y-above.y >= row {
			i++
			continue
		}
		all := float32(above.count + below.count)
		above.y = (above.y*float32(above.count) + below.y*float32(below.count)) / all
		above.count += copy(above.clients[above.count:], below.clients[:below.count])
		p.ends = slices.Delete(p.ends, i, i+1)
		i = max(i-1, 1)
	}
	for i := range p.ends {
		slices.Sort(p.ends[i].clients[:p.ends[i].count])
	}
}

// label writes one label: of one client its number, of several the shape and the number of each, and their errors.
func (p *errorStrip) label(v *view, c *draw.Canvas, e *lineEnd, x float32) {
	z, clients := p.scale.z, e.clients[:e.count]
	e.at = rect{x - 6*z, e.y - stripRow*z/2, stripEnds * z, stripRow * z}
	p.errors(v, c, clients)
	w := c.Fonts().MeasureBytes(p.pen.buf, draw.Small) + stripMark*z*float32(e.count)
	c.Box(e.at.x, e.at.y, w+12*z, e.at.h, 3*z, c.Theme.Panel.Fade(0.9))
	p.pen.put(c, x+stripMark*z*float32(e.count), e.y, draw.Small, c.Theme.Text, draw.Left|draw.Middle)
	for _, client := range clients {
		c.Marker(c.Theme.Machine(client).Shape, x, e.y, 4*z, p.colour(c, client))
		p.pen.start(c.Words).int(int64(client))
		p.pen.put(c, x+7*z, e.y, draw.Small, c.Theme.Text, draw.Left|draw.Middle)
		x += stripMark * z
	}
}

// errors has the pen write how wrong some clients' clocks are.
func (p *errorStrip) errors(v *view, c *draw.Canvas, clients []int) {
	p.pen.start(c.Words)
	if p.bare {
		return
	}
	low, high := math.Inf(1), math.Inf(-1)
	for _, client := range clients {
		ms := inMillis(v.frame.held[client-1].Error)
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
