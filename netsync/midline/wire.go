package midline

import (
	"encoding/binary"
	"fmt"

	"driftlab/netsync"
	"driftlab/netsync/clocks"
)

// Version is the version of the wire format that this package writes and reads. docs/wire.md describes it.
const Version = 1

// Blocks says which blocks a [Head] has, in the order in which they follow the stamp.
type Blocks uint8

const (
	// Question is a client's: Number and T1.
	Question Blocks = 1 << iota
	// Answer is the host's answer to a question: Number, T1, T2, T3 and Host.
	Answer
	// Floor is what the host has measured: Floor.
	Floor
	// Span goes with a Floor of a host that stamps what it reads some time after it came: Span.
	Span

	allBlocks = Question | Answer | Floor | Span
)

// Bytes of a head.
const (
	stampSize    = 1 + 3
	questionSize = 2 + 8
	answerSize   = 2 + 3*8 + 4
	floorSize    = 6
	spanSize     = 4

	// MaxHead is the most that a head takes.
	MaxHead = stampSize + answerSize + floorSize + spanSize
)

// A Head is what a datagram of either machine begins with.
type Head struct {
	Stamp  uint32 // [netsync.Stamp24] of the sender's clock
	Blocks Blocks
	Number uint16 // of the question
	T1     Local  // the client's clock, when the question was sent
	T2     Server
	T3     Server // the host's clock, when the question came, and when it was answered
	Host   uint32 // another number after the host has restarted
	Floor  clocks.FloorReport
	Span   clocks.FloorSpan
}

// Append writes the head, big-endian.
func (h *Head) Append(b []byte) []byte {
	b = append(b, Version<<4|byte(h.Blocks), byte(h.Stamp>>16), byte(h.Stamp>>8), byte(h.Stamp))
	if h.Blocks&(Question|Answer) != 0 {
		b = binary.BigEndian.AppendUint16(b, h.Number)
		b = binary.BigEndian.AppendUint64(b, uint64(h.T1))
	}
	if h.Blocks&Answer != 0 {
		b = binary.BigEndian.AppendUint64(b, uint64(h.T2))
		b = binary.BigEndian.AppendUint64(b, uint64(h.T3))
		b = binary.BigEndian.AppendUint32(b, h.Host)
	}
	if h.Blocks&Floor != 0 {
		b = binary.BigEndian.AppendUint16(b, uint16(h.Floor>>32))
		b = binary.BigEndian.AppendUint32(b, uint32(h.Floor))
	}
	if h.Blocks&Span != 0 {
		b = binary.BigEndian.AppendUint32(b, uint32(h.Span))
	}
	return b
}

// Parse takes the head off the front of a datagram. An error says what is wrong and what is allowed; it is a [netsync.TruncatedError] if
// the bytes end too soon.
func Parse(b []byte) (h Head, payload []byte, err error) {
	r := netsync.FieldReader{Rest: b}
	first := r.Number("version and blocks", 1)
	if r.Err == nil && first>>4 != Version {
		return Head{}, nil, fmt.Errorf("version: %d is not %d", first>>4, Version)
	}
	h.Blocks = Blocks(first) & allBlocks
	switch {
	case h.Blocks&Question != 0 && h.Blocks != Question:
		return Head{}, nil, fmt.Errorf("blocks: %#x has a question and what only a host sends", first&0xf)
	case h.Blocks&Span != 0 && h.Blocks&Floor == 0:
		return Head{}, nil, fmt.Errorf("blocks: %#x has a span without a floor", first&0xf)
	}
	h.Stamp = uint32(r.Number("stamp", 3))
	if h.Blocks&(Question|Answer) != 0 {
		h.Number = uint16(r.Number("number", 2))
		h.T1 = Local(r.Clock("T1"))
	}
	if h.Blocks&Answer != 0 {
		h.T2, h.T3 = Server(r.Clock("T2")), Server(r.Clock("T3"))
		h.Host = uint32(r.Number("host", 4))
	}
	if h.Blocks&Floor != 0 {
		h.Floor = clocks.FloorReport(r.Number("floor", floorSize))
	}
	if h.Blocks&Span != 0 {
		h.Span = clocks.FloorSpan(r.Number("span", spanSize))
	}
	if r.Err != nil {
		return Head{}, nil, r.Err
	}
	return h, r.Rest, nil
}
