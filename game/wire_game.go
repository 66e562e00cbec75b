package game

import (
	"encoding/binary"
	"time"

	"driftlab/netsync"
)

// welcome lets a client in.
type welcome struct {
	player uint8
	rate   uint16 // ticks a second
	world  netsync.Dilation
	event  uint32 // the first event number that the client will get
}

func (m welcome) append(b []byte) []byte {
	b = append(b, m.player)
	b = binary.BigEndian.AppendUint16(b, m.rate)
	b = appendDilation(b, &m.world)
	return binary.BigEndian.AppendUint32(b, m.event)
}

func parseWelcome(b []byte) (m welcome, err error) {
	r := reader{message: "welcome", b: b}
	m.player = r.u8("player")
	r.within(int64(m.player), 1, MaxPlayers-1, "player")
	m.rate = r.u16("tick rate")
	r.within(int64(m.rate), MinRate, MaxRate, "tick rate")
	r.dilation(&m.world)
	m.event = r.u32("event")
	return m, r.end()
}

// inputMessage carries a client's buttons for its latest ticks, and what it has received. Questions
// of clock algorithms may be piggybacked on it.
type inputMessage struct {
	snapshot uint32 // number of the latest snapshot, 0 before the first
	frame    uint32 // client's frame, which tells a later input from an earlier one
	event    uint32 // next event number that is missing
	sentAt   uint32 // client's clock at sending in µs, wrapping, for the round trip
	newest   int64  // tick of the last of the inputs
	count    uint8  // 1..maxInputRun
	in       [maxInputRun]Input
	sight    sight
	clock    []byte // clock messages, checked; part of the datagram
}

// lagChanges marks the buttons of a tick whose lag is not that of the tick before; the difference follows.
const lagChanges = 1 << 7

func (m *inputMessage) append(b []byte) []byte {
	b = binary.BigEndian.AppendUint32(b, m.snapshot)
	b = binary.BigEndian.AppendUint32(b, m.frame)
	b = binary.BigEndian.AppendUint32(b, m.event)
	b = binary.BigEndian.AppendUint32(b, m.sentAt)
	b = appendI64(b, m.newest)
	b = append(b, m.count)
	lag := Lag(0)
	for _, in := range m.in[:m.count] {
		if in.Lag == lag {
			b = append(b, byte(in.Held))
			continue
		}
		b = append(b, byte(in.Held)|lagChanges)
		b = binary.AppendVarint(b, int64(in.Lag)-int64(lag))
		lag = in.Lag
	}
	b = m.sight.append(b)
	return append(b, m.clock...)
}

func parseInput(b []byte, m *inputMessage) error {
	r := reader{message: "input", b: b}
	m.snapshot = r.u32("snapshot")
	m.frame = r.u32("frame")
	m.event = r.u32("event")
	m.sentAt = r.u32("sent at")
	m.newest = r.i64("newest tick")
	r.within(m.newest, -1, maxTick, "newest tick") // −1 before the host's first tick
	m.count = r.u8("count")
	r.within(int64(m.count), 1, maxInputRun, "count")
	if r.err != nil {
		return r.err
	}
	lag := int64(0)
	for i := range m.in[:m.count] {
		held := r.u8("buttons")
		if held&lagChanges != 0 {
			d := r.varint("lag")
			if lag += d; d == 0 && r.err == nil {
				r.fail("lag: changed by nothing")
			}
			r.within(lag, 0, int64(mostLag(MaxRate)), "lag")
		}
		held &^= lagChanges
		r.within(int64(held), 0, int64(AllButtons), "buttons")
		m.in[i] = Input{Buttons(held), Lag(lag)}
	}
	m.sight = r.sight()
	if r.err != nil {
		return r.err
	}
	m.clock = r.b
	return checkQuestions("input", m.clock)
}

func (r *reader) facing(field string) int8 {
	v := int8(r.u8(field))
	if v != -1 && v != 1 {
		r.within(int64(v), 1, 1, field)
		return 1
	}
	return v
}

// worldEvent is something that happens in the world. Events are numbered and repeated until
// acknowledged.
type worldEvent struct {
	kind  eventKind
	shot  Shot     // of a spawn and an end, which has ID and End only
	stamp appStamp // of a spawn, in place of its times; none where it has these

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

// overAfter is how long after a projectile's end a client may still show it.
const overAfter = time.Second

var othersEvent = worldEvent{kind: eventOther}

// size returns an event's bytes on the wire.
func (e *worldEvent) size() int {
	switch e.kind {
	case eventSpawn:
		if e.stamp.kind != FullStamps {
			return spawnSize - 16 + e.stamp.kind.bytes()
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

// worldEvent fills in an event that is all zeros: it is large, and there are many.
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
