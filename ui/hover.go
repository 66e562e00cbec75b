package ui

import "driftlab/netsim"

// A hover is what the pointer is on, whichever panel it is over, so that all others can point it out too. Panels say it
// while they draw, and it holds for the next frame.
type hover struct {
	pointed         // in the frame before
	next    pointed // in this one
	held    uint64  // the datagram that was clicked or chosen by a key last, 0 for none
}

// pointed is what the pointer is on.
type pointed struct {
	packet uint64      // of the window's own session, 0 for none
	client int         // 0 for none
	at     netsim.Time // meaningful if timed
	timed  bool
}

// turn begins a frame.
func (h *hover) turn() { h.pointed, h.next = h.next, pointed{} }

// share has the hovers of two worlds know what the pointer is on in either: an instant, a client. A datagram is one
// world's own.
func (h *hover) share(o *hover) {
	if !h.timed {
		h.at, h.timed = o.at, o.timed
	}
	if h.client == 0 {
		h.client = o.client
	}
	o.at, o.timed, o.client = h.at, h.timed, h.client
}

// instant says that the pointer is at an instant.
func (h *hover) instant(at netsim.Time) { h.next.at, h.next.timed = at, true }

// chosen returns the datagram that is pointed out: under the pointer, or held.
func (h *hover) chosen() uint64 {
	if h.packet != 0 {
		return h.packet
	}
	return h.held
}
