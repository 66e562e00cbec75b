package game

import (
	"encoding/binary"

	"driftlab/netsync"
)

// A reader takes fields off the front of a message. It keeps the first fault; after it every field reads as zero.
type reader struct {
	message string
	b       []byte
	err     error
}

// fail keeps the first fault and ends the reading.
func (r *reader) fail(format string, args ...any) { r.failAs(OutOfRange, format, args...) }

// failAs is fail for a reason.
func (r *reader) failAs(reason Reason, format string, args ...any) {
	if r.err == nil {
		r.err = refuse(reason, "%s: "+format, append([]any{r.message}, args...)...)
	}
	r.b = nil
}

// short is the fault of a field with too few bytes; out of line, as outside.
//
//go:noinline
func (r *reader) short(field string, n int) {
	r.failAs(Malformed, "%s: truncated, %d of %d bytes are left", field, len(r.b), n)
}

func (r *reader) u8(field string) (v uint8) {
	if len(r.b) < 1 {
		r.short(field, 1)
	} else {
		v, r.b = r.b[0], r.b[1:]
	}
	return
}

func (r *reader) u16(field string) (v uint16) {
	if len(r.b) < 2 {
		r.short(field, 2)
	} else {
		v, r.b = binary.BigEndian.Uint16(r.b), r.b[2:]
	}
	return
}

func (r *reader) u32(field string) (v uint32) {
	if len(r.b) < 4 {
		r.short(field, 4)
	} else {
		v, r.b = binary.BigEndian.Uint32(r.b), r.b[4:]
	}
	return
}

func (r *reader) i64(field string) (v int64) {
	if len(r.b) < 8 {
		r.short(field, 8)
	} else {
		v, r.b = int64(binary.BigEndian.Uint64(r.b)), r.b[8:]
	}
	return
}

// within fails if v is outside lo..hi.
func (r *reader) within(v, lo, hi int64, field string) {
	if v < lo || v > hi {
		r.outside(v, lo, hi, field)
	}
}

// outside is the fault of a value that is not within lo..hi. It is out of line, so that within can be inlined.
//
//go:noinline
func (r *reader) outside(v, lo, hi int64, field string) {
	r.fail("%s: %d is outside %d..%d", field, v, lo, hi)
}

// inWorld fails if a coordinate is outside lo..hi.
func (r *reader) inWorld(v, lo, hi Length, field string) {
	if v < lo || v > hi {
		r.failAs(OutOfWorld, "%s: %d is outside %d..%d", field, v, lo, hi)
	}
}

// end fails if bytes are left over.
func (r *reader) end() error {
	if r.err == nil && len(r.b) > 0 {
		r.err = refuse(Malformed, "%s: %d bytes too many", r.message, len(r.b))
	}
	return r.err
}

// maxTick bounds tick numbers on the wire: two years at the highest rate, and no overflow of world time at the lowest.
const maxTick = 1 << 33

// place reads a point in the world or close to its border.
func (r *reader) place(field string) Point {
	p := Point{Length(int32(r.u32(field))), Length(int32(r.u32(field)))}
	r.inWorld(p.X, -Width, 2*Width, field)
	r.inWorld(p.Y, -Height, 3*Height, field)
	return p
}

func appendPlace(b []byte, p Point) []byte {
	b = binary.BigEndian.AppendUint32(b, uint32(p.X))
	return binary.BigEndian.AppendUint32(b, uint32(p.Y))
}

func appendI64(b []byte, v int64) []byte { return binary.BigEndian.AppendUint64(b, uint64(v)) }

// maxClock bounds clock readings on the wire.
const maxClock = netsync.MaxClock

func (r *reader) clock(field string) int64 {
	v := r.i64(field)
	r.within(v, -maxClock, maxClock, field)
	return v
}

// appendDilation writes the host's world time as data: a count, then the lines.
func appendDilation(b []byte, d *netsync.Dilation) []byte {
	lines := d.Lines()
	b = append(b, byte(len(lines)))
	for _, t := range lines {
		b = appendI64(appendI64(b, int64(t.From)), int64(t.World))
		b = binary.BigEndian.AppendUint32(b, uint32(t.Rate()))
	}
	return b
}

// dilation reads what appendDilation wrote; the lines must be in time order.
func (r *reader) dilation(d *netsync.Dilation) {
	var lines [netsync.DilationLines]netsync.Timeline[netsync.Server]
	n := int(r.u8("timelines"))
	r.within(int64(n), 1, netsync.DilationLines, "timelines")
	if r.err != nil {
		return
	}
	for i := range lines[:n] {
		t := &lines[i]
		t.From = netsync.Server(r.clock("timeline from"))
		if i > 0 {
			r.within(int64(t.From), int64(lines[i-1].From), maxClock, "timeline from")
		}
		t.World = netsync.World(r.clock("timeline world"))
		rate := int64(r.u32("timeline rate"))
		r.within(rate, 0, MaxDilation, "timeline rate")
		t.Excess = rate - netsync.Normal
	}
	d.Learn(lines[:n])
}

// MaxDilation is the highest rate of world time in millionths: ten times the clock's.
const MaxDilation = 10 * netsync.Normal

func appendU32(b []byte, v uint32) []byte { return binary.BigEndian.AppendUint32(b, v) }

// bit returns a bool as a byte.
func bit(v bool) byte {
	if v {
		return 1
	}
	return 0
}

func (r *reader) flag(field string) bool {
	v := r.u8(field)
	r.within(int64(v), 0, 1, field)
	return v == 1
}

// player reads a player's number; 0 is the host's.
func (r *reader) player(field string) uint8 {
	v := r.u8(field)
	r.within(int64(v), 0, MaxPlayers-1, field)
	return v
}

func (r *reader) shotID() uint32 {
	v := r.u32("shot")
	r.within(int64(v), 1, 1<<32-1, "shot")
	return v
}

func (r *reader) facing(field string) int8 {
	v := int8(r.u8(field))
	if v != -1 && v != 1 {
		r.within(int64(v), 1, 1, field)
		return 1
	}
	return v
}

// varint reads a signed number.
func (r *reader) varint(field string) int64 {
	return zigzag(r.uvarint(field))
}

// zigzag returns the signed number that binary.AppendVarint writes as u.
func zigzag(u uint64) int64 { return int64(u>>1) ^ -int64(u&1) }

// uvarint reads a number of up to 35 bits; none that is sent has more. Most take one byte.
func (r *reader) uvarint(field string) (v uint64) {
	if len(r.b) > 0 && r.b[0] < 0x80 {
		v, r.b = uint64(r.b[0]), r.b[1:]
	} else {
		v = r.longUvarint(field)
	}
	return
}

// longUvarint is uvarint byte by byte, and reports faults.
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
