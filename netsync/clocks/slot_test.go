package clocks

import (
	"path/filepath"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"driftlab/netsync"
	"driftlab/netsync/insight"
	"driftlab/netsync/internal/clocktest"
)

func TestSlotScripts(t *testing.T) {
	t.Parallel()
	clocktest.RunScripts(t, "slot-*.txt", func() netsync.Estimator { return clocktest.Made(NewSlot(DefaultSlot())) })
}

func TestSlotRefusesConstantsOutOfRange(t *testing.T) {
	t.Parallel()
	refuses(t, NewSlot, DefaultSlot(), map[string]func(*SlotConfig){
		"poll: 2m0s is outside 100ms..1m0s":            func(c *SlotConfig) { c.Poll = 2 * time.Minute },
		"piggyback: 6s is outside 100ms..5s":           func(c *SlotConfig) { c.Piggyback = 6 * time.Second },
		"late: 33s is outside 100ms..30s":              func(c *SlotConfig) { c.Late = 33 * time.Second },
		"ring: 65 is outside 1..64":                    func(c *SlotConfig) { c.Ring = 65 },
		"cut: 0 is outside 1..100":                     func(c *SlotConfig) { c.Cut = 0 },
		"tolerance: -1ns is outside 0s..1s":            func(c *SlotConfig) { c.Tolerance = -1 },
		"wide: 2ms is outside 3ms..1s":                 func(c *SlotConfig) { c.Wide = 2 * time.Millisecond },
		"widen-over: 2h0m0s is outside 0s..1h0m0s":     func(c *SlotConfig) { c.WidenOver = 2 * time.Hour },
		"stamps: 3 is outside millis32|millis16|nanos": func(c *SlotConfig) { c.Stamps = SlotNanos + 1 },
	})
}

// percentileVector is a file of slot/percentiles*.json: 20th, 50th and 80th percentile of round trips
// in ms by five conventions; inverted_cdf is the nearest rank.
type percentileVector struct {
	Cases [][]any `json:"cases"`
}

func TestSlotPercentilesAreThoseOfTheNearestRank(t *testing.T) {
	t.Parallel()
	for _, name := range clocktest.VectorFiles(t, "slot", "percentiles*.json") {
		var v percentileVector
		clocktest.ReadVector(t, name, &v)
		for _, c := range v.Cases {
			samples := c[1].([]any)
			want := c[2].(map[string]any)["inverted_cdf"].([]any)
			trips := newTrips(len(samples))
			for _, ms := range append(slices.Clone(samples), samples...) { // twice: it turns over once
				trips.add(time.Duration(ms.(float64)) * time.Millisecond)
			}
			for i, p := range []int{20, 50, 80} {
				if got := trips.percentile(p); got != time.Duration(want[i].(float64))*time.Millisecond {
					t.Errorf("%s, %s: percentile %d is %v, want %v ms", filepath.Base(name), c[0], p, got, want[i])
				}
			}
		}
		t.Logf("%s: %d cases", filepath.Base(name), len(v.Cases))
	}
}

func TestSlotPercentilesAreOfTheLatestRoundTripsOnly(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		size := rapid.IntRange(1, 64).Draw(rt, "ring")
		all := rapid.SliceOfN(rapid.Int64Range(0, 20), 1, 200).Draw(rt, "round trips")
		trips := newTrips(size)
		for i, d := range all {
			trips.add(time.Duration(d))
			kept := slices.Sorted(slices.Values(all[max(0, i+1-size) : i+1]))
			for _, p := range []int{1, 20, 50, 80, 100} {
				rank := 1
				for rank*100 < p*len(kept) {
					rank++
				}
				if got := trips.percentile(p); int64(got) != kept[rank-1] {
					rt.Fatalf("after %d: percentile %d is %d, want %d", i+1, p, got, kept[rank-1])
				}
			}
		}
	})
}

func TestSlotIgnoresAnswersLaterThanTenSeconds(t *testing.T) {
	t.Parallel()
	for _, stamps := range []SlotStamps{SlotMillis32, SlotMillis16, SlotNanos} {
		cfg := DefaultSlot()
		cfg.Stamps = stamps
		s := clocktest.Made(NewSlot(cfg))
		r := clocktest.NewPingRig(s, 0, time.Hour, 0)
		// 16 bits alone could not tell 65.6 s from 64 ms.
		for _, rtt := range []time.Duration{10*time.Second + 1, 30 * time.Second, 65600 * time.Millisecond} {
			r.Ping(clocktest.Trip{Down: rtt})
		}
		if st := s.Status(0); st.Rejected != 3 || st.Synchronised || s.ResendAfter() != 0 {
			t.Errorf("stamps %d: %+v", stamps, st)
		}
		r.Ping(clocktest.Trip{Up: 5 * time.Second, Down: 5 * time.Second})
		if got, ok := r.Err(); !ok || got != 0 {
			t.Errorf("stamps %d: off by %v (%v) after an answer of 10 s", stamps, got, ok)
		}
	}
}

func TestSlotPingsPiggybackAfterThreeSecondsAndGoAloneAfterFive(t *testing.T) {
	t.Parallel()
	s := clocktest.Made(NewSlot(DefaultSlot()))
	probes, next := s.Wake(0, nil)
	if len(probes) != 1 || next != netsync.Local(5*time.Second) {
		t.Fatalf("first wake: %v, %v", probes, next)
	}
	if probes = s.Piggyback(netsync.Local(2999*time.Millisecond), nil); len(probes) != 0 {
		t.Fatalf("a ping is piggybacked after 2.999 s")
	}
	if probes = s.Piggyback(netsync.Local(3*time.Second), nil); len(probes) != 1 || probes[0].T1 != netsync.Local(3*time.Second) {
		t.Fatalf("after 3 s goes %v", probes)
	}
	if probes, next = s.Wake(netsync.Local(5*time.Second), nil); len(probes) != 0 || next != netsync.Local(8*time.Second) {
		t.Fatalf("after a piggybacked one: %v, next wake %v", probes, next)
	}
	if probes, _ = s.Wake(netsync.Local(8*time.Second), nil); len(probes) != 1 {
		t.Fatalf("no ping 5 s after the piggybacked one")
	}
}

func TestSlotPingsGoOnWhenTheClockIsSetBack(t *testing.T) {
	t.Parallel()
	s := clocktest.Made(NewSlot(DefaultSlot()))
	s.Wake(netsync.Local(time.Hour), nil)
	probes, next := s.Wake(netsync.Local(time.Minute), nil)
	if len(probes) != 1 || next != netsync.Local(65*time.Second) {
		t.Fatalf("%v, next %v", probes, next)
	}
}

func TestSlotTakesEachAnswerOnceAndOnlyToItsOwnPings(t *testing.T) {
	t.Parallel()
	s := clocktest.Made(NewSlot(DefaultSlot()))
	stale := netsync.Event{Kind: netsync.Answer, T1: 900, T2: 5000, T3: 5000, T4: 1100}
	s.Observe(stale)
	probes, _ := s.Wake(1000, nil)
	stale.Seq = probes[0].Seq
	s.Observe(stale) // of an earlier join
	good := netsync.Event{Kind: netsync.Answer, Seq: probes[0].Seq, T1: 1000, T2: 5000, T3: 5000, T4: 1100}
	forged := good
	forged.Seq++
	s.Observe(forged)
	if st := s.Status(0); st.Synchronised || st.Rejected != 3 {
		t.Fatalf("%+v", st)
	}
	s.Observe(good)
	want := s.Status(0)
	good.T3 += netsync.Server(time.Second)
	s.Observe(good) // a duplicate
	want.Rejected++
	if got := s.Status(0); got != want || !got.Synchronised {
		t.Fatalf("%+v, want %+v", got, want)
	}
	var d insight.Detail
	s.Explain(&d)
	for i, x := range d.Samples {
		if (x.Reason == insight.NotAsked) != (i != 3) {
			t.Errorf("sample %d: %v", i, x.Reason)
		}
	}
	for _, kind := range []netsync.EventKind{0, netsync.Push, netsync.Datagram, netsync.PeerReport} {
		s.Observe(netsync.Event{Kind: kind, T3: 77, T4: 2000})
	}
	if got := s.Status(0); got != want {
		t.Fatalf("events that are not its own change %+v to %+v", want, got)
	}
}

func TestSlotKnowsAnAnswerThatCameBeforeItsPing(t *testing.T) {
	t.Parallel()
	s := clocktest.Made(NewSlot(DefaultSlot()))
	probes, _ := s.Wake(netsync.Local(time.Hour), nil)
	s.Observe(netsync.Event{Kind: netsync.Answer, Seq: probes[0].Seq, T1: probes[0].T1, T4: netsync.Local(time.Minute)})
	var d insight.Detail
	s.Explain(&d)
	if d.Samples[0].Reason != insight.Impossible || s.Status(0).Synchronised {
		t.Fatalf("%v", d.Samples)
	}
}

func TestSlotIsWithinToleranceAndHalfTheJitterAtEveryAnswerThatPasses(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		cfg := DefaultSlot()
		cfg.Ring = rapid.IntRange(1, 64).Draw(rt, "ring")
		cfg.Stamps = SlotStamps(rapid.IntRange(0, 2).Draw(rt, "stamps"))
		s := clocktest.Made(NewSlot(cfg))
		r, link := clocktest.DrawClocks(rt, s), clocktest.DrawLink(rt)
		// The sample's own error, and that of rounding stamps and of the skew within a round trip.
		sample := link.Jitter/2 + time.Millisecond + 200*time.Microsecond
		var last netsync.Local
		for range 200 {
			before := s.Status(0)
			r.Ping(link.Trip())
			after := s.Status(0)
			if !after.Synchronised {
				continue
			}
			bound := sample
			if after.Steps == before.Steps {
				bound += cfg.Wide + sample
			}
			if after.Used > before.Used {
				last = r.Now
			}
			drift := r.Now.Sub(last) / 1_000_000 * time.Duration(max(r.PPM, -r.PPM))
			if got, _ := r.Err(); got.Abs() > bound+drift {
				rt.Fatalf("off by %v, want at most %v", got, bound+drift)
			}
		}
	})
}

func TestSlotWithNarrowStampsIsWrongByATurnOnceAClockIsSetByMoreThanTheirRange(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		stamps     SlotStamps
		step, want time.Duration
	}{
		{SlotMillis16, 32 * time.Second, 0},
		{SlotMillis16, 33 * time.Second, -65536 * time.Millisecond},
		{SlotMillis32, 24 * 24 * time.Hour, 0},
		{SlotMillis32, 25 * 24 * time.Hour, -1 << 32 * time.Millisecond},
		{SlotNanos, 25 * 24 * time.Hour, 0},
	} {
		cfg := DefaultSlot()
		cfg.Stamps = c.stamps
		r := clocktest.NewPingRig(clocktest.Made(NewSlot(cfg)), 0, time.Hour, 0)
		r.Ping(clocktest.Trip{Up: 20 * time.Millisecond, Down: 20 * time.Millisecond})
		r.Offset += c.step
		r.Ping(clocktest.Trip{Up: 20 * time.Millisecond, Down: 20 * time.Millisecond})
		if got, _ := r.Err(); got != c.want {
			t.Errorf("stamps %d, host's clock set by %v: off by %v, want %v", c.stamps, c.step, got, c.want)
		}
	}
}

// A round trip that is misread by a turn of 65.536 s moves the clock by half of that.
func TestSlotWithNarrowStampsThatAreExtendedLateIsWrongByHalfATurn(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		stamps     SlotStamps
		late, want time.Duration
	}{
		{SlotMillis16, 0, 0},
		{SlotMillis16, 32 * time.Second, 0},
		{SlotMillis16, 33 * time.Second, -32768 * time.Millisecond},
		{SlotMillis16, time.Minute, -32768 * time.Millisecond},
		{SlotMillis32, 10 * time.Minute, 0},
		{SlotNanos, 10 * time.Minute, 0},
	} {
		cfg := DefaultSlot()
		cfg.Stamps, cfg.ExtendAfter = c.stamps, c.late
		r := clocktest.NewPingRig(clocktest.Made(NewSlot(cfg)), 0, time.Hour, 0)
		for range 40 {
			r.Ping(clocktest.Trip{Up: 20 * time.Millisecond, Down: 20 * time.Millisecond})
			if got, _ := r.Err(); got != c.want {
				t.Fatalf("stamps %d, extended %v late: off by %v, want %v", c.stamps, c.late, got, c.want)
			}
		}
	}
}

func TestSlotIsTheSameAcrossTheWrapsOfSixtyDays(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("long, and of one goroutine")
	}
	slots := map[SlotStamps]*clocktest.PingRig{}
	for _, stamps := range []SlotStamps{SlotMillis32, SlotMillis16} {
		cfg := DefaultSlot()
		cfg.Stamps = stamps
		// A minute before the first wrap of 32 bits, the next one comes 49.7 days later.
		slots[stamps] = clocktest.NewPingRig(clocktest.Made(NewSlot(cfg)), netsync.Local(1<<32*time.Millisecond-time.Minute), 2*time.Minute, 100)
	}
	a, b := slots[SlotMillis32], slots[SlotMillis16]
	la := clocktest.NewRandomLink(5, 40*time.Millisecond, 4*time.Millisecond)
	for end := a.Now.Add(60 * 24 * time.Hour); a.Now < end; {
		p := la.Trip()
		a.Ping(p)
		b.Ping(p)
		if x, y := a.Clock.Status(0), b.Clock.Status(0); x != y {
			t.Fatalf("at %v: %+v with 32 bits, %+v with 16", time.Duration(a.Now), x, y)
		}
		if got, ok := a.Err(); ok && got.Abs() > 35*time.Millisecond {
			t.Fatalf("at %v: off by %v", time.Duration(a.Now), got)
		}
	}
	if st := a.Clock.Status(0); st.Steps < 10000 || st.Rejected == 0 {
		t.Fatalf("%+v", st)
	}
}

func TestSlotIsMovedByNothingButAnswersToItsPings(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		cfg := DefaultSlot()
		cfg.Stamps = SlotStamps(rapid.IntRange(0, 2).Draw(rt, "stamps"))
		clocktest.CheckHostile(rt, clocktest.Made(NewSlot(cfg)))
	})
}

func TestSlotDoesNotAllocate(t *testing.T) {
	cfg := DefaultSlot()
	cfg.Ring = 64
	clocktest.CheckAllocations(t, clocktest.Made(NewSlot(cfg)))
}

func BenchmarkSlotAnswer(b *testing.B) {
	clocktest.BenchmarkAnswer(b, clocktest.Made(NewSlot(DefaultSlot())), DefaultSlot().Poll)
}

func BenchmarkSlotServerTime(b *testing.B) {
	s := clocktest.Made(NewSlot(DefaultSlot()))
	b.ReportAllocs()
	var now netsync.Local
	for b.Loop() {
		now++
		s.ServerTime(now)
	}
}
