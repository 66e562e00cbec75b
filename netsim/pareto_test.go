package netsim

import (
	"math"
	"testing"
	"time"

	"pgregory.net/rapid"
)

func TestParetoReachesFarAndStaysExactForLongMeans(t *testing.T) {
	t.Parallel()
	wantDelays(t, Pareto{}, []delayCase{
		{time.Second, math.MaxUint64, 0},
		{time.Second, 1 << 63, 519842099},  // 2·(2^(1/3) − 1)
		{time.Second, 1 << 61, 1999999999}, // an eighth and a little: almost twice the mean
		{time.Second, 0, 416125661367151},  // 2·(2^(53/3) − 1)
		{MaxJitter, 0, 4161256613671516},   // does not overflow
		{3 * time.Nanosecond, 1 << 61, 5},
		{20 * time.Millisecond, 0, 8322513227343},
	})
}

func TestInverseCubeRootIsTheInverseOfTheCube(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		x := rapid.Float64Range(1e-17, 1).Draw(t, "x")
		if got, want := inverseCubeRoot(x), 1/math.Cbrt(x); math.Abs(got/want-1) > 5e-16 {
			t.Fatalf("%v gives %v, want %v", x, got, want)
		}
	})
	for e := range 60 {
		if got := inverseCubeRoot(math.Ldexp(1, -3*e)); got != math.Ldexp(1, e) {
			t.Errorf("8^-%d gives %v", e, got)
		}
	}
}

// The bits must be the same on every architecture, whatever its compiler fuses.
func TestInverseCubeRootHasTheSameBitsEverywhere(t *testing.T) {
	t.Parallel()
	wantBits(t, inverseCubeRoot, map[float64]uint64{
		1:     0x3ff0000000000000,
		0.9:   0x3ff092687a361469,
		0.7:   0x3ff2051c7f5b1d1c,
		0.3:   0x3ff7e69c7ce33631,
		0.13:  0x3fff95992d380359,
		0.01:  0x401290fca9c761f8,
		1e-5:  0x4047353bd4393a75,
		1e-15: 0x40f86a0000000000,
	})
}
