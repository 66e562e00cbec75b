package game

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"

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

// KindNames are the names of the kinds of datagram, by [Kind].
var KindNames = [KindCount]string{"unknown", "hello", "welcome", "probe", "answer", "push", "report",
	"input", "snapshot", "spawn", "shots", "tell", "heard", "leave", "keepalive", "data", "bulk", "bulk-ack"}

// String returns the kind's name as traces write it.
func (k Kind) String() string {
	if int(k) >= len(KindNames) {
		k = 0
	}
	return KindNames[k]
}

// OfClocks says whether a kind is of clocks alone. Each of its datagrams is of one of them and leaves the game, and the
// other clocks, as they are.
func (k Kind) OfClocks() bool { return k >= KindProbe && k <= KindReport }

// OfBulk says whether a kind is of a bulk stream alone.
func (k Kind) OfBulk() bool { return k == KindBulk || k == KindBulkAck }

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
	case b[1] == 0 || int(b[1]) >= len(KindNames):
		return header{}, nil, refuse(Malformed, "datagram: kind: %d is outside 1..%d", b[1], len(KindNames)-1)
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

// A Reason says why a datagram was dropped.
type Reason uint8

// The reasons.
const (
	Malformed  Reason = iota // no datagram of this version, cut short, or with bytes left over
	OutOfRange               // a field is outside of its range
	OutOfWorld               // a position is outside of the world
	Stranger                 // from no client that the host has, or without the key of its join
	WrongKind                // of a kind that the other end does not send
	NotJoined                // from one who has not been let in
	OldJoin                  // of an earlier join of the same client, or a replay of it
	Replayed                 // what it brings has been there already: a duplicate, a replay, or overtaken
	Future                   // of a tick, an event or a snapshot that is still to come
	Flood                    // more than a client may send

	ReasonCount
)

// ReasonNames are the reasons in words, by [Reason].
var ReasonNames = [ReasonCount]string{"malformed", "out of range", "out of the world", "stranger",
	"wrong kind", "not joined", "old join", "replayed", "from the future", "flood"}

// String returns the reason in words.
func (r Reason) String() string { return ReasonNames[min(r, ReasonCount-1)] }

// Rejections counts what a machine has dropped.
type Rejections struct {
	Counts [ReasonCount]uint64
	Clocks uint64 // datagrams of clocks that came after their join was over
	Latest error  // nil before the first that was a fault
}

// Total returns how many datagrams were dropped for any reason.
func (r *Rejections) Total() (n uint64) {
	for _, c := range r.Counts {
		n += c
	}
	return n + r.Clocks
}

// note counts a datagram that was refused; nil is none.
func (r *Rejections) note(err error) {
	if err != nil {
		r.Counts[ReasonOf(err)]++
		r.Latest = err
	}
}

// refusal is the error of a datagram that is not taken.
type refusal struct {
	reason Reason
	text   string
}

func (e *refusal) Error() string { return e.text }

func refuse(reason Reason, format string, args ...any) error {
	return &refusal{reason, fmt.Sprintf(format, args...)}
}

// ReasonOf returns the reason of an error that Receive has returned.
func ReasonOf(err error) Reason {
	if r, ok := errors.AsType[*refusal](err); ok {
		return r.reason
	}
	return Malformed
}

// A WireField is a number of fixed length in a datagram, big-endian.
type WireField struct {
	Name     string // as the errors of a reader have it
	Bytes    int    // 1, 2, 3, 4 or 8
	Signed   bool
	Min, Max int64 // what is allowed
}

// A KindLayout is what a datagram of one kind has behind its header and the header's parts.
type KindLayout struct {
	Stampless bool        // it may go without the header's stamp
	Fields    []WireField // what it begins with
	More      bool        // something else follows them
}

// A Layout is what a program that reads datagrams without this one has to know: kinds and their fields, groups of fields that
// several have, and numbers by the names of what they bound.
type Layout struct {
	Kinds    [KindCount]KindLayout // by kind; that of 0 is empty
	Timeline []WireField           // a line of the host's world time
	Sight    []WireField           // in which times a client shows what it shows
	Numbers  []WireNumber
}

// A WireNumber is a constant of the wire format.
type WireNumber struct {
	Name  string
	Value int64
}

// unsigned and signed make a field that may have any value of its length.
func unsigned(name string, bytes int) WireField {
	return WireField{Name: name, Bytes: bytes, Max: 1<<(8*bytes) - 1}
}

func signed(name string, bytes int) WireField {
	return WireField{Name: name, Bytes: bytes, Signed: true, Min: math.MinInt64 >> (64 - 8*bytes), Max: 1<<(8*bytes-1) - 1}
}

// within narrows what is allowed.
func (f WireField) within(lo, hi int64) WireField {
	f.Min, f.Max = lo, hi
	return f
}

func clockReading(name string) WireField { return signed(name, 8).within(-maxClock, maxClock) }

// WireLayout returns the layout of this version's datagrams.
func WireLayout() (l Layout) {
	for k := KindHello; k < KindCount; k++ {
		l.Kinds[k] = k.layout()
		l.Kinds[k].Stampless = k.OfClocks() || k.OfBulk()
	}
	l.Timeline = []WireField{clockReading("timeline from"), clockReading("timeline world"), unsigned("timeline rate", 4).within(0, MaxDilation)}
	l.Sight = []WireField{unsigned("positions", 1).within(0, 1), signed("others behind", 4).within(int64(-maxSight), int64(maxSight)),
		signed("projectiles behind", 4).within(int64(-maxSight), int64(maxSight))}
	l.Numbers = []WireNumber{
		{"mark", Mark}, {"datagram", MaxDatagram}, {"header", headerSize}, {"known parts", knownParts}, {"part stamp", partStamp},
		{"tick", maxTick}, {"timelines", netsync.DilationLines},
		{"lag changes", lagChanges}, {"buttons", int64(AllButtons)}, {"lag", int64(mostLag(MaxRate))},
		{"flag dated", flagDated}, {"flag echoed", flagEchoed}, {"flag stamp 16", flagStamp16}, {"flag stamp 23", flagStamp23},
		{"hold", maxHold}, {"reports", maxReports},
	}
	return l
}

func (k Kind) layout() KindLayout {
	only := func(fields ...WireField) KindLayout { return KindLayout{Fields: fields} }
	first := func(fields ...WireField) KindLayout { return KindLayout{Fields: fields, More: true} }
	switch k {
	case KindWelcome:
		return first(unsigned("player", 1).within(1, MaxPlayers-1), unsigned("tick rate", 2).within(MinRate, MaxRate))
	case KindInput:
		return first(unsigned("snapshot", 4), unsigned("frame", 4), unsigned("event", 4), unsigned("sent at", 4),
			signed("newest tick", 8).within(-1, maxTick), unsigned("count", 1).within(1, maxInputRun))
	case KindSnapshot:
		return first(unsigned("number", 4).within(1, 1<<32-1), unsigned("baseline", 1).within(0, baselineRing-1),
			unsigned("interval", 1).within(1, maxInterval), unsigned("flags", 1).within(0, flagStamp23+flagStamp16-1))
	case KindSpawn:
		return first(unsigned("first event", 4))
	case KindShots:
		return first(clockReading("world time"))
	case KindReliable:
		return first(unsigned("first", 4))
	case KindReliableAck:
		return only(unsigned("next", 4))
	case KindLeave:
		return only(unsigned("latest join", 2)) // of the host's; a client's has none
	case KindBulk:
		return first(unsigned("number", 4), unsigned("clock", 1), clockReading("stamp"))
	case KindBulkAck:
		return only(unsigned("number", 4), clockReading("delay"))
	case KindHello, KindKeepalive:
		return only()
	default: // messages of clocks
		return first()
	}
}
