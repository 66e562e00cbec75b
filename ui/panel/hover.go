package panel

import (
	"slices"

	"driftlab/netsim"
)

// A Hover is what the pointer is on in any panel, and which clocks are chosen, so that all other panels can highlight it too.
// Panels set it while they draw, and it takes effect in the next frame. Each session starts with an empty one.
type Hover struct {
	Pointed         // in the frame before
	Next    Pointed // in this one
	Held    uint64  // the datagram that was clicked or chosen by a key last, 0 for none
	Pins    []int   // places of the clocks that are chosen, in the order in which they were
	turn    int     // the clock that the keyboard has reached, from 1; 0 for none
	changed bool    // the chosen clocks have changed since they were shared
}

// Pointed is what the pointer is on.
type Pointed struct {
	Packet uint64      // of the window's own session, 0 for none
	Client int         // 0 for none
	Clock  int         // its place among all, from 1; 0 for none
	At     netsim.Time // meaningful if timed
	Timed  bool        // an instant is pointed at
}

// The opacity of a dim clock's line and row.
const (
	DimLine = 0.22
	DimRow  = 0.5
)

// Turn begins a frame.
func (h *Hover) Turn() { h.Pointed, h.Next = h.Next, Pointed{} }

// Share lets the hovers of two worlds know what the pointer is on in either: an instant, a client or a clock, but not a
// datagram, which belongs to one world. Clocks are chosen in both.
func (h *Hover) Share(o *Hover) {
	if !h.Timed {
		h.At, h.Timed = o.At, o.Timed
	}
	if h.Client == 0 {
		h.Client = o.Client
	}
	if h.Clock == 0 {
		h.Clock = o.Clock
	}
	o.At, o.Timed, o.Client, o.Clock = h.At, h.Timed, h.Client, h.Clock
	from, to := h, o
	if o.changed {
		from, to = o, h
	}
	to.Pins, h.changed, o.changed = append(to.Pins[:0], from.Pins...), false, false
}

// Instant notes that the pointer is at an instant.
func (h *Hover) Instant(at netsim.Time) { h.Next.At, h.Next.Timed = at, true }

// Chosen returns the highlighted datagram: the one under the pointer, or the held one.
func (h *Hover) Chosen() uint64 {
	if h.Packet != 0 {
		return h.Packet
	}
	return h.Held
}

// Pin chooses a clock alone, or none if it was chosen alone. With more set, it adds the clock to the chosen ones or removes it.
func (h *Hover) Pin(clock int, more bool) {
	h.changed = true
	i := slices.Index(h.Pins, clock)
	switch {
	case more && i >= 0:
		h.Pins = slices.Delete(h.Pins, i, i+1)
	case more:
		h.Pins = append(h.Pins, clock)
	case i == 0 && len(h.Pins) == 1:
		h.Pins = h.Pins[:0]
	default:
		h.Pins = append(h.Pins[:0], clock)
	}
}

// PinNext pins the next clock of n, for the keyboard. After the last one none is chosen.
func (h *Hover) PinNext(clocks int, more bool) {
	if h.turn++; h.turn <= clocks {
		h.Pin(h.turn-1, more)
		return
	}
	h.Unpin()
}

// Unpin chooses no clock, and reports whether one was.
func (h *Hover) Unpin() (was bool) {
	was = len(h.Pins) > 0
	h.Pins, h.turn, h.changed = h.Pins[:0], 0, true
	return was
}

// Pinned reports whether a clock is chosen.
func (h *Hover) Pinned(clock int) bool { return slices.Contains(h.Pins, clock) }

// Dim reports whether another clock is pointed at or chosen.
func (h *Hover) Dim(clock int) bool {
	return (h.Clock > 0 || len(h.Pins) > 0) && h.Clock != clock+1 && !h.Pinned(clock)
}

// Light returns the opacity of a clock's line, 0..1.
func (h *Hover) Light(clock int) (strength float32) {
	if h.Dim(clock) {
		return DimLine
	}
	return 1
}
