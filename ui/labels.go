package ui

// labels finds room for the texts of a picture, so that none covers another, an object or an edge. What
// is in the way is blocked first; a text for which there is no room is left out.
type labels struct {
	bounds rect
	taken  []rect
	text   []bool // which of taken are texts
	placed int    // how many texts
	homes  [64]home
}

// A home is where a text stood last. It stays there as long as there is room, so that texts do not jump.
type home struct {
	key  int
	spot int8
}

// start forgets what stood in the picture, and takes a new one.
func (l *labels) start(bounds rect) {
	l.bounds, l.taken, l.text, l.placed = bounds, l.taken[:0], l.text[:0], 0
}

// block keeps texts off r.
func (l *labels) block(r rect) { l.taken, l.text = append(l.taken, r), append(l.text, false) }

// free says whether nothing stands in r, and r is in the picture.
func (l *labels) free(r rect) bool {
	if !r.within(l.bounds) {
		return false
	}
	for i := range l.taken {
		if l.taken[i].overlaps(r) {
			return false
		}
	}
	return true
}

// place finds room for a text of a size about what it belongs to. The first spot that is tried is the
// one where the text with this key stood last.
func (l *labels) place(key int, about rect, w, h, gap float32) (r rect, ok bool) {
	turn := 0
	if about.h > about.w {
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
	return rect{}, false
}

func (l *labels) put(r rect) rect {
	l.taken, l.text = append(l.taken, r), append(l.text, true)
	l.placed++
	return r
}

// spots is how many places there are about an object, from the best to the last.
const spots = 16

// spot returns the i-th place for a text about an object: above, under, to the right, to the left, at
// the four corners; and all of them again farther away.
func spot(i int, about rect, w, h, gap float32) rect {
	if i >= spots/2 {
		gap += h * 1.4
	}
	left, middle, right := about.x-gap-w, about.x+(about.w-w)/2, about.x+about.w+gap
	above, level, under := about.y-gap-h, about.y+(about.h-h)/2, about.y+about.h+gap
	r := rect{w: w, h: h}
	switch i % (spots / 2) {
	case 0:
		r.x, r.y = middle, above
	case 1:
		r.x, r.y = middle, under
	case 2:
		r.x, r.y = right, level
	case 3:
		r.x, r.y = left, level
	case 4:
		r.x, r.y = right, above
	case 5:
		r.x, r.y = left, above
	case 6:
		r.x, r.y = right, under
	default:
		r.x, r.y = left, under
	}
	return r
}
