package netsim

import (
	"math"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// losses counts the lost among the first n datagrams of a link, and the bursts that they come in.
func losses(l *Link, n int) (lost, bursts int) {
	before := false
	for range n {
		_, now := l.Fate(0, 0)
		if now {
			lost++
			if !before {
				bursts++
			}
		}
		before = now
	}
	return lost, bursts
}

func TestBurstsAreAsFrequentAndAsLongAsAsked(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("long, and of one goroutine")
	}
	const n = 1_000_000
	for _, c := range []struct{ p, burst float64 }{
		{0.05, 4}, {0.05, 1.1}, {0.01, 20}, {0.5, 2}, {0.5, 8}, {0.9, 10}, {0.3, 100}, {0, 5}, {0.05, 1}, {0.05, 0},
	} {
		lost, bursts := losses(mustLink(t, 11, 1, Settings{Loss: c.p, LossBurst: c.burst}), n)
		length := max(c.burst, 1/(1-c.p))
		// Two losses k datagrams apart correlate by (1 − 1/L − p/(L(1−p)))ᵏ; a burst's length is geometric.
		r := 1 - 1/(length*(1-c.p))
		sigma := math.Sqrt(n * c.p * (1 - c.p) * (1 + r) / (1 - r))
		if math.Abs(float64(lost)-n*c.p) > 3*sigma {
			t.Errorf("%v in bursts of %v: %d of %d are lost, σ = %.0f", c.p, c.burst, lost, n, sigma)
		}
		if bursts == 0 {
			continue
		}
		mean, sigma := float64(lost)/float64(bursts), math.Sqrt(length*(length-1)/float64(bursts))
		if math.Abs(mean-length) > 3*sigma {
			t.Errorf("%v in bursts of %v: a burst has %v losses, σ = %v", c.p, c.burst, mean, sigma)
		}
		t.Logf("%v in bursts of %v: lost %.5f, in bursts of %.4f", c.p, c.burst, float64(lost)/n, mean)
	}
}

func TestLossesAreThoseOfTheChainWalkedFromTheStart(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		luck := newLuck(rapid.Uint64().Draw(t, "seed"), 1)
		burst := rapid.Float64Range(1, 50).Draw(t, "burst")
		b := newBurstLoss(rapid.Float64Range(0, 1-1/burst).Draw(t, "loss"), burst)
		lost := false
		for k := range uint64(200) {
			threshold := b.begin
			if k == 0 {
				threshold = b.first
			} else if lost {
				threshold = b.goOn
			}
			lost = threshold.hit(luck.draw(k, laneLoss))
			if b.hit(alone(luck, k)) != lost {
				t.Fatalf("datagram %d: lost %v in the chain", k, lost)
			}
		}
	})
}

func TestBurstsDoNotChangeDelays(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		a := drawSettings(t)
		b := a
		b.Loss, b.LossBurst = rapid.Float64Range(0, 1).Draw(t, "other loss"), rapid.Float64Range(1, 30).Draw(t, "other burst")
		la, _ := NewLink(1, 2, a)
		lb, _ := NewLink(1, 2, reachable(b))
		for k, f := range fates(la, 50) {
			if delay, _ := lb.Fate(0, 0); delay != f.delay {
				t.Fatalf("datagram %d: delay %v became %v", k, f.delay, delay)
			}
		}
	})
}

func TestBurstsOfOneOrLessAreIndependentLosses(t *testing.T) {
	t.Parallel()
	for _, burst := range []float64{0, 0.5, 1} {
		if got, want := newBurstLoss(0.3, burst), newBurstLoss(0.3, 0); got != want || got.begin != got.goOn {
			t.Errorf("bursts of %v: %+v", burst, got)
		}
	}
	// The shortest bursts of the chain are those of independent losses.
	if got, want := newBurstLoss(0.5, 2), newBurstLoss(0.5, 1); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
}

// Sessions are saved as a seed and a log, so these values are part of the file format.
func TestBurstsOfOldSessionsStayTheSame(t *testing.T) {
	t.Parallel()
	l := mustLink(t, 20260101, 7, Settings{Delay: time.Millisecond, Loss: 0.3, LossBurst: 3})
	got := ""
	for _, f := range fates(l, 60) {
		got += map[bool]string{true: "x", false: "."}[f.lost]
	}
	if got != goldenBursts {
		t.Errorf("got  %s\nwant %s", got, goldenBursts)
	}
}

const goldenBursts = "xxxxxxx..............x.....x.....xx..xxxxxx......xx........."

func TestReachableLossOfEveryBurstIsAccepted(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		burst := rapid.Float64Range(1.000001, MaxLossBurst).Draw(t, "burst")
		s := Settings{Loss: 1 - 1/burst, LossBurst: burst}
		l := mustLink(t, 0, 0, s)
		if l.loss.begin > l.loss.goOn {
			t.Fatalf("%+v", l.loss)
		}
		s.Loss = math.Nextafter(s.Loss, 2)
		if s.Validate() == nil {
			t.Fatalf("%v is accepted with bursts of %v", s.Loss, burst)
		}
	})
}
