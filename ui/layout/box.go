// Package layout divides room among parts and words: rows, columns and grids of rectangles, lines of words that give way by rank, and
// texts broken into lines. All lengths are points. It doesn't know what it places, and allocates nothing in a frame.
package layout

import "slices"

// A Part asks for a place in a row, a column or a grid. A part without size and share is absent, and doesn't count as left out.
type Part struct {
	At    *Rect      // where its place is written, beside dst; may be nil. An absent part's is not changed
	Min   float32    // its least size, or a smaller one from Less
	Less  [4]float32 // smaller sizes instead of Min, tried in order before it is left out; 0 ends them
	Most  float32    // its greatest size; 0 for any
	Share float32    // its share of what is left when all parts have their sizes; 0 for none
	Rank  int        // the highest has room first, and of equals the first
}

func (p *Part) none() bool { return p.Min <= 0 && p.Share <= 0 }

// If returns p, or an absent part.
func (p Part) If(there bool) Part {
	if !there {
		return Part{}
	}
	return p
}

// Or returns p with a further, smaller size.
func (p Part) Or(size float32) Part {
	if i := slices.Index(p.Less[:], 0); p.Min == 0 {
		p.Min = size
	} else if i >= 0 {
		p.Less[i] = size
	}
	return p
}

// size returns the largest size of p that fits, negative for none.
func (p *Part) size(room float32) float32 {
	size := p.Min
	for i := 0; size > room+hair; i++ {
		if i == len(p.Less) || p.Less[i] == 0 {
			return -1
		}
		size = p.Less[i]
	}
	return size
}

// Row places parts in r from left to right with a gap between them, and writes their places to dst, which is as long as parts or nil.
// It returns how many parts are left out, with empty places, because they don't fit beside those with higher ranks.
func Row(dst []Rect, r Rect, gap float32, parts ...Part) (out int) {
	return place(dst, r, gap, parts, false)
}

// Column is [Row] from top to bottom.
func Column(dst []Rect, r Rect, gap float32, parts ...Part) (out int) {
	return place(dst, r, gap, parts, true)
}

// most is the greatest number of parts without a dst.
const most = 16

func place(dst []Rect, r Rect, gap float32, parts []Part, down bool) (out int) {
	var own [most]Rect
	if dst == nil {
		dst = own[:len(parts)]
	}
	if down {
		r = Rect{r.Y, r.X, r.H, r.W}
	}
	out = divide(dst, r.W, gap, parts)
	x := r.X
	for i := range parts {
		p, at := &parts[i], &dst[i]
		if w := at.W; w > 0 {
			*at = Rect{x, r.Y, max(min(w, r.X+r.W-x), 0), max(r.H, 0)}
			x += w + gap
			if down {
				*at = Rect{at.Y, at.X, at.H, at.W}
			}
		}
		if p.At != nil && !p.none() {
			*p.At = *at
		}
	}
	return out
}

// Grid places len(dst) equal cells in r, row by row, with the sizes of two parts. It has the given number of columns, or fewer if they don't
// fit. It returns how many cells, the last ones, are left out.
func Grid(dst []Rect, r Rect, gap float32, columns int, wide, high Part) (out int) {
	columns = min(columns, len(dst), atMost(r.W, gap, wide))
	rows := 0
	if columns > 0 {
		rows = min((len(dst)+columns-1)/columns, atMost(r.H, gap, high))
	}
	w, h := each(r.W, gap, columns, wide), each(r.H, gap, rows, high)
	for i := range dst {
		if dst[i] = (Rect{}); i < columns*rows {
			dst[i] = Rect{r.X + float32(i%columns)*(w+gap), r.Y + float32(i/columns)*(h+gap), w, h}
		}
	}
	return max(len(dst)-columns*rows, 0)
}

// hair is the tolerance for rounded sums of lengths.
const hair = 1e-3

// atMost returns how many parts like p fit.
func atMost(room, gap float32, p Part) int {
	const any = 1 << 20
	switch least := p.Min + gap; {
	case room <= 0 || p.Min > room+hair || p.none():
		return 0
	case least > 0:
		return int(min((room+gap+hair)/least, any))
	}
	return any
}

// each returns how much each of n parts like p has.
func each(room, gap float32, n int, p Part) float32 {
	if n == 0 {
		return 0
	}
	size := p.Min
	if p.Share > 0 {
		size = max((room-gap*float32(n-1))/float32(n), size)
	}
	if p.Most > 0 {
		size = min(size, max(p.Most, p.Min))
	}
	return size
}

// divide writes the size of each part to the widths of dst, 0 for none, and returns how many are left out.
func divide(dst []Rect, room, gap float32, parts []Part) (out int) {
	clear(dst)
	rest, there := room, false
	for {
		next := undecided(dst, parts)
		if next < 0 {
			break
		}
		between := float32(0)
		if there {
			between = gap
		}
		size := parts[next].size(rest - between)
		if dst[next].H = absent; room > 0 && size >= 0 {
			dst[next], there = Rect{W: size, H: present}, true
			rest -= between + size
		} else {
			out++
		}
	}
	for grow(dst, parts, &rest) {
	}
	for i := range parts {
		dst[i].H = 0
	}
	return out
}

// What divide has decided of a part, noted in the heights of dst: 0 for nothing.
const (
	present = 1
	absent  = 2
)

// undecided returns the part that gets room next, negative for none.
func undecided(dst []Rect, parts []Part) (next int) {
	next = -1
	for i, p := range parts {
		if dst[i].H == 0 && !p.none() && (next < 0 || p.Rank > parts[next].Rank) {
			next = i
		}
	}
	return next
}

// grow gives the parts their shares of the room that is left. If a part would exceed its Most it gets that, and grow reports that the others
// must share the rest again.
func grow(dst []Rect, parts []Part, rest *float32) (again bool) {
	shares := float32(0)
	growing := func(i int) bool {
		return dst[i].H == present && parts[i].Share > 0 && (parts[i].Most <= 0 || dst[i].W < parts[i].Most)
	}
	for i := range parts {
		if growing(i) {
			shares += parts[i].Share
		}
	}
	if shares == 0 || *rest <= 0 {
		return false
	}
	for i, p := range parts {
		if more := *rest * p.Share / shares; growing(i) && p.Most > 0 && dst[i].W+more >= p.Most {
			*rest -= p.Most - dst[i].W
			dst[i].W = p.Most
			return true
		}
	}
	for i, p := range parts {
		if growing(i) {
			dst[i].W += *rest * p.Share / shares
		}
	}
	return false
}
