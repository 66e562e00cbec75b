package netsync

import "time"

// A Host is the host's half of all clocks of one client, over any transport. Questions are answered by
// [Message.Answer], which needs no memory. Its zero value has no halves. It is not safe for concurrent use, and once all halves are
// there, no method allocates but Due, which appends.
type Host struct {
	halves []clockHalf
}

// A clockHalf is a half and the number on the wire of the clock that it is of.
type clockHalf struct {
	clock uint8
	half  Half
}

// A Half is the host's half of one clock.
type Half interface {
	// Datagram takes the send stamp of a datagram ([Stamp24]) that came from the client when the host's clock read now, or up to
	// span before.
	Datagram(stamp uint32, now Server, span time.Duration)
	// Report takes a number of the client's half, which came when the host's clock read now.
	Report(m Message, now Server)
	// Due returns what is to be told, of its own accord, when the host's clock reads now, and its world time world.
	Due(now, world Server) (Message, bool)
}

// A Halved is the constants of a clock of which the host has a half too.
type Halved interface {
	// Half returns the half for a client that comes in when the host's world time reads world. The error says which
	// constant is out of range.
	Half(world Server) (Half, error)
}

// Put has a clock's half be this one, in the place of the one that it has already.
func (h *Host) Put(clock uint8, half Half) {
	for i := range h.halves {
		if h.halves[i].clock == clock {
			h.halves[i].half = half
			return
		}
	}
	h.halves = append(h.halves, clockHalf{clock, half})
}

// Half returns the half of a clock, nil where it has none.
func (h *Host) Half(clock uint8) Half {
	for i := range h.halves {
		if h.halves[i].clock == clock {
			return h.halves[i].half
		}
	}
	return nil
}

// Datagram takes the send stamp of one of the application's datagrams ([Stamp24]) that came from the client when the
// host's clock read now, or up to span before: since the queue was last read, where datagrams are stamped as they are read.
func (h *Host) Datagram(stamp uint32, now Server, span time.Duration) {
	for i := range h.halves {
		h.halves[i].half.Datagram(stamp, now, span)
	}
}

// ClockDatagram takes the send stamp of a datagram of a clock's own, as Datagram does.
func (h *Host) ClockDatagram(clock uint8, stamp uint32, now Server, span time.Duration) {
	if half := h.Half(clock); half != nil {
		half.Datagram(stamp, now, span)
	}
}

// Report takes a number of the client's half, which came when the host's clock read now. Other messages are ignored.
func (h *Host) Report(m Message, now Server) {
	if half := h.Half(m.Clock); half != nil && m.Kind == MessageReport {
		half.Report(m, now)
	}
}

// Due appends what the host is to tell of its own accord when its clock reads now, and its world time world: by the clocks in the
// order in which they were put. It is to be called in each of the host's frames.
func (h *Host) Due(dst []Message, now, world Server) []Message {
	for i := range h.halves {
		if m, ok := h.halves[i].half.Due(now, world); ok {
			m.Clock = h.halves[i].clock
			dst = append(dst, m)
		}
	}
	return dst
}
