package panel

import "driftlab/netsim"

// A Hover is what the pointer is on, whichever panel it is over, so that all others can point it out too. Panels say it
// while they draw, and it holds for the next frame.
type Hover struct {
	Pointed         // in the frame before
	Next    Pointed // in this one
	Held    uint64  // the datagram that was clicked or chosen by a key last, 0 for none
}

// Pointed is what the pointer is on.
type Pointed struct {
	Packet uint64      // of the window's own session, 0 for none
	Client int         // 0 for none
	Clock  int         // its place among all, from 1; 0 for none
	At     netsim.Time // meaningful if timed
	Timed  bool        // an instant is pointed at
}

// Turn begins a frame.
func (h *Hover) Turn() { h.Pointed, h.Next = h.Next, Pointed{} }

// Share has the hovers of two worlds know what the pointer is on in either: an instant, a client, a clock. A datagram
// is one world's own.
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
}

// Instant says that the pointer is at an instant.
func (h *Hover) Instant(at netsim.Time) { h.Next.At, h.Next.Timed = at, true }

// Chosen returns the datagram that is pointed out: under the pointer, or held.
func (h *Hover) Chosen() uint64 {
	if h.Packet != 0 {
		return h.Packet
	}
	return h.Held
}
