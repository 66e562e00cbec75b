package game

import (
	"encoding/binary"
	"time"

	"driftlab/netsync"
)

// resendAfter is how long the host waits for an acknowledgement of an event before it repeats it.
const resendAfter = 50 * time.Millisecond

// eventsBefore marks the first event number of a message if the host has not given up those before it.
const eventsBefore = 1 << 31

// resendAfter returns how long the host waits for a client's acknowledgement: under a budget for as long
// as one takes.
func (h *Host) resendAfter(p *peer) time.Duration {
	if h.cfg.Budget == 0 {
		return resendAfter
	}
	return min(max(resendAfter, time.Duration(p.ackDelay+1)*time.Second/time.Duration(h.cfg.Rate)), maxResend)
}

// maxResend is the longest that the host waits.
const maxResend = 2 * time.Second

// TimeSync's and Unreal's numbers on the wire.
var (
	timesyncID = idOf("timesync")
	unrealID   = idOf("unreal")
	unityID    = idOf("unity")
)

func idOf(name string) uint8 {
	a, err := netsync.Lookup(name)
	if err != nil {
		panic(err)
	}
	return a.ID
}

// eventLog numbers the world's events and keeps the latest.
type eventLog struct {
	ring [256]worldEvent
	next uint32
}

func (l *eventLog) add(e worldEvent) {
	l.ring[l.next%uint32(len(l.ring))] = e
	l.next++
}

// oldest returns the first number that is still kept.
func (l *eventLog) oldest() uint32 {
	if l.next < uint32(len(l.ring)) {
		return 0
	}
	return l.next - uint32(len(l.ring))
}

// begin starts a datagram to a client and counts TimeSync's stamp in it.
func (h *Host) begin(now netsync.Local, id int, kind Kind) []byte {
	return h.beginAs(now, id, kind, h.peers[id].join)
}

// beginAs is begin for a join that need not be the present one.
func (h *Host) beginAs(now netsync.Local, id int, kind Kind, join joinID) []byte {
	h.peers[id].traffic[timesyncID] += stampSize
	return h.out.begin(header{kind, join, netsync.Stamp24(int64(now))})
}

func (h *Host) countedRecord(id int, b []byte, rec clockRecord) []byte {
	if int(rec.algorithm) < len(h.peers[id].traffic) {
		h.peers[id].traffic[rec.algorithm] += uint64(rec.size())
	}
	return rec.append(b)
}

// sendClock sends what the host's halves of the algorithms have to say of their own accord.
func (h *Host) sendClock(id int, now netsync.Local) {
	p := &h.peers[id]
	if world := netsync.Server(h.World(now)); p.push.Due(world) {
		b := h.begin(now, id, KindPush)
		h.out.finish(id, h.countedRecord(id, b, clockRecord{kind: recordPush, algorithm: unrealID, t3: world}))
	}
	if value, ok := p.sync.ReportDue(int64(now)); ok {
		b := h.begin(now, id, KindReport)
		h.out.finish(id, h.countedRecord(id, b, clockRecord{kind: recordReport, algorithm: timesyncID, value: value}))
	}
}

// sendEvents sends new events at once, and repeats all that are not acknowledged after a while.
func (h *Host) sendEvents(id int, now netsync.Local) {
	p := &h.peers[id]
	repeat := now >= p.resend || p.resend.Sub(now) > maxResend // the clock was set back
	if p.next == h.events.next || p.sent == h.events.next && !repeat {
		return
	}
	first := max(p.next, h.events.oldest())
	seq := max(first, p.sent)
	if repeat {
		seq, p.resend = first, now.Add(h.resendAfter(p))
	}
	for p.sent = h.events.next; seq != h.events.next; {
		b := h.begin(now, id, KindSpawn)
		start := len(b) - headerSize
		label := seq
		if seq != first {
			label |= eventsBefore
		}
		b = binary.BigEndian.AppendUint32(b, label)
		for seq != h.events.next {
			e := h.events.ring[seq%uint32(len(h.events.ring))].forClient(id)
			if len(b)-start+e.size() > MaxDatagram {
				break
			}
			b = e.append(b)
			seq++
		}
		h.out.finish(id, b)
	}
}
