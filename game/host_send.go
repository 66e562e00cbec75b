package game

import (
	"encoding/binary"
	"time"

	"driftlab/netsync"
)

// resendAfter is how long the host waits for an acknowledgement of an event before it repeats it.
const resendAfter = 50 * time.Millisecond

// TimeSync's and Unreal's numbers on the wire.
var (
	timesyncID = idOf("timesync")
	unrealID   = idOf("unreal")
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
	p := &h.peers[id]
	p.traffic[timesyncID] += stampSize
	return h.out.begin(header{kind, p.join, netsync.Stamp24(int64(now))})
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
	if p.next == h.events.next || p.sent == h.events.next && now < p.resend {
		return
	}
	p.sent, p.resend = h.events.next, now.Add(resendAfter)
	for seq := max(p.next, h.events.oldest()); seq != h.events.next; {
		b := h.begin(now, id, KindSpawn)
		start := len(b) - headerSize
		b = binary.BigEndian.AppendUint32(b, seq)
		for seq != h.events.next && len(b)-start+spawnSize <= MaxDatagram {
			b = h.events.ring[seq%uint32(len(h.events.ring))].append(b)
			seq++
		}
		h.out.finish(id, b)
	}
}

func (h *Host) sendSnapshot(id int, now netsync.Local) {
	p := &h.peers[id]
	m := &h.snap
	m.tick, m.world = h.tick, h.dilation
	m.echoed, m.echo, m.hold, m.margin = 0, 0, 0, 0
	if p.echoed {
		m.echoed, m.echo, m.margin = 1, p.echo, p.margin
		m.hold = uint32(now.Sub(p.echoAt).Microseconds())
	}
	m.own = h.players[id]
	if len(h.body) == 0 {
		h.fillBody()
	}
	b := m.appendHead(h.begin(now, id, KindSnapshot))
	h.out.finish(id, append(b, h.body...))
}

// fillBody writes the part of this frame's snapshot that all clients get.
func (h *Host) fillBody() {
	m := &h.snap
	m.npc = h.cfg.Level.PatrollerAt(h.at(h.tick))
	m.count = 0
	for id := range h.peers {
		if id == 0 || h.peers[id].joined {
			m.avatars[m.count] = Avatar{uint8(id), h.players[id].Facing, h.players[id].Pos}
			m.count++
		}
	}
	h.body = m.appendBody(h.body)
}
