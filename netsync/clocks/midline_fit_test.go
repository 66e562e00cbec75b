package clocks

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"driftlab/netsync/internal/arith"
)

func TestHullAndGreatestLikelihoodAreThoseOfBruteForce(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		var f fitter
		for i := range f.clouds {
			x := int64(0)
			for range rapid.IntRange(1, 60).Draw(t, "points") {
				x -= rapid.Int64Range(0, 4_000_000).Draw(t, "gap")
				f.clouds[i].add(fitPoint{x: x, y: rapid.Int64Range(0, 50_000*micro).Draw(t, "y")})
				isLeast(t, &f.clouds[i]) // a window is fitted, and then a longer one
			}
		}
		for i := range f.clouds {
			for range 20 {
				isLeast(t, &f.clouds[i])
			}
		}
		up, down := &f.clouds[0], &f.clouds[1]
		up.density(0, &f.scratch)
		down.density(0, &f.scratch)
		best := f.best()
		top := peak{slope: best}
		_, u, d := f.likelihood(best, &top)
		top.up, top.down = u+slope(best, up.middle), d+slope(-best, down.middle)
		top.prior = believed(best)
		for s := int64(-maxSlope); s <= maxSlope; s += maxSlope / 500 {
			// The prior bends outwards beyond 100 ppm, so that a peak may be one of two: then the other is hardly higher.
			if less, _, _ := f.likelihood(s, &top); less < -3<<32 {
				t.Fatalf("at %d the likelihood is higher than at %d, by %.3f nats", s, best, -float64(less)/(1<<32))
			}
		}
	})
}

// isLeast compares a floor of any slope with that of all points.
func isLeast(t *rapid.T, c *cloud) {
	s := rapid.Int64Range(-maxSlope, maxSlope).Draw(t, "slope")
	least := int64(math.MaxInt64)
	for _, p := range c.points[:c.n] {
		least = min(least, p.y-slope(s, p.x))
	}
	if got := c.floor(s); got < least || got > least+2 {
		t.Fatalf("a floor of %d at %d, want %d", got, s, least)
	}
}

// The sharper the clouds' edges, the narrower the likelihood: with no waits at all it is narrower than its slopes lie apart.
func TestALineThroughCloudsWithoutWidthIsFound(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		var f fitter
		rate := rapid.Int64Range(-500*slopePPM, 500*slopePPM).Draw(t, "rate")
		noise := rapid.Int64Range(0, 3*micro).Draw(t, "noise")
		for i := range f.clouds {
			sign := int64(1 - 2*i)
			x := -rapid.Int64Range(0, 200_000_000).Draw(t, "begin")
			for range rapid.IntRange(1, fitMaximum).Draw(t, "points") {
				x -= rapid.Int64Range(0, (x+300_000_000)/50).Draw(t, "gap")
				f.clouds[i].add(fitPoint{x: x, y: 1_000_000 + sign*slope(rate, x) + rapid.Int64Range(0, noise).Draw(t, "y"), many: true})
			}
		}
		r := f.fit(0, true)
		if r.square < 0 || min(f.clouds[0].n, f.clouds[1].n) > 20 && max(r.middle, -r.middle) > 10*r.deviation()+5*micro {
			t.Fatalf("%+v, at a rate of %d", r, rate)
		}
	})
}

// Of what lies long ago, and all within an instant, nothing is known of now: the variance is more than an integer holds.
func TestMiddlesOfPointsOfOneInstantTellNothingOfLaterOnes(t *testing.T) {
	t.Parallel()
	for gap := int64(20); gap <= 500_000; gap *= 5 {
		var f fitter
		for i := range f.clouds {
			for k := range int64(5) {
				f.clouds[i].add(fitPoint{x: -200_000_000 - gap*k, y: (k*(2+int64(i)) + 3) % 5 * 15_000 * micro, many: true})
			}
			f.clouds[i].density(0, &f.scratch)
		}
		r := fitted{square: 1 << 46}
		if f.centre(0, &r); r.square < 0 || r.square > 1<<47 || max(r.middle, -r.middle) > 60_000*micro {
			t.Errorf("%d µs apart: %+v", gap, r)
		}
	}
}

func TestExponentialsAndLogarithmsAreThoseOfTheTables(t *testing.T) {
	t.Parallel()
	for x := int64(0); x < 8*q16; x += 97 {
		if want := math.Exp(-float64(x) / q16); math.Abs(float64(expNegative(x))/q16-want) > 1e-4*want+2./q16 {
			t.Fatalf("e^−%v is %v, want %v", float64(x)/q16, float64(expNegative(x))/q16, want)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		v := rapid.Uint64Range(1, math.MaxUint64).Draw(t, "v")
		if got, want := float64(logarithm(v))/q16, math.Log(float64(v)); math.Abs(got-want) > 1e-3 {
			t.Errorf("ln %d is %v, want %v", v, got, want)
		}
		w := int64(v >> 1)
		if r := squareRoot(w); r*r > w || r+1 <= w/(r+1) && (r+1)*(r+1) <= w {
			t.Errorf("the root of %d is %d", w, r)
		}
		if got := mulShift(w, -3, 2); got != floorOfShift(w) {
			t.Errorf("%d·−3/4 is %d", w, got)
		}
	})
}

func floorOfShift(w int64) int64 {
	q, _ := arith.FloorDiv(w, 4)
	rest := w - 4*q
	down, _ := arith.FloorDiv(-3*rest, 4)
	return -3*q + down
}

// A line through any two points has a mean of nothing below a third of so few, and was believed to the microsecond.
func TestFewPointsOfWhichTwoAreOnTheFloorDoNotMakeItSure(t *testing.T) {
	t.Parallel()
	for n := 3; n <= floorRank; n++ {
		var f fitter
		c := &f.clouds[0]
		for i := range n {
			c.add(fitPoint{x: -int64(i) * 500_000, y: int64(max(i-1, 0)) * 1000 * micro})
		}
		c.density(0, &f.scratch)
		if mean := int64(n-2) * 1000 * micro; c.weight > int64(n)<<32/mean {
			t.Errorf("of %d points, up to %d ms above the floor, the density there is that of a mean of %v ms", n, n-2, float64(1<<32)*float64(n)/float64(c.weight)/1000/micro)
		}
	}
}
