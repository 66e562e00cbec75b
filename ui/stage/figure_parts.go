package stage

import (
	"math"
	"slices"

	"driftlab/internal/palette"
	"driftlab/ui/draw"
	"driftlab/ui/panel"
)

// A painter draws figures and what flies off them, at a scale in points a metre.
type painter struct {
	*draw.Canvas
	s    float32 // points a metre
	edge float32 // the width of the rim about a figure, in points
	thin float32 // the least width of a line, in points
}

// begin opens the frame of a figure whose feet are at (x, y).
func (p *painter) begin(g *figure, x, y float32) {
	p.Frame(x, y-g.lift*p.s, g.sx, 0, -g.lean*g.sy, g.sy)
}

// small draws a figure in little room: legs, a body and two eyes.
func (p *painter) small(g *figure, x, y float32) {
	p.begin(g, x, y)
	for i, side := range [...]float32{-1, 1} {
		p.Capsule(side*0.13*p.s, -0.48*p.s, g.feet[i].x*p.s, -(g.feet[i].y+0.06)*p.s, max(0.16*p.s, p.thin), g.col.Mix(p.Theme.Ink, 0.25))
	}
	p.shape(g, max(0.05*p.s, p.thin/2), 0, p.Theme.Ink)
	p.shape(g, 0, 0, g.col)
	if g.number == 0 {
		x, y := 0.09*g.facing*p.s, -(bodyAbove+eyeHeight(g.body))*p.s
		p.Circle(x-0.13*p.s, y, 0.08*p.s, p.Theme.Ink)
		p.Circle(x+0.13*p.s, y, 0.08*p.s, p.Theme.Ink)
	}
	p.Unframe()
}

// legs draws both legs with their feet, each line wider by some points on either side.
func (p *painter) legs(g *figure, col palette.Color, wider float32) {
	s := p.s
	for i, side := range [...]float32{-1, 1} {
		x, y := g.feet[i].x*s, -(g.feet[i].y+0.06)*s
		p.Capsule(side*0.13*s, -0.48*s, x, y-0.01*s, 0.15*s+2*wider, col)
		p.Capsule(x-0.01*g.facing*s, y, x+0.11*g.facing*s, y, 0.11*s+2*wider, col)
	}
}

// weapon draws the barrel, as far as it is raised.
func (p *painter) weapon(g *figure) {
	if g.barrel == 0 {
		return
	}
	s, y := p.s, -(bodyAbove-0.35*(1-g.barrel))*p.s
	end := (0.62 - 0.12*g.recoil) * g.facing * s
	p.Capsule(0.1*g.facing*s, -bodyAbove*s, end, y, 0.12*s+2*p.edge, p.Theme.Ink)
	p.Capsule(0.1*g.facing*s, -bodyAbove*s, end, y, 0.12*s, p.Theme.Barrel)
}

// shape draws a body, grown by some points on all sides; if stroke is above 0, its outline.
func (p *painter) shape(g *figure, grown, stroke float32, col palette.Color) {
	const round = 0.04 // of corners
	s, y := p.s, -bodyAbove*p.s
	k := round*s + grown
	switch g.body {
	case palette.TriangleUp:
		p.Wedge(0, y-0.05*s, (0.5-round)*s, (0.45-round)*s, k, stroke, true, col)
	case palette.Square:
		p.box(0.4*s+grown, 0.41*s+grown, 0.09*s+grown, y, stroke, col)
	case palette.Diamond:
		p.Diamond(0, y-0.03*s, (0.48-round)*s, (0.51-round)*s, k, stroke, col)
	case palette.TriangleDown:
		p.Wedge(0, y+0.03*s, (0.5-round)*s, (0.45-round)*s, k, stroke, false, col)
	case palette.Hexagon:
		p.Hexagon(0, y, (0.46-round)*s, k, stroke, col)
	case palette.Plus:
		p.Plus(0, y, 0.46*s+grown, 0.24*s+grown, stroke, col)
	case robotBody:
		p.box(0.36*s+grown, 0.37*s+grown, 0.16*s+grown, y+0.01*s, stroke, col)
	default:
		if stroke > 0 {
			p.Ring(0, y, 0.44*s+grown, stroke, col)
			return
		}
		p.Circle(0, y, 0.44*s+grown, col)
	}
}

// box draws a body that is a box.
func (p *painter) box(hx, hy, r, y, stroke float32, col palette.Color) {
	if stroke > 0 {
		p.BoxOutline(-hx, y-hy, 2*hx, 2*hy, r, stroke, col)
		return
	}
	p.Box(-hx, y-hy, 2*hx, 2*hy, r, col)
}

// ghost draws a figure where it is no longer: body and legs, faint.
func (p *painter) ghost(g *figure, x, y, opacity float32) {
	p.begin(g, x, y)
	p.legs(g, g.col.Mix(p.Theme.Ink, 0.25).Fade(opacity), 0)
	p.shape(g, 0, 0, g.col.Fade(opacity))
	p.Unframe()
}

// appendRim appends a body's corners, in metres from its middle.
func appendRim(dst []float32, body palette.Shape) []float32 {
	switch body {
	case palette.TriangleUp:
		return append(dst, -0.5, -0.4, 0, 0.5, 0.5, -0.4)
	case palette.Square, robotBody:
		return append(dst, -0.4, -0.4, -0.4, 0.42, 0.4, 0.42, 0.4, -0.4)
	case palette.Diamond:
		return append(dst, -0.48, 0, 0, 0.54, 0.48, 0, 0, -0.48)
	case palette.TriangleDown:
		return append(dst, -0.5, 0.42, 0.5, 0.42, 0, -0.48)
	case palette.Hexagon:
		return append(dst, 0, 0.46, 0.4, 0.23, 0.4, -0.23, 0, -0.46, -0.4, -0.23, -0.4, 0.23)
	case palette.Plus:
		return append(dst, -0.24, 0.46, 0.24, 0.46, 0.24, 0.24, 0.46, 0.24, 0.46, -0.24, 0.24, -0.24,
			0.24, -0.46, -0.24, -0.46, -0.24, -0.24, -0.46, -0.24, -0.46, 0.24, -0.24, 0.24)
	}
	for i := range 20 {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / 20)
		dst = append(dst, float32(0.44*cos), float32(0.44*sin))
	}
	return dst
}

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
