package clocks

import (
	"math"
	"math/rand/v2"
	"testing"

	"driftlab/netsync/internal/clocktest"
)

// What moves the clock moves one floor up and the other down, what moves a path moves one of them alone.
func TestASwayIsSeenByWhatBothWaysTakeAndNotByWhatTheClockDoes(t *testing.T) {
	t.Parallel()
	wave := func(period float64) func(t float64) float64 {
		return func(t float64) float64 { return .005 * math.Sin(2*math.Pi*t/period) }
	}
	still := func(float64) float64 { return 0 }
	for _, c := range []struct {
		name            string
		clock, up, down func(t float64) float64 // s
		most, least     float64                 // of the deviation of the middle, ms
	}{
		{"nothing", still, still, still, 0, 0},
		{"the clock", wave(100), still, still, .4, 0},
		{"one way", still, wave(100), still, 2.5, 1},
		{"both ways", still, wave(100), wave(70), 4, 1.5},
		{"clock and way", wave(80), wave(100), still, 2.5, 1},
	} {
		var ways [2]way
		for i, of := range []func(float64) float64{c.up, c.down} {
			ways[i].sign = int64(1 - 2*i)
			for x := 0.; x < 256; x += 2 {
				y := .05 + of(x) + float64(ways[i].sign)*c.clock(x)
				ways[i].add(wayPoint{x: int64(x * 1e6), y: int64(y * 1e6 * micro)})
			}
		}
		var w swaying
		w.see(&ways, 256_000_000, 0)
		square, ok := w.square(16_000_000)
		got := float64(squareRoot(square)<<squareBits) / micro / 1000
		if !ok || got > c.most || got < c.least {
			t.Errorf("%s: a deviation of %.3f ms (%v), want %v to %v", c.name, got, ok, c.least, c.most)
		}
	}
}

// With 15 ms of jitter a point a second is some milliseconds above the floor, and yet hardly any is one below it.
func TestAPathThatBecomesShorterAgainIsNoticedUnderMuchJitter(t *testing.T) {
	t.Parallel()
	longer := func(t float64, r *rand.Rand) float64 {
		by := 0.
		if t >= 90 && t < 180 {
			by = .0225
		}
		return .05 + by + .015*r.ExpFloat64()
	}
	for seed := range uint64(30) {
		l := rigLinks()[0]
		l.up, l.down, l.rateU = longer, exp(.015), 14
		if res := l.run(seed+1, 300, midClient{clocktest.Made(NewMidline(DefaultMidline()))}); res.rms > 1 {
			t.Errorf("seed %d: root mean square %.3f ms, more than 1", seed+1, res.rms)
		}
	}
}

// Datagrams that overtake before the floor is known stay the lowest of their way for as long as they are remembered.
func TestOvertakersOfTheFirstSecondsMoveTheClockNoLongerThanThat(t *testing.T) {
	t.Parallel()
	for seed := range uint64(10) {
		l := rigLinks()[0]
		l.up, l.down = exp(.001), func(at float64, r *rand.Rand) float64 {
			if at < 4 && r.IntN(60) == 0 {
				return .01
			}
			return .05 + .001*r.ExpFloat64()
		}
		if res := l.run(seed+1, 120, midClient{clocktest.Made(NewMidline(DefaultMidline()))}); !(res.within1 < 40) {
			t.Errorf("seed %d: it is right to 1 ms from %v s on, RMS %.3f ms", seed+1, res.within1, res.rms)
		}
	}
}

// One in 25 each way is on a way without a delay, and no two of the others take the same time.
func TestOvertakersBothWaysLeaveTheLineOnThePathOfTheOthers(t *testing.T) {
	t.Parallel()
	mixed := func(_ float64, r *rand.Rand) float64 {
		if r.IntN(25) == 0 {
			return .0001
		}
		return .02 + .002*(r.ExpFloat64()+r.ExpFloat64()+r.ExpFloat64()+r.ExpFloat64())
	}
	for seed := range uint64(20) {
		l := rigLinks()[0]
		l.up, l.down, l.rateU, l.rateD = mixed, mixed, 50, 23
		res := l.run(seed+1, 300, midClient{clocktest.Made(NewMidline(DefaultMidline()))})
		if res.rms > 1.5 {
			t.Errorf("seed %d: root mean square %.3f ms, more than 1.5", seed+1, res.rms)
		}
	}
}

// Both ways are 50 ms, and each has a delay of its own of up to 10 ms beside it that takes some 40 s to become another.
func TestPairsFollowTheMomentsAtWhichBothWaysWereFast(t *testing.T) {
	t.Parallel()
	with, without := 0., 0.
	for seed := range uint64(10) {
		r := rand.New(rand.NewPCG(seed, 5))
		var knots [2][40]float64
		for i := range knots {
			for k := range knots[i] {
				knots[i][k] = .01 * r.Float64()
			}
		}
		sway := func(i int) func(float64, *rand.Rand) float64 {
			return func(at float64, r *rand.Rand) float64 {
				k, part := int(at/20), math.Mod(at, 20)/20
				return .05 + knots[i][k]*(1-part) + knots[i][k+1]*part + .0005*r.ExpFloat64()
			}
		}
		l := rigLinks()[0]
		l.up, l.down = sway(0), sway(1)
		cfg := DefaultMidline()
		with += math.Log(l.run(seed+1, 300, midClient{clocktest.Made(NewMidline(cfg))}).rms)
		cfg.Without = withoutPairs
		without += math.Log(l.run(seed+1, 300, midClient{clocktest.Made(NewMidline(cfg))}).rms)
	}
	t.Logf("root mean square %.3f ms with pairs, %.3f ms without", math.Exp(with/10), math.Exp(without/10))
	if with > without-10*math.Log(1.1) {
		t.Error("pairs are worth less than a tenth")
	}
}
