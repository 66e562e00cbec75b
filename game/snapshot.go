package game

import (
	"encoding/binary"
	"math"
	"time"

	"driftlab/netsync"
)

// Avatar is another player as a snapshot shows it.
type Avatar struct {
	ID     uint8
	Facing int8
	Ride   int8 // what it stands on
	Lag    Lag  // of the platform it rides
	Pos    Point
	Pips   uint8
	Out    uint16 // as [Player] has it
}

// avatar returns p as others see it.
func (p *Player) avatar(id int) Avatar {
	return Avatar{ID: uint8(id), Facing: p.Facing, Ride: p.Ride, Lag: p.Lag, Pos: p.Pos, Pips: p.Pips, Out: p.Out}
}

// inputReport is what the host says of an input that brought something.
type inputReport struct {
	tick    int64 // its newest tick
	brought uint8 // how many ticks came with it for the first time
	margin  int32 // µs by which it came before its newest tick; negative is late
}

// maxReports is how many inputs a snapshot reports on at most; those that were first are left out. After a gap of the link many
// come together: where there is no room, those within a millisecond are reported on as one, of which each tick had a
// tick less time than the next.
const maxReports = 8

// together is how long after each other inputs come together, in µs.
const together = 1000

// inputReports are the latest, in the order in which they came.
type inputReports struct {
	list  [maxReports]inputReport
	count uint8
}

// add takes one more, of a host whose ticks last so many µs.
func (s *inputReports) add(r inputReport, tick int64) {
	if s.count == maxReports {
		last := &s.list[maxReports-1]
		apart := (r.tick-last.tick)*tick - int64(r.margin) + int64(last.margin)
		if brought := int(last.brought) + int(r.brought); apart < together && brought <= math.MaxUint8 {
			*last = inputReport{r.tick, uint8(brought), r.margin}
			return
		}
		copy(s.list[:], s.list[1:])
		s.count--
	}
	s.list[s.count] = r
	s.count++
}

// snapshotHead is what a snapshot says beside the state of the world.
type snapshotHead struct {
	number  uint32
	base    uint32 // the baseline that the rest is relative to, 0 for none
	tick    int64
	stamp   appStamp         // when that tick was; none where there are full times
	every   uint8            // frames of the host from one snapshot to the next, 1..maxInterval
	whole   bool             // players that it does not mention are as in the baseline
	dated   bool             // world is there: it differs from the baseline's
	world   netsync.Dilation // the host's world time
	echoed  bool             // an input has arrived: what follows is set
	echo    uint32           // its sentAt
	hold    time.Duration    // since it arrived, in whole µs
	reports inputReports
}

// The flags of a snapshot.
const (
	flagWhole = 1 << iota
	flagDated
	flagEchoed
	flagStamp16
	flagStamp23
)

func (m *snapshotHead) append(b []byte) []byte {
	b = binary.BigEndian.AppendUint32(b, m.number)
	distance := uint8(0)
	if m.base != 0 {
		distance = uint8(m.number - m.base)
	}
	flags := bit(m.whole)*flagWhole | bit(m.dated)*flagDated | bit(m.echoed)*flagEchoed
	switch m.stamp.kind {
	case Stamps16:
		flags |= flagStamp16
	case Stamps23:
		flags |= flagStamp23
	}
	b = append(b, distance, m.every, flags)
	b = binary.AppendUvarint(b, uint64(m.tick+1))
	if m.stamp.kind != FullStamps {
		b = m.stamp.append(b)
	}
	if m.dated {
		b = appendDilation(b, &m.world)
	}
	if m.echoed {
		b = binary.BigEndian.AppendUint32(b, m.echo)
		b = binary.AppendUvarint(b, uint64(min(max(m.hold.Microseconds(), 0), maxHold)))
		b = append(b, m.reports.count)
		for i := range m.reports.list[:m.reports.count] {
			r := &m.reports.list[i]
			b = binary.AppendVarint(b, r.tick-m.tick)
			b = append(b, r.brought)
			b = binary.AppendVarint(b, int64(r.margin))
		}
	}
	return b
}

// maxHold bounds how long an input's echo is held, in µs: over four hours.
const maxHold = 1 << 34

// head reads what append wrote.
func (r *reader) snapshotHead(m *snapshotHead) {
	m.number = r.u32("number")
	r.within(int64(m.number), 1, 1<<32-1, "number")
	distance := r.u8("baseline")
	r.within(int64(distance), 0, baselineRing-1, "baseline")
	m.base = 0
	if distance > 0 {
		m.base = m.number - uint32(distance)
	}
	m.every = r.u8("interval")
	r.within(int64(m.every), 1, maxInterval, "interval")
	flags := r.u8("flags")
	r.within(int64(flags), 0, flagStamp23+flagStamp16-1, "flags")
	m.whole, m.dated, m.echoed = flags&flagWhole != 0, flags&flagDated != 0, flags&flagEchoed != 0
	m.tick = int64(r.uvarint("tick")) - 1
	r.within(m.tick, -1, maxTick, "tick")
	m.stamp = appStamp{}
	switch {
	case flags&flagStamp23 != 0:
		m.stamp = r.appStamp(Stamps23)
	case flags&flagStamp16 != 0:
		m.stamp = r.appStamp(Stamps16)
	}
	if m.dated {
		r.dilation(&m.world)
	}
	if !m.echoed {
		return
	}
	m.echo = r.u32("echo")
	hold := r.uvarint("hold")
	r.within(int64(hold), 0, maxHold, "hold")
	m.hold = time.Duration(hold) * time.Microsecond
	m.reports.count = r.u8("reports")
	r.within(int64(m.reports.count), 0, maxReports, "reports")
	for i := range min(m.reports.count, maxReports) {
		e := &m.reports.list[i]
		e.tick = m.tick + r.varint("input tick")
		e.brought = r.u8("input count")
		margin := r.varint("margin")
		r.within(margin, -1<<31, 1<<31-1, "margin")
		e.margin = int32(margin)
	}
}

// snapshot is a snapshot as a client reads it.
type snapshot struct {
	snapshotHead
	state *baseline // what the client knows after it
}

// The flags of a player's row.
const (
	rowNew  = 1 << iota // the player is not in the baseline: the row is relative to zeros
	rowGone             // it was in the baseline and is no longer
)

// parse reads a snapshot for a level with so many platforms, relative to the baselines that are kept.
// One that is not newer than those is not read to its end: later is false. After an error m is not to be
// used.
func (m *snapshot) parse(b []byte, platforms int, known *baselines) (later bool, err error) {
	r := reader{message: "snapshot", b: b}
	r.snapshotHead(&m.snapshotHead)
	if r.err != nil {
		return false, r.err
	}
	if known.newest != 0 && int32(m.number-known.newest) <= 0 {
		return false, nil
	}
	base := known.at(m.base)
	if base == nil {
		return false, refuse(OutOfRange, "snapshot: baseline: %d is not kept", m.base)
	}
	p := m.state
	p.number, p.tick, p.own = m.number, m.tick, base.own
	r.row(p.own[:], r.mask(), "own", ownFields[:])
	if own := p.own.player(); r.err == nil && int(own.Ride) >= platforms {
		r.failAs(OutOfRange, "own ride: %d is outside %d..%d", own.Ride, Solid, platforms-1)
	}
	if r.err != nil {
		return false, r.err
	}
	older := max(m.tick-base.tick, 0)
	if m.whole {
		older = 0
	}
	others := known.crowds.read(&r, m.number, base.crowd, m.whole, older, platforms)
	if others == nil {
		return false, r.err
	}
	known.crowds.drop(p.crowd)
	p.crowd = others
	return true, nil
}
