package draw

import (
	"math"

	"driftlab/internal/palette"
)

// A frame is a coordinate system for shapes that is upright, skewed or squashed.
type frame struct {
	on         bool
	x, y       float32
	a, b, c, d float32
	mean       float32 // how much larger areas become, as a length
}

// Frame puts what is drawn from now on into a coordinate system, until Unframe, the next Frame or Reset: (u, v) is at
// (x + a·u + c·v, y + b·u + d·v), in points. Edges stay a pixel soft if its larger and smaller scale are not far apart.
// It doesn't move text, and doesn't cut dashed lines correctly.
func (b *Batch) Frame(x, y, a, bb, c, d float32) {
	mean := float32(math.Sqrt(math.Abs(float64(a*d - bb*c))))
	b.frame = frame{true, x, y, a, bb, c, d, mean}
}

// Unframe ends a [Batch.Frame].
func (b *Batch) Unframe() { b.frame = frame{} }

// place moves a quad into the frame. It returns the factor by which the shape is enlarged on average, so that distances
// in it are points.
func (f *frame) place(q *[4]corner) (mean float32) {
	for i := range q {
		k := &q[i]
		k.x, k.y = f.x+f.a*k.x+f.c*k.y, f.y+f.b*k.x+f.d*k.y
	}
	return f.mean
}

// Hexagon draws a hexagon that points up, with its corners r from its middle, grown by some points with round corners.
// A stroke above 0 draws only its outline, inside.
func (b *Batch) Hexagon(x, y, r, grown, stroke float32, col palette.Color) {
	b.shape(x, y, 1, 0, r+grown, r+grown, grown, kindHexagon, stroke, col)
}

// Diamond draws a diamond with half its size hx by hy, grown by some points with round corners.
func (b *Batch) Diamond(x, y, hx, hy, grown, stroke float32, col palette.Color) {
	b.shape(x, y, 1, 0, hx+grown, hy+grown, grown, kindDiamond, stroke, col)
}

// Wedge draws a triangle that points up or down, with half its base hx and half its height hy, grown by some points with
// round corners.
func (b *Batch) Wedge(x, y, hx, hy, grown, stroke float32, up bool, col palette.Color) {
	b.shape(x, y, turned(up), 0, hx+grown, hy+grown, grown, kindTriangle, stroke, col)
}

// turned returns the first axis of a shape that is upright, or else given half a turn.
func turned(up bool) float32 {
	if up {
		return 1
	}
	return -1
}

// Plus draws an upright cross that reaches r, its arms twice arm thick.
func (b *Batch) Plus(x, y, r, arm, stroke float32, col palette.Color) {
	b.shape(x, y, 1, 0, r, r, arm, kindPlus, stroke, col)
}

// Ellipse draws a filled ellipse, half its size rx by ry.
func (b *Batch) Ellipse(x, y, rx, ry float32, col palette.Color) {
	b.shape(x, y, 1, 0, rx, ry, 0, kindEllipse, 0, col)
}

// Glow draws a disc whose colour fades to nothing at its edge.
func (b *Batch) Glow(x, y, r float32, col palette.Color) {
	b.shape(x, y, 1, 0, r, r, 0, kindGlow, 0, col)
}

// Arc draws the upper or the lower half of a ring with round ends: a laughing eye, or a mouth.
func (b *Batch) Arc(x, y, r, width float32, up bool, col palette.Color) {
	b.shape(x, y, turned(up), 0, r, r, 0, kindArc, width, col)
}
