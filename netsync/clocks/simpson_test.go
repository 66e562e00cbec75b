package clocks

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"driftlab/internal/testkit"
	"driftlab/netsync"
	"driftlab/netsync/insight"
	"driftlab/netsync/internal/clocktest"
)

func TestSimpsonScripts(t *testing.T) {
	t.Parallel()
	clocktest.RunScripts(t, "simpson-*.txt", func() netsync.Estimator { return clocktest.Made(NewSimpson(DefaultSimpson())) })
}

// askOne moves on to the next question, takes it the way of a trip, and notes when the one after it is due.
func askOne(r *clocktest.PingRig, p clocktest.Trip) {
	r.Ping(p)
	r.Probes, r.Next = r.Clock.Wake(r.Now, r.Probes[:0])
}

func TestSimpsonRefusesConstantsOutOfRange(t *testing.T) {
	t.Parallel()
	refuses(t, NewSimpson, NPMSimpson(), nil)
	refuses(t, NewSimpson, DefaultSimpson(), map[string]func(*SimpsonConfig){
		"count: 0 is outside 1..64":                 func(c *SimpsonConfig) { c.Count = 0 },
		"count: 65 is outside 1..64":                func(c *SimpsonConfig) { c.Count = 65 },
		"pause: 0s is outside 10ms..1m0s":           func(c *SimpsonConfig) { c.Pause = 0 },
		"timeout: 1h0m0s is outside 0s|100ms..1m0s": func(c *SimpsonConfig) { c.Timeout = time.Hour },
		"repeat: -1ns is outside 0s|1s..24h0m0s":    func(c *SimpsonConfig) { c.Repeat = -1 },
	})
}

func TestSimpsonPausesBetweenSamplesAndStopsAfterTheRound(t *testing.T) {
	t.Parallel()
	r := clocktest.NewPingRig(clocktest.Made(NewSimpson(DefaultSimpson())), 0, time.Hour, 0)
	for i := range 5 {
		if want := netsync.Local(i) * netsync.Local(3050*time.Millisecond); r.Next != want {
			t.Fatalf("question %d is at %v, want %v", i, r.Next, want)
		}
		askOne(r, clocktest.Trip{Up: 20 * time.Millisecond, Down: 30 * time.Millisecond})
	}
	if r.Next != netsync.Never {
		t.Fatalf("woken at %v after the round", r.Next)
	}
	before := r.Clock.Status(0)
	if probes, next := r.Clock.Wake(r.Now.Add(time.Hour), nil); len(probes) > 0 || next != netsync.Never {
		t.Errorf("asks again after the round: %v, %v", probes, next)
	}
	if r.Clock.Status(0) != before {
		t.Error("the clock does not stay after the round")
	}
}

func TestNoRoundTripIsTooLongForAClockThatAsksAnew(t *testing.T) {
	t.Parallel()
	for _, round := range []time.Duration{2 * time.Second, 6 * time.Second, 12 * time.Second, 50 * time.Second} {
		for _, wait := range []time.Duration{0, 100 * time.Millisecond, 5 * time.Second} {
			cfg := DefaultSimpson()
			cfg.Timeout = wait
			retry := DefaultRTT2()
			retry.Retry = max(wait/10, 10*time.Millisecond)
			for _, e := range []netsync.Estimator{clocktest.Made(NewSimpson(cfg)), clocktest.Made(NewRTT2(retry))} {
				var probes []netsync.Probe
				var asked []netsync.Probe
				next, now := netsync.Local(0), netsync.Local(0)
				for next < netsync.Local(round) {
					now = next
					probes, next = e.Wake(now, probes[:0])
					asked = append(asked, probes...)
				}
				r := clocktest.NewPingRig(e, 0, time.Hour, 0)
				e.Observe(r.Answer(asked[0], clocktest.Trip{Up: round / 2, Down: round / 2}))
				if got, ok := r.Err(); !ok || got != 0 {
					t.Errorf("%T with %v, a round trip of %v: off by %v (%v) after %d questions", e, wait, round, got, ok, len(asked))
				}
				if most := 10 + int(round/time.Second); len(asked) > most {
					t.Errorf("%T with %v, a round trip of %v: %d questions", e, wait, round, len(asked))
				}
			}
		}
	}
}

func TestSimpsonWithoutATimeoutAsksOnceAndWaits(t *testing.T) {
	t.Parallel()
	cfg := DefaultSimpson()
	cfg.Timeout = 0
	r := clocktest.NewPingRig(clocktest.Made(NewSimpson(cfg)), 0, time.Hour, 0)
	if r.Ping(clocktest.Trip{Lost: true}); r.Next != netsync.Never {
		t.Errorf("it asks again at %v", time.Duration(r.Next))
	}
	if probes, _ := r.Clock.Wake(netsync.Local(24*time.Hour), nil); len(probes) > 0 {
		t.Error("it asks again after a day")
	}
	if probes, _ := r.Clock.Wake(-1, nil); len(probes) != 1 {
		t.Error("it does not ask anew after its clock was set back")
	}
}

func TestSimpsonsCutIsSoManyStandardDeviationsAboveTheMedian(t *testing.T) {
	t.Parallel()
	for cut, used := range map[int64]uint64{0: 3, 1e6: 4, 10e6: 5} {
		cfg := DefaultSimpson()
		cfg.Cut = cut
		r := clocktest.NewPingRig(clocktest.Made(NewSimpson(cfg)), 0, time.Hour, 0)
		for _, up := range []time.Duration{10, 12, 14, 20, 90} {
			askOne(r, clocktest.Trip{Up: up * time.Millisecond})
		}
		if st := r.Clock.Status(0); st.Used != used {
			t.Errorf("%d millionths of a deviation: %d of 5 kept, want %d", cut, st.Used, used)
		}
	}
}

func TestSimpsonRepeatsTheRoundIfToldTo(t *testing.T) {
	t.Parallel()
	cfg := DefaultSimpson()
	cfg.Repeat = time.Minute
	r := clocktest.NewPingRig(clocktest.Made(NewSimpson(cfg)), 500, 0, 100)
	for range 5 {
		askOne(r, clocktest.Trip{Up: 25 * time.Millisecond, Down: 25 * time.Millisecond})
	}
	if want := netsync.Local(time.Minute) + 500; r.Next != want {
		t.Fatalf("the second round begins at %v, want %v", r.Next, want)
	}
	for range 4 {
		askOne(r, clocktest.Trip{Up: 25 * time.Millisecond, Down: 25 * time.Millisecond})
	}
	// The clock was right in the middle of the first round.
	if got, _ := r.Err(); (got + 6305*time.Microsecond).Abs() > 10*time.Microsecond {
		t.Errorf("before the round's end the error is %v, want the drift of 63 s", got)
	}
	askOne(r, clocktest.Trip{Up: 25 * time.Millisecond, Down: 25 * time.Millisecond})
	if got, _ := r.Err(); (got + 610*time.Microsecond).Abs() > 10*time.Microsecond {
		t.Errorf("after the round the error is %v, want the drift of half a round", got)
	}
}

func TestSimpsonIsOffByHalfTheJitterAtMost(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		cfg := DefaultSimpson()
		cfg.Count = rapid.IntRange(1, 64).Draw(t, "count")
		cfg.Package = rapid.Bool().Draw(t, "package")
		offset := time.Duration(rapid.Int64Range(-int64(24*time.Hour), int64(24*time.Hour)).Draw(t, "offset"))
		base := time.Duration(rapid.Int64Range(0, int64(time.Second)).Draw(t, "base"))
		jitter := time.Duration(rapid.Int64Range(1, int64(time.Second)).Draw(t, "jitter"))
		seed := rapid.Uint64().Draw(t, "seed")
		rng := rand.New(rand.NewPCG(seed, 0))
		way := func() time.Duration { return base + time.Duration(rng.Int64N(int64(jitter))) }
		r := clocktest.NewPingRig(clocktest.Made(NewSimpson(cfg)), 0, offset, 0)
		for range cfg.Count {
			askOne(r, clocktest.Trip{Up: way(), Down: way()})
			if got, ok := r.Err(); !ok || got.Abs() > jitter/2+1 {
				t.Fatalf("the error is %v (%v) with %v of jitter", got, ok, jitter)
			}
		}
		if r.Next != netsync.Never {
			t.Fatal("the round is not over")
		}
		st := r.Clock.Status(0)
		if cfg.Package && st.Steps == 1 {
			return // nothing was kept
		}
		if sum := st.Used + st.Rejected; sum != uint64(cfg.Count) && sum != uint64(cfg.Count)+1 {
			t.Fatalf("%d samples: %+v", cfg.Count, st)
		}
	})
}

func TestSimpsonRunsFor60Days(t *testing.T) {
	t.Parallel()
	cfg := DefaultSimpson()
	cfg.Repeat = time.Minute
	r := clocktest.NewPingRig(clocktest.Made(NewSimpson(cfg)), 0, -time.Hour, 0)
	for r.Now < netsync.Local(60*24*time.Hour) {
		askOne(r, clocktest.Trip{Up: 30 * time.Millisecond, Down: 50 * time.Millisecond})
		if got, ok := r.Err(); !ok || got != -10*time.Millisecond {
			t.Fatalf("at %v the error is %v (%v)", time.Duration(r.Now), got, ok)
		}
	}
	if st := r.Clock.Status(0); st.Rejected != 0 || st.Used < 400_000 {
		t.Errorf("%+v", st)
	}
}

func TestSimpsonTakesNoAnswersButThoseToItsLatestQuestion(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		cfg := DefaultSimpson()
		cfg.Repeat = time.Second
		s := clocktest.Made(NewSimpson(cfg))
		r := clocktest.NewPingRig(s, netsync.Local(rapid.Int64Range(-1e18, 1e18).Draw(t, "start")), time.Hour, 0)
		var replay []netsync.Event
		var d insight.Detail
		for range 30 {
			probes, next := s.Wake(max(r.Now, r.Next), nil)
			r.Now, r.Next = max(r.Now, r.Next), next
			before, _ := s.ServerTime(0)
			for range rapid.IntRange(0, 4).Draw(t, "forged") {
				ev := netsync.Event{Kind: netsync.EventKind(rapid.IntRange(0, 5).Draw(t, "kind")),
					Seq: rapid.Uint16().Draw(t, "seq"), T1: netsync.Local(rapid.Int64().Draw(t, "t1")),
					T2: netsync.Server(rapid.Int64().Draw(t, "t2")), T3: netsync.Server(rapid.Int64().Draw(t, "t3")),
					T4: netsync.Local(rapid.Int64().Draw(t, "t4"))}
				if len(replay) > 0 && rapid.Bool().Draw(t, "replayed") {
					ev = rapid.SampledFrom(replay).Draw(t, "which")
					ev.T4 = netsync.Local(rapid.Int64().Draw(t, "t4 again"))
				}
				if slices.ContainsFunc(probes, func(q netsync.Probe) bool { return q.Seq == ev.Seq && q.T1 == ev.T1 }) {
					continue // who knows both can answer in the host's name
				}
				s.Observe(ev)
			}
			if after, _ := s.ServerTime(0); after != before {
				t.Fatal("a forged answer moved the clock")
			}
			if s.Explain(&d); len(d.Samples) > insight.KeptSamples || len(d.Marks) > 4 {
				t.Fatalf("%d samples, %d marks", len(d.Samples), len(d.Marks))
			}
			for _, q := range probes {
				ev := r.Answer(q, clocktest.Trip{Up: time.Millisecond, Down: time.Millisecond})
				s.Observe(ev)
				r.Now, r.Next = ev.T4, ev.T4
				replay = append(replay, ev)
			}
		}
		if got, ok := r.Err(); !ok || got != 0 {
			t.Fatalf("the error is %v (%v)", got, ok)
		}
	})
}

func TestSimpsonIsMovedByNothingHostile(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		cfg := rapid.SampledFrom([]SimpsonConfig{DefaultSimpson(), NPMSimpson()}).Draw(rt, "constants")
		cfg.Repeat = rapid.SampledFrom([]time.Duration{0, time.Second, time.Hour}).Draw(rt, "repeat")
		clocktest.CheckHostile(rt, clocktest.Made(NewSimpson(cfg)))
	})
}

func TestSimpsonIgnoresAnswersToAnEarlierJoin(t *testing.T) {
	t.Parallel()
	s := clocktest.Made(NewSimpson(DefaultSimpson()))
	s.Observe(netsync.Event{Kind: netsync.Answer, T1: 0, T2: 5, T3: 5, T4: 10})
	s.Wake(1000, nil)
	s.Observe(netsync.Event{Kind: netsync.Answer, Seq: 1, T1: 999, T2: 5, T3: 5, T4: 1010})
	if _, ok := s.ServerTime(1010); ok || s.Status(0).Rejected != 2 {
		t.Fatalf("%+v", s.Status(0))
	}
}

func TestSimpsonsMedianIsASample(t *testing.T) {
	t.Parallel()
	s := clocktest.Made(NewSimpson(DefaultSimpson()))
	for _, c := range []struct {
		sorted []time.Duration
		want   time.Duration
	}{{[]time.Duration{7}, 7}, {[]time.Duration{1, 2, 9}, 2}, {[]time.Duration{1, 4, 6, 9}, 4}} {
		if got := s.midPoint(c.sorted); got != c.want {
			t.Errorf("median of %v: %d, want %d", c.sorted, got, c.want)
		}
	}
}

func TestSimpsonDoesNotAllocate(t *testing.T) {
	cfg := DefaultSimpson()
	cfg.Repeat = time.Second
	r := clocktest.NewPingRig(clocktest.Made(NewSimpson(cfg)), 0, 0, 0)
	var d insight.Detail
	step := func() {
		askOne(r, clocktest.Trip{Up: 30 * time.Millisecond, Down: 20 * time.Millisecond})
		insight.Explain(r.Clock, &d)
	}
	for range 100 {
		step()
	}
	if n := testkit.AllocsPerRun(1000, step); n != 0 {
		t.Errorf("%v allocations an answer", n)
	}
	names := make([]string, 0, 4)
	for _, m := range d.Marks {
		names = append(names, m.Name)
	}
	if got := strings.Join(names, ", "); got != "median, deviation, cut, mean offset" {
		t.Errorf("marks: %s", got)
	}
}

func BenchmarkSimpsonAnswer(b *testing.B) {
	cfg := DefaultSimpson()
	cfg.Repeat = time.Second
	r := clocktest.NewPingRig(clocktest.Made(NewSimpson(cfg)), 0, 0, 0)
	b.ReportAllocs()
	for b.Loop() {
		askOne(r, clocktest.Trip{Up: 30 * time.Millisecond, Down: 20 * time.Millisecond})
	}
}
