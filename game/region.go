package game

// A region is the least upright rectangle around some points; the zero value is around none.
type region struct {
	least, most Point
	any         bool
}

func (r *region) add(p Point) {
	if !r.any {
		*r = region{p, p, true}
		return
	}
	r.least = Point{min(r.least.X, p.X), min(r.least.Y, p.Y)}
	r.most = Point{max(r.most.X, p.X), max(r.most.Y, p.Y)}
}

// nearby is how far from a region a player counts as near: its size, and how far a platform carries it
// off the straight way between two states.
const nearby = 3 * Metre

// near says whether one who goes from a to b may come near the region.
func (r *region) near(a, b Point) bool {
	return min(a.X, b.X) <= r.most.X+nearby && max(a.X, b.X) >= r.least.X-nearby &&
		min(a.Y, b.Y) <= r.most.Y+nearby && max(a.Y, b.Y) >= r.least.Y-nearby
}
