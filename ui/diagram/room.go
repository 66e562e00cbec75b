package diagram

import "driftlab/ui/panel"

// A room knows where a diagram has written already. What says most is written first; what comes after it moves out of its way,
// and is left out where there is no place near.
type room struct{ taken []panel.Rect }

func (m *room) clear() { m.taken = m.taken[:0] }

// free reports whether nothing is written in r.
func (m *room) free(r panel.Rect) bool {
	for i := range m.taken {
		if m.taken[i].Overlaps(r) {
			return false
		}
	}
	return true
}

// take finds a place for a text: r, or r moved by one step after another, and so often at most.
func (m *room) take(r panel.Rect, step float32, steps int) (at panel.Rect, ok bool) {
	for i := range steps + 1 {
		at = r
		at.Y += step * float32(i)
		if m.free(at) {
			m.taken = append(m.taken, at)
			return at, true
		}
	}
	return r, false
}
