package netsync

import (
	"bytes"
	"errors"
	"strings"
	"testing"
	"time"

	"driftlab/internal/damage"
)

var sampleMessages = []Message{
	{Kind: MessageAsk, Clock: 2, Seq: 9, T1: -5},
	{Kind: MessageAnswer, Clock: 3, Seq: 9, T1: -5, T2: 6, T3: 7},
	{Kind: MessagePush, Clock: 1, T3: 1 << 40},
	{Kind: MessageReport, Clock: 6, Value: 1<<24 - 1},
	{Kind: MessageFloor, Clock: 31, Floor: 1<<48 - 2},
}

func FuzzMessages(f *testing.F) {
	var all []byte
	for _, m := range sampleMessages {
		all = m.Append(all)
	}
	f.Add(all)
	f.Add(all[:30])
	damage.Fuzz(f, func(t testing.TB, b []byte) {
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
		"clock message: 7 is outside 1..6":                                              {7, 1},
		"algorithm: truncated, 0 of 1 bytes are left":                                   {1},
		"sequence: truncated, 1 of 2 bytes are left":                                    {1, 1, 0},
		"T3: truncated, 7 of 8 bytes are left":                                          answer[:len(answer)-1],
		"value: truncated, 2 of 3 bytes are left":                                       {4, 6, 1, 2},
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

// Both halves of all clocks talk over a way of 30 ms up and 10 ms down, and a clock that is 7 s off.
func TestBothHalvesOfEveryClockTalkOverAnyTransport(t *testing.T) {
	t.Parallel()
	const up, down, off = 30 * time.Millisecond, 10 * time.Millisecond, 7 * time.Second
	for _, a := range Algorithms() {
		client, err := a.New()
		if err != nil {
			t.Fatal(err)
		}
		host, err := NewHost(0, Algorithms())
		if err != nil {
			t.Fatal(err)
		}
		local := func(at time.Duration) Local { return Local(at + off) }
		hear := func(m Message, at time.Duration) { // sent by the host at a time
			t4 := local(at + down)
			if a.Stamped() {
				client.Observe(Event{Kind: Datagram, Stamp: Stamp24(int64(at)), T4: t4})
			}
			parsed, _, err := ParseMessage(m.Append(nil))
			if ev, ok := parsed.Event(t4); err != nil || !ok || m.Clock != a.ID {
				t.Fatalf("%s hears %+v, %v", a.Name, m, err)
			} else {
				client.Observe(ev)
			}
		}
		var probes []Probe
		var due []Message
		for at := time.Duration(0); at < 20*time.Second; at += 20 * time.Millisecond {
			for _, m := range host.Due(due[:0], Server(at), Server(at)) {
				if m.Clock == a.ID {
					hear(m, at)
				}
			}
			probes, _ = client.Wake(local(at), probes[:0])
			for _, p := range probes {
				if a.Stamped() {
					host.ClockDatagram(a.ID, Stamp24(int64(local(at))), Server(at+up), 0)
				}
				if m := p.Message(a.ID); m.Kind == MessageAsk {
					hear(m.Answer(Server(at+up), Server(at+up)), at+up)
				} else {
					host.Report(m, Server(at+up))
				}
			}
		}
		got, ok := client.ServerTime(local(20 * time.Second))
		want := (up - down) / 2 // what no exchange can see
		if a.ID == 1 {
			want = -down
		}
		if a.Group == Engines { // which mean to be early or late, by ways and ticks
			if wrong := got.Sub(Server(20 * time.Second)); !ok || wrong.Abs() > 120*time.Millisecond {
				t.Errorf("%s is off by %v; knows the time: %v", a.Name, wrong, ok)
			}
			continue
		}
		if wrong := got.Sub(Server(20*time.Second)) - want; !ok || wrong.Abs() > 37*time.Millisecond || a.Name != "unity" && wrong.Abs() > 8*time.Millisecond {
			t.Errorf("%s is off by %v, want %v; knows the time: %v", a.Name, wrong+want, want, ok)
		}
	}
}

func TestTheHostsHalvesHaveTheNumbersOfTheirClocks(t *testing.T) {
	t.Parallel()
	for name, id := range map[string]uint8{"unreal": 1, "timesync": 6} {
		if a, err := Lookup(name); err != nil || a.ID != id {
			t.Errorf("%s has the number %d, want %d", name, a.ID, id)
		}
	}
}
