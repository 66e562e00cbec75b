package stage

import (
	"driftlab/ui/panel"
)

// Labels finds room for the texts of a picture, so that none covers another, an object or an edge. What
// is in the way is blocked first; a text for which there is no room is left out.
type Labels struct {
	Bounds panel.Rect
	Taken  []panel.Rect
	Text   []bool // which of taken are texts
	Placed int    // how many texts
	homes  [64]home
}

// A home is where a text stood last. It stays there as long as there is room, so that texts do not jump.
type home struct {
	key  int
	spot int8
}

// start forgets what stood in the picture, and takes a new one.
func (l *Labels) start(bounds panel.Rect) {
	l.Bounds, l.Taken, l.Text, l.Placed = bounds, l.Taken[:0], l.Text[:0], 0
}

// block keeps texts off r.
func (l *Labels) block(r panel.Rect) { l.Taken, l.Text = append(l.Taken, r), append(l.Text, false) }

// free says whether nothing stands in r, and r is in the picture.
func (l *Labels) free(r panel.Rect) bool {
	if !r.Within(l.Bounds) {
		return false
	}
	for i := range l.Taken {
		if l.Taken[i].Overlaps(r) {
			return false
		}
	}
	return true
}

// place finds room for a text of a size about what it belongs to. The first spot that is tried is the
// one where the text with this key stood last.
func (l *Labels) place(key int, about panel.Rect, w, h, gap float32) (r panel.Rect, ok bool) {
	turn := 0
	if about.H > about.W {
		turn = 2 // beside what is upright
	}
	at := &l.homes[uint(key)%uint(len(l.homes))]
	if at.key == key {
		if r = spot(int(at.spot), about, w, h, gap); l.free(r) {
			return l.put(r), true
		}
	}
	for i := range spots {
		if i < spots/4 {
			i = (i + turn) % (spots / 4)
		}
		if r = spot(i, about, w, h, gap); l.free(r) {
			*at = home{key, int8(i)}
			return l.put(r), true
		}
	}
	return panel.Rect{}, false
}

func (l *Labels) put(r panel.Rect) panel.Rect {
	l.Taken, l.Text = append(l.Taken, r), append(l.Text, true)
	l.Placed++
	return r
}

// spots is how many places there are about an object, from the best to the last.
const spots = 16

// spot returns the i-th place for a text about an object: above, under, to the right, to the left, at
// the four corners; and all of them again farther away.
func spot(i int, about panel.Rect, w, h, gap float32) panel.Rect {
	if i >= spots/2 {
		gap += h * 1.4
	}
	left, middle, right := about.X-gap-w, about.X+(about.W-w)/2, about.X+about.W+gap
	above, level, under := about.Y-gap-h, about.Y+(about.H-h)/2, about.Y+about.H+gap
	i %= spots / 2
	x := [spots / 2]float32{middle, middle, right, left, right, left, right, left}[i]
	y := [spots / 2]float32{above, under, level, level, above, above, under, under}[i]
	return panel.NewRect(x, y, w, h)
}
