package game

import (
	"encoding/binary"
	"errors"
	"fmt"
)

// Limits of the wire format.
const (
	// Mark is the first byte of every datagram. Values 4..15 are not used by STUN, DTLS, TURN, RTP or QUIC (RFC 7983, section 7,
	// and RFC 9443), so no tool takes these datagrams for theirs. Another layout gets another mark.
	Mark = 13
	// MaxDatagram is the largest datagram in bytes; longer ones are refused.
	MaxDatagram = 1200
	// MaxPlayers is the host's own player and 64 clients.
	MaxPlayers = 65

	headerSize = 8 // without optional parts
	// stampSize is the length of the send stamp on the game's datagrams and on TimeSync's.
	stampSize = 3
	// gameHeader is the header's length in the game's datagrams.
	gameHeader = headerSize + stampSize
)

// The bits of a header's optional parts, in the order in which these follow it.
const (
	partStamp   = 1 << iota // the sender's clock
	partHealth              // reserved for what the sender knows of the path
	partReports             // reserved for clocks' reports
	partTicks               // reserved for ticks of the sender's engine

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

// OfClocks says whether a kind carries clock messages. Each datagram belongs to one clock and affects neither the game nor other
// clocks.
func (k Kind) OfClocks() bool { return k >= KindProbe && k <= KindReport }

// OfBulk says whether a kind belongs to a bulk stream.
func (k Kind) OfBulk() bool { return k == KindBulk || k == KindBulkAck }

// A joinID identifies one join of a client, so that old and forged datagrams can be dropped. Its lower 16 bits are the client's
// number, which counts up and wraps; above is the host's 24-bit key for that number, 0 while the client has none. An attacker who
// can't read what the host sends can't forge a joined client's datagrams.
type joinID uint64

const (
	numberBits = 16
	keyMask    = 1<<24 - 1
)

func (j joinID) number() uint16 { return uint16(j) }

// after says whether j is later than another join of the same client.
func (j joinID) after(other joinID) bool { return int16(j.number()-other.number()) > 0 }

// header starts every datagram: mark, kind, bits of the optional parts, the client's join, the parts.
type header struct {
	kind    Kind
	join    joinID
	stamped bool
	stamp   uint32 // if stamped, the sender's clock: 24 bits, units of 8 µs, see netsync.Stamp24
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

// StampOf returns a datagram's send stamp; ok is false if it has none.
func StampOf(datagram []byte) (stamp uint32, ok bool) {
	head, _, err := parseHeader(datagram)
	return head.stamp, err == nil && head.stamped
}

// kindOf returns the kind that a datagram claims, unchecked; 0 if it is too short.
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
	Malformed  Reason = iota // not of this version, truncated, or with bytes left over
	OutOfRange               // a field is outside its range
	OutOfWorld               // a position is outside the world
	Stranger                 // from an unknown client, or without the key of its join
	WrongKind                // of a kind that the other end does not send
	NotJoined                // from a client that has not joined
	OldJoin                  // of an earlier join of the same client, or a replay of it
	Replayed                 // nothing new: a duplicate, a replay, or overtaken
	Future                   // about a tick, event or snapshot that does not exist yet
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
	Clocks uint64 // clock datagrams that arrived after their join had ended
	Latest error  // the latest fault, nil before the first
}

// Total returns how many datagrams were dropped for any reason.
func (r *Rejections) Total() (n uint64) {
	for _, c := range r.Counts {
		n += c
	}
	return n + r.Clocks
}

// note counts a refused datagram; nil is none.
func (r *Rejections) note(err error) {
	if err != nil {
		r.Counts[ReasonOf(err)]++
		r.Latest = err
	}
}

// refusal is the error of a refused datagram.
type refusal struct {
	reason Reason
	text   string
}

func (e *refusal) Error() string { return e.text }

func refuse(reason Reason, format string, args ...any) error {
	return &refusal{reason, fmt.Sprintf(format, args...)}
}

// ReasonOf returns the reason of an error from Receive.
func ReasonOf(err error) Reason {
	if r, ok := errors.AsType[*refusal](err); ok {
		return r.reason
	}
	return Malformed
}

// baselineRing is how many of the host's frames a state can serve as a baseline: one second at the highest tick rate. A client
// whose acknowledgements take longer gets whole states.
const baselineRing = 128
