package game

import (
	"encoding/binary"

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

// inputRun is how many ticks of buttons an input datagram repeats, so that a lost one is made good
// by the next.
const inputRun = 8

// inputMessage carries a client's buttons for its latest ticks, and what it has received. Questions
// of clock algorithms may ride on it.
type inputMessage struct {
	snapshot int64  // latest snapshot's tick, −1 before the first
	event    uint32 // next event number that is missing
	sentAt   uint32 // client's clock at sending in µs, wrapping, for the round trip
	newest   int64  // tick of the last of the buttons
	count    uint8  // 1..inputRun
	held     [inputRun]Buttons
	clock    []byte // clock records, checked; part of the datagram
}

func (m *inputMessage) append(b []byte) []byte {
	b = appendI64(b, m.snapshot)
	b = binary.BigEndian.AppendUint32(b, m.event)
	b = binary.BigEndian.AppendUint32(b, m.sentAt)
	b = appendI64(b, m.newest)
	b = append(b, m.count)
	for _, h := range m.held[:m.count] {
		b = append(b, byte(h))
	}
	return append(b, m.clock...)
}

func parseInput(b []byte, m *inputMessage) error {
	r := reader{message: "input", b: b}
	m.snapshot = r.tick("snapshot tick")
	m.event = r.u32("event")
	m.sentAt = r.u32("sent at")
	m.newest = r.tick("newest tick")
	m.count = r.u8("count")
	r.within(int64(m.count), 1, inputRun, "count")
	if r.err != nil {
		return r.err
	}
	for i := range m.held[:m.count] {
		m.held[i] = Buttons(r.u8("buttons"))
		r.within(int64(m.held[i]), 0, int64(AllButtons), "buttons")
	}
	if r.err != nil {
		return r.err
	}
	m.clock = r.b
	return checkQuestions("input", m.clock)
}

// Avatar is another player as a snapshot shows it.
type Avatar struct {
	ID     uint8
	Facing int8
	Pos    Point
}

// snapshot is the host's state at one tick, as one client gets it.
type snapshot struct {
	tick    int64
	world   netsync.Dilation
	echoed  uint8  // 1 if an input has arrived: echo and hold are set
	echo    uint32 // its sentAt
	hold    uint32 // µs since it arrived
	margin  int32  // µs by which the newest input came before its tick; negative is late
	own     Player
	npc     Point
	count   uint8
	avatars [MaxPlayers]Avatar
}

// appendHead writes what differs from client to client, appendBody what does not.
func (m *snapshot) appendHead(b []byte) []byte {
	b = appendI64(b, m.tick)
	b = appendDilation(b, &m.world)
	b = append(b, m.echoed)
	b = binary.BigEndian.AppendUint32(b, m.echo)
	b = binary.BigEndian.AppendUint32(b, m.hold)
	b = binary.BigEndian.AppendUint32(b, uint32(m.margin))
	b = appendPlace(b, m.own.Pos)
	b = binary.BigEndian.AppendUint32(b, uint32(m.own.VY))
	return append(b, byte(m.own.Ride), byte(m.own.Facing), m.own.Reload)
}

func (m *snapshot) appendBody(b []byte) []byte {
	b = appendPlace(b, m.npc)
	b = append(b, m.count)
	for _, a := range m.avatars[:m.count] {
		b = append(b, a.ID, byte(a.Facing))
		b = appendPlace(b, a.Pos)
	}
	return b
}

// parse reads a snapshot for a level with so many platforms. After an error m is not to be used.
func (m *snapshot) parse(b []byte, platforms int) error {
	r := reader{message: "snapshot", b: b}
	m.tick = r.tick("tick")
	r.dilation(&m.world)
	m.echoed = r.u8("echoed")
	r.within(int64(m.echoed), 0, 1, "echoed")
	m.echo = r.u32("echo")
	m.hold = r.u32("hold")
	m.margin = int32(r.u32("margin"))
	m.own.Pos = r.place("own position")
	m.own.VY = Speed(int32(r.u32("own speed")))
	m.own.Ride = int8(r.u8("own ride"))
	r.within(int64(m.own.Ride), int64(Solid), int64(platforms-1), "own ride")
	m.own.Facing = r.facing("own facing")
	m.own.Reload = r.u8("own reload")
	m.npc = r.place("character position")
	m.count = r.u8("players")
	r.within(int64(m.count), 0, MaxPlayers, "players")
	if r.err != nil {
		return r.err
	}
	for i := range m.avatars[:m.count] {
		a := &m.avatars[i]
		a.ID = r.u8("player")
		r.within(int64(a.ID), 0, MaxPlayers-1, "player")
		a.Facing = r.facing("facing")
		a.Pos = r.place("position")
	}
	return r.end()
}

func (r *reader) facing(field string) int8 {
	v := int8(r.u8(field))
	if v != -1 && v != 1 {
		r.within(int64(v), 1, 1, field)
		return 1
	}
	return v
}

// worldEvent is a spawn or an end of a shot. Events are numbered and repeated until acknowledged.
type worldEvent struct {
	kind eventKind
	shot Shot // an end has ID and End only
}

type eventKind uint8

const (
	eventSpawn eventKind = iota + 1
	eventEnd

	spawnSize = 1 + 4 + 1 + 8 + 1 + 16
	endSize   = 1 + 4 + 8
)

func (e worldEvent) append(b []byte) []byte {
	b = append(b, byte(e.kind))
	b = binary.BigEndian.AppendUint32(b, e.shot.ID)
	if e.kind == eventSpawn {
		b = append(b, e.shot.Owner)
		b = appendPlace(b, e.shot.Origin)
		b = append(b, byte(e.shot.Dir))
		b = appendI64(b, int64(e.shot.Spawn))
	}
	return appendI64(b, int64(e.shot.End))
}

func (r *reader) worldEvent() (e worldEvent) {
	e.kind = eventKind(r.u8("event"))
	r.within(int64(e.kind), int64(eventSpawn), int64(eventEnd), "event")
	e.shot.ID = r.u32("shot")
	r.within(int64(e.shot.ID), 1, 1<<32-1, "shot")
	if e.kind == eventSpawn {
		e.shot.Owner = r.u8("owner")
		r.within(int64(e.shot.Owner), 0, MaxPlayers-1, "owner")
		e.shot.Origin = r.place("origin")
		e.shot.Dir = r.facing("direction")
		e.shot.Spawn = netsync.World(r.clock("spawn time"))
	}
	e.shot.End = netsync.World(r.clock("end time"))
	return e
}
