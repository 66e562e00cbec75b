package netsync

// Half implements [Halved].
func (c UnrealConfig) Half(world Server) (Half, error) {
	if err := c.Validate(); err != nil {
		return nil, err
	}
	push, err := NewUnrealPush(world, c.PushInterval())
	if err != nil {
		return nil, err
	}
	return &unrealHalf{push}, nil
}

// unrealHalf tells the host's world time.
type unrealHalf struct{ push UnrealPush }

func (*unrealHalf) Datagram(uint32, Server) {}
func (*unrealHalf) Report(Message, Server)  {}

func (h *unrealHalf) Due(_, world Server) (Message, bool) {
	return Message{Kind: MessagePush, T3: world}, h.push.Due(world)
}

// Half implements [Halved]: what it returns is a [TimeSyncHalf].
func (c TimeSyncConfig) Half(Server) (Half, error) {
	peer, err := NewTimeSyncPeer(c)
	if err != nil {
		return nil, err
	}
	return &TimeSyncHalf{peer}, nil
}

// A TimeSyncHalf is the host's end of TimeSync. It gives access to trip times and application time stamps.
type TimeSyncHalf struct{ TimeSyncPeer }

// Datagram implements [Half].
func (h *TimeSyncHalf) Datagram(stamp uint32, now Server) { h.OnDatagram(stamp, int64(now)) }

// Report implements [Half].
func (h *TimeSyncHalf) Report(m Message, _ Server) { h.OnPeerMin(m.Value) }

// Due implements [Half].
func (h *TimeSyncHalf) Due(now, _ Server) (Message, bool) {
	value, ok := h.ReportDue(int64(now))
	return Message{Kind: MessageReport, Value: value}, ok
}

// Half implements [Halved].
func (c MidlineConfig) Half(Server) (Half, error) {
	peer, err := NewMidlinePeer(c)
	if err != nil {
		return nil, err
	}
	return &midlineHalf{peer}, nil
}

// midlineHalf reports floors.
type midlineHalf struct{ peer MidlinePeer }

func (h *midlineHalf) Datagram(stamp uint32, now Server) { h.peer.OnDatagram(stamp, int64(now)) }
func (*midlineHalf) Report(Message, Server)              {}

func (h *midlineHalf) Due(now, _ Server) (Message, bool) {
	floor, ok := h.peer.ReportDue(int64(now))
	return Message{Kind: MessageFloor, Floor: uint64(floor)}, ok
}
