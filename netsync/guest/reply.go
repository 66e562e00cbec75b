package guest

import (
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"driftlab/internal/texts"
)

// maxSends is how much one reply may have sent.
const maxSends = 16

// Never and AtOnce are times of a [Reply]'s Wake that are never reached, and always.
const (
	Never  = int64(1<<63 - 1)
	AtOnce = -int64(MaxNumber)
)

// A Reply is what a program answers to an event. What it leaves out stays as it was.
type Reply struct {
	N        int64
	Send     []Send
	HasWake  bool
	Wake     int64 // [Never] for not at all
	HasClock bool
	Clock    *Line // nil for a clock that knows no time
	Status   *Status
}

// A Send is one thing that is to be sent: a question, a report to the other half, or the host's time unasked.
type Send struct {
	Kind   SendKind
	Seq    uint16 // of a question
	Data   []byte // of a report
	T3     int64  // of a push
	Value  uint32 // of a push that states one, 24 bits
	Stated bool
}

// SendKind says what a [Send] is.
type SendKind uint8

// What can be sent. Clients ask, hosts push, both report.
const (
	SendAsk SendKind = iota
	SendReport
	SendPush
)

// A Status is what a program says of its clock besides the time, all of it for people to look at.
type Status struct {
	Up          *int64 `json:"up,omitempty"` // one-way delays, ns
	Down        *int64 `json:"down,omitempty"`
	RTT         int64  `json:"rtt,omitempty"`
	Uncertainty *int64 `json:"uncertainty,omitempty"` // by how much it may be wrong, ns
	Used        uint64 `json:"used,omitempty"`
	Rejected    uint64 `json:"rejected,omitempty"`
	Steps       uint64 `json:"steps,omitempty"`
}

type sendLine struct {
	Ask    *uint16 `json:"ask,omitempty"`
	Report *string `json:"report,omitempty"`
	Push   *int64  `json:"push,omitempty"`
	Value  *uint32 `json:"value,omitempty"`
}

type replyLine struct {
	N      *int64          `json:"n"`
	Send   []sendLine      `json:"send,omitempty"`
	Wake   json.RawMessage `json:"wake,omitempty"`
	Clock  json.RawMessage `json:"clock,omitempty"`
	Status *Status         `json:"status,omitempty"`
}

// Append writes the reply as a line, as a program in Go does.
func (r *Reply) Append(b []byte) []byte {
	line := replyLine{N: &r.N, Status: r.Status}
	for i := range r.Send {
		line.Send = append(line.Send, r.Send[i].line())
	}
	if r.HasWake {
		line.Wake = json.RawMessage("null")
		if r.Wake != Never {
			line.Wake = fmt.Append(nil, r.Wake)
		}
	}
	if r.HasClock {
		line.Clock = json.RawMessage("null")
		if r.Clock != nil {
			line.Clock, _ = r.Clock.MarshalJSON()
		}
	}
	text, err := json.Marshal(line)
	if err != nil {
		panic(err) // of a struct of numbers
	}
	return append(append(b, text...), '\n')
}

func (s *Send) line() (l sendLine) {
	switch s.Kind {
	case SendAsk:
		l.Ask = &s.Seq
	case SendReport:
		text := hex.EncodeToString(s.Data)
		l.Report = &text
	case SendPush:
		l.Push = &s.T3
		if s.Stated {
			l.Value = &s.Value
		}
	}
	return l
}

// ParseReply reads a program's answer to an event. The error says which field is wrong and what is allowed.
func ParseReply(line []byte) (r Reply, err error) {
	var read replyLine
	if err := decode(line, &read, replyShape, ""); err != nil {
		return r, err
	}
	if read.N == nil {
		return r, errors.New("n: the event's number is missing")
	}
	r.N = *read.N
	if len(read.Send) > maxSends {
		return r, fmt.Errorf("send: %d is outside 0..%d", len(read.Send), maxSends)
	}
	for i := range read.Send {
		s, err := read.Send[i].parse()
		if err != nil {
			return r, fmt.Errorf("send, number %d: %w", i+1, err)
		}
		r.Send = append(r.Send, s)
	}
	if read.Wake != nil {
		if r.Wake, err = parseWake(read.Wake); err != nil {
			return r, err
		}
		r.HasWake = true
	}
	if read.Clock != nil {
		if r.Clock, err = parseLine(read.Clock); err != nil {
			return r, err
		}
		r.HasClock = true
	}
	r.Status = read.Status
	return r, r.Status.check()
}

func parseWake(text []byte) (at int64, err error) {
	if string(text) == "null" {
		return Never, nil
	}
	if json.Unmarshal(text, &at) != nil || at < -MaxNumber || at > MaxNumber {
		return 0, notWhole("wake", string(text), aWhole)
	}
	return at, nil
}

func parseLine(text []byte) (*Line, error) {
	if string(text) == "null" {
		return nil, nil
	}
	var read lineFields
	if err := decode(text, &read, lineShape, "clock"); err != nil {
		return nil, err
	}
	if read.At == nil || read.Time == nil {
		return nil, errors.New("clock: it has no at or no time")
	}
	l := &Line{*read.At, *read.Time, read.PPB}
	return l, l.check()
}

func (l *sendLine) parse() (s Send, err error) {
	given := 0
	if l.Ask != nil {
		given++
		s = Send{Kind: SendAsk, Seq: *l.Ask}
	}
	if l.Report != nil {
		given++
		data, err := hex.DecodeString(*l.Report)
		if err != nil || len(data) < 1 || len(data) > MaxReport {
			return s, fmt.Errorf("report: %q is not 1 to %d bytes as hexadecimal digits", Shown([]byte(*l.Report)), MaxReport)
		}
		s = Send{Kind: SendReport, Data: data}
	}
	if l.Push != nil {
		given++
		s = Send{Kind: SendPush, T3: *l.Push}
		if s.T3 < -MaxNumber || s.T3 > MaxNumber {
			return s, fmt.Errorf("push: %d is outside ±(2⁵³−1)", s.T3)
		}
	}
	if given != 1 {
		return s, errors.New("it has to be one of ask, report and push")
	}
	if l.Value != nil {
		if s.Kind != SendPush || *l.Value >= 1<<24 {
			return s, fmt.Errorf("value: %d is outside 0..2²⁴−1, or goes with no push", *l.Value)
		}
		s.Value, s.Stated = *l.Value, true
	}
	return s, nil
}

// check reports a number out of range.
func (s *Status) check() error {
	if s == nil {
		return nil
	}
	if (s.Up == nil) != (s.Down == nil) {
		return errors.New("status: up and down go together")
	}
	for _, f := range [...]field{{"up", s.Up}, {"down", s.Down}, {"rtt", &s.RTT}, {"uncertainty", s.Uncertainty}} {
		if f.value != nil && (*f.value < -MaxNumber || *f.value > MaxNumber) {
			return fmt.Errorf("status.%s: %d is outside ±(2⁵³−1)", f.name, *f.value)
		}
	}
	if most := max(s.Used, s.Rejected, s.Steps); most > MaxNumber {
		return fmt.Errorf("status: %d of used, rejected or steps is outside 0..2⁵³−1", most)
	}
	if s.Uncertainty != nil && *s.Uncertainty < 0 {
		return fmt.Errorf("status.uncertainty: %v is negative", time.Duration(*s.Uncertainty))
	}
	return nil
}

// Shown returns the start of a text, for a line that people read.
func Shown(text []byte) string {
	const most = 80
	short := []rune(texts.Line(string(text[:min(len(text), 4*most)])))
	if len(short) > most {
		return string(short[:most]) + "…"
	}
	return string(short)
}
