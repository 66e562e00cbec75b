package netsync

import (
	"encoding/binary"
	"fmt"
)

// A Message is what the two halves of a clock send each other, over any transport.
type Message struct {
	Kind  MessageKind
	Clock uint8 // the clock's number on the wire
	Seq   uint16
	T1    Local
	T2    Server
	T3    Server
	Value uint32 // 24 bits
	Floor uint64 // 48 bits
	Span  uint32
	Note  string // 1 to [MaxNote] bytes
}

// MaxNote is how long a [Message]'s Note may be, in bytes.
const MaxNote = 64

// MessageKind says which fields of a [Message] are set and sent.
type MessageKind uint8

const (
	// MessageAsk is a client's question: Seq and T1.
	MessageAsk MessageKind = iota + 1
	// MessageAnswer is the host's answer to it: Seq, T1, T2 and T3.
	MessageAnswer
	// MessagePush is the host's clock, sent without a question: T3.
	MessagePush
	// MessageReport is a number that one half sends to the other: Value.
	MessageReport
	// MessageFloor is a report of the host's half of Midline: Floor.
	MessageFloor
	// MessageState is the host's clock and a number, sent without a question: T3 and Value.
	MessageState
	// MessageFloorSpan is a MessageFloor of a host that stamps datagrams once a frame: Floor and Span.
	MessageFloorSpan
	// MessageNote is a report of bytes that one half sends to the other: Note.
	MessageNote
)

// Size returns the message's bytes on the wire: two for its kind and its clock, and those of its fields.
func (m Message) Size() int {
	switch m.Kind {
	case MessageAsk:
		return 2 + 2 + 8
	case MessageAnswer:
		return 2 + 2 + 24
	case MessagePush:
		return 2 + 8
	case MessageFloor:
		return 2 + 6
	case MessageFloorSpan:
		return 2 + 6 + 4
	case MessageState:
		return 2 + 8 + 3
	case MessageNote:
		return 2 + 1 + len(m.Note)
	default:
		return 2 + 3
	}
}

// Append writes the message, big-endian.
func (m Message) Append(b []byte) []byte {
	b = append(b, byte(m.Kind), m.Clock)
	switch m.Kind {
	case MessageAsk:
		b = binary.BigEndian.AppendUint16(b, m.Seq)
		b = binary.BigEndian.AppendUint64(b, uint64(m.T1))
	case MessageAnswer:
		b = binary.BigEndian.AppendUint16(b, m.Seq)
		for _, t := range [...]int64{int64(m.T1), int64(m.T2), int64(m.T3)} {
			b = binary.BigEndian.AppendUint64(b, uint64(t))
		}
	case MessagePush:
		b = binary.BigEndian.AppendUint64(b, uint64(m.T3))
	case MessageState:
		b = binary.BigEndian.AppendUint64(b, uint64(m.T3))
		fallthrough
	case MessageReport:
		b = append(b, byte(m.Value>>16), byte(m.Value>>8), byte(m.Value))
	case MessageFloor, MessageFloorSpan:
		b = binary.BigEndian.AppendUint16(b, uint16(m.Floor>>32))
		b = binary.BigEndian.AppendUint32(b, uint32(m.Floor))
		if m.Kind == MessageFloorSpan {
			b = binary.BigEndian.AppendUint32(b, m.Span)
		}
	case MessageNote:
		b = append(append(b, byte(len(m.Note))), m.Note...)
	}
	return b
}

// ParseMessage reads a message off the front of b. An error names the field and the allowed range; it is a [TruncatedError]
// if the bytes end too soon.
func ParseMessage(b []byte) (m Message, rest []byte, err error) {
	r := FieldReader{Rest: b}
	m.Kind = MessageKind(r.Number("clock message", 1))
	if r.Err == nil && (m.Kind < MessageAsk || m.Kind > MessageNote) {
		return Message{}, nil, fmt.Errorf("clock message: %d is outside %d..%d", m.Kind, MessageAsk, MessageNote)
	}
	m.Clock = uint8(r.Number("algorithm", 1))
	switch m.Kind {
	case MessageAsk, MessageAnswer:
		m.Seq = uint16(r.Number("sequence", 2))
		m.T1 = Local(r.Clock("T1"))
		if m.Kind == MessageAnswer {
			m.T2, m.T3 = Server(r.Clock("T2")), Server(r.Clock("T3"))
		}
	case MessagePush:
		m.T3 = Server(r.Clock("T3"))
	case MessageState:
		m.T3 = Server(r.Clock("T3"))
		fallthrough
	case MessageReport:
		m.Value = uint32(r.Number("value", 3))
	case MessageFloor, MessageFloorSpan:
		m.Floor = r.Number("floor", 6)
		if m.Kind == MessageFloorSpan {
			m.Span = uint32(r.Number("span", 4))
		}
	case MessageNote:
		m.Note = note(&r)
	}
	if r.Err != nil {
		return Message{}, nil, r.Err
	}
	return m, r.Rest, nil
}

// note reads a length and as many bytes.
func note(r *FieldReader) string {
	length := int(r.Number("length", 1))
	switch {
	case r.Err != nil:
		return ""
	case length < 1 || length > MaxNote:
		r.Err = fmt.Errorf("length: %d is outside 1..%d", length, MaxNote)
		return ""
	case len(r.Rest) < length:
		r.Err = &TruncatedError{"note", len(r.Rest), length}
		return ""
	}
	note := string(r.Rest[:length])
	r.Rest = r.Rest[length:]
	return note
}

// Message returns the probe as the message to send, for the clock with this number on the wire.
func (p Probe) Message(clock uint8) Message {
	if p.Kind == Report && p.Note != "" {
		return Message{Kind: MessageNote, Clock: clock, Note: p.Note}
	}
	if p.Kind == Report {
		return Message{Kind: MessageReport, Clock: clock, Value: p.Value}
	}
	return Message{Kind: MessageAsk, Clock: clock, Seq: p.Seq, T1: p.T1}
}

// Event returns the event that the client's half observes when the message arrives and its clock reads t4; ok is false for a
// message that only clients send.
func (m Message) Event(t4 Local) (ev Event, ok bool) {
	ev = Event{Seq: m.Seq, T1: m.T1, T2: m.T2, T3: m.T3, T4: t4, Value: m.Value, Floor: m.Floor, FloorSpan: m.Span, Note: m.Note}
	switch m.Kind {
	case MessageAnswer:
		ev.Kind = Answer
	case MessagePush:
		ev.Kind = Push
	case MessageState:
		ev.Kind, ev.Stated = Push, true
	case MessageReport:
		ev.Kind = PeerReport
	case MessageFloor, MessageFloorSpan:
		ev.Kind = FloorTold
	case MessageNote:
		ev.Kind = NoteTold
	}
	return ev, ev.Kind != 0
}

// Answer returns the host's answer to a question. The host's clock, on the algorithm's base, read came when the question
// arrived, and reads now when it is answered.
func (m Message) Answer(came, now Server) Message {
	return Message{Kind: MessageAnswer, Clock: m.Clock, Seq: m.Seq, T1: m.T1, T2: came, T3: now}
}

// A FieldReader takes fields off the front of a datagram, the most significant byte first. After the first error every field
// reads as zero.
type FieldReader struct {
	Rest []byte // what has not been read yet
	Err  error  // the first error, which names the field
}

// A TruncatedError says that a datagram ends within a field.
type TruncatedError struct {
	Field      string
	Left, Want int // bytes
}

func (e *TruncatedError) Error() string {
	return fmt.Sprintf("%s: truncated, %d of %d bytes are left", e.Field, e.Left, e.Want)
}

// Number reads a number of bytes, 1 to 8. The error is a [TruncatedError].
func (r *FieldReader) Number(field string, bytes int) (v uint64) {
	if r.Err == nil && len(r.Rest) < bytes {
		r.Err = &TruncatedError{field, len(r.Rest), bytes}
	}
	if r.Err != nil {
		return 0
	}
	for _, c := range r.Rest[:bytes] {
		v = v<<8 | uint64(c)
	}
	r.Rest = r.Rest[bytes:]
	return v
}

// MaxClock bounds the readings in a [Message] to ± 146 years, so that no sum of two overflows.
const MaxClock = 1 << 62

// Clock reads 8 bytes with what a clock reads, in nanoseconds, at most [MaxClock] either way.
func (r *FieldReader) Clock(field string) int64 {
	v := int64(r.Number(field, 8))
	if r.Err == nil && (v < -MaxClock || v > MaxClock) {
		r.Err = fmt.Errorf("%s: %d is outside %d..%d", field, v, int64(-MaxClock), int64(MaxClock))
	}
	return v
}

// A MessageField is a field of a [Message] on the wire, big-endian.
type MessageField struct {
	Name  string // as the errors of [ParseMessage] have it
	Bytes int    // 0 for as many as the field before it says
}

var (
	sequenceField = MessageField{"sequence", 2}
	t1Field       = MessageField{"T1", 8}
	t2Field       = MessageField{"T2", 8}
	t3Field       = MessageField{"T3", 8}
	valueField    = MessageField{"value", 3}
	floorField    = MessageField{"floor", 6}
)

var messageKinds = [...]struct {
	name   string
	fields []MessageField
}{
	MessageAsk:       {"ask", []MessageField{sequenceField, t1Field}},
	MessageAnswer:    {"answer", []MessageField{sequenceField, t1Field, t2Field, t3Field}},
	MessagePush:      {"push", []MessageField{t3Field}},
	MessageReport:    {"report", []MessageField{valueField}},
	MessageFloor:     {"floor", []MessageField{floorField}},
	MessageState:     {"state", []MessageField{t3Field, valueField}},
	MessageFloorSpan: {"floor-span", []MessageField{floorField, {Name: "span", Bytes: 4}}},
	MessageNote:      {"note", []MessageField{{Name: "length", Bytes: 1}, {Name: "note"}}},
}

// MessageKinds returns all kinds of [Message].
func MessageKinds() (all []MessageKind) {
	for k := MessageAsk; k <= MessageNote; k++ {
		all = append(all, k)
	}
	return all
}

// String returns the kind's name; that of none of [MessageKinds] is "unknown".
func (k MessageKind) String() string {
	if k < MessageAsk || k > MessageNote {
		return "unknown"
	}
	return messageKinds[k].name
}

// Fields returns what follows the kind and the clock's number, a byte each, in a message of the kind. The readings T1, T2
// and T3 are signed and within ± [MaxClock], all else is not signed. The slice is shared: it is only to be read.
func (k MessageKind) Fields() []MessageField {
	if k < MessageAsk || k > MessageNote {
		return nil
	}
	return messageKinds[k].fields
}
