package draw

// A window is the rectangle that drawing is clipped to, and what turns points into pixels. The zero window clips nothing, and
// has a pixel a point.
type window struct {
	pane
	bound pane    // what no Clip reaches beyond
	unit  float32 // pixels a point, 0 for 1
}

// px returns a length in points in pixels.
func (w *window) px(points float32) float32 {
	if w.unit == 0 {
		return points
	}
	return points * w.unit
}

// points returns a length in pixels in points.
func (w *window) points(px float32) float32 {
	if w.unit == 0 {
		return px
	}
	return px / w.unit
}

// snap returns the whole pixel that is nearest to a place, halves up, as a place again.
func (w *window) snap(points float32) float32 { return w.points(round(w.px(points))) }

// A pane is a rectangle of whole pixels, or the whole plane.
type pane struct {
	x0, y0, x1, y1 float32
	on             bool
}

// touched returns the whole pixels that a rectangle in points touches.
func (w *window) touched(x, y, width, height float32) pane {
	const slack = 1.0 / 64 // what comes of multiplying is no pixel of its own
	x0, y0, x1, y1 := w.px(x), w.px(y), w.px(x+max(width, 0)), w.px(y+max(height, 0))
	return pane{floor(x0 + slack), floor(y0 + slack), max(-floor(slack-x1), floor(x0+slack)), max(-floor(slack-y1), floor(y0+slack)), true}
}

// Clip confines what is drawn from now on to the pixels that a rectangle in points touches, until the next Clip,
// Unclip or Reset. Clipping costs no draw call: shapes are cut when they are added.
func (w *window) Clip(x, y, width, height float32) {
	p := w.touched(x, y, width, height)
	if b := w.bound; b.on {
		p.x0, p.y0 = min(max(p.x0, b.x0), b.x1), min(max(p.y0, b.y0), b.y1)
		p.x1, p.y1 = max(min(p.x1, b.x1), p.x0), max(min(p.y1, b.y1), p.y0)
	}
	w.pane = p
}

// Unclip ends a Clip.
func (w *window) Unclip() { w.pane = w.bound }

// Bound confines all that is drawn from now on to the pixels that a rectangle in points touches, until Unbound or Reset:
// a Clip cuts out a part of it. It ends the Clip that there is.
func (w *window) Bound(x, y, width, height float32) {
	w.bound = w.touched(x, y, width, height)
	w.Unclip()
}

// Unbound ends a Bound and the Clip that there is.
func (w *window) Unbound() { *w = window{unit: w.unit} }

// A corner is a corner of a shape's quad: its place on the image, and its place in the shape's own
// frame (or in the glyph atlas). It is in points until [Batch.quad] has made it pixels.
type corner struct{ x, y, u, v float32 }

// sees reports how much of the box from (x0, y0) to (x1, y1) the window shows.
func (w *window) sees(x0, y0, x1, y1 float32) (some, all bool) {
	if !w.on {
		// Written so that a NaN is not drawn.
		ok := x0 <= x1 && y0 <= y1
		return ok, ok
	}
	some = x0 < w.x1 && x1 > w.x0 && y0 < w.y1 && y1 > w.y0
	all = some && x0 >= w.x0 && x1 <= w.x1 && y0 >= w.y0 && y1 <= w.y1
	return some, all
}

// cut clips the convex quad to the window (Sutherland and Hodgman) and returns the polygon that is
// left, at most eight corners. It lies in the room given.
func (w *window) cut(q *[4]corner, room *[2][8]corner) []corner {
	poly, next := append(room[0][:0], q[:]...), room[1][:0]
	for side := range 4 {
		next = next[:0]
		for i, to := range poly {
			from := poly[(i+len(poly)-1)%len(poly)]
			f, t := w.inside(side, from), w.inside(side, to)
			if (f < 0) != (t < 0) {
				next = append(next, w.between(side, from, to, f/(f-t)))
			}
			if t >= 0 {
				next = append(next, to)
			}
		}
		poly, next = next, poly
	}
	return poly
}

// inside returns how far c is inside one side of the window: left, right, top, bottom.
func (w *window) inside(side int, c corner) float32 {
	switch side {
	case 0:
		return c.x - w.x0
	case 1:
		return w.x1 - c.x
	case 2:
		return c.y - w.y0
	default:
		return w.y1 - c.y
	}
}

// between returns the corner at t of the edge from a to b, put exactly on the side that cuts it.
func (w *window) between(side int, a, b corner, t float32) corner {
	c := corner{a.x + (b.x-a.x)*t, a.y + (b.y-a.y)*t, a.u + (b.u-a.u)*t, a.v + (b.v-a.v)*t}
	switch side {
	case 0:
		c.x = w.x0
	case 1:
		c.x = w.x1
	case 2:
		c.y = w.y0
	default:
		c.y = w.y1
	}
	return c
}

// span returns the part t0..t1 of the line from (x0, y0) to (x1, y1), in pixels, that is within margin of the
// window (Liang and Barsky).
func (w *window) span(x0, y0, x1, y1, margin float32) (t0, t1 float32, some bool) {
	if !w.on {
		return 0, 1, true
	}
	t0, t1 = 0, 1
	enter := func(step, room float32) {
		// The line is outside where step·t > room.
		switch {
		case step > 0:
			t1 = min(t1, room/step)
		case step < 0:
			t0 = max(t0, room/step)
		case room < 0:
			t1 = -1
		}
	}
	enter(x0-x1, x0-w.x0+margin)
	enter(x1-x0, w.x1+margin-x0)
	enter(y0-y1, y0-w.y0+margin)
	enter(y1-y0, w.y1+margin-y0)
	return t0, t1, t0 <= t1
}
