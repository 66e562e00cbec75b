package diagram

import (
	"math"

	"driftlab/ui/draw"
	"driftlab/ui/panel"
)

// Labels writes at the lines' ends whose they are and how wrong these clocks are.
func (p *ErrorStrip) Labels(v *panel.View, c *draw.Canvas) {
	area := p.Axis.Area
	p.ends.gather(area.Y-4, area.Y+area.H+4, stripRow)
	x := min(p.Axis.X(v.Session.Now()), area.X+area.W) + 12
	for i := range p.ends.labels {
		p.label(v, c, &p.ends.labels[i], x)
	}
}

// label writes one label: the shape and the number of each client, and their errors.
func (p *ErrorStrip) label(v *panel.View, c *draw.Canvas, e *endLabel, x float32) {
	clients := p.ends.of(e)
	e.at = panel.NewRect(x-6, e.y-stripRow/2, stripEnds, stripRow)
	p.errors(v, c, clients)
	marks := stripMark * float32(len(clients))
	w := p.pen.Put(c, x+marks, e.y, draw.Small, c.Theme.Text, draw.Left|draw.Middle)
	c.Box(e.at.X, e.at.Y, marks+w+12, e.at.H, 3, c.Theme.Panel.Fade(0.9))
	for _, end := range clients {
		c.Marker(c.Theme.Machine(end.whose).Shape, x, e.y, 4, p.colour(c, end.whose))
		p.pen.Start(c.Words).Int(int64(end.whose)).Put(c, x+7, e.y, draw.Small, c.Theme.Text, draw.Left|draw.Middle)
		x += stripMark
	}
}

// errors has the pen write how wrong some clients' clocks are.
func (p *ErrorStrip) errors(v *panel.View, c *draw.Canvas, clients []lineEnd) {
	p.pen.Start(c.Words)
	if p.Bare {
		return
	}
	low, high := math.Inf(1), math.Inf(-1)
	for _, end := range clients {
		ms := inMillis(v.Frame.Facts[end.whose-1].Error)
		low, high = min(low, ms), max(high, ms)
	}
	switch {
	case max(high, -low) <= inMillis(panel.InSync) && len(clients) > 1:
		p.pen.Word("strip.right")
	case math.Round(low) == math.Round(high):
		p.pen.Signed(high, 0).Text(" ms")
	default:
		p.pen.Signed(low, 0).Text(" … ").Signed(high, 0).Text(" ms")
	}
}
