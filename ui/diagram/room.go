package diagram

import (
	"slices"

	"driftlab/ui/panel"
)

// A room knows where a diagram has written already. What says most is written first; what comes after it moves out of its way,
// and is left out where there is no place near.
type room struct{ taken []panel.Rect }

// take finds a place for a text: r, or r moved by one step after another, and so often at most.
func (m *room) take(r panel.Rect, step float32, steps int) (at panel.Rect, ok bool) {
	for i := range steps + 1 {
		at = r
		at.Y += step * float32(i)
		if !slices.ContainsFunc(m.taken, at.Overlaps) {
			m.taken = append(m.taken, at)
			return at, true
		}
	}
	return r, false
}
