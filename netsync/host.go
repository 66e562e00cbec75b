package netsync

import "time"

// A Host is the host's half of all clocks of one client, over any transport. Questions are answered by
// [Message.Answer], which needs no memory. It is not safe for concurrent use, and once made, no method allocates but
// Due, which appends.
type Host struct {
	pushes  []half[UnrealPush]
	syncs   []half[TimeSyncPeer]
	lines   []half[MidlinePeer]
	engines []half[hostState]
}

// A half is what the host keeps for a clock.
type half[T any] struct {
	clock uint8
	of    T
}

// put has a clock's half be this one, in the place of the one that it has already.
func put[T any](all []half[T], clock uint8, of T) []half[T] {
	for i := range all {
		if all[i].clock == clock {
			all[i].of = of
			return all
		}
	}
	return append(all, half[T]{clock, of})
}

// A hostHalf is the constants of a clock of which the host has a half too.
type hostHalf interface {
	// joinHost gives the host its half of a clock for a client that comes in when the host's world time reads world.
	joinHost(h *Host, clock uint8, world Server) error
}

func (c UnrealConfig) joinHost(h *Host, clock uint8, world Server) error {
	if err := c.Validate(); err != nil {
		return err
	}
	push, err := NewUnrealPush(world, c.PushInterval())
	if err == nil {
		h.pushes = put(h.pushes, clock, push)
	}
	return err
}

func (c TimeSyncConfig) joinHost(h *Host, clock uint8, _ Server) error {
	peer, err := NewTimeSyncPeer(c)
	if err == nil {
		h.syncs = put(h.syncs, clock, peer)
	}
	return err
}

func (c MidlineConfig) joinHost(h *Host, clock uint8, _ Server) error {
	peer, err := NewMidlinePeer(c)
	if err == nil {
		h.lines = put(h.lines, clock, peer)
	}
	return err
}

// HasHostHalf says whether the host has a half of the clock, with its constants. It but answers what the others ask.
func (a *Algorithm) HasHostHalf() bool {
	_, has := a.Config.(hostHalf)
	return has
}

// NewHost returns the half for a client that comes in when the host's world time reads world, of the clocks that it
// runs. The error says which constant is out of range.
func NewHost(world Server, clocks []Algorithm) (h Host, err error) {
	for i := range clocks {
		if err := h.Restart(&clocks[i], world); err != nil {
			return Host{}, err
		}
	}
	return h, nil
}

// Restart has the half of one clock begin anew, with the constants that the clock has now, when the host's world time reads
// world. The others' stay as they are, and where one of the constants is out of range this one too.
func (h *Host) Restart(clock *Algorithm, world Server) error {
	if half, ok := clock.Config.(hostHalf); ok {
		return half.joinHost(h, clock.ID, world)
	}
	return nil
}

// TimeSync gives access to a clock's trip times and application time stamps, nil where it has none.
func (h *Host) TimeSync(clock uint8) *TimeSyncPeer {
	for i := range h.syncs {
		if s := &h.syncs[i]; s.clock == clock {
			return &s.of
		}
	}
	return nil
}

// Datagram takes the send stamp of one of the application's datagrams ([Stamp24]) that came from the client when the
// host's clock read now, or up to span before: since the queue was last read, where datagrams are stamped as they are read.
func (h *Host) Datagram(stamp uint32, now Server, span time.Duration) {
	for i := range h.syncs {
		h.syncs[i].of.OnDatagram(stamp, int64(now))
	}
	for i := range h.lines {
		h.lines[i].of.OnRead(stamp, int64(now), span)
	}
}

// ClockDatagram takes the send stamp of a datagram of a clock's own, as Datagram does.
func (h *Host) ClockDatagram(clock uint8, stamp uint32, now Server, span time.Duration) {
	if peer := h.TimeSync(clock); peer != nil {
		peer.OnDatagram(stamp, int64(now))
	}
	for i := range h.lines {
		if l := &h.lines[i]; l.clock == clock {
			l.of.OnRead(stamp, int64(now), span)
		}
	}
}

// Report takes a number of the client's half, which came when the host's clock read came.
func (h *Host) Report(m Message, came Server) {
	if m.Kind != MessageReport {
		return
	}
	if peer := h.TimeSync(m.Clock); peer != nil {
		peer.OnPeerMin(m.Value)
	}
	for i := range h.engines {
		if e := &h.engines[i]; e.clock == m.Clock {
			e.of.take(m, came)
		}
	}
}

// Due appends what the host is to tell of its own accord when its clock reads now, and its world time world. It is to be
// called in each of the host's frames.
func (h *Host) Due(dst []Message, now, world Server) []Message {
	for i := range h.pushes {
		if p := &h.pushes[i]; p.of.Due(world) {
			dst = append(dst, Message{Kind: MessagePush, Clock: p.clock, T3: world})
		}
	}
	for i := range h.syncs {
		s := &h.syncs[i]
		if value, ok := s.of.ReportDue(int64(now)); ok {
			dst = append(dst, Message{Kind: MessageReport, Clock: s.clock, Value: value})
		}
	}
	for i := range h.lines {
		l := &h.lines[i]
		if floor, ok := l.of.ReportDue(int64(now)); ok {
			m := Message{Kind: MessageFloor, Clock: l.clock, Floor: floor, Span: l.of.ReportSpan()}
			if m.Span != 0 {
				m.Kind = MessageFloorSpan
			}
			dst = append(dst, m)
		}
	}
	for i := range h.engines {
		if m, ok := h.engines[i].of.due(now); ok {
			m.Clock = h.engines[i].clock
			dst = append(dst, m)
		}
	}
	return dst
}
