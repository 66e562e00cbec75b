package netsim

import (
	"math"
	"math/bits"
	"time"
)

// LogNormal is an extra delay whose logarithm is normally distributed: few datagrams are early, most
// come somewhat before the mean, and a long tail comes late. Tools that imitate slow servers use it
// for that tail (WireMock's and Hoverfly's log-normal delays).
//
// The standard deviation σ of the logarithm is √(ln 2) = 0.83. No one value is right for all networks;
// with this one the delay's own standard deviation, mean·√(exp(σ²) − 1) (Johnson, Kotz and
// Balakrishnan, Continuous Univariate Distributions 1, chapter 14), is its mean. So it has the mean
// and the spread of [Exponential], and what differs between the two is their shape alone.
type LogNormal struct{}

// Name returns "lognormal".
func (LogNormal) Name() string { return "lognormal" }

// Delay returns exp(σ·z − σ²/2)·mean with z of the standard normal distribution, at most 706 times
// the mean; half are below mean/√2. With this σ the power is one of two, 2^(z/√(ln 2) − 1/2).
func (LogNormal) Delay(mean time.Duration, u [4]uint64) time.Duration {
	const perSigma = 1.2011224087864498 // 1/√(ln 2)
	y := float64(normalQuantile(normalNumber(u[0]))*perSigma) - 0.5
	x := uint64(exp2(y) * (1 << 53)) // y < 9.5: it is below 2⁶³
	hi, lo := bits.Mul64(x, uint64(mean))
	return time.Duration(hi<<11 | lo>>53)
}

// exp2 returns 2ˣ for |x| < 1000. math.Exp2 has assembly of its own on some architectures, whose last
// bit may differ. With x = n + f and |f| ≤ ½ it is 2ⁿ·exp(f·ln 2), and expSeries is long enough.
func exp2(x float64) float64 {
	n := math.Floor(x + 0.5)
	y := float64((x - n) * math.Ln2)
	var sum float64
	for i := len(expSeries) - 1; i >= 0; i-- {
		sum = float64(sum*y) + expSeries[i]
	}
	return math.Ldexp(sum, int(n))
}

// expSeries is 1/n!, the coefficients of exp by ascending powers.
var expSeries = [...]float64{
	1, 1, 1. / 2, 1. / 6, 1. / 24, 1. / 120, 1. / 720, 1. / 5_040, 1. / 40_320, 1. / 362_880, 1. / 3_628_800,
	1. / 39_916_800, 1. / 479_001_600, 1. / 6_227_020_800, 1. / 87_178_291_200,
}
