package netsim

import (
	"math"
	"math/bits"
	"time"
)

// Gamma is an extra delay of shape 4: the sum of four exponential ones, as of a datagram that waits in four queues one
// after the other (Erlang's distribution). Datagrams near the least delay are rare: one in 2,000 takes less than a tenth
// of the mean. That makes it hard for clocks that rely on the least delay. Its standard deviation is half the mean.
type Gamma struct{}

// Name returns "gamma".
func (Gamma) Name() string { return "gamma" }

// Delay returns x·mean/4 with x at a uniform share of the standard gamma distribution of shape 4, at most 12.4 times the
// mean. There −ln(1 − share) is g(x) = x − ln(1 + x + x²/2 + x³/6), which bends upwards, so that Newton's method finds x
// from Wilson's and Hilferty's estimate, PNAS 17 (1931), in three steps.
func (Gamma) Delay(mean time.Duration, u [4]uint64) time.Duration {
	// 52 bits choose the middle of one of 2⁵² steps of 0..1.
	goal := -ln(float64(2*(^u[0]>>12)+1) / (1 << 53))
	root := 1 - 1./36 + float64(normalQuantile(normalNumber(u[0]))*(1./6))
	// g(x) is below x⁴/24, so x is not below this, and where it is small not far above.
	x := math.Sqrt(math.Sqrt(24 * goal))
	if root > 0 {
		x = max(x, float64(4*float64(root*float64(root*root))))
	}
	for range 3 {
		cube := float64(x*float64(x*x)) / 6
		sum := 1 + x + float64(x*x)/2 + cube
		// Near 0 the difference of the two would be all rounding.
		g := float64(cube*x) / 4 * (1 - float64(0.8*x))
		if x > 1./64 {
			g = x - ln(sum)
		}
		x = max(x-float64((g-goal)*sum)/cube, 0)
	}
	hi, lo := bits.Mul64(uint64(x*(1<<56)), uint64(mean)) // x < 50: it is below 2⁶²
	return time.Duration(hi<<6 | lo>>58)                  // a quarter of x
}
