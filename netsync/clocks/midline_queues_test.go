package clocks

import (
	"math"
	"testing"

	"driftlab/internal/testkit"
	"driftlab/netsync/internal/clocktest"
)

// A queue of 46 ms on average begins after ten minutes, lasts two hours and sways by 16 ms in 40 s. Half of it, 23 ms, is what SNTP is off by.
func TestASlowSwayInAQueueOfTwoHoursMovesTheClockByLessThanHalfOfSNTPs(t *testing.T) {
	t.Parallel()
	var rms []float64
	for seed := range uint64(testkit.LongCount(1, 10)) {
		l := plain(30)
		l.from = 600
		l.up = added(exp(.005), extra(func(t float64) float64 {
			if t < 600 {
				return 0
			}
			return .046 + .016*math.Sin(2*math.Pi*t/40)
		}))
		rms = append(rms, l.run(seed+1, 7800, midClient{clocktest.Made(NewMidline(DefaultMidline()))}).rms)
	}
	t.Logf("%.2f ms", rms)
	if got := median(rms); !(got < 11.5) {
		t.Errorf("root mean square %.2f ms", got)
	}
}

// One datagram in five seconds is a point each, too few to tell a route from chance. Each is a bucket too, and what is below the latest two
// has not overtaken: it was taken for that, and thrown away.
func TestARouteThatFewDatagramsSeemToShowIsWithdrawn(t *testing.T) {
	t.Parallel()
	var worst float64
	for seed := range uint64(testkit.LongCount(8, 40)) {
		l := plain(.2)
		l.from = 1800
		res := l.run(seed+1, 3600, midClient{clocktest.Made(NewMidline(DefaultMidline()))})
		t.Logf("seed %d: %.2f ms, at worst %.2f", seed+1, res.rms, res.worst)
		worst = math.Max(worst, res.rms)
	}
	if !(worst < .8) {
		t.Errorf("root mean square %.2f ms on the worst seed", worst)
	}
}

// A queue that is there when the client joins looks like a path. One whose length wanders does not, and when it ends its way is believed to be shorter.
func TestAQueueFromTheJoinOnIsForgottenOnceItEnds(t *testing.T) {
	t.Parallel()
	queue := func(ends, sways float64) func(t float64) float64 {
		return func(t float64) float64 {
			if t > ends {
				return 0
			}
			return .062 + sways*math.Sin(2*math.Pi*t/37) + sways/2*math.Sin(2*math.Pi*t/11)
		}
	}
	for _, sways := range []float64{.025, .006} {
		for _, c := range []struct {
			name     string
			up, down float64 // until when, s
		}{{"up", 600, 0}, {"down", 0, 600}, {"both ways", 600, 700}} {
			for seed := range uint64(testkit.LongCount(1, 10)) {
				l := plain(30)
				l.from = 1000
				l.up, l.down = added(exp(.002), extra(queue(c.up, sways))), added(exp(.002), extra(queue(c.down, sways)))
				if res := l.run(seed+1, 1300, midClient{clocktest.Made(NewMidline(DefaultMidline()))}); !(res.worst < 1) {
					t.Errorf("%s, which sways by %v s, seed %d: off by up to %.2f ms after it has ended", c.name, sways, seed+1, res.worst)
				}
			}
		}
	}
}

// Nobody can tell a still one from a path. The clock keeps half of it, and its interval says so.
func TestTheStatedIntervalCoversAStillQueueThatWasThereFromTheJoinOn(t *testing.T) {
	t.Parallel()
	l := plain(30)
	l.up = added(exp(.002), extra(func(t float64) float64 {
		if t > 600 {
			return 0
		}
		return .062
	}))
	if res := l.run(1, 900, midClient{clocktest.Made(NewMidline(DefaultMidline()))}); !(res.worst > 25) || res.covered < 1 {
		t.Errorf("off by up to %.2f ms, and the interval holds %.4f of the time", res.worst, res.covered)
	}
}
