package netsim

import "math"

// A lossThreshold is the probability p of a loss as the integer p·2⁵³, rounded up, so that each
// datagram costs one exact comparison.
type lossThreshold uint64

// newLossThreshold returns the threshold of a probability in 0..1. The product only moves p's
// exponent and is exact, so for any integer n, n < p·2⁵³ if and only if n is below the threshold.
func newLossThreshold(p float64) lossThreshold {
	return lossThreshold(math.Ceil(p * (1 << 53)))
}

// hit reports whether the datagram with the uniform number u is lost: never at p = 0, always at p = 1.
func (t lossThreshold) hit(u uint64) bool { return lossThreshold(u>>11) < t }
