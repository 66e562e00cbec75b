package game

import (
	"strings"
	"testing"
	"time"

	"driftlab/netsync"
)

func TestChatLinesAreStampedInPredictedTimeAndSayHowLateTheyCome(t *testing.T) {
	t.Parallel()
	for _, trip := range []time.Duration{80 * time.Millisecond, 20 * time.Millisecond, 250 * time.Millisecond} {
		linesAreStamped(t, trip)
	}
}

// linesAreStamped has somebody say something where each trip takes so long.
func linesAreStamped(t *testing.T, trip time.Duration) {
	t.Helper()
	r := newRig(t, 2, "timesync")
	for _, c := range r.clients {
		c.up, c.down = trip, trip
	}
	r.run(5 * time.Second)
	c := r.clients[0]
	stamp := c.Moment(r.clock(c)).Predicted
	check(t, c.Say(r.clock(c), "Hello World!"))
	r.run(2 * time.Second)
	const frame = time.Second / DefaultRate
	for _, test := range []struct {
		machine     string
		lines       []ChatLine
		least, most time.Duration
	}{
		// Said two ticks and one way ahead of the host's time, sent at the next frame, and passed on at the
		// host's next frame.
		{"host", r.host.Chat(nil), -2 * frame, -1 * frame},
		{"speaker", c.Chat(nil), trip - 2*frame, trip},
		{"other", r.clients[1].Chat(nil), trip - 2*frame, trip},
	} {
		if len(test.lines) != 1 {
			t.Fatalf("%s: %d lines", test.machine, len(test.lines))
		}
		l := test.lines[0]
		if l.From != 1 || l.Text != "Hello World!" || l.Said.Tick() != stamp.Tick() {
			t.Errorf("%s: %+v, want it said at %v", test.machine, l, stamp)
		}
		if l.Late != l.Arrived.Sub(l.Said.World()) || l.Late < test.least-time.Millisecond || l.Late > test.most+time.Millisecond {
			t.Errorf("%s, %v each way: late by %v, want %v..%v", test.machine, trip, l.Late, test.least, test.most)
		}
	}
	check(t, r.host.Say(r.hostClock(), "hear, hear"))
	r.run(time.Second)
	if lines := c.Chat(nil); len(lines) != 2 || lines[1].From != 0 || lines[1].Text != "hear, hear" {
		t.Errorf("got %+v", lines)
	}
}

func TestALineSaidBeforeTheStartHoldsNothingUp(t *testing.T) {
	t.Parallel()
	r := newRig(t, 1, "rtt2")
	r.run(5 * time.Second)
	c := r.clients[0]
	now := r.clock(c) - netsync.Local(time.Minute) // its clock is set back
	if m := c.Moment(now); m.Predicted.World() >= 0 {
		t.Fatalf("it is %v", m.Predicted.World())
	}
	for _, text := range []string{"before the start", "after it"} {
		check(t, c.Say(now, text))
		now = r.clock(c)
	}
	r.run(2 * time.Second)
	lines := r.host.Chat(nil)
	if len(lines) != 2 || lines[0].Said.Tick() != 0 || lines[1].Text != "after it" {
		t.Errorf("the host has %+v", lines)
	}
}

func TestTextsThatCannotBeSaidAreRefused(t *testing.T) {
	t.Parallel()
	r := newRig(t, 1, "timesync")
	c := r.clients[0]
	if err := c.Say(r.clock(c), "too early"); err == nil || err.Error() != "chat: client 1 is not synchronised yet" {
		t.Errorf("got %v", err)
	}
	r.run(2 * time.Second)
	for text, want := range map[string]string{
		"":                         "chat: 0 bytes is outside 1..100",
		strings.Repeat("é", 51):    "chat: 102 bytes is outside 1..100",
		"a\nb":                     `chat: "a\nb" has the control character U+000A`,
		"\x1b[31mred":              `chat: "\x1b[31mred" has the control character U+001B`,
		"\u202eright to left":      `chat: "\u202eright to left" has the control character U+202E`,
		"\xff":                     `chat: "\xff" is not UTF-8`,
		strings.Repeat("x", 1<<16): "chat: 65536 bytes is outside 1..100",
	} {
		for _, err := range []error{c.Say(r.clock(c), text), r.host.Say(r.hostClock(), text)} {
			if err == nil || err.Error() != want {
				t.Errorf("%q: got %v, want %v", text, err, want)
			}
		}
	}
	r.run(time.Second)
	if n := len(r.host.Chat(nil)); n != 0 {
		t.Errorf("%d lines were said", n)
	}
}

func TestFloodOfLinesIsPutOffAndSoIsTheRestOfItsSender(t *testing.T) {
	t.Parallel()
	r := newRig(t, 2, "timesync")
	r.run(3 * time.Second)
	h, join := r.host, r.clients[0].join
	flood := func() {
		var messages []reliableMessage
		for range 50 {
			messages = append(messages, reliableMessage{kind: reliableChat, said: h.World(r.hostClock()), text: "buy"})
		}
		check(t, h.Receive(r.hostClock(), 1, datagram(KindReliable, join, reliableBytes(h.peers[1].reliable, messages...))))
		h.Outbox().Reset()
	}
	flood()
	if got := h.peers[1].chat.ChatStats; got != (ChatStats{Lines: chatBurst, Throttled: 1}) {
		t.Errorf("%+v, want the first %d", got, chatBurst)
	}
	for range 100 {
		r.run(100 * time.Millisecond)
		flood()
	}
	if got := h.peers[1].chat.ChatStats.Lines; got < chatBurst+39 || got > chatBurst+41 {
		t.Errorf("%d lines in 10 s, want %d and one in %v", got, chatBurst, chatInterval)
	}
	check(t, r.clients[1].Say(r.clock(r.clients[1]), "stop it"))
	r.run(time.Second)
	if lines := h.Chat(nil); lines[len(lines)-1].Text != "stop it" {
		t.Error("another's line does not come through")
	}
}

func TestLineFromTheFutureIsDropped(t *testing.T) {
	t.Parallel()
	r := newRig(t, 1, "timesync")
	r.run(2 * time.Second)
	x := reliableMessage{kind: reliableChat, said: r.host.World(r.hostClock()).Add(maxForesight + 1), text: "soon"}
	if err := r.host.Receive(r.hostClock(), 1, datagram(KindReliable, r.clients[0].join, reliableBytes(0, x))); err != nil {
		t.Fatal(err)
	}
	if got := r.host.peers[1].chat.ChatStats; got != (ChatStats{Misdated: 1}) || len(r.host.Chat(nil)) != 0 {
		t.Errorf("%+v and %d lines", got, len(r.host.Chat(nil)))
	}
}

func TestClientKeepsFewLinesThatTheHostDoesNotTake(t *testing.T) {
	t.Parallel()
	r := newRig(t, 1, "timesync")
	r.run(2 * time.Second)
	r.drop = func(f flight) bool { return f.kind() == KindReliable }
	c := r.clients[0]
	for i := range chatWaiting + 1 {
		if err := c.Say(r.clock(c), "anyone?"); (err != nil) != (i == chatWaiting) {
			t.Errorf("line %d: %v", i, err)
		}
	}
	r.drop = nil
	r.run(2 * time.Second)
	if err := c.Say(r.clock(c), "there you are"); err != nil {
		t.Error(err)
	}
}
