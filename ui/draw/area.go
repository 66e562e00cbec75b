package draw

import "driftlab/internal/palette"

// BoxFade draws a filled rectangle with rounded corners whose colour runs from its top to its bottom.
func (b *Batch) BoxFade(x, y, w, h, r float32, top, bottom palette.Color) {
	first := len(b.vertices)
	b.Box(x, y, w, h, r, top)
	b.fade(first, y, y+h, top, bottom)
}

// Beam draws a light or a shadow that falls from the middle of an edge at (x, y): w0 wide there, w1 wide h points lower,
// its colour running from one to the other.
func (b *Batch) Beam(x, y, w0, w1, h float32, from, to palette.Color) {
	first := len(b.vertices)
	for _, side := range [...]float32{-1, 1} {
		// One half has its slanting side at a distance that runs evenly, and no other side.
		nx, ny, _ := direction(0, 0, h, (w0-w1)/2)
		in := func(px, py float32) float32 { return nx*(w0/2-px) - ny*py }
		c := func(px, py float32) corner { return corner{x + side*px, y + py, 0, in(px, py) - deep} }
		soft := 2 * b.points(margin)
		q := [4]corner{c(0, 0), c(w0/2+soft, 0), c(w1/2+soft, h), c(0, h)}
		b.quad(&q, &[4]float32{deep, deep}, kindBox, from)
	}
	b.fade(first, y, y+h, from, to)
}

// Area fills what lies between a line through the points x0, y0, x1, y1, …, which runs to the right, and a level bottom.
func (b *Batch) Area(points []float32, bottom float32, col palette.Color) {
	for i := 0; i+3 < len(points); i += 2 {
		x0, y0, x1, y1 := points[i], points[i+1], points[i+2], points[i+3]
		dx, _, _ := direction(x0, y0, x1, y1) // how much of a way down leads away from the line
		soft := b.points(margin)
		rise := soft / max(dx, 0.1)
		q := [4]corner{
			{x0, y0 - rise, 0, -soft - deep}, {x1, y1 - rise, 0, -soft - deep},
			{x1, bottom, 0, (bottom-y1)*dx - deep}, {x0, bottom, 0, (bottom-y0)*dx - deep},
		}
		b.quad(&q, &[4]float32{deep, deep}, kindBox, col)
	}
}

// deep is half the size of a box of which only one side is seen, in points: more than any picture has.
const deep = 1 << 12

// fade gives the vertices from the first on colours that run from y0 down to y1.
func (b *Batch) fade(first int, y0, y1 float32, from, to palette.Color) {
	y0, y1 = b.px(y0), b.px(y1)
	for i := first; i < len(b.vertices); i++ {
		v := &b.vertices[i]
		c := from.Mix(to, min(max((v.DstY-y0)/max(y1-y0, 1), 0), 1))
		v.ColorR, v.ColorG, v.ColorB, v.ColorA = c.R, c.G, c.B, c.A
	}
}
