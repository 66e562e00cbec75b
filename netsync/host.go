package netsync

// A Host is the host's half of all clocks of one client, over any transport. Questions are answered by
// [Message.Answer], which needs no memory. It is not safe for concurrent use, and once made, no method allocates but
// Due, which appends.
type Host struct {
	pushes []hostPush
	syncs  []hostSync
}

type hostPush struct {
	clock uint8
	push  UnrealPush
}

type hostSync struct {
	clock uint8
	peer  TimeSyncPeer
}

// A hostHalf is the constants of a clock of which the host has a half too.
type hostHalf interface {
	// joinHost gives the host its half of a clock for a client that comes in when the host's world time reads world.
	joinHost(h *Host, clock uint8, world Server) error
}

func (c UnrealConfig) joinHost(h *Host, clock uint8, world Server) error {
	push, err := NewUnrealPush(world, c.PushInterval())
	h.pushes = append(h.pushes, hostPush{clock, push})
	return err
}

func (c TimeSyncConfig) joinHost(h *Host, clock uint8, _ Server) error {
	peer, err := NewTimeSyncPeer(c)
	h.syncs = append(h.syncs, hostSync{clock, peer})
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
		if half, ok := clocks[i].Config.(hostHalf); ok {
			if err := half.joinHost(&h, clocks[i].ID, world); err != nil {
				return Host{}, err
			}
		}
	}
	return h, nil
}

// TimeSync gives access to a clock's trip times and application time stamps, nil where it has none.
func (h *Host) TimeSync(clock uint8) *TimeSyncPeer {
	for i := range h.syncs {
		if s := &h.syncs[i]; s.clock == clock {
			return &s.peer
		}
	}
	return nil
}

// Datagram takes the send stamp of one of the application's datagrams ([Stamp24]) that came from the client when the
// host's clock read now.
func (h *Host) Datagram(stamp uint32, now Server) {
	for i := range h.syncs {
		h.syncs[i].peer.OnDatagram(stamp, int64(now))
	}
}

// ClockDatagram takes the send stamp of a datagram of a clock's own.
func (h *Host) ClockDatagram(clock uint8, stamp uint32, now Server) {
	if peer := h.TimeSync(clock); peer != nil {
		peer.OnDatagram(stamp, int64(now))
	}
}

// Report takes a number of the client's half.
func (h *Host) Report(m Message) {
	if peer := h.TimeSync(m.Clock); peer != nil && m.Kind == MessageReport {
		peer.OnPeerMin(m.Value)
	}
}

// Due appends what the host is to tell of its own accord when its clock reads now, and its world time world. It is to be
// called in each of the host's frames.
func (h *Host) Due(dst []Message, now, world Server) []Message {
	for i := range h.pushes {
		if p := &h.pushes[i]; p.push.Due(world) {
			dst = append(dst, Message{Kind: MessagePush, Clock: p.clock, T3: world})
		}
	}
	for i := range h.syncs {
		s := &h.syncs[i]
		if value, ok := s.peer.ReportDue(int64(now)); ok {
			dst = append(dst, Message{Kind: MessageReport, Clock: s.clock, Value: value})
		}
	}
	return dst
}
