package netsim

import (
	"math"
	"testing"
	"time"

	"pgregory.net/rapid"
)

func TestHalfOfLogNormalIsBelowTheMeanOverTheRootOfTwo(t *testing.T) {
	t.Parallel()
	wantDelays(t, LogNormal{}, []delayCase{
		{time.Second, 1 << 63, 707106781},
		{time.Second, 0, 709878},                    // 2^(−8.2924·1.2011 − ½)
		{time.Second, math.MaxUint64, 704346104298}, // 2^(+8.2924·1.2011 − ½)
		{MaxJitter, math.MaxUint64, 7043461042980},
		{0, math.MaxUint64, 0},
	})
}

func TestLogNormalGrowsWithItsNumber(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		a, b := rapid.Uint64().Draw(t, "a"), rapid.Uint64().Draw(t, "b")
		a, b = min(a, b), max(a, b)
		da, db := (LogNormal{}).Delay(time.Second, [4]uint64{a}), (LogNormal{}).Delay(time.Second, [4]uint64{b})
		if da > db+1 { // the quantile's branches may meet with a step of the last bit
			t.Fatalf("%d gives %v and %d gives %v", a, da, b, db)
		}
	})
}

func TestExp2IsThePowerOfTwo(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		x := rapid.Float64Range(-60, 60).Draw(t, "x")
		if got, want := exp2(x), math.Exp2(x); math.Abs(got/want-1) > 5e-16 {
			t.Fatalf("2^%v is %v, want %v", x, got, want)
		}
	})
	for n := -60; n <= 60; n++ {
		if got := exp2(float64(n)); got != math.Ldexp(1, n) {
			t.Errorf("2^%d is %v", n, got)
		}
	}
}

// The bits must be the same on every architecture, whatever its compiler fuses.
func TestExp2HasTheSameBitsEverywhere(t *testing.T) {
	t.Parallel()
	wantBits(t, exp2, map[float64]uint64{
		-10.4: 0x3f48406003b2ae5b,
		-0.5:  0x3fe6a09e667f3bcc,
		-0.1:  0x3feddb680117ab12,
		0.3:   0x3ff3b2c47bff8329,
		0.5:   0x3ff6a09e667f3bcc,
		2.75:  0x401ae89f995ad3ae,
		9.3:   0x4083b2c47bff832c,
	})
}
