package guest

import (
	"encoding/binary"
	"time"

	"driftlab/netsync"
)

// A hostHalf is the host's half of a program's clock.
type hostHalf struct {
	clock *Clock
	world int64
	begun bool
	wake  int64
	seen  int64 // the latest frame: a clock that was set back has told of times to wake at that are far
	queue []Send
}

func (c *Clock) newHalf(world netsync.Server) (netsync.Half, error) {
	return &hostHalf{clock: c, world: int64(world), wake: AtOnce, seen: AtOnce}, nil
}

func (h *hostHalf) tell(ev *Event) {
	if !h.begun {
		h.begun = true
		h.clock.begin(Host, h.world)
	}
	reply, ok := h.clock.exchange(Host, ev)
	if !ok {
		h.wake, h.queue = Never, nil
		return
	}
	if reply.HasWake {
		h.wake = reply.Wake
	}
	h.queue = append(h.queue, reply.Send...)
}

func (h *hostHalf) Datagram(stamp uint32, now netsync.Server, span time.Duration) {
	if h.clock.declared.Hears.has(Datagrams) {
		h.tell(&Event{Kind: Datagram, Stamp: stamp, T4: int64(now), Before: int64(span)})
	}
}

func (h *hostHalf) Report(m netsync.Message, now netsync.Server) {
	if h.clock.declared.Hears.has(Reports) {
		h.tell(&Event{Kind: Report, Data: dataOf(m), T4: int64(now)})
	}
}

// Due implements netsync.Half: in a frame of the host's at or after the time that the program wants to be woken at it is, and
// of what it has to send one message goes.
func (h *hostHalf) Due(now, world netsync.Server) (netsync.Message, bool) {
	if at := int64(now); at >= h.wake || at < h.seen {
		h.wake = Never
		h.tell(&Event{Kind: Wake, Now: at, World: int64(world)})
	}
	h.seen = int64(now)
	if len(h.queue) == 0 {
		return netsync.Message{}, false
	}
	s := h.queue[0]
	h.queue = h.queue[1:]
	return s.message(), true
}

// message returns the message of the wire that carries what a host's half sends.
func (s *Send) message() netsync.Message {
	switch {
	case s.Kind == SendPush && s.Stated:
		return netsync.Message{Kind: netsync.MessageState, T3: netsync.Server(s.T3), Value: s.Value}
	case s.Kind == SendPush:
		return netsync.Message{Kind: netsync.MessagePush, T3: netsync.Server(s.T3)}
	}
	return reported(s.Data)
}

// reported returns the message of the wire that carries a report: the tightest that there is for its length.
func reported(data []byte) netsync.Message {
	switch len(data) {
	case 3:
		return netsync.Message{Kind: netsync.MessageReport, Value: number24(data)}
	case 6, 10:
		m := netsync.Message{Kind: netsync.MessageFloor, Floor: uint64(binary.BigEndian.Uint16(data))<<32 | uint64(binary.BigEndian.Uint32(data[2:]))}
		if len(data) == 10 {
			m.Kind, m.Span = netsync.MessageFloorSpan, binary.BigEndian.Uint32(data[6:])
		}
		return m
	}
	return netsync.Message{Kind: netsync.MessageNote, Note: string(data)}
}

// dataOf returns the bytes of a report that a message of the wire carries: reported's inverse.
func dataOf(m netsync.Message) []byte {
	floor := binary.BigEndian.AppendUint64(nil, m.Floor)[2:]
	switch m.Kind {
	case netsync.MessageReport:
		return []byte{byte(m.Value >> 16), byte(m.Value >> 8), byte(m.Value)}
	case netsync.MessageFloor:
		return floor
	case netsync.MessageFloorSpan:
		return binary.BigEndian.AppendUint32(floor, m.Span)
	}
	return []byte(m.Note)
}

// number24 returns the number of the wire that three bytes are.
func number24(b []byte) uint32 {
	return uint32(b[0])<<16 | uint32(b[1])<<8 | uint32(b[2])
}
