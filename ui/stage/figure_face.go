package stage

import (
	"slices"

	"driftlab/internal/palette"
	"driftlab/ui/draw"
	"driftlab/ui/panel"
)

// eyeHeight returns how far eyes are above the middle of a body, in metres: where it is wide.
func eyeHeight(body palette.Shape) float32 {
	switch body {
	case palette.TriangleUp:
		return -0.06
	case palette.TriangleDown:
		return 0.18
	}
	return 0.1
}

// face draws eyes, and a mouth where there is something to say.
func (p *painter) face(g *figure) {
	s, t := p.s, p.Theme
	y := -(bodyAbove + eyeHeight(g.body)) * s
	middle, ink := 0.09*g.facing*s, t.Pupil
	if g.col.R+g.col.G+g.col.B < 0.75 {
		ink = t.Shine // the host's body is black by day
	}
	if g.body == robotBody {
		p.Box(-0.27*s, y-0.12*s, 0.54*s, 0.25*s, 0.1*s, t.Pupil)
		middle, ink = 0.05*g.facing*s, t.Lamp
	}
	for _, side := range [...]float32{-0.13, 0.13} {
		p.eye(g, middle+side*s, y, ink)
	}
	if g.body == robotBody {
		return
	}
	switch g.mood {
	case shocked:
		p.Circle(middle, y+0.23*s, 0.05*s, ink)
	case glad:
		p.Arc(middle, y+0.14*s, 0.11*s, max(0.04*s, p.thin), false, ink)
	}
}

// eye draws an eye at a place.
func (p *painter) eye(g *figure, x, y float32, ink palette.Color) {
	s, line := p.s, max(0.045*p.s, p.thin)
	switch {
	case g.mood == hurt:
		p.Cross(x, y, 0.06*s, line, ink)
	case g.mood == glad:
		p.Arc(x, y+0.03*s, 0.085*s, line, true, ink)
	case g.shut:
		p.Arc(x, y-0.03*s, 0.075*s, line, false, ink)
	case g.body == robotBody:
		r := float32(0.07)
		if g.mood == shocked {
			r = 0.09
		}
		p.Circle(x+g.gazeX*0.02*s, y-g.gazeY*0.02*s, r*s, ink)
	default:
		r := float32(0.09)
		if g.mood == shocked {
			r = 0.105
		}
		p.Circle(x, y, r*s+max(0.02*s, p.thin/2), p.Theme.Pupil)
		p.Circle(x, y, r*s, p.Theme.Shine)
		p.Circle(x+g.gazeX*0.04*s, y-g.gazeY*0.04*s, 0.048*s, p.Theme.Pupil)
	}
}

// A bodyNumber is a client's number on its body.
type bodyNumber struct {
	number int
	x, y   float32
}

// number notes a client's number on a body, and drops those of the bodies behind it: texts are drawn over all shapes, so they
// would show through.
func (v *Viewport) number(c *draw.Canvas, g *figure, x, y float32) {
	half, high := v.Metres(0.5)*g.sx, v.Metres(1.4)*g.sy
	body := panel.NewRect(x-half, y-high, 2*half, high)
	v.numbers = slices.DeleteFunc(v.numbers, func(n bodyNumber) bool { return body.Contains(n.x, n.y) })
	if g.number == 0 || g.sy < 0.5 {
		return
	}
	up := float32(bodyAbove - 0.2)
	if v.tiny() {
		up = bodyAbove
	}
	if c.Fonts().LineHeight(draw.Small) <= v.Metres(0.95) {
		v.numbers = append(v.numbers, bodyNumber{g.number, x, y - v.Metres(up)*g.sy})
	}
}

// writeNumbers writes the numbers that [Viewport.number] noted.
func (v *Viewport) writeNumbers(c *draw.Canvas) {
	for _, n := range v.numbers {
		v.pen.Start(c.Words).Int(int64(n.number)).Put(c, n.x, n.y, draw.Small, c.Theme.Pupil, draw.Centre|draw.Middle)
	}
	v.numbers = v.numbers[:0]
}
