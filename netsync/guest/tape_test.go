//go:build !js

package guest

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"driftlab/netsync"
	"driftlab/netsync/registry"
)

func TestATapeIsReadAgainAsItWasWritten(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		var tape Tape
		var heads [][]byte
		var replies []string
		for n := range rapid.IntRange(0, 40).Draw(t, "answers") {
			ev := Event{N: int64(n), Kind: Wake, Now: rapid.Int64Range(-MaxNumber, MaxNumber).Draw(t, "now")}
			r := Reply{N: ev.N, HasWake: true, Wake: Never, HasClock: rapid.Bool().Draw(t, "clock")}
			if rapid.Bool().Draw(t, "line") && r.HasClock {
				r.Clock = &Line{At: ev.Now, Time: 7, PPB: -3}
			}
			h := head(1+n%3, &ev, Role(n%2))
			tape.put(h, &ev, Role(n%2), &r, MaxTape)
			heads, replies = append(heads, h), append(replies, string(r.Append(nil)))
		}
		text := tape.Pack()
		read, err := Unpack(text, MaxTape)
		if err != nil || read.Pack() != text || read.Bytes() != tape.Bytes() {
			t.Fatalf("%v: %d bytes of %d", err, read.Bytes(), tape.Bytes())
		}
		place := 0
		for i := range heads {
			var r Reply
			if r, place, err = read.at(place, heads[i]); err != nil || string(r.Append(nil)) != replies[i] {
				t.Fatalf("answer %d: %v, %s, want %s", i, err, r.Append(nil), replies[i])
			}
		}
		if place != read.Bytes() {
			t.Errorf("it ends at %d of %d", place, read.Bytes())
		}
	})
}

func TestATapeTakesNoMoreThanFits(t *testing.T) {
	t.Parallel()
	var tape Tape
	for n := range 100 {
		tape.put(head(1, &Event{N: int64(n)}, Client), &Event{N: int64(n)}, Client, &Reply{N: int64(n)}, 500)
	}
	if !tape.full || tape.Bytes() > 500 || tape.Bytes() < 450 || !strings.HasSuffix(string(tape.text), "\n") {
		t.Errorf("%d bytes", tape.Bytes())
	}
}

func TestATapeThatIsNoneIsRefused(t *testing.T) {
	t.Parallel()
	tape := Tape{text: []byte(strings.Repeat("a", 1000))}
	for text, want := range map[string]string{
		"not base64!":             "base64",
		"AAAA":                    "cannot be unpacked",
		tape.Pack():               "more than 999 bytes",
		tape.Pack()[:10]:          "cannot be unpacked",
		tape.Pack() + tape.Pack(): "",
	} {
		if _, err := Unpack(text, 999); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.20q: %v, want %q", text, err, want)
		}
	}
}

// FuzzTape has anything be a guest's answers of a log: the clock takes it or has a fault, and no more.
func FuzzTape(f *testing.F) {
	first := head(1, &Event{N: 1, Kind: Wake, Now: 5}, Client)
	f.Add("1c 00000000 {\"n\":1}\n", false)
	f.Add("{\"n\":1,\"wake\":null}\n1c", true)
	f.Add("{\"n\":1,\"wake\":4,\"clock\":{\"at\":1,\"time\":2},\"send\":[{\"ask\":3}]}", true)
	f.Fuzz(func(t *testing.T, text string, whole bool) {
		if whole {
			text = string(first) + text
		}
		c := NewCast([]Guest{{Name: "mine", Says: Welcome{Name: "x", Hears: Answers}, Answers: &Tape{text: []byte(text)}}}, 1, Hello{})
		e, err := c.Estimator(registry.GuestID, 1)
		if err != nil {
			t.Fatal(err)
		}
		for range 3 {
			e.Wake(5, nil)
			e.Observe(netsync.Event{Kind: netsync.Answer})
			e.Status(9)
		}
		if c.Err() == nil && text == "" {
			t.Error("nothing has answered")
		}
	})
}
