package game

import (
	"encoding/binary"

	"driftlab/netsync"
)

// Limits of the wire format.
const (
	// Mark is the first byte of every datagram. It is among 4..15, which is none of STUN's, DTLS's, TURN's, RTP's or
	// QUIC's (RFC 7983, section 7, and RFC 9443): no tool takes our datagrams for theirs. Another layout gets
	// another one.
	Mark = 13
	// MaxDatagram is the largest datagram in bytes; anything longer is refused.
	MaxDatagram = 1200
	// MaxPlayers is the host's own player and 64 clients.
	MaxPlayers = 65

	headerSize = 8 // without optional parts
	// stampSize is what TimeSync's send stamp adds to the game's datagrams and to TimeSync's own.
	stampSize = 3
	// gameHeader is what begins the game's datagrams.
	gameHeader = headerSize + stampSize
)

// The optional parts of a header, by their bits, in the order in which they follow it. One that is absent takes no room.
const (
	partStamp   = 1 << iota // the sender's clock
	partHealth              // kept free for what the sender knows of the path
	partReports             // kept free for clocks' reports
	partTicks               // kept free for ticks of the sender's engine

	knownParts = partStamp
)

// Kind says what a datagram carries.
type Kind uint8

// The kinds of datagram.
const (
	KindHello Kind = iota + 1
	KindWelcome
	KindProbe
	KindAnswer
	KindPush
	KindReport
	KindInput
	KindSnapshot
	KindSpawn
	KindShots
	KindReliable
	KindReliableAck
	KindLeave
	KindKeepalive
	KindData
	KindBulk
	KindBulkAck

	// KindCount is one more than the last kind.
	KindCount
)

var kindNames = [KindCount]string{"unknown", "hello", "welcome", "probe", "answer", "push", "report",
	"input", "snapshot", "spawn", "shots", "tell", "heard", "leave", "keepalive", "data", "bulk", "bulk-ack"}

// String returns the kind's name as traces write it.
func (k Kind) String() string {
	if int(k) >= len(kindNames) {
		k = 0
	}
	return kindNames[k]
}

// OfClocks says whether a kind is of clocks alone. Each of its datagrams is of one of them and leaves the game, and the
// other clocks, as they are.
func (k Kind) OfClocks() bool { return k >= KindProbe && k <= KindReport }

// A joinID tells one join of a client from all others, so that old and forged datagrams can be dropped. Its
// lower 16 bits are the client's number for it, which counts up and wraps; above them is the key of 24 bits
// that the host has given for that number, 0 as long as the client has none. Who cannot read what
// the host sends cannot write for a client that it has let in.
type joinID uint64

const (
	numberBits = 16
	keyMask    = 1<<24 - 1
)

func (j joinID) number() uint16 { return uint16(j) }

// after says whether j comes later than another join of the same client.
func (j joinID) after(other joinID) bool { return int16(j.number()-other.number()) > 0 }

// header begins every datagram: the mark, the kind, which optional parts there are, the client's join, the parts.
type header struct {
	kind    Kind
	join    joinID
	stamped bool
	stamp   uint32 // if stamped: the sender's clock, 24 bits, units of 8 µs: see netsync.Stamp24
}

func (h header) append(b []byte) []byte {
	number, key := h.join.number(), h.join>>numberBits
	b = append(b, Mark, byte(h.kind), 0, byte(number>>8), byte(number), byte(key>>16), byte(key>>8), byte(key))
	if h.stamped {
		b[len(b)-headerSize+2] |= partStamp
		b = append(b, byte(h.stamp>>16), byte(h.stamp>>8), byte(h.stamp))
	}
	return b
}

// StampOf returns a datagram's send stamp. ok is false for one without.
func StampOf(datagram []byte) (stamp uint32, ok bool) {
	head, _, err := parseHeader(datagram)
	return head.stamp, err == nil && head.stamped
}

// kindOf returns the kind that a datagram claims to be, before anything else in it is checked; 0 for one that is too short.
func kindOf(datagram []byte) Kind {
	if len(datagram) < 2 {
		return 0
	}
	return Kind(datagram[1])
}

// parseHeader splits a datagram. Its errors name the field and what is allowed.
func parseHeader(b []byte) (header, []byte, error) {
	switch {
	case len(b) > MaxDatagram:
		return header{}, nil, refuse(Malformed, "datagram: %d bytes is outside %d..%d", len(b), headerSize, MaxDatagram)
	case len(b) < headerSize:
		return header{}, nil, refuse(Malformed, "datagram: truncated, %d bytes is outside %d..%d", len(b), headerSize, MaxDatagram)
	case b[0] != Mark:
		return header{}, nil, refuse(Malformed, "datagram: mark: %d is not %d", b[0], Mark)
	case b[1] == 0 || int(b[1]) >= len(kindNames):
		return header{}, nil, refuse(Malformed, "datagram: kind: %d is outside 1..%d", b[1], len(kindNames)-1)
	case b[2]&^knownParts != 0:
		return header{}, nil, refuse(Malformed, "datagram: parts: %#02x is outside 0..%#02x", b[2], knownParts)
	}
	h := header{kind: Kind(b[1]), stamped: b[2]&partStamp != 0}
	h.join = joinID(binary.BigEndian.Uint16(b[3:])) | joinID(bigEndian24(b[5:]))<<numberBits
	rest := b[headerSize:]
	switch {
	case !h.stamped && !h.kind.OfClocks() && !h.kind.OfBulk():
		return h, nil, refuse(Malformed, "datagram: %v: without a stamp", h.kind)
	case !h.stamped:
		return h, rest, nil
	case len(rest) < 3:
		return h, nil, refuse(Malformed, "datagram: stamp: truncated, %d of 3 bytes are left", len(rest))
	}
	h.stamp = bigEndian24(rest)
	return h, rest[3:], nil
}

func bigEndian24(b []byte) uint32 { return uint32(b[0])<<16 | uint32(b[1])<<8 | uint32(b[2]) }

// A reader takes fields off the front of a message. The first fault stays; after it every field
// reads as zero.
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

// short is the fault of a field for which there are too few bytes; it stays out of line too.
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

// within faults if v is outside lo..hi.
func (r *reader) within(v, lo, hi int64, field string) {
	if v < lo || v > hi {
		r.outside(v, lo, hi, field)
	}
}

// outside is the fault of a value that is not within lo..hi. It stays out of line, so that what finds none is inlined.
//
//go:noinline
func (r *reader) outside(v, lo, hi int64, field string) {
	r.fail("%s: %d is outside %d..%d", field, v, lo, hi)
}

// inWorld faults if a coordinate is outside lo..hi.
func (r *reader) inWorld(v, lo, hi Length, field string) {
	if v < lo || v > hi {
		r.failAs(OutOfWorld, "%s: %d is outside %d..%d", field, v, lo, hi)
	}
}

// end faults if bytes are left over.
func (r *reader) end() error {
	if r.err == nil && len(r.b) > 0 {
		r.err = refuse(Malformed, "%s: %d bytes too many", r.message, len(r.b))
	}
	return r.err
}

// maxTick bounds tick numbers on the wire: two years at the highest rate, and no overflow of world
// time at the lowest.
const maxTick = 1 << 33

// place reads a point that lies in the world, with room for what moves around its border.
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

// dilation reads what appendDilation wrote; the lines must be in order of time.
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

// MaxDilation is the largest rate of world time in millionths: ten times the clock's.
const MaxDilation = 10 * netsync.Normal
