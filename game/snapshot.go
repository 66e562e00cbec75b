package game

import (
	"encoding/binary"
	"math/bits"
	"time"

	"driftlab/netsync"
)

// Avatar is another player in a snapshot.
type Avatar struct {
	ID     uint8
	Facing int8
	Ride   int8 // what it stands on
	Lag    Lag  // of the platform it rides
	Pos    Point
	Pips   uint8
	Out    uint16 // as [Player] has it
}

// avatar returns what others see of p.
func (p *Player) avatar(id int) Avatar {
	return Avatar{ID: uint8(id), Facing: p.Facing, Ride: p.Ride, Lag: p.Lag, Pos: p.Pos, Pips: p.Pips, Out: p.Out}
}

// snapshotHead is a snapshot without the players.
type snapshotHead struct {
	number  uint32
	base    uint32 // the baseline that the rest is relative to, 0 for none
	tick    int64
	stamp   appStamp         // of that tick; none if stamps are full times
	every   uint8            // the host's frames from one snapshot to the next, 1..maxInterval
	whole   bool             // players that it doesn't mention are unchanged from the baseline
	dated   bool             // world is included: it differs from the baseline's
	world   netsync.Dilation // the host's world time
	echoed  bool             // an input has arrived: the following is set
	echo    uint32           // its sentAt
	hold    time.Duration    // time since it arrived, in whole µs
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

// snapshotHead reads what append wrote.
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

// parse reads a snapshot for a level with platforms platforms, relative to the known baselines. It stops if the snapshot is not newer
// than those: then later is false. After an error m must not be used.
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

// A snapshot has players as rows of numbers, so that changes since a baseline can be sent field by field. To add a field, add it to
// its table, to row and to the inverse of row.

// A field is one number of a row.
type field struct {
	name   string // in errors
	lo, hi int64
	reason Reason // of refusing a value outside lo..hi
}

var (
	fieldX = field{"position", int64(-Width), int64(2 * Width), OutOfWorld}
	fieldY = field{"position", int64(-Height), int64(3 * Height), OutOfWorld}

	// If hits cost nothing these stay 0 and are never sent.
	fieldPips = field{"pips", 0, MaxPips, OutOfRange}
	fieldOut  = field{"out", 0, int64((FallTime + ShieldTime) * MaxRate / time.Second), OutOfRange}
)

// maxSpeed bounds speeds on the wire, in µm/s; no fall in the world is that fast.
const maxSpeed = 1000 * MetreASecond

var avatarFields = [...]field{
	fieldX,
	fieldY,
	{"ride", int64(Solid), maxPlatforms - 1, OutOfRange},
	{"facing", 0, 1, OutOfRange},
	{"lag", 0, int64(MaxLag) * MaxRate * Subticks, OutOfRange},
	fieldPips,
	fieldOut,
}

// avatarRow is an [Avatar] without its ID.
type avatarRow [len(avatarFields)]int32

func (a *Avatar) row() avatarRow {
	return avatarRow{int32(a.Pos.X), int32(a.Pos.Y), int32(a.Ride), facingBit(a.Facing), int32(a.Lag), int32(a.Pips), int32(a.Out)}
}

func (r *avatarRow) avatar(id int) Avatar {
	return Avatar{ID: uint8(id), Pos: Point{Length(r[0]), Length(r[1])}, Ride: int8(r[2]),
		Facing: int8(2*r[3] - 1), Lag: Lag(r[4]), Pips: uint8(r[5]), Out: uint16(r[6])}
}

var ownFields = [...]field{
	fieldX,
	fieldY,
	{"impulse", int64(-MaxImpulse), int64(MaxImpulse), OutOfRange},
	{"speed", int64(-maxSpeed), int64(maxSpeed), OutOfRange},
	{"ride", int64(Solid), maxPlatforms - 1, OutOfRange},
	{"facing", 0, 1, OutOfRange},
	{"reload", 0, 255, OutOfRange},
	{"lag", 0, int64(MaxLag) * MaxRate * Subticks, OutOfRange},
	fieldPips,
	fieldOut,
}

// ownRow is a [Player], whole.
type ownRow [len(ownFields)]int32

func (p *Player) row() ownRow {
	return ownRow{int32(p.Pos.X), int32(p.Pos.Y), int32(p.VX), int32(p.VY), int32(p.Ride),
		facingBit(p.Facing), int32(p.Reload), int32(p.Lag), int32(p.Pips), int32(p.Out)}
}

func (r *ownRow) player() Player {
	return Player{Pos: Point{Length(r[0]), Length(r[1])}, VX: Speed(r[2]), VY: Speed(r[3]), Ride: int8(r[4]),
		Facing: int8(2*r[5] - 1), Reload: uint8(r[6]), Lag: Lag(r[7]), Pips: uint8(r[8]), Out: uint16(r[9])}
}

var placeFields = [...]field{fieldX, fieldY}

// placeRow is a [Point].
type placeRow [len(placeFields)]int32

func (r *placeRow) point() Point { return Point{Length(r[0]), Length(r[1])} }

// maxPlatforms bounds the numbers of platforms on the wire.
const maxPlatforms = 127

func facingBit(facing int8) int32 {
	if facing > 0 {
		return 1
	}
	return 0
}

// rowFlags is how many bits of flags are below the mask of a row's changed fields.
const rowFlags = 2

// appendRow writes a row's differences from its base: a mask of the changed fields above the flags, then the differences.
func appendRow(b []byte, row, base []int32, flags uint64) []byte {
	mask := uint64(0)
	base = base[:len(row)]
	for i, v := range row {
		if v != base[i] {
			mask |= 1 << i
		}
	}
	b = binary.AppendUvarint(b, mask<<rowFlags|flags)
	for ; mask != 0; mask &= mask - 1 {
		i := bits.TrailingZeros64(mask)
		b = binary.AppendVarint(b, int64(row[i])-int64(base[i]))
	}
	return b
}

// row reads what appendRow wrote after mask and flags, into a row that equals its base.
func (r *reader) row(row []int32, mask uint64, message string, fields []field) {
	if mask>>len(fields) != 0 {
		r.failAs(OutOfRange, "%s: mask: %d is outside 0..%d", message, mask, 1<<len(fields)-1)
		return
	}
	b, at := r.b, 0 // in registers: a snapshot has many rows
	for ; mask != 0; mask &= mask - 1 {
		i := bits.TrailingZeros64(mask)
		f := &fields[i]
		u, n, least := uint64(0), 0, uint64(1)
		if at+4 <= len(b) { // most have three bytes
			switch x := uint64(binary.LittleEndian.Uint32(b[at:])); {
			case x&(1<<7) == 0:
				u, n = x&0x7f, 1
			case x&(1<<15) == 0:
				u, n, least = x&0x7f|x>>1&(0x7f<<7), 2, 1<<7
			case x&(1<<23) == 0:
				u, n, least = x&0x7f|x>>1&(0x7f<<7)|x>>2&(0x7f<<14), 3, 1<<14
			case x&(1<<31) == 0:
				u, n, least = x&0x7f|x>>1&(0x7f<<7)|x>>2&(0x7f<<14)|x>>3&(0x7f<<21), 4, 1<<21
			}
		}
		if u < least { // at the end, longer, or invalid
			r.b = b[at:]
			if u = r.longUvarint(f.name); r.err != nil {
				return
			}
			b, at, n = r.b, 0, 0
		}
		at += n
		d := zigzag(u)
		v := int64(row[i]) + d
		if d == 0 {
			r.failAs(OutOfRange, "%s %s: changed by nothing", message, f.name)
			return
		}
		if v < f.lo || v > f.hi {
			r.failAs(f.reason, "%s %s: %d is outside %d..%d", message, f.name, v, f.lo, f.hi)
			return
		}
		row[i] = int32(v)
	}
	r.b = b[at:]
}

// mask reads which fields of a row without flags have changed.
func (r *reader) mask() uint64 {
	v := r.uvarint("mask")
	if v&(1<<rowFlags-1) != 0 {
		r.fail("mask: %d has flags", v)
	}
	return v >> rowFlags
}
