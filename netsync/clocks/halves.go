package clocks

import (
	"time"

	"driftlab/internal/param"
	"driftlab/netsync"
)

// Half implements [netsync.Halved].
func (c UnrealConfig) Half(world netsync.Server) (netsync.Half, error) {
	if err := param.Validate(UnrealConstants, &c); err != nil {
		return nil, err
	}
	push, err := NewUnrealPush(world, c.PushInterval())
	if err != nil {
		return nil, err
	}
	return &unrealHalf{push}, nil
}

// unrealHalf sends the host's world time.
type unrealHalf struct{ push UnrealPush }

func (*unrealHalf) Datagram(uint32, netsync.Server, time.Duration) {}
func (*unrealHalf) Report(netsync.Message, netsync.Server)         {}

func (h *unrealHalf) Due(_, world netsync.Server) (netsync.Message, bool) {
	return netsync.Message{Kind: netsync.MessagePush, T3: world}, h.push.Due(world)
}

// Next implements [netsync.Teller].
func (h *unrealHalf) Next() netsync.Server { return h.push.next }

// Half implements [netsync.Halved]. It returns a [TimeSyncHalf].
func (c TimeSyncConfig) Half(netsync.Server) (netsync.Half, error) {
	peer, err := NewTimeSyncPeer(c)
	if err != nil {
		return nil, err
	}
	return &TimeSyncHalf{peer}, nil
}

// A TimeSyncHalf is the host's end of TimeSync. It gives access to trip times and application time stamps.
type TimeSyncHalf struct{ TimeSyncPeer }

// Datagram implements [netsync.Half].
func (h *TimeSyncHalf) Datagram(stamp uint32, now netsync.Server, _ time.Duration) {
	h.OnDatagram(stamp, int64(now))
}

// Report implements [netsync.Half].
func (h *TimeSyncHalf) Report(m netsync.Message, _ netsync.Server) { h.OnPeerMin(m.Value) }

// Due implements [netsync.Half].
func (h *TimeSyncHalf) Due(now, _ netsync.Server) (netsync.Message, bool) {
	value, ok := h.ReportDue(int64(now))
	return netsync.Message{Kind: netsync.MessageReport, Value: value}, ok
}

// Half implements [netsync.Halved].
func (c MidlineConfig) Half(netsync.Server) (netsync.Half, error) {
	peer, err := NewMidlinePeer(c)
	if err != nil {
		return nil, err
	}
	return &midlineHalf{peer}, nil
}

// midlineHalf reports floors.
type midlineHalf struct{ peer MidlinePeer }

func (h *midlineHalf) Datagram(stamp uint32, now netsync.Server, span time.Duration) {
	h.peer.OnRead(stamp, int64(now), span)
}
func (*midlineHalf) Report(netsync.Message, netsync.Server) {}

func (h *midlineHalf) Due(now, _ netsync.Server) (netsync.Message, bool) {
	floor, ok := h.peer.ReportDue(int64(now))
	m := netsync.Message{Kind: netsync.MessageFloor, Floor: uint64(floor), Span: uint32(h.peer.ReportSpan())}
	if m.Span != 0 {
		m.Kind = netsync.MessageFloorSpan
	}
	return m, ok
}
