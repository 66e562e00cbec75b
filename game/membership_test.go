package game

import (
	"testing"
	"time"

	"pgregory.net/rapid"

	"driftlab/netsync"
)

// sees says whether a client shows a player.
func (r *rig) sees(c *rigClient, id int) bool {
	p := c.baselines.at(c.baselines.newest)
	return p.here[id]
}

func TestClientThatLeavesIsGoneForAllThoughGoodbyesAreLost(t *testing.T) {
	t.Parallel()
	r := newRig(t, 3, "timesync")
	r.run(2 * time.Second)
	c, lost := r.clients[0], 0
	r.drop = func(f flight) bool {
		if f.kind() == KindLeave {
			lost++
		}
		return f.kind() == KindLeave && lost < goodbyes
	}
	c.Leave(r.clock(c))
	if c.State() != Away || c.Moment(r.clock(c)).OK {
		t.Errorf("the client is %v", c.State())
	}
	r.run(time.Second)
	if lost != goodbyes || c.Next() != netsync.Never {
		t.Errorf("%d goodbyes, next wake-up %d", lost, c.Next())
	}
	if r.host.Present(1) || r.sees(r.clients[1], 1) {
		t.Error("the player is still there")
	}
	tick := r.host.Stats(1).Inputs.Missing
	r.run(time.Second)
	if r.host.Stats(1).Inputs.Missing != tick {
		t.Error("the player is still played")
	}
	c.Rejoin(r.clock(c))
	if c.State() != Joining {
		t.Errorf("the client is %v", c.State())
	}
	r.run(2 * time.Second)
	if c.State() != Joined || !r.host.Present(1) || !r.sees(r.clients[1], 1) || !c.Moment(r.clock(c)).OK {
		t.Errorf("the client is %v and does not come back", c.State())
	}
	r.noRefusals()
}

func TestSilentClientIsLetGoOfAndComesBackByItself(t *testing.T) {
	t.Parallel()
	r := newRig(t, 2, "timesync")
	r.run(2 * time.Second)
	c := r.clients[0]
	r.drop = func(f flight) bool { return f.from == 1 || f.to == 1 }
	r.run(DefaultTimeout - time.Second)
	if !r.host.Present(1) || c.State() != Joined {
		t.Errorf("after nine seconds the client is %v", c.State())
	}
	r.run(2 * time.Second)
	if r.host.Present(1) || r.host.peers[1].gate.timeouts != 1 || r.sees(r.clients[1], 1) {
		t.Error("after eleven seconds the player is still there")
	}
	if c.State() != TimedOut || c.member.timeouts != 1 {
		t.Errorf("after eleven seconds the client is %v", c.State())
	}
	r.run(30 * time.Second)
	if c.State() != TimedOut || c.member.timeouts != 1 {
		t.Errorf("without a host the client is %v, timed out %d times", c.State(), c.member.timeouts)
	}
	r.drop = nil
	r.run(2 * time.Second)
	if c.State() != Joined || !r.sees(r.clients[1], 1) || !c.Moment(r.clock(c)).OK {
		t.Errorf("the client is %v", c.State())
	}
	r.noRefusals()
}

func TestClientThatTheHostHasLetGoOfIsTold(t *testing.T) {
	t.Parallel()
	r := newRig(t, 1, "timesync")
	r.run(2 * time.Second)
	c := r.clients[0]
	r.drop = func(f flight) bool { return f.from == 1 } // the client still hears the host
	r.run(DefaultTimeout + 200*time.Millisecond)
	if r.host.Present(1) || c.State() != Joined {
		t.Fatalf("the client is %v", c.State())
	}
	r.drop = nil
	r.run(time.Second)
	if c.State() != Joined || c.member.timeouts != 1 || !r.host.Present(1) {
		t.Errorf("the client is %v, timed out %d times", c.State(), c.member.timeouts)
	}
	r.noRefusals()
}

func TestStepOfAClockIsNoSilence(t *testing.T) {
	t.Parallel()
	r := newRig(t, 1, "timesync")
	r.run(2 * time.Second)
	c := r.clients[0]
	c.offset += time.Hour
	r.run(time.Second)
	c.offset -= 2 * time.Hour
	r.run(time.Second)
	if c.member.timeouts != 0 || r.host.peers[1].gate.timeouts != 0 {
		t.Error("a step of the client's clock counts as silence")
	}
}

func TestOldHellosLetNobodyIn(t *testing.T) {
	t.Parallel()
	r := newRig(t, 1, "timesync")
	r.run(time.Second)
	c := r.clients[0]
	for range 3 {
		c.Rejoin(r.clock(c))
		r.run(time.Second)
	}
	c.Leave(r.clock(c))
	r.run(time.Second)
	for number := joinID(1); number <= joinID(c.join.number()); number++ {
		if err := r.host.Receive(r.hostClock(), r.hostClock(), 0, 1, datagram(KindHello, number, nil)); err != nil || r.host.Present(1) {
			t.Errorf("join %d: %v, present: %v", number, err, r.host.Present(1))
		}
	}
	for i := range r.host.Outbox.Len() {
		if b := r.host.Outbox.At(i).Data; Kind(b[1]) != KindLeave {
			t.Errorf("answered with %v", Kind(b[1]))
		}
	}
	if rejected := r.host.Rejected(1); rejected.Counts[OldJoin] != 4 {
		t.Errorf("rejected: %v", rejected.Counts)
	}
}

func TestFloodOfJoinsIsCutOff(t *testing.T) {
	t.Parallel()
	r := newRig(t, 2, "timesync")
	r.run(2 * time.Second)
	answered := r.host.Outbox.Sent[1][KindWelcome].Datagrams
	for join := range 100 {
		_ = r.host.Receive(r.hostClock(), r.hostClock(), 0, 1, datagram(KindHello, joinID(join+2), nil))
		r.host.Outbox.Reset()
	}
	if n := r.host.Outbox.Sent[1][KindWelcome].Datagrams - answered; n > maxAnswers {
		t.Errorf("%d welcomes at once", n)
	}
	if rejected := r.host.Rejected(1); rejected.Counts[Flood] != 100-maxAnswers {
		t.Errorf("rejected: %v", rejected.Counts)
	}
	if rejected := r.host.Rejected(2); rejected.Total() != 0 {
		t.Errorf("the other client's: %v", rejected.Counts)
	}
	const seconds = 3
	answered = r.host.Outbox.Sent[1][KindWelcome].Datagrams
	for range seconds * DefaultRate {
		for join := range 10 {
			_ = r.host.Receive(r.hostClock(), r.hostClock(), 0, 1, datagram(KindHello, joinID(join+2), nil))
		}
		r.run(time.Second / DefaultRate)
	}
	if n := r.host.Outbox.Sent[1][KindWelcome].Datagrams - answered; n < seconds*9 || n > seconds*10+1 {
		t.Errorf("%d welcomes in %d s of asking", n, seconds)
	}
}

func TestRejoinsDuringAnOutageLockNobodyOut(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("long, and of one goroutine")
	}
	for _, rejoins := range []int{1, 150, 40_000, 65_535, 70_000} {
		r := newRig(t, 1, "timesync")
		r.run(2 * time.Second)
		c := r.clients[0]
		r.drop = func(flight) bool { return true }
		for range rejoins {
			c.Rejoin(r.clock(c))
		}
		r.run(500 * time.Millisecond)
		r.drop = nil
		r.run(2 * time.Second)
		if !c.Moment(r.clock(c)).OK || !r.host.Present(1) {
			t.Errorf("after %d rejoins the client is %v", rejoins, c.State())
		}
		r.noRefusals()
	}
}

func TestForgedHelloDisturbsNobody(t *testing.T) {
	t.Parallel()
	r := newRig(t, 1, "timesync")
	r.run(3 * time.Second)
	c, before := r.clients[0], r.host.Stats(1).Inputs
	corrections, _ := c.Corrections()
	check(t, r.host.Receive(r.hostClock(), r.hostClock(), 0, 1, datagram(KindHello, joinID(c.join.number()+100), nil)))
	r.collect(0, &r.host.Outbox)
	r.run(time.Second)
	if after := r.host.Stats(1).Inputs; after.Missing != before.Missing || c.State() != Joined || c.member.timeouts != 0 {
		t.Errorf("inputs went from %+v to %+v; the client is %v", before, after, c.State())
	}
	if n, _ := c.Corrections(); n != corrections {
		t.Errorf("%d corrections", n-corrections)
	}
}

func TestClientThatRejoinsAndLeavesAtOnceIsGone(t *testing.T) {
	t.Parallel()
	r := newRig(t, 1, "timesync")
	r.run(2 * time.Second)
	c := r.clients[0]
	c.Rejoin(r.clock(c))
	r.run(10 * time.Millisecond)
	c.Leave(r.clock(c))
	r.run(time.Second)
	if r.host.Present(1) {
		t.Error("the player is still there")
	}
	c.Rejoin(r.clock(c))
	r.run(2 * time.Second)
	if c.State() != Joined || !r.host.Present(1) {
		t.Errorf("the client is %v", c.State())
	}
	r.noRefusals()
}

// Forged datagrams in a client's name change no world, and the client is back soon after. A forger with the keys can act as the
// client, but only until it stops.
func TestForgedDatagramsLockNobodyOut(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		r := newRig(t, 1, "timesync")
		var seen [][]byte
		r.drop = func(f flight) bool {
			if f.to == 0 && (f.kind() != KindInput || len(seen) < 40) {
				seen = append(seen, f.data)
			}
			return false
		}
		c := r.clients[0]
		r.run(2 * time.Second)
		c.Leave(r.clock(c))
		r.run(300 * time.Millisecond)
		c.Rejoin(r.clock(c))
		r.run(2 * time.Second)
		insider := rapid.Bool().Draw(t, "insider")
		for range rapid.IntRange(1, 60).Draw(t, "datagrams") {
			r.run(time.Duration(rapid.IntRange(0, 30).Draw(t, "after, ms")) * time.Millisecond)
			number := c.join.number() + uint16(rapid.OneOf(rapid.IntRange(-3, 3), rapid.IntRange(0, 1<<16-1)).Draw(t, "number"))
			join := joinID(number) | joinID(rapid.Uint64Range(0, keyMask).Draw(t, "key"))<<numberBits
			if insider {
				join = r.host.keyed(1, join)
			}
			b := rapid.SampledFrom(seen).Draw(t, "body")
			if rapid.Bool().Draw(t, "forged") {
				b = datagram(Kind(rapid.IntRange(1, int(KindCount)-1).Draw(t, "kind")), join, b[gameHeader:])
			}
			_, before := r.host.StateHash()
			_ = r.host.Receive(r.hostClock(), r.hostClock(), 0, 1, b)
			if _, after := r.host.StateHash(); after != before && !insider {
				t.Errorf("%v with join %x changes the world", Kind(b[1]), join)
			}
			r.collect(0, &r.host.Outbox)
		}
		r.run(3 * time.Second)
		if !c.Moment(r.clock(c)).OK || !r.host.Present(1) || r.host.peers[1].join != c.join {
			t.Errorf("the client is %v by join %x, for the host %x", c.State(), c.join, r.host.peers[1].join)
		}
	})
}
