package layout

import "image"

// A Rect is an area of the window, in points.
type Rect struct{ X, Y, W, H float32 }

// Inset returns r without d at each edge.
func (r Rect) Inset(d float32) Rect { return Rect{r.X + d, r.Y + d, r.W - 2*d, r.H - 2*d} }

// Contains reports whether a place is in r, without its right and lower edges.
func (r Rect) Contains(x, y float32) bool {
	return x >= r.X && x < r.X+r.W && y >= r.Y && y < r.Y+r.H
}

// Moved returns r after the region that it belongs to has moved from one place to another.
func (r Rect) Moved(from, to Rect) Rect {
	return Rect{r.X + to.X - from.X, r.Y + to.Y - from.Y, r.W, r.H}
}

// Overlaps reports whether the two share more than an edge.
func (r Rect) Overlaps(o Rect) bool {
	return r.X < o.X+o.W && o.X < r.X+r.W && r.Y < o.Y+o.H && o.Y < r.Y+r.H
}

// Within reports whether r lies in o.
func (r Rect) Within(o Rect) bool {
	return r.X >= o.X && r.Y >= o.Y && r.X+r.W <= o.X+o.W && r.Y+r.H <= o.Y+o.H
}

// Below returns r without its first d from the top.
func (r Rect) Below(d float32) Rect { return Rect{r.X, r.Y + d, r.W, r.H - d} }

// Times returns r in points that are smaller by a factor.
func (r Rect) Times(k float32) Rect { return Rect{r.X * k, r.Y * k, r.W * k, r.H * k} }

// Pixels returns r in whole pixels, at a scale in pixels a point.
func (r Rect) Pixels(scale float64) image.Rectangle {
	p := r.Times(float32(scale))
	return image.Rect(int(p.X), int(p.Y), int(p.X+p.W), int(p.Y+p.H))
}

// OfPixels returns a rectangle of pixels in points, at a scale in pixels a point.
func OfPixels(r image.Rectangle, scale float64) Rect {
	return Rect{float32(r.Min.X), float32(r.Min.Y), float32(r.Dx()), float32(r.Dy())}.Times(float32(1 / scale))
}

// CutTop returns the first d of r, and the rest.
func (r Rect) CutTop(d float32) (top, rest Rect) {
	d = min(d, r.H)
	return Rect{r.X, r.Y, r.W, d}, r.Below(d)
}

// CutBottom returns the last d of r, and the rest.
func (r Rect) CutBottom(d float32) (bottom, rest Rect) {
	d = min(d, r.H)
	return Rect{r.X, r.Y + r.H - d, r.W, d}, Rect{r.X, r.Y, r.W, r.H - d}
}

// Gap returns how far two areas are apart, in x or in y.
func (r Rect) Gap(o Rect) float32 {
	return max(o.X-r.X-r.W, r.X-o.X-o.W, o.Y-r.Y-r.H, r.Y-o.Y-o.H, 0)
}

// After returns r without its first d from the left.
func (r Rect) After(d float32) Rect { return Rect{r.X + d, r.Y, r.W - d, r.H} }
