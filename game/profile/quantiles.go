package profile

import (
	"math"
	"slices"
	"time"

	"driftlab/netsim"
)

// drawsEach is how many draws stand behind one quantile.
const drawsEach = 64

// quantiles returns n evenly spaced quantiles of a distribution's extra delay, in ascending order. It
// draws with luck that is always the same (SplitMix64 of a counter), so they are too, and spreads the
// number on which the delay mainly depends evenly, so they are good.
func quantiles(d netsim.Distribution, mean time.Duration, n int) []time.Duration {
	draws := make([]time.Duration, n*drawsEach)
	stride := math.MaxUint64 / uint64(len(draws))
	var counter uint64
	for i := range draws {
		var u [4]uint64
		for j := range u {
			counter += 0x9e3779b97f4a7c15
			u[j] = splitMix(counter)
		}
		u[0] = uint64(i)*stride + u[0]%stride
		draws[i] = d.Delay(mean, u)
	}
	slices.Sort(draws)
	return quantilesOf(draws, n)
}

// splitMix is the output function of SplitMix64 (Steele, Lea and Flood, OOPSLA 2014).
func splitMix(z uint64) uint64 {
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// quantilesOf returns n evenly spaced quantiles of sorted delays.
func quantilesOf(sorted []time.Duration, n int) []time.Duration {
	out := make([]time.Duration, n)
	for i := range out {
		out[i] = sorted[(2*i+1)*len(sorted)/(2*n)]
	}
	return out
}
