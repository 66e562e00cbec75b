package clocks

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"driftlab/netsync"
	"driftlab/netsync/insight"
	"driftlab/netsync/internal/clocktest"
)

func TestUnrealRefusesConstantsOutOfRange(t *testing.T) {
	t.Parallel()
	for _, cfg := range []UnrealConfig{DefaultUnreal(), unreal5()} {
		if _, err := NewUnreal(cfg); err != nil {
			t.Error(err)
		}
	}
	for want, cfg := range map[string]UnrealConfig{
		"limit: 0 is outside 1..100000":      {Percent: 50},
		"percent: 0 is outside 0.01..1":      {Limit: 250},
		"percent: 101 is outside 0.01..1":    {Limit: 250, Percent: 101},
		"limit: 100001 is outside 1..100000": {Limit: 100_001, Percent: 1},
	} {
		if _, err := NewUnreal(cfg); err == nil || err.Error() != want {
			t.Errorf("%v, want %s", err, want)
		}
	}
}

// push gives the clock a push that shows a difference, and returns the one then in use.
func push(u *Unreal, delta time.Duration) time.Duration {
	u.Observe(netsync.Event{Kind: netsync.Push, T3: netsync.Server(time.Hour + delta), T4: netsync.Local(time.Hour)})
	return u.Status(0).Offset
}

func TestUnreal5MovesHalfWayToTheMean(t *testing.T) {
	t.Parallel()
	u := clocktest.Made(NewUnreal(unreal5()))
	for i, c := range []struct{ delta, want time.Duration }{
		{0, 0},
		{0, 0},
		{90, 30},  // the mean, at once, since the difference in use was 0
		{-10, 25}, // half way to the mean of 20
		{-55, 15}, // half way to the mean of 5
	} {
		if got := push(u, c.delta); got != c.want {
			t.Errorf("push %d: %d, want %d", i, got, c.want)
		}
	}
}

func TestUnreal5TakesTheFirstDifferenceAtOnce(t *testing.T) {
	t.Parallel()
	u := clocktest.Made(NewUnreal(unreal5()))
	if got := push(u, -40*time.Second); got != -40*time.Second {
		t.Fatalf("%v", got)
	}
	if st := u.Status(0); !st.Synchronised || st.Steps != 1 {
		t.Fatalf("%+v", st)
	}
}

func TestUnreal5ReplacesItsMeanByOneDifferenceAfter250(t *testing.T) {
	t.Parallel()
	u := clocktest.Made(NewUnreal(unreal5()))
	mark := func() time.Duration {
		var d insight.Detail
		u.Explain(&d)
		return d.Marks[0].Value
	}
	for range 250 {
		push(u, 1000)
	}
	push(u, 252_000)
	if got := mark(); got != 2000 { // (250·1000 + 252 000) / 251
		t.Fatalf("mean of 251: %d", got)
	}
	push(u, 4000) // of two now
	if got := mark(); got != 3000 {
		t.Fatalf("mean after the 251st: %d, want that of 2000 and 4000", got)
	}
}

func TestUnreal5FollowsTheArithmeticOfSeconds(t *testing.T) {
	t.Parallel()
	// The engine computes with double-precision seconds.
	rapid.Check(t, func(t *rapid.T) {
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		base := rapid.Int64Range(-int64(time.Hour), int64(time.Hour)).Draw(t, "base")
		u := clocktest.Made(NewUnreal(unreal5()))
		var sum, count, offset float64
		for range 600 {
			delta := time.Duration(base - rng.Int64N(int64(200*time.Millisecond)))
			got := push(u, delta)
			sum, count = sum+delta.Seconds(), count+1
			if count > 250 {
				sum, count = sum/count, 1
			}
			if target := sum / count; offset == 0 {
				offset = target
			} else {
				offset += (target - offset) / 2
			}
			if math.Abs(got.Seconds()-offset) > 2e-8 {
				t.Fatalf("%v, want %v s", got, offset)
			}
		}
	})
}

func TestUnreal5IsLateByTheMeanDelay(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		jitter := rapid.Int64Range(1000, int64(100*time.Millisecond)).Draw(t, "jitter")
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		u := clocktest.Made(NewUnreal(unreal5()))
		for range 1000 {
			got := push(u, -time.Duration(50*int64(time.Millisecond)+rng.Int64N(jitter)))
			if late := -got - 50*time.Millisecond; late < -1 || late > time.Duration(jitter) {
				t.Fatalf("late by %v more than the least delay, with %v of jitter", late, time.Duration(jitter))
			}
		}
		if late := -u.Status(0).Offset - 50*time.Millisecond - time.Duration(jitter)/2; late.Abs() > time.Duration(jitter)/5 {
			t.Fatalf("%v off the mean delay, with %v of jitter", late, time.Duration(jitter))
		}
	})
}

func TestUnrealSurvivesHostilePushes(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		cfg := DefaultUnreal()
		cfg.Mean = rapid.Bool().Draw(t, "mean")
		u := clocktest.Made(NewUnreal(cfg))
		var d insight.Detail
		for range 300 {
			ev := netsync.Event{Kind: netsync.EventKind(rapid.IntRange(0, 5).Draw(t, "kind")),
				T3: netsync.Server(rapid.Int64().Draw(t, "t3")), T4: netsync.Local(rapid.Int64().Draw(t, "t4"))}
			before := u.Status(0)
			u.Observe(ev)
			if ev.Kind != netsync.Push && u.Status(0) != before {
				t.Fatalf("event kind %d changed the clock", ev.Kind)
			}
			if u.Explain(&d); len(d.Samples) > insight.KeptSamples {
				t.Fatalf("%d samples", len(d.Samples))
			}
		}
	})
}

// The worked examples of the facts about the engine: those with a delta are of its own clock, those
// with a round trip of RTT/2. Their times are in seconds.
func TestUnrealAndRTT2GiveTheWorkedExamples(t *testing.T) {
	t.Parallel()
	s := func(sec float64) time.Duration { return time.Duration(sec * float64(time.Second)) }
	for _, name := range clocktest.VectorFiles(t, "unreal", "facts*.json") {
		var file struct {
			Examples []struct {
				What     string
				Stamp    float64 `json:"server_stamp"`
				Arrival  float64 `json:"client_time_on_arrival"`
				Delta    *float64
				Reads    float64 `json:"client_reads"`
				T0, T1   float64
				Adjusted float64 `json:"adjusted_server_time"`
				True     float64 `json:"true_server_time"`
				Error    float64
			} `json:"worked_examples"`
		}
		clocktest.ReadVector(t, name, &file)
		for _, x := range file.Examples {
			var e netsync.Estimator
			ev := netsync.Event{Kind: netsync.Push, T3: netsync.Server(s(x.Stamp)), T4: netsync.Local(s(x.Arrival))}
			want := x.Reads
			if x.Delta != nil {
				e = clocktest.Made(NewUnreal(DefaultUnreal()))
			} else {
				e = clocktest.Made(NewRTT2(DefaultRTT2()))
				probes, _ := e.Wake(netsync.Local(s(x.T0)), nil)
				want = x.Adjusted
				ev = netsync.Event{Kind: netsync.Answer, Seq: probes[0].Seq, T1: probes[0].T1, T2: ev.T3, T3: ev.T3, T4: netsync.Local(s(x.T1))}
			}
			e.Observe(ev)
			got, ok := e.ServerTime(ev.T4)
			if !ok || got != netsync.Server(s(want)) || got.Sub(netsync.Server(s(x.True))) != s(x.Error) {
				t.Errorf("%s: reads %v (%v), want %v s", x.What, time.Duration(got), ok, want)
			}
			if x.Delta != nil && e.Status(0).Offset != s(*x.Delta) {
				t.Errorf("%s: delta %v, want %v s", x.What, e.Status(0).Offset, *x.Delta)
			}
		}
		t.Logf("%s: %d worked examples", name, len(file.Examples))
	}
}

func BenchmarkUnrealPush(b *testing.B) {
	for name, cfg := range map[string]UnrealConfig{"4.18": DefaultUnreal(), "5": unreal5()} {
		b.Run(name, func(b *testing.B) {
			u := clocktest.Made(NewUnreal(cfg))
			ev := netsync.Event{Kind: netsync.Push, T3: 5e9}
			b.ReportAllocs()
			for b.Loop() {
				ev.T4 += 1000
				u.Observe(ev)
			}
		})
	}
}

func TestUnrealStandsOnTheLatestPushOrOnAllThatTheMeanIsOf(t *testing.T) {
	t.Parallel()
	for cfg, want := range map[UnrealConfig][]bool{DefaultUnreal(): {false, false, true}, unreal5(): {true, true, true}} {
		u := clocktest.Made(NewUnreal(cfg))
		for _, delta := range []time.Duration{10, 20, 60} {
			push(u, delta)
		}
		var d insight.Detail
		u.Explain(&d)
		var got []bool
		for _, s := range d.Samples {
			got = append(got, s.Counted)
		}
		if last := d.Samples[2]; !slices.Equal(got, want) || last.Clock != u.Status(0).Offset {
			t.Errorf("%+v: %v, want %v; clock %v", cfg, got, want, last.Clock)
		}
	}
}

// unreal5 returns the constants of version 5, as it was from 5.2 on at the latest. They come from public descriptions of its
// behaviour.
func unreal5() UnrealConfig {
	cfg := DefaultUnreal()
	cfg.Mean = true
	return cfg
}
