package game

import (
	"testing"
	"time"

	"pgregory.net/rapid"
)

func TestClientJoinsThoughItsFirstDatagramsAreLost(t *testing.T) {
	t.Parallel()
	r := newRig(t, 1, "timesync")
	lost := 0
	r.drop = func(f flight) bool {
		lost++
		return lost <= 5
	}
	r.run(3 * time.Second)
	c := r.clients[0]
	if c.State() != Joined || !c.Moment(r.clock(c)).OK {
		t.Errorf("joined: %v, moment %+v; want both", c.State() == Joined, c.Moment(r.clock(c)))
	}
	r.noRefusals()
}

func TestPredictionIsWhatTheHostPlays(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		rate := rapid.IntRange(MinRate, MaxRate).Draw(t, "rate")
		r := newRigAt(t, 1, "timesync", rate)
		c := r.clients[0]
		oneWay := rapid.IntRange(0, 240).Draw(t, "one way, ms")
		c.up = time.Duration(oneWay) * time.Millisecond
		c.down = c.up
		c.offset = time.Duration(rapid.IntRange(-100_000, 100_000).Draw(t, "offset, ms")) * time.Millisecond
		c.Rejoin(r.clock(c))
		r.run(5 * time.Second)
		before, _ := c.Corrections()
		for range 40 {
			c.Take(Buttons(rapid.IntRange(0, int(AllButtons)).Draw(t, "buttons")))
			r.run(time.Duration(rapid.IntRange(1, 200).Draw(t, "for, ms")) * time.Millisecond)
			tick := r.host.Tick()
			if p := &c.predict; tick > p.tick || tick < p.first {
				t.Fatalf("host's tick %d is outside of the prediction's %d..%d", tick, p.first, p.tick)
			}
			if got, want := *c.predict.state(tick), r.host.players[1]; got != want {
				t.Fatalf("tick %d: predicted %+v, played %+v", tick, got, want)
			}
		}
		if after, _ := c.Corrections(); after != before {
			t.Errorf("%d corrections although all inputs came in time", after-before)
		}
	})
}

func TestPredictionReachesOverRoundTripsLongerThanOneLeap(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("long, and of one goroutine")
	}
	for _, oneWay := range []time.Duration{200, 300, 500, 900} {
		r := newRig(t, 1, "timesync")
		c := r.clients[0]
		c.up, c.down = oneWay*time.Millisecond, oneWay*time.Millisecond
		r.run(8 * time.Second)
		before := r.host.Stats(1).Inputs
		corrections, resets := c.Corrections()
		c.Take(Right | Jump)
		r.run(4 * time.Second)
		after, leaps := c.Corrections()
		if after != corrections || leaps != resets {
			t.Errorf("%v: %d corrections and %d leaps while nothing was late", c.up, after-corrections, leaps-resets)
		}
		if tick := r.host.Tick(); *c.predict.state(tick) != r.host.players[1] {
			t.Errorf("%v: tick %d: predicted %+v, played %+v", c.up, tick, *c.predict.state(tick), r.host.players[1])
		}
		if late := r.host.Stats(1).Inputs.Late; late > before.Late {
			t.Errorf("%v: %d inputs were late", c.up, late-before.Late)
		}
	}
}

func TestHelloThatWasOvertakenDoesNotUndoALaterJoin(t *testing.T) {
	t.Parallel()
	r := newRig(t, 1, "timesync")
	c := r.clients[0]
	c.up = time.Second
	r.run(700 * time.Millisecond) // the client has asked three times
	c.up = 10 * time.Millisecond
	c.Rejoin(r.clock(c))
	r.run(5 * time.Second)
	if !c.Moment(r.clock(c)).OK {
		t.Error("the client is not synchronised")
	}
	stats := r.host.Stats(1).Inputs
	r.run(time.Second)
	if now := r.host.Stats(1).Inputs; now.Missing != stats.Missing || now.OnTime < stats.OnTime+55 {
		t.Errorf("inputs went from %+v to %+v: the host does not hear the client", stats, now)
	}
	r.noRefusals()
}

func TestInputsThatOvertakeEachOtherAreNotRefused(t *testing.T) {
	t.Parallel()
	r := newRig(t, 3, "timesync")
	k := uint64(0)
	r.extra = func(flight) time.Duration {
		k++
		return time.Duration(hash(k)%100) * time.Millisecond
	}
	r.run(20 * time.Second)
	r.noRefusals()
}

func TestPredictionSettlesAfterALeap(t *testing.T) {
	t.Parallel()
	r := newRig(t, 1, "timesync")
	c := r.clients[0]
	c.up, c.down = 300*time.Millisecond, 300*time.Millisecond
	r.run(8 * time.Second)
	_, before := c.Corrections() // one at the start, from the first snapshot to predicted time
	c.SetBuffers(Buffers{Client: 1, Server: 40})
	r.run(3 * time.Second)
	corrections, leaps := c.Corrections()
	if leaps != before+1 {
		t.Errorf("%d leaps, want 1", leaps-before)
	}
	r.run(3 * time.Second)
	if after, more := c.Corrections(); after != corrections || more != leaps {
		t.Errorf("%d corrections and %d leaps while nothing was late", after-corrections, more-leaps)
	}
	if tick := r.host.Tick(); *c.predict.state(tick) != r.host.players[1] {
		t.Errorf("tick %d: predicted %+v, played %+v", tick, *c.predict.state(tick), r.host.players[1])
	}
}

func TestPredictionEndsAtTheHostsStateWhenLossEnds(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		r := newRig(t, 2, "timesync")
		r.run(3 * time.Second)
		r.drop = lossy(rapid.Uint64().Draw(t, "luck"), uint64(rapid.IntRange(0, 90).Draw(t, "percent")))
		for range 10 {
			r.clients[0].Take(Buttons(rapid.IntRange(0, int(AllButtons)).Draw(t, "buttons")))
			r.run(time.Duration(rapid.IntRange(1, 400).Draw(t, "for, ms")) * time.Millisecond)
		}
		r.drop = nil
		r.run(time.Second)
		for i, c := range r.clients {
			tick := r.host.Tick()
			if got, want := *c.predict.state(tick), r.host.players[i+1]; got != want {
				t.Errorf("client %d, tick %d: predicted %+v, played %+v", i+1, tick, got, want)
			}
		}
		r.noRefusals()
	})
}

func TestSpawnMessagesAreRepeatedUntilEveryClientHasThem(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		r := newRig(t, 3, "timesync")
		r.run(2 * time.Second)
		r.drop = lossy(rapid.Uint64().Draw(t, "luck"), uint64(rapid.IntRange(1, 70).Draw(t, "percent")))
		for _, c := range r.clients {
			c.Take(Fire)
		}
		first := r.host.lastShot + 1
		r.run(5 * time.Second)
		r.drop = nil
		r.host.Take(0)
		for _, c := range r.clients {
			c.Take(0)
		}
		r.run(3 * time.Second)
		if r.host.lastShot < first+10 {
			t.Fatalf("only %d shots were fired", r.host.lastShot-first)
		}
		for i, c := range r.clients {
			if p := &r.host.peers[i+1]; c.event != r.host.events.next || p.next != c.event {
				t.Errorf("client %d has events up to %d, acknowledged %d, want %d", i+1, c.event, p.next, r.host.events.next)
			}
			for id := first; id <= r.host.lastShot; id++ {
				if got, want := *c.shots.at(id), *r.host.shots.at(id); got != want {
					t.Errorf("client %d has shot %+v, the host %+v", i+1, got, want)
				}
			}
		}
	})
}

func TestUnacknowledgedEventsAreNotRepeatedMoreOftenThanNeeded(t *testing.T) {
	t.Parallel()
	r := newRig(t, 1, "timesync")
	r.run(3 * time.Second)
	var spawns []time.Duration
	r.drop = func(f flight) bool {
		if f.kind() == KindSpawn {
			spawns = append(spawns, r.now)
		}
		return f.kind() == KindSpawn
	}
	r.run(2 * time.Second)
	for i := range spawns[1:] {
		if gap := spawns[i+1] - spawns[i]; gap < time.Second/DefaultRate {
			t.Errorf("two spawn messages within %v", gap)
		}
	}
	// Two players fire once a second, which is eight events; unacknowledged ones are repeated every 180 ms.
	if len(spawns) < 12 || len(spawns) > 24 {
		t.Errorf("%d spawn messages in 2 s, want about eight and one in each round trip", len(spawns))
	}
}

// Sutphin: a message at the spawn costs less than one in every frame, however long the delay.
func TestSpawnMessagesCostLessThanPositionsInEveryFrame(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("long, and of one goroutine")
	}
	for _, oneWay := range []time.Duration{5, 100, 300} {
		r := newRig(t, 8, "timesync")
		for _, c := range r.clients {
			c.up, c.down = oneWay*time.Millisecond, oneWay*time.Millisecond
			c.Look = Look{Shots: FramedShots}
		}
		k := uint64(0)
		r.extra = func(flight) time.Duration {
			k++
			return time.Duration(hash(k)%5) * time.Millisecond
		}
		r.run(4 * time.Second)
		before := r.host.Outbox.Sent[1]
		r.run(10 * time.Second)
		sent := r.host.Outbox.Sent[1].Since(before)
		if spawn, frames := sent[KindSpawn].Bytes, sent[KindShots].Bytes; spawn == 0 || spawn*2 > frames {
			t.Errorf("%v: spawn messages take %d bytes in 10 s, positions %d", r.clients[0].up, spawn, frames)
		}
	}
}

func TestInputsThatDoNotComeAreCountedAsMissing(t *testing.T) {
	t.Parallel()
	r := newRig(t, 1, "timesync")
	r.run(3 * time.Second)
	r.drop = func(f flight) bool { return f.kind() == KindInput }
	before := r.host.Stats(1).Inputs
	r.run(time.Second)
	after := r.host.Stats(1).Inputs
	// For 80 ms inputs still arrive that were under way; they were two ticks early.
	if missing := after.Missing - before.Missing; missing < 52 || missing > 56 {
		t.Errorf("%d ticks without their input in 60, want about 53", missing)
	}
	if after.Late != before.Late {
		t.Errorf("%d inputs were late", after.Late-before.Late)
	}
}

// A clock that steps is believed until its algorithm has noticed.
func TestInputsAreTakenSoonAfterAClockWasAhead(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		rate  int
		ahead time.Duration
	}{{10, time.Second}, {10, 8 * time.Second}, {20, 5 * time.Second}, {60, time.Second}, {60, 2 * time.Second}, {128, time.Second}} {
		for _, clock := range []string{"slot", "unity"} {
			r := newRigAt(t, 1, clock, test.rate)
			r.run(8 * time.Second)
			c, before := r.clients[0], r.host.Stats(1).Inputs.Missing
			c.offset += test.ahead
			r.run(20 * time.Second)
			if missing := time.Duration(r.host.Stats(1).Inputs.Missing-before) * c.ticks(1); missing > time.Second {
				t.Errorf("%s, %d Hz, %v ahead: %v of inputs are missing", clock, test.rate, test.ahead, missing)
			}
		}
	}
}

func TestInputsOfAClockThatIsBehindAreLate(t *testing.T) {
	t.Parallel()
	r := newRig(t, 1, "unreal")
	r.run(3 * time.Second)
	before := r.host.Stats(1).Inputs
	r.run(time.Second)
	after := r.host.Stats(1).Inputs
	if late := after.Late - before.Late; late != 60 {
		t.Errorf("%d of 60 inputs were late, want all: the clock is 80 ms behind", late)
	}
	if missing := after.Missing - before.Missing; missing != 60 {
		t.Errorf("%d of 60 ticks were played without their input, want all", missing)
	}
}

func TestRejoinForgetsWhatWasLearnt(t *testing.T) {
	t.Parallel()
	r := newRig(t, 2, "timesync")
	r.run(5 * time.Second)
	c := r.clients[0]
	c.Rejoin(r.clock(c))
	if c.State() == Joined || c.Moment(r.clock(c)).OK {
		t.Error("the client is still in")
	}
	for i := range c.Clocks.runners {
		if _, ok := c.Clocks.Estimate(i, r.clock(c)); ok {
			t.Errorf("algorithm %d is still synchronised", i)
		}
	}
	var scene Scene
	c.Scene(r.clock(c), Look{}, &scene)
	if len(scene.Players)+len(scene.Shots)+len(scene.Platforms) > 0 {
		t.Errorf("it still shows %+v", scene)
	}
	r.run(2 * time.Second)
	if !c.Moment(r.clock(c)).OK {
		t.Error("the client did not come back")
	}
	if other := r.clients[1]; other.join.number() != 1 {
		t.Errorf("the other client joined %d times", other.join.number())
	}
	if c.event != r.host.events.next && r.host.peers[1].next == 0 {
		t.Error("the client got events from before its join")
	}
}

func TestNoDatagramIsLongerThanAllowedWithSixtyFourClients(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("long, and of one goroutine")
	}
	r := newRig(t, MaxPlayers-1, "timesync")
	r.host.Take(Fire | Left)
	for i, c := range r.clients {
		c.Take(Fire | Buttons(1+i%2))
	}
	r.drop = lossy(1, 40)
	r.run(4 * time.Second)
	r.drop = func(f flight) bool { return f.kind() == KindInput } // nothing is acknowledged
	r.run(2 * time.Second)
	if r.largest > MaxDatagram || r.largest < MaxDatagram-100 {
		t.Errorf("the longest datagram has %d bytes, want nearly %d", r.largest, MaxDatagram)
	}
	r.drop = nil
	r.host.Take(0)
	for _, c := range r.clients {
		c.Take(0)
	}
	r.run(3 * time.Second)
	for i, c := range r.clients {
		if c.State() != Joined || !c.others.ring[c.others.last].here[MaxPlayers-1] {
			t.Errorf("client %d: joined %v, or does not see the last player", i+1, c.State() == Joined)
		}
		if c.event != r.host.events.next {
			t.Errorf("client %d is %d events behind", i+1, r.host.events.next-c.event)
		}
	}
	r.noRefusals()
}
