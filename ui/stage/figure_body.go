package stage

import (
	"math"

	"driftlab/internal/palette"
	"driftlab/ui/draw"
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
