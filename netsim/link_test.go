package netsim

import (
	"fmt"
	"math"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"
)

type fate struct {
	delay time.Duration
	lost  bool
}

func fates(l *Link, n int) []fate {
	fs := make([]fate, n)
	for i := range fs {
		fs[i].delay, fs[i].lost = l.Fate(0, 0)
	}
	return fs
}

func drawSettings(t *rapid.T) Settings {
	s := Settings{
		Delay:        time.Duration(rapid.Int64Range(0, int64(MaxDelay)).Draw(t, "delay")),
		Jitter:       time.Duration(rapid.Int64Range(0, int64(MaxJitter)).Draw(t, "jitter")),
		Distribution: rapid.SampledFrom(Distributions()).Draw(t, "distribution"),
		Loss:         rapid.Float64Range(0, 1).Draw(t, "loss"),
		LossBurst:    rapid.OneOf(rapid.Just(0.0), rapid.Float64Range(1, 30)).Draw(t, "loss burst"),
	}
	return reachable(s)
}

// reachable makes losses independent where bursts of the asked length cannot make them.
func reachable(s Settings) Settings {
	if s.validateBursts() != nil {
		s.LossBurst = 0
	}
	return s
}

func TestLossDoesNotChangeDelays(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		seed, id := rapid.Uint64().Draw(t, "seed"), rapid.Uint32().Draw(t, "id")
		a := drawSettings(t)
		b := a
		b.Loss = rapid.Float64Range(0, 1).Draw(t, "other loss")
		b = reachable(b)
		la, _ := NewLink(seed, id, a)
		lb, _ := NewLink(seed, id, b)
		for k, fa := range fates(la, 50) {
			delay, lost := lb.Fate(0, 0)
			if delay != fa.delay {
				t.Fatalf("datagram %d: delay %v became %v", k, fa.delay, delay)
			}
			if a.Loss <= b.Loss && fa.lost && !lost {
				t.Fatalf("datagram %d is lost at %v and not at %v", k, a.Loss, b.Loss)
			}
		}
	})
}

func TestDelaySettingsDoNotChangeWhoIsLost(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		seed, id := rapid.Uint64().Draw(t, "seed"), rapid.Uint32().Draw(t, "id")
		a, b := drawSettings(t), drawSettings(t)
		b.Loss, b.LossBurst = a.Loss, a.LossBurst
		la, _ := NewLink(seed, id, a)
		lb, _ := NewLink(seed, id, b)
		for k, fa := range fates(la, 50) {
			if _, lost := lb.Fate(0, 0); lost != fa.lost {
				t.Fatalf("datagram %d: lost %v became %v", k, fa.lost, lost)
			}
		}
	})
}

func TestFatesAreNumbered(t *testing.T) {
	t.Parallel()
	// Settings that changed on the way leave no trace: from there on the fates are those of a link
	// that always had the new ones.
	rapid.Check(t, func(t *rapid.T) {
		a, b := drawSettings(t), drawSettings(t)
		changed, _ := NewLink(5, 6, a)
		fates(changed, 20)
		check(t, changed.Set(0, b))
		always, _ := NewLink(5, 6, b)
		if got, want := fates(changed, 30), fates(always, 50)[20:]; !slices.Equal(got, want) {
			t.Fatalf("got %v, want %v", got, want)
		}
	})
}

func TestLinksOfASeedHaveDifferentLuck(t *testing.T) {
	t.Parallel()
	s := Settings{Jitter: time.Second}
	seen := map[time.Duration]string{}
	for seed := range uint64(4) {
		for id := range uint32(130) {
			first := fates(mustLink(t, seed, id, s), 1)[0].delay
			name := fmt.Sprintf("link %d of seed %d", id, seed)
			if other, ok := seen[first]; ok {
				t.Errorf("%s has the luck of %s", name, other)
			}
			seen[first] = name
		}
	}
}

func TestLossIsNeverAtZeroAndAlwaysAtOne(t *testing.T) {
	t.Parallel()
	for _, u := range []uint64{0, 1, 1 << 63, math.MaxUint64} {
		if newLossThreshold(0).hit(u) {
			t.Errorf("u = %d is lost at 0", u)
		}
		if !newLossThreshold(1).hit(u) {
			t.Errorf("u = %d is not lost at 1", u)
		}
	}
	// The smallest probability above 0 loses the one smallest of 2⁵³ numbers.
	if p := newLossThreshold(math.SmallestNonzeroFloat64); !p.hit(1<<11-1) || p.hit(1<<11) {
		t.Error("the smallest probability does not lose exactly the smallest number")
	}
}

func TestLossIsAsFrequentAsAsked(t *testing.T) {
	t.Parallel()
	const n = 100_000
	for _, p := range []float64{0.001, 0.05, 0.5, 0.99} {
		lost := 0
		for _, f := range fates(mustLink(t, 9, 1, Settings{Loss: p}), n) {
			if f.lost {
				lost++
			}
		}
		if sigma := math.Sqrt(n * p * (1 - p)); math.Abs(float64(lost)-n*p) > 4*sigma {
			t.Errorf("%d of %d are lost at %v", lost, n, p)
		}
	}
}

func TestLanesOfADatagramAreIndependent(t *testing.T) {
	t.Parallel()
	// Correlation of each pair of lanes, and of each lane with the next datagram's: a standard
	// deviation is 1/√n.
	const n = 100_000
	l := newLuck(3, 3)
	draw := func(k uint64, i lane) float64 { return (float64(l.draw(k, i))/math.MaxUint64 - 0.5) * math.Sqrt(12) }
	used := []lane{laneLoss, laneChain, laneChainLoss, laneDuplicate, laneReorder, laneJitter, laneJitter + 1, laneJitter + 2, laneJitter + 3, laneQueue}
	for _, i := range used {
		for _, j := range used {
			var same, next float64
			for k := range uint64(n) {
				same += draw(k, i) * draw(k, j)
				next += draw(k, i) * draw(k+1, j)
			}
			if i != j && math.Abs(same) > 4.5*math.Sqrt(n) {
				t.Errorf("lanes %d and %d correlate by %v", i, j, same/n)
			}
			if math.Abs(next) > 4.5*math.Sqrt(n) {
				t.Errorf("lane %d and the next datagram's lane %d correlate by %v", i, j, next/n)
			}
		}
	}
}

func TestSettingsOutOfRangeAreRefusedByName(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		s    Settings
		want string
	}{
		{Settings{Delay: -1}, "delay: -1ns is outside 0s..30s"},
		{Settings{Delay: MaxDelay + 1}, "delay: 30.000000001s is outside 0s..30s"},
		{Settings{Jitter: -time.Second}, "jitter: -1s is outside 0s..10s"},
		{Settings{Jitter: 11 * time.Second}, "jitter: 11s is outside 0s..10s"},
		{Settings{Loss: 1.4}, "loss: 1.4 is outside 0..1"},
		{Settings{Loss: -0.1}, "loss: -0.1 is outside 0..1"},
		{Settings{Loss: math.NaN()}, "loss: NaN is outside 0..1"},
		{Settings{Loss: math.Inf(1)}, "loss: +Inf is outside 0..1"},
		{Settings{LossBurst: -1}, "loss-burst: -1 is outside 1..1000"},
		{Settings{LossBurst: math.NaN()}, "loss-burst: NaN is outside 1..1000"},
		{Settings{LossBurst: 1001}, "loss-burst: 1001 is outside 1..1000"},
		{Settings{Loss: 0.8, LossBurst: 4}, "loss: 0.8 is outside 0..0.75, all that bursts of 4 packets can make"},
		{Settings{Loss: 1, LossBurst: 1000}, "loss: 1 is outside 0..0.999, all that bursts of 1000 packets can make"},
		{Settings{Chain: LossChain{Begin: 1.1}}, "chain.begin: 1.1 is outside 0..1"},
		{Settings{Chain: LossChain{End: -1}}, "chain.end: -1 is outside 0..1"},
		{Settings{Chain: LossChain{Bad: math.NaN()}}, "chain.bad: NaN is outside 0..1"},
		{Settings{Chain: LossChain{Good: 2}}, "chain.good: 2 is outside 0..1"},
		{Settings{OutageFor: -1}, "outage.for: -1ns is outside 0s..1h0m0s"},
		{Settings{OutageEvery: time.Millisecond}, "outage.every: 1ms is outside 0s|10ms..1h0m0s"},
		{Settings{MTU: 575}, "mtu: 575 is outside 0|576..65535"},
		{Settings{Duplicate: 1.5}, "duplicate: 1.5 is outside 0..1"},
		{Settings{Reorder: -0.5}, "reorder: -0.5 is outside 0..1"},
		{Settings{ReorderGap: 1001}, "reorder-gap: 1001 is outside 0..1000"},
		{Settings{Rate: -1}, "rate: -1 is outside 0..10000000000"},
		{Settings{Rate: MaxRate + 1}, "rate: 10000000001 is outside 0..10000000000"},
		{Settings{Queue: 1499}, "queue: 1499 is outside 1500..100000000"},
		{Settings{Cross: 11}, "cross.share: 11 is outside 0..10"},
		{Settings{Cross: math.NaN()}, "cross.share: NaN is outside 0..10"},
		{Settings{CrossOn: time.Millisecond}, "cross.on: 1ms is outside 10ms..1h0m0s"},
		{Settings{CrossEvery: 2 * time.Hour}, "cross.every: 2h0m0s is outside 10ms..1h0m0s"},
	} {
		if err := c.s.Validate(); err == nil || err.Error() != c.want {
			t.Errorf("the error is %v, want %q", err, c.want)
		}
		if _, err := NewLink(0, 0, c.s); err == nil {
			t.Errorf("a link took %+v", c.s)
		}
		good := Settings{Delay: time.Second, Distribution: Normal{}, Loss: 0.5}
		l := mustLink(t, 0, 0, good)
		if err := l.Set(0, c.s); err == nil || l.Settings() != good {
			t.Errorf("refused settings %+v changed the link to %+v", c.s, l.Settings())
		}
	}
	if l := mustLink(t, 0, 0, Settings{}); l.Settings() != (Settings{Distribution: Uniform{}}) {
		t.Errorf("the zero settings became %+v", l.Settings())
	}
}

// Sessions are saved as a seed and a log, so these values are part of the file format.
func TestFatesOfOldSessionsStayTheSame(t *testing.T) {
	t.Parallel()
	for _, d := range Distributions() {
		l := mustLink(t, 20260101, 7, Settings{Delay: 40 * time.Millisecond, Jitter: 10 * time.Millisecond, Distribution: d, Loss: 0.25})
		got := fmt.Sprint(fates(l, 6))
		if want := goldenFates[d.Name()]; got != want {
			t.Errorf("%s: got %s\nwant %s", d.Name(), got, want)
		}
	}
}

var goldenFates = map[string]string{
	"uniform":     "[{46944869 true} {43907877 false} {57248489 false} {49816953 false} {40032659 false} {40016050 false}]",
	"exponential": "[{50577291 true} {56327378 false} {41480077 false} {47116214 false} {104173534 false} {111277313 false}]",
	"pareto":      "[{48454566 true} {54466168 false} {41011463 false} {45354073 false} {189838858 false} {235216119 false}]",
	"lognormal":   "[{45098805 true} {43460876 false} {57541315 false} {46937280 false} {40610807 false} {40511358 false}]",
	"gamma":       "[{47438350 true} {45685071 false} {55397314 false} {49071521 false} {41225951 false} {41009083 false}]",
	// The fifth would arrive before the base delay is over.
	"normal": "[{53133165 true} {54315955 false} {49422371 false} {47703463 false} {40000000 false} {61173059 false}]",
}

// pass numbers the next datagram of a flow and decides what becomes of it.
func (l *Link) pass(now Time, f Flow, size int) (p passage) {
	l.decide(&p, now, f, size)
	return p
}
