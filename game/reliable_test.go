package game

import (
	"fmt"
	"strings"
	"testing"
	"time"

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

// claimOf is a client's word that it has hit someone.
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
		if err := h.Receive(r.hostClock(), 1, datagram(KindReliable, c.join, body)); err != nil {
			t.Error(err)
		}
		h.Outbox().Reset()
		if got := h.Hits(1); got.Unknown != want.Unknown || got.Repeated != want.Repeated || got.Late != want.Late {
			t.Errorf("%+v, want %+v", got, want)
		}
	}
	send(HitStats{Unknown: 1}, claimOf(mine.ID+1, 2))                                 // never was
	send(HitStats{Unknown: 2}, claimOf(mine.ID-1, 2))                                 // is another's
	send(HitStats{Unknown: 3}, claimOf(mine.ID+uint32(len(h.trials)), 2))             // shares its place
	send(HitStats{Unknown: 4}, claimOf(mine.ID, 1))                                   // hit itself
	send(HitStats{Unknown: 5}, claimOf(mine.ID, 9))                                   // hit someone who is not there
	send(HitStats{Unknown: 5, Repeated: 1}, claimOf(mine.ID, 2), claimOf(mine.ID, 0)) // once is enough
	r.run(5 * time.Second)
	send(HitStats{Unknown: 5, Repeated: 2}, claimOf(mine.ID, 2))
	if got := h.Hits(1); got.Refused != 1 && got.Agreed != 1 {
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
	before := r.host.Hits(1)
	if before.Unseen < 3 || before.Agreed+before.Refused > 0 {
		t.Errorf("%+v, want unseen hits only: all claims are lost", before)
	}
	r.drop = nil
	r.run(5 * time.Second)
	if after := r.host.Hits(1); after.Late < 3 || after.Agreed == 0 {
		t.Errorf("%+v, want those that came too late, and agreement on the newer ones", after)
	}
}

// worldOf is a hash of all that decides what happens in the world.
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
			check(t, r.host.SetLagCompensation(compensate, MaxRewind))
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
					check(t, r.host.Receive(r.hostClock(), 2, b))
					r.host.Outbox().Reset()
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
