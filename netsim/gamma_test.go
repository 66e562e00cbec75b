package netsim

import (
	"math"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// gammaShare returns the share of a gamma distribution of shape 4 that is below x means.
func gammaShare(x float64) float64 {
	x *= 4
	return 1 - math.Exp(-x)*(1+x+x*x/2+x*x*x/6)
}

func TestAGammaDelayIsAtItsShare(t *testing.T) {
	t.Parallel()
	for _, share := range []float64{1e-12, 1e-9, 1e-7, 1e-6, 1e-5, 1e-4, 0.001, 0.01, 0.1, 0.5, 0.9, 0.99, 0.999, 0.999999, 1 - 1e-9} {
		got := (Gamma{}).Delay(time.Second, [4]uint64{uint64(share * (1 << 64))}).Seconds()
		back := gammaShare(got)
		if x := 4 * got; x < 0.1 { // where the difference is all rounding: the first terms of the series
			back = x * x * x * x / 24 * (1 - 0.8*x + x*x/3)
		}
		if off := math.Abs(back-share) / min(share, 1-share); off > 1e-3 {
			t.Errorf("the delay at %v is %v, below which are %v", share, got, back)
		}
	}
}

func TestAGammaDelayGrowsWithItsShare(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		a, b := rapid.Uint64().Draw(t, "a"), rapid.Uint64().Draw(t, "b")
		if at := (Gamma{}).Delay(MaxJitter, [4]uint64{min(a, b)}); at > (Gamma{}).Delay(MaxJitter, [4]uint64{max(a, b)}) {
			t.Fatalf("at %d it is %v, and less at %d", min(a, b), at, max(a, b))
		}
	})
}
