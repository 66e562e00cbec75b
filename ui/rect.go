package ui

import "image"

// rect is an area of the window in device pixels.
type rect struct{ x, y, w, h float32 }

// inset returns r without d pixels at each edge.
func (r rect) inset(d float32) rect { return rect{r.x + d, r.y + d, r.w - 2*d, r.h - 2*d} }

// contains says whether a place is in r; its right and lower edges are not.
func (r rect) contains(x, y float32) bool {
	return x >= r.x && x < r.x+r.w && y >= r.y && y < r.y+r.h
}

// moved returns where r is when the region that it is part of moves from one place to another.
func (r rect) moved(from, to rect) rect {
	return rect{r.x + to.x - from.x, r.y + to.y - from.y, r.w, r.h}
}

// overlaps says whether the two have more than an edge in common.
func (r rect) overlaps(o rect) bool {
	return r.x < o.x+o.w && o.x < r.x+r.w && r.y < o.y+o.h && o.y < r.y+r.h
}

// within says whether r lies in o.
func (r rect) within(o rect) bool {
	return r.x >= o.x && r.y >= o.y && r.x+r.w <= o.x+o.w && r.y+r.h <= o.y+o.h
}

// below returns what is left of r under its first d pixels.
func (r rect) below(d float32) rect { return rect{r.x, r.y + d, r.w, r.h - d} }

// pixels returns r in whole pixels.
func (r rect) pixels() image.Rectangle {
	return image.Rect(int(r.x), int(r.y), int(r.x+r.w), int(r.y+r.h))
}

// cutTop returns the first d pixels of r, and the rest.
func (r rect) cutTop(d float32) (top, rest rect) {
	d = min(d, r.h)
	return rect{r.x, r.y, r.w, d}, r.below(d)
}

// cutBottom returns the last d pixels of r, and the rest.
func (r rect) cutBottom(d float32) (bottom, rest rect) {
	d = min(d, r.h)
	return rect{r.x, r.y + r.h - d, r.w, d}, rect{r.x, r.y, r.w, r.h - d}
}

// gap returns how far two areas are apart, in x or in y.
func (r rect) gap(o rect) float32 {
	return max(o.x-r.x-r.w, r.x-o.x-o.w, o.y-r.y-r.h, r.y-o.y-o.h, 0)
}

// after returns what is left of r right of its first d pixels.
func (r rect) after(d float32) rect { return rect{r.x + d, r.y, r.w - d, r.h} }
