package game

import (
	"testing"
	"time"

	"pgregory.net/rapid"

	"driftlab/netsync/registry"
)

// jittery adds a uniform delay of up to d to every datagram.
func (r *rig) jittery(seed uint64, d time.Duration) {
	k := uint64(0)
	r.extra = func(flight) time.Duration {
		k++
		return time.Duration(hash(seed, k) % uint64(d))
	}
}

func TestAdaptiveBuffersMeetTheChosenShareOfLateTicks(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		late    int
		jitter  time.Duration
		percent uint64
	}{
		{10, 5 * time.Millisecond, 0},
		{10, 60 * time.Millisecond, 0},
		{50, 60 * time.Millisecond, 0},
		{10, 40 * time.Millisecond, 5},
	} {
		r := newRig(t, 1, "timesync")
		c := r.clients[0]
		c.SetBuffers(Buffers{Client: 1, Server: 2, Adaptive: true, Late: test.late})
		r.jittery(7, test.jitter)
		r.drop = lossy(8, test.percent)
		r.run(15 * time.Second)
		inputs, shown := r.host.Stats(1).Inputs, c.Buffers()
		r.run(120 * time.Second)
		after, now := r.host.Stats(1).Inputs, c.Buffers()
		missing := int(after.Missing-inputs.Missing) * 1000 / (120 * DefaultRate)
		starved := int(now.Starved-shown.Starved) * 1000 / int(now.Frames-shown.Frames)
		t.Logf("%+v: %d per mille without their inputs, %d starved, %+v", test, missing, starved, now)
		if missing > test.late*3/2 || starved > test.late*3/2 {
			t.Errorf("%+v: %d per mille of ticks without their inputs, %d of frames starved", test, missing, starved)
		}
		const width = 25 * time.Millisecond // a tick and a half
		if most := test.jitter + time.Duration(1+test.percent/3)*width; now.Client > most || now.Server > most {
			t.Errorf("%+v: the buffers are %v and %v long, want at most %v", test, now.Client, now.Server, most)
		}
	}
}

func TestAdaptiveBuffersGrowFastShrinkSlowlyAndNeverLeap(t *testing.T) {
	t.Parallel()
	for i, design := range registry.TimeDesigns()[:2] {
		t.Run(design.Name, func(t *testing.T) { adaptiveBuffersNeverLeap(t, i+1) })
	}
}

// The driving clock uses the smallest delays that it has seen. TimeSync uses the latest datagram's, which does half of a buffer's
// work.
func adaptiveBuffersNeverLeap(t *testing.T, provider int) {
	r := newRig(t, 1, "sntp")
	c := r.clients[0]
	check(t, c.SetTime(TimeSettings{Provider: provider}))
	r.run(3 * time.Second)
	c.SetBuffers(Buffers{Client: 1, Server: 2, Adaptive: true})
	tick := time.Second / DefaultRate
	before := c.Buffers()
	var grown, shrunk time.Duration
	step := func(d time.Duration) {
		for until := r.now + d; r.now < until; {
			r.run(tick)
			now := c.Buffers()
			for _, d := range [...]time.Duration{now.Client - before.Client, now.Server - before.Server} {
				grown, shrunk = max(grown, d), min(shrunk, d)
			}
			before = now
		}
	}
	step(10 * time.Second)
	calm := c.Buffers()
	_, leaps := c.Corrections()
	r.jittery(3, 100*time.Millisecond)
	step(5 * time.Second)
	if up := c.Buffers(); up.Server < calm.Server+40*time.Millisecond || up.Client < calm.Client+40*time.Millisecond {
		t.Errorf("five seconds of jitter take the buffers from %+v to %+v", calm, up)
	}
	r.extra = nil
	step(30 * time.Second)
	// Unity's times come back to within the dead zone and a tick, and stay there.
	if down, room := c.Buffers(), 20*time.Millisecond+tick; down.Server > calm.Server+room || down.Client > calm.Client+room {
		t.Errorf("without it they come down to %+v, want about %+v", down, calm)
	}
	// Two of a client's frames can be between two checks.
	if grown > 2*tick/growth || shrunk < -2*tick/shrinkage {
		t.Errorf("a buffer grows by %v and shrinks by %v in a tick", grown, -shrunk)
	}
	if _, now := c.Corrections(); now != leaps {
		t.Errorf("%d leaps of predicted time", now-leaps)
	}
}

func TestNeedsAreExceededByTheirShareAndNoMore(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		var n needs
		var all []time.Duration
		permille := rapid.IntRange(0, 500).Draw(t, "per mille")
		for range rapid.IntRange(1, 3*needRing).Draw(t, "samples") {
			d := time.Duration(rapid.Int64Range(-10, int64(MaxBuffer/time.Microsecond)).Draw(t, "µs")) * time.Microsecond
			n.add(d, false)
			if all = append(all, d); len(all) > needRing {
				all = all[1:]
			}
			length, ok := n.exceededBy(permille)
			if ok != (len(all) >= needLeast) {
				t.Fatalf("known: %v with %d samples", ok, len(all))
			}
			above, atLeast := 0, 0
			for _, d := range all {
				if d > length {
					above++
				}
				if d > length-NeedWidth {
					atLeast++
				}
			}
			if most := len(all) * permille / 1000; ok && (above > most || length > 0 && atLeast <= most) {
				t.Fatalf("%d of %d samples are above %v, %d above the bin below; at most %d may be", above, len(all), length, atLeast, most)
			}
		}
	})
}

func TestMarginsAreThoseOfTheLatestInputs(t *testing.T) {
	t.Parallel()
	r := newRig(t, 1, "timesync")
	r.run(6 * time.Second)
	for range 4 * DefaultRate {
		r.run(time.Second / DefaultRate)
		// Two ticks of buffer, less how late the client's frame is in its tick.
		if m := r.clients[0].Buffers().ServerFill; m < time.Second/DefaultRate || m > 2*time.Second/DefaultRate+time.Millisecond {
			t.Fatalf("at %v an input came %v before its tick", r.now, m)
		}
	}
}

// With an input every third tick, its newest tick is at most four ticks early, and its older ticks up to two less: they need up to
// two ticks of buffer more.
func TestMarginsOfTicksThatHadToWaitAreShorter(t *testing.T) {
	t.Parallel()
	r := newRig(t, 1, "timesync")
	check(t, r.clients[0].SetInputRate(DefaultRate/3))
	r.run(10 * time.Second)
	const tick = time.Second / DefaultRate
	for third, permille := range []int{830, 500, 160} {
		most := time.Duration(third+1)*tick + NeedWidth
		if need, ok := r.clients[0].adapt.needs.server.exceededBy(permille); !ok || need > most || need < most-tick-NeedWidth {
			t.Errorf("%d per mille needed more than %v, want %v..%v", permille, need, most-tick, most)
		}
	}
}

// If inputs are far apart, the third makes up for two lost ones in a row, if the buffer waits for it.
func TestTwoLostInputsInARowAreMadeGoodAtAnyRateOfSending(t *testing.T) {
	t.Parallel()
	for _, rate := range []int{5, 10, 20, 60} {
		r := newRig(t, 1, "timesync")
		c := r.clients[0]
		check(t, c.SetInputRate(rate))
		c.SetBuffers(Buffers{Client: 1, Server: float64(2 + 2*DefaultRate/rate)})
		r.run(6 * time.Second)
		before, n := r.host.Stats(1).Inputs, 0
		r.drop = func(f flight) bool {
			if f.kind() == KindInput {
				n++
			}
			return f.kind() == KindInput && n%3 != 0
		}
		r.run(6 * time.Second)
		if after := r.host.Stats(1).Inputs; after.Missing != before.Missing || after.Late != before.Late {
			t.Errorf("%d inputs a second: %d ticks missing, %d late", rate, after.Missing-before.Missing, after.Late-before.Late)
		}
	}
}

func TestNothingIsLateOrStarvedAtAnyRateOfSending(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		rate := rapid.IntRange(MinRate, MaxRate).Draw(t, "rate")
		r := newRigAt(t, 2, "timesync", rate)
		c := r.clients[0]
		check(t, c.SetInputRate(rapid.IntRange(MinSendRate, rate).Draw(t, "inputs")))
		check(t, r.host.SetSnapshotRate(rapid.IntRange(MinSendRate, rate).Draw(t, "snapshots")))
		r.run(6 * time.Second)
		before, shown, sent, got := r.host.Stats(1).Inputs, c.Buffers(), c.Outbox.Sent[0], r.host.Outbox.Sent[1]
		corrections, _ := c.Corrections()
		const seconds = 4
		r.run(seconds * time.Second)
		after, now := r.host.Stats(1).Inputs, c.Buffers()
		if after.Missing != before.Missing || after.Late != before.Late {
			t.Errorf("%d ticks missing, %d late", after.Missing-before.Missing, after.Late-before.Late)
		}
		if starved := now.Starved - shown.Starved; starved > 0 {
			t.Errorf("%d of %d frames starved: %+v", starved, now.Frames-shown.Frames, now)
		}
		if n, _ := c.Corrections(); n != corrections {
			t.Errorf("%d corrections", n-corrections)
		}
		inputs := int(c.Outbox.Sent[0].Since(sent)[KindInput].Datagrams)
		if want := c.cfg.InputRate * seconds; inputs < want-1 || inputs > want+1 {
			t.Errorf("%d inputs sent, want %d", inputs, want)
		}
		snapshots := int(r.host.Outbox.Sent[1].Since(got)[KindSnapshot].Datagrams)
		if want := r.host.cfg.SnapshotRate * seconds; snapshots < want-1 || snapshots > want+1 {
			t.Errorf("%d snapshots sent, want %d", snapshots, want)
		}
	})
}

func TestRatesAndBuffersOutOfRangeAreRefused(t *testing.T) {
	t.Parallel()
	r := newRig(t, 1, "timesync")
	for want, err := range map[string]error{
		"snapshot rate: 1 is outside 2..60":                 r.host.SetSnapshotRate(1),
		"input rate: 61 is outside 2..60":                   r.clients[0].SetInputRate(61),
		"budget: 1999 is neither 0 nor in 2000..1000000000": r.host.SetBudget(1999),
		"timeout: 999ms is outside 1s..1h0m0s":              r.host.SetTimeout(999 * time.Millisecond),
		"buffer.late: 501 is outside 0.001..0.5":            Buffers{Late: 501}.Validate(),
	} {
		if err == nil || err.Error() != want {
			t.Errorf("got %v, want %q", err, want)
		}
	}
}

func TestTheNeedsOfTheLatestFramesAreCountedByLength(t *testing.T) {
	t.Parallel()
	r := newRig(t, 1, "timesync")
	c := r.clients[0]
	c.SetBuffers(Buffers{Client: 1.2, Server: 2}) // 20 ms, a whole number of steps
	r.jittery(7, 60*time.Millisecond)
	r.run(7 * time.Second)
	state, needs := c.Buffers(), c.BufferNeeds([]int{1, 2, 3})
	all, more := uint64(0), uint64(0)
	for i, n := range needs {
		if all += uint64(n); time.Duration(i)*NeedWidth > state.Client {
			more += uint64(n)
		}
	}
	if state.Client != 20*time.Millisecond || all != state.Frames || more != state.Starved || more == 0 || more == all {
		t.Errorf("%d frames, of which %d needed more than %v: %+v", all, more, state.Client, state)
	}
}
