package netsync

import (
	"bytes"
	"cmp"
	"errors"
	"strings"
	"testing"

	"driftlab/internal/testkit"
)

var sampleMessages = []Message{
	{Kind: MessageAsk, Clock: 2, Seq: 9, T1: -5},
	{Kind: MessageAnswer, Clock: 3, Seq: 9, T1: -5, T2: 6, T3: 7},
	{Kind: MessagePush, Clock: 1, T3: 1 << 40},
	{Kind: MessageReport, Clock: 6, Value: 1<<24 - 1},
	{Kind: MessageFloor, Clock: 31, Floor: 1<<48 - 2},
	{Kind: MessageFloorSpan, Clock: 31, Floor: 1<<48 - 2, Span: 1<<32 - 3},
}

func FuzzMessages(f *testing.F) {
	var all []byte
	for _, m := range sampleMessages {
		all = m.Append(all)
	}
	f.Add(all)
	f.Add(all[:30])
	testkit.FuzzDamaged(f, func(t testing.TB, b []byte) {
		rest := b
		var again []byte
		var m Message
		var err error
		for len(rest) > 0 {
			if m, rest, err = ParseMessage(rest); err != nil {
				if m != (Message{}) || rest != nil {
					t.Errorf("%v, and %+v is left with %d bytes", err, m, len(rest))
				}
				return
			}
			before := len(again)
			if again = m.Append(again); len(again)-before != m.Size() {
				t.Errorf("%+v takes %d bytes, not %d", m, len(again)-before, m.Size())
			}
		}
		if !bytes.Equal(again, b) {
			t.Errorf("%x is written again as %x", b, again)
		}
	})
}

func TestBadMessagesAreRefusedByFieldAndRange(t *testing.T) {
	t.Parallel()
	answer := sampleMessages[1].Append(nil)
	far := bytes.Clone(answer)
	far[12] = 0x80
	for want, b := range map[string][]byte{
		"clock message: truncated, 0 of 1 bytes are left":                               nil,
		"clock message: 9 is outside 1..8":                                              {9, 1},
		"algorithm: truncated, 0 of 1 bytes are left":                                   {1},
		"sequence: truncated, 1 of 2 bytes are left":                                    {1, 1, 0},
		"T3: truncated, 7 of 8 bytes are left":                                          answer[:len(answer)-1],
		"value: truncated, 2 of 3 bytes are left":                                       {4, 6, 1, 2},
		"length: 0 is outside 1..64":                                                    {8, 6, 0},
		"length: 65 is outside 1..64":                                                   {8, 6, 65},
		"note: truncated, 1 of 2 bytes are left":                                        {8, 6, 2, 1},
		"floor: truncated, 5 of 6 bytes are left":                                       {5, 31, 1, 2, 3, 4, 5},
		"T2: -9223372036854775802 is outside -4611686018427387904..4611686018427387904": far,
	} {
		_, _, err := ParseMessage(b)
		var truncated *TruncatedError
		if err == nil || err.Error() != want || errors.As(err, &truncated) != strings.Contains(want, "truncated") {
			t.Errorf("%x: got %v, want %q", b, err, want)
		}
	}
}

func TestFieldsOfMessagesAreWhatTheyAreWrittenAs(t *testing.T) {
	t.Parallel()
	for _, kind := range MessageKinds() {
		m := Message{Kind: kind, Clock: 7, Seq: 0x0102, T1: 0x1112131415161718, T2: 0x2122232425262728, T3: 0x3132333435363738,
			Value: 0x414243, Floor: 0x515253545556, Span: 0x61626364, Note: "notes"}
		values := map[string]uint64{"sequence": uint64(m.Seq), "T1": uint64(m.T1), "T2": uint64(m.T2), "T3": uint64(m.T3),
			"value": uint64(m.Value), "floor": m.Floor, "span": uint64(m.Span), "length": uint64(len(m.Note))}
		want := []byte{byte(kind), m.Clock}
		for _, f := range kind.Fields() {
			length := cmp.Or(f.Bytes, len(m.Note))
			_, _, err := ParseMessage(append(bytes.Clone(want), make([]byte, length-1)...))
			if truncated := (*TruncatedError)(nil); !errors.As(err, &truncated) || *truncated != (TruncatedError{f.Name, length - 1, length}) {
				t.Errorf("%v: %s cut: got %v", kind, f.Name, err)
			}
			if f.Bytes == 0 {
				want = append(want, m.Note...)
			}
			for shift := 8 * (f.Bytes - 1); shift >= 0; shift -= 8 {
				want = append(want, byte(values[f.Name]>>shift))
			}
		}
		if got := m.Append(nil); !bytes.Equal(got, want) {
			t.Errorf("%v is written as %x, and its fields as %x", kind, got, want)
		}
	}
	if none := MessageNote + 1; none.Fields() != nil || none.String() != "unknown" || MessageState.String() != "state" {
		t.Errorf("message kind %d has fields %v and the name %v", none, none.Fields(), none)
	}
}
