package game

import (
	"encoding/binary"
	"math/bits"
	"time"
)

// A snapshot carries players as rows of numbers, so that what has changed since an earlier one can be
// told field by field. To add a field add it to its table, to row and to the way back.

// A field is one number of a row.
type field struct {
	name   string // in errors
	lo, hi int64
	reason Reason // why a value outside of lo..hi is refused
}

var (
	fieldX = field{"position", int64(-Width), int64(2 * Width), OutOfWorld}
	fieldY = field{"position", int64(-Height), int64(3 * Height), OutOfWorld}

	// Where hits cost nothing these stay 0, and nothing is sent of them.
	fieldPips = field{"pips", 0, MaxPips, OutOfRange}
	fieldOut  = field{"out", 0, int64((FallTime + ShieldTime) * MaxRate / time.Second), OutOfRange}
)

// maxSpeed bounds speeds on the wire, in µm/s: a fall from the world's top does not reach it.
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

// ride returns what the player stands on.
func (r *avatarRow) ride() int8 { return int8(r[2]) }

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

func (p Point) row() placeRow { return placeRow{int32(p.X), int32(p.Y)} }

func (r *placeRow) point() Point { return Point{Length(r[0]), Length(r[1])} }

// maxPlatforms bounds the numbers of platforms on the wire.
const maxPlatforms = 127

func facingBit(facing int8) int32 {
	if facing > 0 {
		return 1
	}
	return 0
}

// rowFlags is how many bits of flags stand below the mask of a row's changed fields.
const rowFlags = 2

// appendRow writes a row as what differs from its base: a mask of the fields that do, over the flags,
// and the differences.
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

// row reads what appendRow wrote, after its mask and flags, into a row that is equal to its base.
func (r *reader) row(row []int32, mask uint64, message string, fields []field) {
	if mask>>len(fields) != 0 {
		r.failAs(OutOfRange, "%s: mask: %d is outside 0..%d", message, mask, 1<<len(fields)-1)
		return
	}
	b, at := r.b, 0 // kept in registers: there are many rows in a snapshot
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
		if u < least { // at the end, longer, or at fault
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

// mask reads which fields of a row have changed, where there are no flags.
func (r *reader) mask() uint64 {
	v := r.uvarint("mask")
	if v&(1<<rowFlags-1) != 0 {
		r.fail("mask: %d has flags", v)
	}
	return v >> rowFlags
}

// varint reads a signed number.
func (r *reader) varint(field string) int64 {
	return zigzag(r.uvarint(field))
}

// zigzag returns the signed number that binary.AppendVarint writes as u.
func zigzag(u uint64) int64 { return int64(u>>1) ^ -int64(u&1) }

// uvarint reads a number of up to 35 bits, which is more than any that is sent. Most have one byte.
func (r *reader) uvarint(field string) (v uint64) {
	if len(r.b) > 0 && r.b[0] < 0x80 {
		v, r.b = uint64(r.b[0]), r.b[1:]
	} else {
		v = r.longUvarint(field)
	}
	return
}

// longUvarint is uvarint byte by byte; it says what is at fault.
func (r *reader) longUvarint(field string) uint64 {
	v, b := uint64(0), r.b
	for i := 0; i < len(b) && i < 5; i++ {
		c := uint64(b[i])
		v |= (c & 0x7f) << (7 * i & 63)
		if c < 0x80 {
			if c == 0 && i > 0 {
				break
			}
			r.b = b[i+1:]
			return v
		}
	}
	if len(r.b) < 5 {
		r.short(field, len(r.b)+1)
	} else {
		r.failAs(OutOfRange, "%s: not the shortest form of at most 35 bits", field)
	}
	return 0
}
