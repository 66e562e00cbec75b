package game

import (
	"encoding/binary"
	"time"

	"driftlab/netsync"
)

// worldEvent is an event in the world. Events are numbered, and repeated until acknowledged.
type worldEvent struct {
	kind  eventKind
	shot  Shot     // of a spawn, or of an end, which has only ID and End
	stamp appStamp // of a spawn, in place of its times; none if it has those

	from uint8 // of a chat line
	said netsync.World
	text string

	verdict Dispute // for its shooter alone
	token   token
	ball    *ballPath // of a touch
}

type eventKind uint8

const (
	eventSpawn eventKind = iota + 1
	eventEnd
	eventChat
	eventVerdict
	eventOther   // concerns someone else
	eventSpawn16 // an eventSpawn on the wire, with a stamp in place of its times
	eventSpawn23
	eventToken
	eventBall

	spawnSize = 1 + 4 + 1 + 8 + 1 + 16
	endSize   = 1 + 4 + 8
)

// overAfter is how long after its end a client may still show a projectile.
const overAfter = time.Second

var othersEvent = worldEvent{kind: eventOther}

// size returns an event's bytes on the wire.
func (e *worldEvent) size() int {
	switch e.kind {
	case eventSpawn:
		if e.stamp.kind != FullStamps {
			return spawnSize - 16 + stampBytes[e.stamp.kind]
		}
		return spawnSize
	case eventEnd:
		return endSize
	case eventChat:
		return 1 + 1 + 8 + 1 + len(e.text)
	case eventVerdict:
		return 1 + verdictSize
	case eventToken:
		return 1 + tokenSize
	case eventBall:
		return 1 + ballSize
	default:
		return 1
	}
}

func (e *worldEvent) append(b []byte) []byte {
	kind := e.kind
	if e.stamp.kind != FullStamps {
		kind = eventOther + eventKind(e.stamp.kind)
	}
	b = append(b, byte(kind))
	switch e.kind {
	case eventChat:
		return appendText(appendI64(append(b, e.from), int64(e.said)), e.text)
	case eventVerdict:
		return e.verdict.append(b)
	case eventToken:
		return binary.BigEndian.AppendUint64(append(b, byte(e.token.holder+1), e.token.base), uint64(e.token.at))
	case eventBall:
		return e.ball.append(b)
	case eventOther:
		return b
	}
	b = binary.BigEndian.AppendUint32(b, e.shot.ID)
	if e.kind == eventSpawn {
		b = append(b, e.shot.Owner)
		b = appendPlace(b, e.shot.Origin)
		b = append(b, byte(e.shot.Dir))
		if e.stamp.kind != FullStamps {
			return e.stamp.append(b)
		}
		b = appendI64(b, int64(e.shot.Spawn))
	}
	return appendI64(b, int64(e.shot.End))
}

// worldEvent fills in a zeroed event; it is not returned since it is large and there are many.
func (r *reader) worldEvent(e *worldEvent) {
	e.kind = eventKind(r.u8("event"))
	r.within(int64(e.kind), int64(eventSpawn), int64(eventBall), "event")
	if e.kind == eventSpawn16 || e.kind == eventSpawn23 {
		e.kind, e.stamp.kind = eventSpawn, AppStamps(e.kind-eventOther)
	}
	switch e.kind {
	case eventChat:
		e.from = r.player("from")
		e.said = r.said()
		e.text = r.text()
		return
	case eventVerdict:
		e.verdict = r.dispute()
		return
	case eventToken:
		e.token = r.token()
		return
	case eventBall:
		p := r.ballPath()
		e.ball = &p
		return
	case eventOther:
		return
	}
	e.shot.ID = r.shotID()
	if e.kind == eventSpawn {
		e.shot.Owner = r.u8("owner")
		r.within(int64(e.shot.Owner), 0, MaxPlayers-1, "owner")
		e.shot.Origin = r.place("origin")
		e.shot.Dir = r.facing("direction")
		if e.stamp.kind != FullStamps {
			e.stamp = r.appStamp(e.stamp.kind)
			return
		}
		e.shot.Spawn = netsync.World(r.clock("spawn time"))
	}
	e.shot.End = netsync.World(r.clock("end time"))
}

// eventLog numbers the world's events and keeps the latest: about ten seconds of 64 players firing all the time, so that clients
// with long delays and losses can catch up.
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

// resendAfter and maxResend bound how long either end waits for an acknowledgement before it repeats a reliable message.
const (
	resendAfter = 50 * time.Millisecond
	maxResend   = 2 * time.Second
)

// eventsBefore marks the first event number of a message if the host will still send earlier ones.
const eventsBefore = 1 << 31

// sendEvents sends new events at once. From time to time it checks whether an event from before the previous check is still
// unacknowledged; if so it repeats all that are, since a client takes events in order only.
func (h *Host) sendEvents(id int, now netsync.Local) {
	p := &h.peers[id]
	if p.next == h.events.next {
		return
	}
	first := max(p.next, h.events.oldest())
	p.sent = max(p.sent, first)
	if wait := p.resend.Sub(now); wait <= 0 || wait > maxResend { // longer than that: the clock was set back
		seen := p.seen
		// Wait as long as an acknowledgement takes.
		p.seen, p.resend = p.sent, now.Add(min(max(resendAfter, time.Duration(p.ackDelay+1)*time.Second/time.Duration(h.cfg.Rate)), maxResend))
		if first < seen {
			p.sent = first
		}
	}
	for p.sent != h.events.next {
		room := MaxDatagram // for all events but the first
		if h.cfg.Budget != 0 {
			room = min(h.burst()/2-Overhead, MaxDatagram)
			if p.budget.events < 0 {
				return
			}
		}
		h.sendSomeEvents(id, first, room, now)
	}
}

// sendSomeEvents sends as many events as fit in a datagram, at least one.
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
		// Another player's projectile that ended long ago is not sent.
		if h.cfg.Budget > 0 && (e.kind == eventSpawn || e.kind == eventEnd) && int(e.shot.Owner) != id && world.Sub(e.shot.End) > overAfter {
			e = &othersEvent
		}
		// A spawn has a stamp in place of its times, if the client can read one.
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
	h.Outbox.finish(id, b)
}

func (c *Client) receiveEvents(now netsync.Local, head header, body []byte) error {
	r := reader{message: "spawn", b: body}
	first := r.u32("first event")
	heard := c.cfg.Crowds.heard[:0]
	for len(r.b) > 0 {
		heard = append(heard, worldEvent{})
		r.worldEvent(&heard[len(heard)-1])
	}
	c.cfg.Crowds.heard = heard
	if err := r.end(); err != nil {
		return err
	}
	c.Clocks.observeStamp(now, c.came, head.stamp)
	before := first&eventsBefore != 0
	if first &^= eventsBefore; !before && int32(first-c.event) > 0 {
		c.event = first // the host has given up the events between
	}
	moment := c.Moment(now)
	for i := range heard {
		if first+uint32(i) == c.event {
			c.event++
			c.happen(moment, &heard[i])
		}
	}
	return nil
}

// happen handles one event of the world.
func (c *Client) happen(m Moment, e *worldEvent) {
	clock := m.Clock.World()
	switch e.kind {
	case eventSpawn:
		e.shot.Speed = c.cfg.Level.ShotSpeed
		c.spawned(e, clock)
		c.shots.put(e.shot)
		c.Receipt.Shots = append(c.Receipt.Shots, e.shot.ID)
		c.arrived[e.shot.ID%uint32(len(c.arrived))] = clock
		if int(e.shot.Owner) == c.cfg.ID {
			c.own.confirm(c, e.shot, m)
		}
	case eventEnd:
		c.ended(e.shot, m)
	case eventChat:
		c.lines.add(newChatLine(c.cfg.Rate, e.from, e.text, e.said, clock))
	case eventVerdict:
		c.disputes.add(e.verdict)
		c.poses[c.cfg.ID].ruled(e.verdict.Verdict, c.noticed(c.cfg.ID, e.verdict.At))
		if k := c.strikes.find(int(e.verdict.Shot)); k != nil && e.verdict.Verdict == Refused {
			k.Denied = c.moment.Clock.World()
		}
	case eventToken:
		c.token = e.token
	case eventBall:
		c.hearBall(*e.ball)
	}
}
