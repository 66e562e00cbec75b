package netsync

import "time"

// A Host is the host's half of all clocks of one client, over any transport. Questions are answered by
// [Message.Answer], which needs no memory. Its zero value has no halves. It is not safe for concurrent use, and once all halves are
// there, no method allocates but Due, which appends.
type Host struct {
	halves []clockHalf
}

// A clockHalf is one half, with the number on the wire of its clock.
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
	// Due returns the message that is to be sent unasked when the host's clock reads now and its world time is world; ok is
	// false if there is none.
	Due(now, world Server) (Message, bool)
}

// A Teller is a [Half] that tells its client the time unasked, by a schedule.
type Teller interface {
	// Next returns what the host's world time will read when it does so next.
	Next() Server
}

// A Halved is the constants of a clock that needs a half on the host too.
type Halved interface {
	// Half returns the half for a client that joins when the host's world time reads world. The error says which constant is
	// out of range.
	Half(world Server) (Half, error)
}

// Put sets a clock's half, and replaces the one that it already has, if any.
func (h *Host) Put(clock uint8, half Half) {
	for i := range h.halves {
		if h.halves[i].clock == clock {
			h.halves[i].half = half
			return
		}
	}
	h.halves = append(h.halves, clockHalf{clock, half})
}

// Half returns the half of a clock, or nil if it has none.
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

// Report takes a number sent by the client's half, which arrived when the host's clock read now. It ignores other messages.
func (h *Host) Report(m Message, now Server) {
	if half := h.Half(m.Clock); half != nil && (m.Kind == MessageReport || m.Kind == MessageNote) {
		half.Report(m, now)
	}
}

// Due appends the messages that the host is to send unasked when its clock reads now and its world time is world: clock by
// clock, in the order in which they were put. Call it in each of the host's frames.
func (h *Host) Due(dst []Message, now, world Server) []Message {
	for i := range h.halves {
		if m, ok := h.halves[i].half.Due(now, world); ok {
			m.Clock = h.halves[i].clock
			dst = append(dst, m)
		}
	}
	return dst
}
