package netsync

import (
	"math/rand/v2"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// unityPresets are the published sets of constants, with and without half of the round trip.
func unityPresets() map[string]UnityConfig {
	full := UnityShipped()
	full.HalfRTT = false
	return map[string]UnityConfig{"text": UnityText(), "shipped": UnityShipped(), "shipped until 2024": full}
}

func TestUnityRefusesConstantsOutOfRange(t *testing.T) {
	t.Parallel()
	for name, cfg := range unityPresets() {
		if err := cfg.Validate(); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	for want, spoil := range map[string]func(*UnityConfig){
		"tick-rate: 0 is outside game|1..1000":         func(c *UnityConfig) { c.TickRate = 0 },
		"receive-buffer: -2ns is outside game|0s..10s": func(c *UnityConfig) { c.ReceiveBuffer = -2 },
		"send-buffer: 11s is outside game|0s..10s":     func(c *UnityConfig) { c.SendBuffer = 11 * time.Second },
		"hard-reset: 0s is outside 1ms..1h0m0s":        func(c *UnityConfig) { c.HardReset = 0 },
		"ratio: 500001 is outside 0.000001..0.5":       func(c *UnityConfig) { c.RatioPPM = 500_001 },
		"smoothing: 0 is outside game|1..1024":         func(c *UnityConfig) { c.Smoothing = 0 },
	} {
		cfg := UnityText()
		spoil(&cfg)
		if err := cfg.Validate(); err == nil || err.Error() != want {
			t.Errorf("got %v, want %s", err, want)
		}
		if _, err := NewUnityClientProvider(cfg); err == nil {
			t.Errorf("the text's provider accepts %s", want)
		}
		if _, err := NewUnityMergedProvider(cfg); err == nil {
			t.Errorf("the merged provider accepts %s", want)
		}
	}
}

func TestUnityAsksOnceASecondAndAdvancesEveryFrame(t *testing.T) {
	t.Parallel()
	u := made(NewUnity(UnityShipped()))
	r := newPingRig(u, 0, time.Hour, 0)
	asked, frames, at := 0, 0, u.frameAt
	for r.next < Local(10*time.Second) {
		r.ping(trip{})
		asked += len(r.probes)
		if u.frameAt != at {
			frames, at = frames+1, u.frameAt
		}
	}
	if asked != 10 || frames < 590 || frames > 600 {
		t.Fatalf("asks %d times in %d frames", asked, frames)
	}
}

func TestUnityStartsWithTheRoundTripThatItAssumes(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]struct{ predicted, server time.Duration }{
		"text":               {150*time.Millisecond + 16_666_667, 16_666_667},
		"shipped":            {75*time.Millisecond + 33_333_333, -50 * time.Millisecond},
		"shipped until 2024": {150*time.Millisecond + 33_333_333, -50 * time.Millisecond},
	} {
		u := made(NewUnity(unityPresets()[name]))
		q := ask(t, u, 1000)
		host := Server(100 * time.Second)
		u.Observe(Event{Kind: Answer, Seq: q.Seq, T1: 1000, T2: host, T3: host, T4: 2000})
		if _, ok := u.Times(); ok {
			t.Errorf("%s: there are times before a frame", name)
		}
		u.Wake(2000+20e6, nil)
		at, ok := u.Times()
		host += 20e6
		predicted, server := at.Predicted.World().Sub(World(host)), at.Server.World().Sub(World(host))
		if !ok || predicted != want.predicted || server != want.server {
			t.Errorf("%s: predicted %v, server %v, want %v", name, predicted, server, want)
		}
	}
}

// gameOf is a game that nothing published has.
var gameOf = GameBasis{TickRate: 20, FrameRate: 20, ReceiveBuffer: 70 * time.Millisecond, SendBuffer: 110 * time.Millisecond,
	Measures: true, RTT: 90 * time.Millisecond, HasRTT: true}

// rested returns a clock on a steady path of 20 ms each way, after a minute, and what is to be done before.
func rested(cfg UnityConfig, before func(*Unity)) *Unity {
	u := made(NewUnity(cfg))
	before(u)
	r := newPingRig(u, 0, time.Hour, 0)
	for r.now < Local(time.Minute) {
		r.ping(trip{up: 20 * time.Millisecond, down: 20 * time.Millisecond})
	}
	return u
}

func TestUnityGoesByItsGamesTicksBuffersAndRoundTrip(t *testing.T) {
	t.Parallel()
	for _, merged := range []bool{false, true} {
		cfg := DefaultUnity()
		cfg.Merged = merged
		u := rested(cfg, func(u *Unity) { u.Adopt(gameOf) })
		_, target := u.client.next()
		if apart := target.predicted.Sub(target.server); apart != 270*time.Millisecond {
			t.Errorf("merged %v: predicted time is to be %v ahead of server time, want the round trip and both buffers", merged, apart)
		}
		if u.times.Server.Rate() != 20 || u.frames.every != 50*time.Millisecond || u.Status(u.frameAt).RTT != 90*time.Millisecond {
			t.Errorf("merged %v: %d ticks a second, a frame every %v, a round trip of %v", merged, u.times.Server.Rate(), u.frames.every, u.Status(u.frameAt).RTT)
		}
	}
}

func TestUnitysNumbersHoldWhateverItsGameSays(t *testing.T) {
	t.Parallel()
	told := rested(UnityText(), func(u *Unity) { u.Adopt(gameOf) })
	alone := rested(UnityText(), func(*Unity) {})
	if told.times != alone.times || told.Status(told.frameAt) != alone.Status(alone.frameAt) {
		t.Errorf("%v and %v", told.times, alone.times)
	}
}

func TestUnityHasThePublishedConstantsWhereNobodyTellsOfAGame(t *testing.T) {
	t.Parallel()
	free, published := rested(DefaultUnity(), func(*Unity) {}), rested(UnityText(), func(*Unity) {})
	if free.times != published.times || free.Status(free.frameAt) != published.Status(published.frameAt) {
		t.Errorf("%v and %v", free.times, published.times)
	}
}

func TestUnityTakesANewBufferUpAsItsTimesDo(t *testing.T) {
	t.Parallel()
	u := rested(DefaultUnity(), func(*Unity) {})
	before, _ := u.ServerTime(u.frameAt)
	g := DefaultGame()
	g.ReceiveBuffer += 100 * time.Millisecond
	u.Adopt(g)
	u.Wake(u.frameAt.Add(20*time.Millisecond), nil)
	if after, _ := u.ServerTime(u.frameAt); (after.Sub(before) - 20*time.Millisecond).Abs() > 200*time.Microsecond {
		t.Errorf("the clock stepped by %v", after.Sub(before)-20*time.Millisecond)
	}
}

func TestUnityTakesWholeTicksAsShipped(t *testing.T) {
	t.Parallel()
	u := made(NewUnity(UnityShipped()))
	q := ask(t, u, 0)
	host := Server(100*time.Second + 20*time.Millisecond) // in a tick of 33.3 ms
	u.Observe(Event{Kind: Answer, Seq: q.Seq, T1: 0, T2: host, T3: host, T4: 1000})
	if u.snapshot != Server(100*time.Second) {
		t.Fatalf("snapshot %v", time.Duration(u.snapshot))
	}
}

func TestUnitySettlesOnASteadyPath(t *testing.T) {
	t.Parallel()
	for name, bound := range map[string]time.Duration{
		"text":               37 * time.Millisecond, // the dead zone and a tick
		"shipped":            34 * time.Millisecond, // a tick of the host's, cut off
		"shipped until 2024": 34 * time.Millisecond,
	} {
		u := made(NewUnity(unityPresets()[name]))
		r := newPingRig(u, 0, 3*time.Hour, 50)
		for r.now < Local(time.Minute) {
			r.ping(trip{up: 30 * time.Millisecond, down: 30 * time.Millisecond})
		}
		if got, ok := r.err(); !ok || got.Abs() > bound {
			t.Errorf("%s: off by %v, want at most %v", name, got, bound)
		}
		if st := u.Status(r.now); st.RTT != 60*time.Millisecond || st.OWDUp != 30*time.Millisecond || st.Steps != 1 {
			t.Errorf("%s: %+v", name, st)
		}
	}
}

func TestUnityKeepsHalfOfTheAsymmetry(t *testing.T) {
	t.Parallel()
	for name, cfg := range unityPresets() {
		cfg.WholeTicks, cfg.DeadZone, cfg.Merged = false, 0, true
		r := newPingRig(made(NewUnity(cfg)), 0, 0, 0)
		for r.now < Local(time.Minute) {
			r.ping(trip{up: 80 * time.Millisecond, down: 20 * time.Millisecond})
		}
		// (up − down) / 2, give or take what a frame gains or loses
		if got, _ := r.err(); (got - 30*time.Millisecond).Abs() > 3*time.Millisecond {
			t.Errorf("%s: off by %v, want 30ms", name, got)
		}
	}
}

func TestUnityFollowsARouteChangeSlowlyAndASteppedHostAtOnce(t *testing.T) {
	t.Parallel()
	for name, cfg := range unityPresets() {
		u := made(NewUnity(cfg))
		r := newPingRig(u, 0, time.Hour, 0)
		for r.now < Local(time.Minute) {
			r.ping(trip{up: 20 * time.Millisecond, down: 20 * time.Millisecond})
		}
		before := u.Status(r.now)
		for r.now < Local(2*time.Minute) {
			r.ping(trip{up: 40 * time.Millisecond, down: 60 * time.Millisecond})
		}
		if st := u.Status(r.now); st.Steps != before.Steps {
			t.Errorf("%s: %d hard resets for 60 ms", name, st.Steps-before.Steps)
		}
		r.offset += time.Minute
		for r.now < Local(125*time.Second) {
			r.ping(trip{up: 40 * time.Millisecond, down: 60 * time.Millisecond})
		}
		st := u.Status(r.now)
		if st.Steps != before.Steps+1 || (st.LastStep-time.Minute).Abs() > 100*time.Millisecond {
			t.Errorf("%s: %d hard resets for a minute, the last by %v", name, st.Steps-before.Steps, st.LastStep)
		}
	}
}

func TestUnityTakesEachAnswerOnceAndNoneThatWasOvertaken(t *testing.T) {
	t.Parallel()
	u := made(NewUnity(UnityShipped()))
	answer := func(q Probe, at Local) Event {
		return Event{Kind: Answer, Seq: q.Seq, T1: q.T1, T2: 5e9, T3: 5e9, T4: at}
	}
	u.Observe(answer(Probe{Seq: 1}, 5)) // before the join
	first, second, third := ask(t, u, 0), ask(t, u, Local(time.Second)), ask(t, u, Local(2*time.Second))
	u.Observe(answer(second, Local(2*time.Second)))
	u.Observe(answer(first, Local(2*time.Second)))
	u.Observe(answer(second, Local(2*time.Second)))
	u.Observe(answer(third, Local(40*time.Second)))
	var d Detail
	u.Explain(&d)
	want := []Reason{NotAsked, Accepted, NotBest, NotAsked, TooLate}
	for i, s := range d.Samples {
		if s.Reason != want[i] {
			t.Errorf("sample %d: %v, want %v", i, s.Reason, want[i])
		}
	}
	if st := u.Status(0); st.Used != 1 || st.Rejected != 4 || len(d.Samples) != len(want) {
		t.Errorf("%+v", st)
	}
}

func TestUnityRecoversWhenTheClientsClockIsSet(t *testing.T) {
	t.Parallel()
	for name, cfg := range unityPresets() {
		for _, by := range []time.Duration{-2 * time.Hour, time.Hour, -50 * time.Millisecond} {
			r := newPingRig(made(NewUnity(cfg)), 0, time.Hour, 0)
			for range 2000 {
				r.ping(trip{up: 20 * time.Millisecond, down: 20 * time.Millisecond})
			}
			r.set(by)
			for range 2000 {
				r.ping(trip{up: 20 * time.Millisecond, down: 20 * time.Millisecond})
			}
			if got, _ := r.err(); got.Abs() > 40*time.Millisecond {
				t.Errorf("%s, set by %v: off by %v", name, by, got)
			}
		}
	}
}

// The text: time is scaled by the ratio, and stepped only by a hard reset.
func TestUnityRunsSmoothlyBetweenHardResets(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		cfg := unityPresets()[rapid.SampledFrom([]string{"text", "shipped", "shipped until 2024"}).Draw(rt, "preset")]
		u := made(NewUnity(cfg))
		r, link := drawClocks(rt, u), drawLink(rt)
		for range 400 {
			from, steps := r.now, u.Status(r.now).Steps
			before, ok := u.ServerTime(from)
			r.ping(link.trip())
			after, _ := u.ServerTime(r.now)
			passed := r.now.Sub(from)
			gain := after.Sub(before) - passed
			limit := passed/100 + 4
			if ok && u.Status(r.now).Steps == steps && gain.Abs() > limit {
				rt.Fatalf("gained %v in %v without a hard reset", gain, passed)
			}
		}
	})
}

func TestUnityIsWithinTheJitterOnAnEvenPath(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		cfg := unityPresets()[rapid.SampledFrom([]string{"text", "shipped", "shipped until 2024"}).Draw(rt, "preset")]
		cfg.FrameRate = 20
		r, link := drawClocks(rt, made(NewUnity(cfg))), drawLink(rt)
		settled := r.now.Add(time.Minute)
		bound := link.jitter + cfg.DeadZone + time.Second/time.Duration(cfg.TickRate) +
			(link.base+2*link.jitter)/50 + 5*time.Millisecond // a frame's gain, and the drift
		for range 1800 {
			r.ping(link.trip())
			if got, ok := r.err(); r.now > settled && (!ok || got.Abs() > bound) {
				rt.Fatalf("off by %v, want at most %v", got, bound)
			}
		}
	})
}

func TestUnityIsTheSameWhateverTheClocksRead(t *testing.T) {
	t.Parallel()
	for name, cfg := range unityPresets() {
		a := newPingRig(made(NewUnity(cfg)), 0, time.Hour, 100)
		// A whole number of ticks later, over the wraps of 24, 32 and 48 bits.
		b := newPingRig(made(NewUnity(cfg)), Local(60*24*time.Hour), 400*24*time.Hour, 100)
		link := &randomLink{rand.New(rand.NewPCG(6, 6)), 40 * time.Millisecond, 4 * time.Millisecond}
		for a.now < Local(time.Minute) {
			p := link.trip()
			a.ping(p)
			b.ping(p)
			x, ok := a.err()
			if y, _ := b.err(); ok && x != y {
				t.Fatalf("%s, at %v: off by %v and %v", name, time.Duration(a.now), x, y)
			}
		}
	}
}

func TestUnityHoldsItsRateOverSixtyDays(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("long, and of one goroutine")
	}
	cfg := UnityShipped()
	cfg.FrameRate, cfg.Every = 1, time.Minute
	r := newPingRig(made(NewUnity(cfg)), Local(time.Hour), -400*24*time.Hour, 100)
	for r.now < Local(60*24*time.Hour) {
		r.ping(trip{up: 20 * time.Millisecond, down: 20 * time.Millisecond})
		if got, ok := r.err(); ok && r.now > Local(2*time.Hour) && got.Abs() > 80*time.Millisecond {
			t.Fatalf("off by %v after %v", got, time.Duration(r.now))
		}
	}
}

func TestUnityExplainsItsTargets(t *testing.T) {
	t.Parallel()
	u := made(NewUnity(UnityText()))
	r := newPingRig(u, 0, time.Hour, 0)
	for r.now < Local(time.Minute) {
		r.ping(trip{up: 20 * time.Millisecond, down: 20 * time.Millisecond})
	}
	var d Detail
	u.Explain(&d)
	marks := map[string]time.Duration{}
	for _, m := range d.Marks {
		marks[m.Name] = m.Value
	}
	if got := marks["target predicted"] - marks["target server"]; got != 90*time.Millisecond {
		t.Errorf("the targets are %v apart, want a round trip and three ticks", got)
	}
	if got := (marks["predicted"] - marks["target predicted"]).Abs(); got > 37*time.Millisecond {
		t.Errorf("predicted time is %v from its target", got)
	}
	if len(d.Samples) == 0 || marks["send buffer"] != 33_333_333 || marks["server gain a second"] != 0 {
		t.Errorf("%+v", d)
	}
}

func TestUnitySurvivesHostileEvents(t *testing.T) {
	t.Parallel()
	for name, cfg := range unityPresets() {
		t.Run(name, func(t *testing.T) {
			rapid.Check(t, func(rt *rapid.T) { checkHostile(rt, made(NewUnity(cfg))) })
		})
	}
}

func TestUnityDoesNotAllocate(t *testing.T) {
	for _, cfg := range unityPresets() {
		checkAllocations(t, made(NewUnity(cfg)))
	}
}

func BenchmarkUnityAnswer(b *testing.B) {
	benchmarkAnswer(b, made(NewUnity(UnityShipped())), time.Second)
}

func BenchmarkUnityFrame(b *testing.B) {
	for name, cfg := range map[string]UnityConfig{"text": UnityText(), "shipped": UnityShipped()} {
		b.Run(name, func(b *testing.B) {
			u, now, probes := warmUnity(cfg)
			b.ReportAllocs()
			for b.Loop() {
				now = now.Add(time.Second / 60)
				probes, _ = u.Wake(now, probes[:0])
			}
		})
	}
}

func BenchmarkUnityServerTime(b *testing.B) {
	u, now, _ := warmUnity(UnityShipped())
	b.ReportAllocs()
	for b.Loop() {
		now++
		u.ServerTime(now)
	}
}

// warmUnity returns a clock that has run for a while.
func warmUnity(cfg UnityConfig) (*Unity, Local, []Probe) {
	u := made(NewUnity(cfg))
	r := newPingRig(u, 0, time.Hour, 0)
	for range 500 {
		r.ping(trip{up: 20 * time.Millisecond, down: 20 * time.Millisecond})
	}
	return u, r.now, make([]Probe, 0, 4)
}

func TestUnitySaysWhichWayItSlews(t *testing.T) {
	t.Parallel()
	u := made(NewUnity(UnityText()))
	r := newPingRig(u, 0, time.Hour, 0)
	way := func(ms time.Duration, until time.Duration) int8 {
		for r.now < Local(until) {
			r.ping(trip{up: ms * time.Millisecond, down: ms * time.Millisecond})
		}
		return u.Status(r.now).Slewing
	}
	if got := way(20, time.Minute); got != 0 {
		t.Errorf("settled: %d", got)
	}
	r.offset += 100 * time.Millisecond
	if got := way(20, 62*time.Second); got != 1 {
		t.Errorf("the host's clock is ahead: %d, want 1", got)
	}
	r.offset -= 150 * time.Millisecond
	if got := way(20, 64*time.Second); got != -1 {
		t.Errorf("the host's clock is behind: %d, want −1", got)
	}
}
