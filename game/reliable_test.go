package game

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"time"

	"driftlab/internal/testkit"
	"driftlab/netsync"
	"pgregory.net/rapid"
)

// reliableBytes is the body of a datagram of messages.
func reliableBytes(first uint32, messages ...reliableMessage) []byte {
	b := appendU32(nil, first)
	for _, t := range messages {
		b = t.append(b)
	}
	return b
}

// claimOf is a client's claim of a hit.
func claimOf(shot uint32, victim uint8) reliableMessage {
	return reliableMessage{kind: reliableClaim, claim: claim{shot: shot, victim: victim, view: sampleView}}
}

func TestClaimsThatCannotBeAreDroppedAndCounted(t *testing.T) {
	t.Parallel()
	r := newRig(t, 2, "timesync")
	r.run(3 * time.Second)
	h, c := r.host, r.clients[0]
	h.lastShot++
	mine := Shot{ID: h.lastShot, Owner: 1, Origin: Point{Metre, 0}, Dir: 1, Spawn: h.at(h.tick), End: h.at(h.tick).Add(time.Second)}
	h.shots.put(mine)
	h.fired(mine)
	send := func(want HitStats, messages ...reliableMessage) {
		t.Helper()
		body := reliableBytes(h.peers[1].reliable, messages...)
		if err := h.Receive(r.hostClock(), r.hostClock(), 0, 1, datagram(KindReliable, c.join, body)); err != nil {
			t.Error(err)
		}
		h.Outbox.Reset()
		if got := h.Stats(1).Hits; got.Unknown != want.Unknown || got.Repeated != want.Repeated || got.Late != want.Late {
			t.Errorf("%+v, want %+v", got, want)
		}
	}
	send(HitStats{Unknown: 1}, claimOf(mine.ID+1, 2))                                 // never was
	send(HitStats{Unknown: 2}, claimOf(mine.ID-1, 2))                                 // another player's
	send(HitStats{Unknown: 3}, claimOf(mine.ID+uint32(len(h.trials)), 2))             // shares its place
	send(HitStats{Unknown: 4}, claimOf(mine.ID, 1))                                   // hit itself
	send(HitStats{Unknown: 5}, claimOf(mine.ID, 9))                                   // hit someone who is not there
	send(HitStats{Unknown: 5, Repeated: 1}, claimOf(mine.ID, 2), claimOf(mine.ID, 0)) // only the first counts
	r.run(5 * time.Second)
	send(HitStats{Unknown: 5, Repeated: 2}, claimOf(mine.ID, 2))
	if got := h.Stats(1).Hits; got.Refused != 1 && got.Agreed != 1 {
		t.Errorf("%+v, want a verdict on the one good claim", got)
	}
}

func TestUnseenHitIsFoundWhenNoClaimHasCome(t *testing.T) {
	t.Parallel()
	r := newRig(t, 1, "timesync")
	r.drop = func(f flight) bool { return f.kind() == KindReliable }
	r.clients[0].Take(Fire)
	r.host.Take(0)
	r.run(10 * time.Second)
	before := r.host.Stats(1).Hits
	if before.Unseen < 3 || before.Agreed+before.Refused > 0 {
		t.Errorf("%+v, want unseen hits only: all claims are lost", before)
	}
	r.drop = nil
	r.run(5 * time.Second)
	if after := r.host.Stats(1).Hits; after.Late < 3 || after.Agreed == 0 {
		t.Errorf("%+v, want those that came too late, and agreement on the newer ones", after)
	}
}

// worldOf hashes everything that affects what happens in the world.
func worldOf(h *Host) uint64 {
	return stateOf(struct {
		Tick    int64
		Players [MaxPlayers]Player
		Shots   shotRing
		Last    uint32
		Ended   uint32
	}{h.tick, h.players, h.shots, h.lastShot, h.ended})
}

func TestNoClaimAndNoChatLineChangesTheWorld(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		compensate := rapid.Bool().Draw(t, "lag compensation")
		seconds := rapid.IntRange(1, 4).Draw(t, "seconds")
		messages := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) reliableMessage {
			if rapid.Bool().Draw(t, "chat") {
				return reliableMessage{kind: reliableChat, said: sampleView.Time, text: rapid.StringMatching(`[a-z]{1,100}`).Draw(t, "text")}
			}
			return claimOf(rapid.Uint32Range(1, 300).Draw(t, "shot"), rapid.Uint8Range(0, MaxPlayers-1).Draw(t, "victim"))
		}), 1, 8).Draw(t, "messages")
		var worlds [2]uint64
		for i := range worlds {
			r := newRig(t, 2, "timesync")
			check(t, r.host.SetLagCompensation(compensate, MaxRewind, RewindBySeen))
			r.clients[1].Take(Fire)
			r.drop = func(f flight) bool { return f.kind() == KindReliable }
			r.run(time.Second)
			for range seconds {
				r.run(time.Second)
				if i == 1 { // hostile ones in one of two equal worlds
					b := datagram(KindReliable, r.clients[1].join, reliableBytes(r.host.peers[2].reliable, messages...))
					if len(b) > MaxDatagram {
						t.Skip("too long")
					}
					clear(b[headerSize:gameHeader])
					check(t, r.host.Receive(r.hostClock(), r.hostClock(), 0, 2, b))
					r.host.Outbox.Reset()
				}
			}
			worlds[i] = worldOf(r.host)
			if n := r.host.disputes.count; i == 1 && n > 200 {
				t.Errorf("%d disputes", n)
			}
		}
		if worlds[0] != worlds[1] {
			t.Error("the worlds differ")
		}
	})
}

func TestReliableMessagesAreTakenOnceAndInOrderThroughLoss(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		r := newRig(t, 2, "timesync")
		r.run(2 * time.Second)
		luck := rapid.Uint64().Draw(t, "luck")
		r.drop = lossy(luck, uint64(rapid.IntRange(0, 60).Draw(t, "percent")))
		k := uint64(0)
		r.extra = func(flight) time.Duration {
			k++
			return time.Duration(hash(luck, k, 5)%60) * time.Millisecond
		}
		var want []string
		for i := range rapid.IntRange(1, 20).Draw(t, "lines") {
			line := fmt.Sprintf("line %d", i)
			if err := r.clients[0].Say(r.clock(r.clients[0]), line); err == nil {
				want = append(want, line)
			}
			r.run(time.Duration(rapid.IntRange(0, 500).Draw(t, "pause, ms")) * time.Millisecond)
		}
		r.drop = nil
		r.run(10 * time.Second)
		for machine, lines := range [][]ChatLine{r.host.Chat(nil), r.clients[0].Chat(nil), r.clients[1].Chat(nil)} {
			var got []string
			for _, l := range lines {
				got = append(got, l.Text)
				if l.From != 1 {
					t.Errorf("%+v is not from client 1", l)
				}
			}
			if strings.Join(got, "|") != strings.Join(want, "|") {
				t.Errorf("machine %d has %q, want %q", machine, got, want)
			}
		}
		r.noRefusals()
	})
}

func FuzzReliable(f *testing.F) {
	f.Add(reliableBytes(1, sampleReliable...)[4:])
	f.Add(reliableBytes(1, sampleReliable...)[4:20])
	f.Add([]byte{byte(reliableChat), 0, 0, 0, 0, 0, 0, 0, 1, 2, 'a', '\n'})
	testkit.FuzzDamaged(f, func(t testing.TB, b []byte) {
		r := reader{message: "tell", b: b}
		var again []byte
		for len(r.b) > 0 && r.err == nil {
			x, before := r.reliable(), len(again)
			again = x.append(again)
			if r.err == nil && len(again)-before != x.size() {
				t.Errorf("%+v takes %d bytes, not %d", x, len(again)-before, x.size())
			}
		}
		if r.end() == nil && !bytes.Equal(again, b) {
			t.Errorf("%x is written again as %x", b, again)
		}
	})
}

func TestChatLinesAreStampedInPredictedTimeAndSayHowLateTheyCome(t *testing.T) {
	t.Parallel()
	for _, trip := range []time.Duration{80 * time.Millisecond, 20 * time.Millisecond, 250 * time.Millisecond} {
		linesAreStamped(t, trip)
	}
}

// linesAreStamped checks chat lines if each trip takes so long.
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
		// Said two ticks and one delay ahead of the host's time, sent at the next frame, forwarded at the host's next frame.
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
	now := r.clock(c) - netsync.Local(time.Minute) // the clock is set back
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
		check(t, h.Receive(r.hostClock(), r.hostClock(), 0, 1, datagram(KindReliable, join, reliableBytes(h.peers[1].reliable, messages...))))
		h.Outbox.Reset()
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
	if err := r.host.Receive(r.hostClock(), r.hostClock(), 0, 1, datagram(KindReliable, r.clients[0].join, reliableBytes(0, x))); err != nil {
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
