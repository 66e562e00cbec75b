package unity

import (
	"testing"
	"time"

	"pgregory.net/rapid"

	"driftlab/netsync"
	"driftlab/netsync/insight"
	"driftlab/netsync/internal/clocktest"
)

// unityPresets are the published sets of constants, with and without half of the round trip.
func unityPresets() map[string]Config {
	full := Shipped()
	full.HalfRTT = false
	return map[string]Config{"text": Text(), "shipped": Shipped(), "shipped until 2024": full}
}

func TestUnityRefusesConstantsOutOfRange(t *testing.T) {
	t.Parallel()
	for name, cfg := range unityPresets() {
		if err := cfg.Validate(); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	for want, spoil := range map[string]func(*Config){
		"tick-rate: 0 is outside game|1..1000":         func(c *Config) { c.TickRate = 0 },
		"receive-buffer: -2ns is outside game|0s..10s": func(c *Config) { c.ReceiveBuffer = -2 },
		"send-buffer: 11s is outside game|0s..10s":     func(c *Config) { c.SendBuffer = 11 * time.Second },
		"hard-reset: 0s is outside 1ms..1h0m0s":        func(c *Config) { c.HardReset = 0 },
		"ratio: 500001 is outside 0.000001..0.5":       func(c *Config) { c.RatioPPM = 500_001 },
		"smoothing: 0 is outside game|1..1024":         func(c *Config) { c.Smoothing = 0 },
	} {
		cfg := Text()
		spoil(&cfg)
		if err := cfg.Validate(); err == nil || err.Error() != want {
			t.Errorf("got %v, want %s", err, want)
		}
		if _, err := NewClientProvider(cfg); err == nil {
			t.Errorf("the text's provider accepts %s", want)
		}
		if _, err := NewMergedProvider(cfg); err == nil {
			t.Errorf("the merged provider accepts %s", want)
		}
	}
}

func TestUnityAsksOnceASecondAndAdvancesEveryFrame(t *testing.T) {
	t.Parallel()
	u := clocktest.Made(New(Shipped()))
	r := clocktest.NewPingRig(u, 0, time.Hour, 0)
	asked, frames, at := 0, 0, u.frameAt
	for r.Next < netsync.Local(10*time.Second) {
		r.Ping(clocktest.Trip{})
		asked += len(r.Probes)
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
		u := clocktest.Made(New(unityPresets()[name]))
		q := clocktest.Ask(t, u, 1000)
		host := netsync.Server(100 * time.Second)
		u.Observe(netsync.Event{Kind: netsync.Answer, Seq: q.Seq, T1: 1000, T2: host, T3: host, T4: 2000})
		if _, ok := u.Times(); ok {
			t.Errorf("%s: there are times before a frame", name)
		}
		u.Wake(2000+20e6, nil)
		at, ok := u.Times()
		host += 20e6
		predicted, server := at.Predicted.World().Sub(netsync.World(host)), at.Server.World().Sub(netsync.World(host))
		if !ok || predicted != want.predicted || server != want.server {
			t.Errorf("%s: predicted %v, server %v, want %v", name, predicted, server, want)
		}
	}
}

func TestUnityTakesWholeTicksAsShipped(t *testing.T) {
	t.Parallel()
	u := clocktest.Made(New(Shipped()))
	q := clocktest.Ask(t, u, 0)
	host := netsync.Server(100*time.Second + 20*time.Millisecond) // in a tick of 33.3 ms
	u.Observe(netsync.Event{Kind: netsync.Answer, Seq: q.Seq, T1: 0, T2: host, T3: host, T4: 1000})
	if u.snapshot != netsync.Server(100*time.Second) {
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
		u := clocktest.Made(New(unityPresets()[name]))
		r := clocktest.NewPingRig(u, 0, 3*time.Hour, 50)
		for r.Now < netsync.Local(time.Minute) {
			r.Ping(clocktest.Trip{Up: 30 * time.Millisecond, Down: 30 * time.Millisecond})
		}
		if got, ok := r.Err(); !ok || got.Abs() > bound {
			t.Errorf("%s: off by %v, want at most %v", name, got, bound)
		}
		if st := u.Status(r.Now); st.RTT != 60*time.Millisecond || st.OWDUp != 30*time.Millisecond || st.Steps != 1 {
			t.Errorf("%s: %+v", name, st)
		}
	}
}

func TestUnityKeepsHalfOfTheAsymmetry(t *testing.T) {
	t.Parallel()
	for name, cfg := range unityPresets() {
		cfg.WholeTicks, cfg.DeadZone, cfg.Merged = false, 0, true
		r := clocktest.NewPingRig(clocktest.Made(New(cfg)), 0, 0, 0)
		for r.Now < netsync.Local(time.Minute) {
			r.Ping(clocktest.Trip{Up: 80 * time.Millisecond, Down: 20 * time.Millisecond})
		}
		// (up − down) / 2, give or take what a frame gains or loses
		if got, _ := r.Err(); (got - 30*time.Millisecond).Abs() > 3*time.Millisecond {
			t.Errorf("%s: off by %v, want 30ms", name, got)
		}
	}
}

func TestUnityFollowsARouteChangeSlowlyAndASteppedHostAtOnce(t *testing.T) {
	t.Parallel()
	for name, cfg := range unityPresets() {
		u := clocktest.Made(New(cfg))
		r := clocktest.NewPingRig(u, 0, time.Hour, 0)
		for r.Now < netsync.Local(time.Minute) {
			r.Ping(clocktest.Trip{Up: 20 * time.Millisecond, Down: 20 * time.Millisecond})
		}
		before := u.Status(r.Now)
		for r.Now < netsync.Local(2*time.Minute) {
			r.Ping(clocktest.Trip{Up: 40 * time.Millisecond, Down: 60 * time.Millisecond})
		}
		if st := u.Status(r.Now); st.Steps != before.Steps {
			t.Errorf("%s: %d hard resets for 60 ms", name, st.Steps-before.Steps)
		}
		r.Offset += time.Minute
		for r.Now < netsync.Local(125*time.Second) {
			r.Ping(clocktest.Trip{Up: 40 * time.Millisecond, Down: 60 * time.Millisecond})
		}
		st := u.Status(r.Now)
		if st.Steps != before.Steps+1 || (st.LastStep-time.Minute).Abs() > 100*time.Millisecond {
			t.Errorf("%s: %d hard resets for a minute, the last by %v", name, st.Steps-before.Steps, st.LastStep)
		}
	}
}

func TestUnityTakesEachAnswerOnceAndNoneThatWasOvertaken(t *testing.T) {
	t.Parallel()
	u := clocktest.Made(New(Shipped()))
	answer := func(q netsync.Probe, at netsync.Local) netsync.Event {
		return netsync.Event{Kind: netsync.Answer, Seq: q.Seq, T1: q.T1, T2: 5e9, T3: 5e9, T4: at}
	}
	u.Observe(answer(netsync.Probe{Seq: 1}, 5)) // before the join
	first, second, third := clocktest.Ask(t, u, 0), clocktest.Ask(t, u, netsync.Local(time.Second)), clocktest.Ask(t, u, netsync.Local(2*time.Second))
	u.Observe(answer(second, netsync.Local(2*time.Second)))
	u.Observe(answer(first, netsync.Local(2*time.Second)))
	u.Observe(answer(second, netsync.Local(2*time.Second)))
	u.Observe(answer(third, netsync.Local(40*time.Second)))
	var d insight.Detail
	u.Explain(&d)
	want := []insight.Reason{insight.NotAsked, insight.Accepted, insight.NotBest, insight.NotAsked, insight.TooLate}
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
			r := clocktest.NewPingRig(clocktest.Made(New(cfg)), 0, time.Hour, 0)
			for range 2000 {
				r.Ping(clocktest.Trip{Up: 20 * time.Millisecond, Down: 20 * time.Millisecond})
			}
			r.Set(by)
			for range 2000 {
				r.Ping(clocktest.Trip{Up: 20 * time.Millisecond, Down: 20 * time.Millisecond})
			}
			if got, _ := r.Err(); got.Abs() > 40*time.Millisecond {
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
		u := clocktest.Made(New(cfg))
		r, link := clocktest.DrawClocks(rt, u), clocktest.DrawLink(rt)
		for range 400 {
			from, steps := r.Now, u.Status(r.Now).Steps
			before, ok := u.ServerTime(from)
			r.Ping(link.Trip())
			after, _ := u.ServerTime(r.Now)
			passed := r.Now.Sub(from)
			gain := after.Sub(before) - passed
			limit := passed/100 + 4
			if ok && u.Status(r.Now).Steps == steps && gain.Abs() > limit {
				rt.Fatalf("gained %v in %v without a hard reset", gain, passed)
			}
		}
	})
}

func TestUnityIsWithinTheJitterOnAnEvenPath(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		cfg := unityPresets()[rapid.SampledFrom([]string{"text", "shipped", "shipped until 2024"}).Draw(rt, "preset")]
		cfg.FrameRate, cfg.TickRate = 20_000, rapid.SampledFrom([]int{23_976, 30_000, 59_940, 60_000}).Draw(rt, "ticks in a thousand seconds")
		r, link := clocktest.DrawClocks(rt, clocktest.Made(New(cfg))), clocktest.DrawLink(rt)
		settled := r.Now.Add(time.Minute)
		bound := link.Jitter + cfg.DeadZone + 1000*time.Second/time.Duration(cfg.TickRate) +
			(link.Base+2*link.Jitter)/50 + 5*time.Millisecond // a frame's gain, and the drift
		for range 1800 {
			r.Ping(link.Trip())
			if got, ok := r.Err(); r.Now > settled && (!ok || got.Abs() > bound) {
				rt.Fatalf("off by %v, want at most %v", got, bound)
			}
		}
	})
}

func TestUnityIsTheSameWhateverTheClocksRead(t *testing.T) {
	t.Parallel()
	for name, cfg := range unityPresets() {
		a := clocktest.NewPingRig(clocktest.Made(New(cfg)), 0, time.Hour, 100)
		// A whole number of ticks later, over the wraps of 24, 32 and 48 bits.
		b := clocktest.NewPingRig(clocktest.Made(New(cfg)), netsync.Local(60*24*time.Hour), 400*24*time.Hour, 100)
		link := clocktest.NewRandomLink(6, 40*time.Millisecond, 4*time.Millisecond)
		for a.Now < netsync.Local(time.Minute) {
			p := link.Trip()
			a.Ping(p)
			b.Ping(p)
			x, ok := a.Err()
			if y, _ := b.Err(); ok && x != y {
				t.Fatalf("%s, at %v: off by %v and %v", name, time.Duration(a.Now), x, y)
			}
		}
	}
}

func TestUnityHoldsItsRateOverSixtyDays(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("long, and of one goroutine")
	}
	cfg := Shipped()
	cfg.FrameRate, cfg.Every = 1000, time.Minute
	r := clocktest.NewPingRig(clocktest.Made(New(cfg)), netsync.Local(time.Hour), -400*24*time.Hour, 100)
	for r.Now < netsync.Local(60*24*time.Hour) {
		r.Ping(clocktest.Trip{Up: 20 * time.Millisecond, Down: 20 * time.Millisecond})
		if got, ok := r.Err(); ok && r.Now > netsync.Local(2*time.Hour) && got.Abs() > 80*time.Millisecond {
			t.Fatalf("off by %v after %v", got, time.Duration(r.Now))
		}
	}
}

func TestUnityExplainsItsTargets(t *testing.T) {
	t.Parallel()
	u := clocktest.Made(New(Text()))
	r := clocktest.NewPingRig(u, 0, time.Hour, 0)
	for r.Now < netsync.Local(time.Minute) {
		r.Ping(clocktest.Trip{Up: 20 * time.Millisecond, Down: 20 * time.Millisecond})
	}
	var d insight.Detail
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
			rapid.Check(t, func(rt *rapid.T) { clocktest.CheckHostile(rt, clocktest.Made(New(cfg))) })
		})
	}
}

func TestUnityDoesNotAllocate(t *testing.T) {
	for _, cfg := range unityPresets() {
		clocktest.CheckAllocations(t, clocktest.Made(New(cfg)))
	}
}

func BenchmarkUnityAnswer(b *testing.B) {
	clocktest.BenchmarkAnswer(b, clocktest.Made(New(Shipped())), time.Second)
}

func BenchmarkUnityFrame(b *testing.B) {
	for name, cfg := range map[string]Config{"text": Text(), "shipped": Shipped()} {
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
	u, now, _ := warmUnity(Shipped())
	b.ReportAllocs()
	for b.Loop() {
		now++
		u.ServerTime(now)
	}
}

// warmUnity returns a clock that has run for a while.
func warmUnity(cfg Config) (*Clock, netsync.Local, []netsync.Probe) {
	u := clocktest.Made(New(cfg))
	r := clocktest.NewPingRig(u, 0, time.Hour, 0)
	for range 500 {
		r.Ping(clocktest.Trip{Up: 20 * time.Millisecond, Down: 20 * time.Millisecond})
	}
	return u, r.Now, make([]netsync.Probe, 0, 4)
}

func TestUnitySaysWhichWayItSlews(t *testing.T) {
	t.Parallel()
	u := clocktest.Made(New(Text()))
	r := clocktest.NewPingRig(u, 0, time.Hour, 0)
	way := func(ms time.Duration, until time.Duration) int8 {
		for r.Now < netsync.Local(until) {
			r.Ping(clocktest.Trip{Up: ms * time.Millisecond, Down: ms * time.Millisecond})
		}
		return u.Status(r.Now).Slewing
	}
	if got := way(20, time.Minute); got != 0 {
		t.Errorf("settled: %d", got)
	}
	r.Offset += 100 * time.Millisecond
	if got := way(20, 62*time.Second); got != 1 {
		t.Errorf("the host's clock is ahead: %d, want 1", got)
	}
	r.Offset -= 150 * time.Millisecond
	if got := way(20, 64*time.Second); got != -1 {
		t.Errorf("the host's clock is behind: %d, want −1", got)
	}
}
