package guest

import (
	"encoding/hex"
	"fmt"
	"slices"
	"strconv"
	"time"

	"driftlab/netsync"
	"driftlab/netsync/unity"
)

// A Kind says what an [Event] is.
type Kind uint8

// The events. A client hears all but Read unless it asks for that; a host's half hears Reset, Wake, Datagram and Report.
const (
	Reset     Kind = iota // forget everything, as if just started
	Wake                  // it is the time that was asked for
	Answer                // the host's answer to a question
	Push                  // the host's time, sent unasked
	Datagram              // a datagram's send stamp
	Report                // a message of the other half
	Piggyback             // a datagram of the game leaves: a question may go with it
	Read                  // what does the clock read now?
	Game                  // what the game goes by
)

var kindNames = [...]string{"reset", "wake", "answer", "push", "datagram", "report", "piggyback", "read", "game"}

// String returns the kind as the protocol has it.
func (k Kind) String() string { return kindNames[k] }

// MaxReport is how long a report to the other half may be, in bytes.
const MaxReport = netsync.MaxNote

// An Event is one thing that a program learns. All times are integer nanoseconds: Now, T1 and T4 of the machine's own clock, on
// the clock's base, T2, T3 and World of the host's.
type Event struct {
	N              int64 // its number, which the reply repeats
	Kind           Kind
	Now            int64 // Wake, Piggyback, Read
	World          int64 // Reset and Wake of the host's half: the host's world time
	Seq            uint16
	T1, T2, T3, T4 int64
	Before         int64  // how much earlier than T4 it may have come: since the machine has last looked
	Stamp          uint32 // 24 bits
	Value          uint32
	Stated         bool   // a Push that has a Value too
	Data           []byte // of a Report
	Game           unity.GameBasis
}

// At returns the machine's time of the event.
func (e *Event) At() int64 {
	switch e.Kind {
	case Answer, Push, Datagram, Report:
		return e.T4
	}
	return e.Now
}

// fields are the numbers of each kind, in their order.
func (e *Event) fields(role Role) []field {
	world := field{"world", &e.World}
	t4 := field{"t4", &e.T4}
	switch e.Kind {
	case Reset:
		if role == Host {
			return []field{world}
		}
	case Wake:
		if role == Host {
			return []field{{"now", &e.Now}, world}
		}
		return []field{{"now", &e.Now}}
	case Piggyback, Read:
		return []field{{"now", &e.Now}}
	case Answer:
		return []field{{"t1", &e.T1}, {"t2", &e.T2}, {"t3", &e.T3}, t4}
	case Push:
		return []field{{"t3", &e.T3}, t4}
	case Datagram, Report:
		return []field{t4}
	}
	return nil
}

// A field is a time of an event.
type field struct {
	name  string
	value *int64
}

// check reports a time that the protocol has no number for.
func (e *Event) check(role Role) error {
	for _, f := range e.fields(role) {
		if *f.value < -MaxNumber || *f.value > MaxNumber {
			return fmt.Errorf("%s: %d is outside ±(2⁵³−1) ns, which is 104 days", f.name, *f.value)
		}
	}
	return nil
}

// Append writes the event as a line for a role.
func (e *Event) Append(b []byte, role Role) []byte {
	b = strconv.AppendInt(append(b, `{"n":`...), e.N, 10)
	b = append(append(append(b, `,"event":"`...), e.Kind.String()...), '"')
	if e.Kind == Answer {
		b = number(b, "seq", int64(e.Seq))
	}
	if e.Kind == Datagram {
		b = number(b, "stamp", int64(e.Stamp))
	}
	if e.Kind == Report {
		b = append(append(append(b, `,"data":"`...), hex.EncodeToString(e.Data)...), '"')
	}
	for _, f := range e.fields(role) {
		b = number(b, f.name, *f.value)
	}
	if e.Before != 0 {
		b = number(b, "before", e.Before)
	}
	if e.Stated {
		b = number(b, "value", int64(e.Value))
	}
	if e.Kind == Game {
		b = appendGame(b, &e.Game)
	}
	return append(b, "}\n"...)
}

func number(b []byte, name string, v int64) []byte {
	b = append(append(append(b, `,"`...), name...), `":`...)
	return strconv.AppendInt(b, v, 10)
}

func appendGame(b []byte, g *unity.GameBasis) []byte {
	b = number(b, "tick_rate", int64(g.TickRate/1000)) // a game's are whole
	b = number(b, "frame_rate", int64(g.FrameRate/1000))
	b = number(b, "receive_buffer", int64(g.ReceiveBuffer))
	b = number(b, "send_buffer", int64(g.SendBuffer))
	b = strconv.AppendBool(append(b, `,"starts_on_target":`...), g.StartsOnTarget)
	b = strconv.AppendBool(append(b, `,"measures":`...), g.Measures)
	if g.HasRTT {
		b = number(b, "rtt", int64(g.RTT))
	}
	return b
}

type eventLine struct {
	N      int64   `json:"n"`
	Event  string  `json:"event"`
	Now    int64   `json:"now"`
	World  int64   `json:"world"`
	Seq    uint16  `json:"seq"`
	T1     int64   `json:"t1"`
	T2     int64   `json:"t2"`
	T3     int64   `json:"t3"`
	T4     int64   `json:"t4"`
	Before int64   `json:"before"`
	Stamp  uint32  `json:"stamp"`
	Value  *uint32 `json:"value"`
	Data   string  `json:"data"`

	TickRate       int    `json:"tick_rate"`
	FrameRate      int    `json:"frame_rate"`
	ReceiveBuffer  int64  `json:"receive_buffer"`
	SendBuffer     int64  `json:"send_buffer"`
	StartsOnTarget bool   `json:"starts_on_target"`
	Measures       bool   `json:"measures"`
	RTT            *int64 `json:"rtt"`
}

// ParseEvent reads an event, as a program in Go does.
func ParseEvent(line []byte) (e Event, err error) {
	var r eventLine
	if err := decode(line, &r, eventShape, ""); err != nil {
		return e, err
	}
	kind := slices.Index(kindNames[:], r.Event)
	if kind < 0 {
		return e, fmt.Errorf("event: %q is unknown", r.Event)
	}
	data, err := hex.DecodeString(r.Data)
	if err != nil {
		return e, fmt.Errorf("data: %w", err)
	}
	e = Event{N: r.N, Kind: Kind(kind), Now: r.Now, World: r.World, Seq: r.Seq, T1: r.T1, T2: r.T2, T3: r.T3, T4: r.T4,
		Before: r.Before, Stamp: r.Stamp, Data: data}
	if r.Value != nil {
		e.Value, e.Stated = *r.Value, true
	}
	if e.Kind == Game {
		e.Game = unity.GameBasis{TickRate: 1000 * r.TickRate, FrameRate: 1000 * r.FrameRate, ReceiveBuffer: time.Duration(r.ReceiveBuffer),
			SendBuffer: time.Duration(r.SendBuffer), StartsOnTarget: r.StartsOnTarget, Measures: r.Measures}
		if r.RTT != nil {
			e.Game.RTT, e.Game.HasRTT = time.Duration(*r.RTT), true
		}
	}
	return e, nil
}
