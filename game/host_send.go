package game

import (
	"encoding/binary"
	"time"

	"driftlab/netsync"
	"driftlab/netsync/registry"
)

// resendAfter is how long either end waits at least for the acknowledgement of what is reliable before it
// repeats it, maxResend how long at most.
const (
	resendAfter = 50 * time.Millisecond
	maxResend   = 2 * time.Second
)

// eventsBefore marks the first event number of a message if the host has not given up those before it.
const eventsBefore = 1 << 31

// TimeSync's and Unreal's numbers on the wire.
var (
	timesyncID = idOf("timesync")
)

func idOf(name string) uint8 {
	a, err := registry.Lookup(name)
	if err != nil {
		panic(err)
	}
	return a.ID
}

// eventLog numbers the world's events and keeps the latest: about ten seconds' where 64 players fire all the
// time, in which a client with a long way and losses can catch up.
type eventLog struct {
	ring [2048]worldEvent
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

// begin starts a datagram to a client and counts its stamp with the clocks that go by it.
func (h *Host) begin(now netsync.Local, id int, kind Kind) []byte {
	return h.beginAs(now, id, kind, h.peers[id].join)
}

// beginAs is begin for a join that need not be the present one.
func (h *Host) beginAs(now netsync.Local, id int, kind Kind, join joinID) []byte {
	h.stampers.count(&h.peers[id].traffic)
	return h.out.begin(header{kind, join, true, h.stamping.stamp(now, 0)})
}

// beginClock starts a datagram of a clock's to a client.
func (h *Host) beginClock(now netsync.Local, id int, kind Kind, join joinID, clock uint8) []byte {
	return h.out.begin(clockHeader(kind, join, h.stamping.stamp(now, clock), clock, h.clock(clock).stamped, &h.peers[id].traffic))
}

func (h *Host) countedMessage(id int, b []byte, msg netsync.Message) []byte {
	if int(msg.Clock) < len(h.peers[id].traffic) {
		h.peers[id].traffic[msg.Clock] += uint64(msg.Size())
	}
	return msg.Append(b)
}

// Tells returns what world time will read when a client's clock is told the time next unasked, and whether it ever is.
func (h *Host) Tells(client int, clock uint8) (next netsync.Server, ok bool) {
	teller, ok := h.peers[client].clocks.Half(clock).(netsync.Teller)
	if !ok {
		return 0, false
	}
	return teller.Next(), true
}

// sendClock sends what the host's halves of the algorithms have to say of their own accord.
func (h *Host) sendClock(id int, now netsync.Local) {
	p := &h.peers[id]
	h.due = p.clocks.Due(h.due[:0], Server(now), netsync.Server(h.World(now)))
	for _, msg := range h.due {
		kind := KindPush
		switch msg.Kind {
		case netsync.MessageReport, netsync.MessageFloor, netsync.MessageFloorSpan, netsync.MessageNote:
			kind = KindReport
		}
		if _, tells := p.clocks.Half(msg.Clock).(netsync.Teller); tells {
			msg.T3 = h.stamping.coarse(msg.T3)
		}
		h.out.finishClock(id, msg.Clock, h.countedMessage(id, h.beginClock(now, id, kind, p.join, msg.Clock), msg))
	}
}

// sendEvents sends new events at once. Every while it looks whether one is not acknowledged that had been
// sent when it looked before; if so it repeats all that are not, since a client takes them in their order only.
func (h *Host) sendEvents(id int, now netsync.Local) {
	p := &h.peers[id]
	if p.next == h.events.next {
		return
	}
	first := max(p.next, h.events.oldest())
	p.sent = max(p.sent, first)
	if wait := p.resend.Sub(now); wait <= 0 || wait > maxResend { // longer than that the clock was set back
		seen := p.seen
		// The host waits for an acknowledgement for as long as one takes.
		p.seen, p.resend = p.sent, now.Add(min(max(resendAfter, time.Duration(p.ackDelay+1)*time.Second/time.Duration(h.cfg.Rate)), maxResend))
		if first < seen {
			p.sent = first
		}
	}
	for p.sent != h.events.next {
		room := MaxDatagram // beside its first event
		if h.cfg.Budget != 0 {
			room = min(h.burst()/2-Overhead, MaxDatagram)
			if p.budget.events < 0 {
				return
			}
		}
		h.sendSomeEvents(id, first, room, now)
	}
}

// sendSomeEvents sends as many events as there is room for in a datagram, at least one.
func (h *Host) sendSomeEvents(id int, first uint32, room int, now netsync.Local) {
	p := &h.peers[id]
	b := h.begin(now, id, KindSpawn)
	start := len(b) - gameHeader
	label := p.sent
	if label != first {
		label |= eventsBefore
	}
	b = binary.BigEndian.AppendUint32(b, label)
	for world := h.World(now); p.sent != h.events.next; p.sent++ {
		e := &h.events.ring[p.sent%uint32(len(h.events.ring))]
		if e.kind == eventVerdict && int(e.verdict.Shooter) != id {
			e = &othersEvent
		}
		// A projectile of another's that has long flown all its way is no news.
		if h.cfg.Budget > 0 && (e.kind == eventSpawn || e.kind == eventEnd) && int(e.shot.Owner) != id && world.Sub(e.shot.End) > overAfter {
			e = &othersEvent
		}
		// A spawn goes with a stamp, where there is one.
		if h.stamps != FullStamps && e.kind == eventSpawn {
			h.told = *e
			h.told.stamp = h.stampFor(id, e.shot.Spawn)
			e = &h.told
		}
		if p.sent != label&^eventsBefore && len(b)-start+e.size() > room {
			break
		}
		b = e.append(b)
	}
	p.budget.events -= int64(len(b)-start+Overhead) * int64(h.cfg.Rate)
	h.out.finish(id, b)
}
