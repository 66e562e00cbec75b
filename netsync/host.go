package netsync

import "time"

// The numbers on the wire of the algorithms that have a half at the host which does more than answer.
const (
	unrealID   = 1
	timeSyncID = 6
)

// A Host is the host's half of all clocks of one client, over any transport. Questions are answered by
// [Message.Answer], which needs no memory. It is not safe for concurrent use, and no method allocates.
type Host struct {
	push UnrealPush
	sync TimeSyncPeer
}

// NewHost returns the half for a client that comes in when the host's world time reads world. push is how often
// Unreal's clock is told the time. The error says which constant is out of range.
func NewHost(world Server, push time.Duration, sync TimeSyncConfig) (h Host, err error) {
	if h.push, err = NewUnrealPush(world, push); err != nil {
		return Host{}, err
	}
	h.sync, err = NewTimeSyncPeer(sync)
	return h, err
}

// TimeSync gives access to trip times and application time stamps.
func (h *Host) TimeSync() *TimeSyncPeer { return &h.sync }

// Datagram takes the send stamp of one of the client's datagrams ([Stamp24]) that came when the host's clock read now:
// of the application's, and of TimeSync's own.
func (h *Host) Datagram(stamp uint32, now Server) { h.sync.OnDatagram(stamp, int64(now)) }

// Report takes a number of the client's half.
func (h *Host) Report(m Message) {
	if m.Kind == MessageReport && m.Clock == timeSyncID {
		h.sync.OnPeerMin(m.Value)
	}
}

// Due appends what the host is to tell of its own accord when its clock reads now, and its world time world. It is to be
// called in each of the host's frames.
func (h *Host) Due(dst []Message, now, world Server) []Message {
	if h.push.Due(world) {
		dst = append(dst, Message{Kind: MessagePush, Clock: unrealID, T3: world})
	}
	if value, ok := h.sync.ReportDue(int64(now)); ok {
		dst = append(dst, Message{Kind: MessageReport, Clock: timeSyncID, Value: value})
	}
	return dst
}
