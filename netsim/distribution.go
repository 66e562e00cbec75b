package netsim

import (
	"math"
	"math/bits"
	"slices"
	"time"

	"driftlab/internal/param"
)

// A Distribution draws a datagram's extra delay. Implementations are stateless and give the same
// bits on every architecture.
type Distribution interface {
	// Name is what scenario files and the command line call it.
	Name() string
	// Delay returns an extra delay, 0 or more. Its mean over all luck is mean, which is 0..[MaxJitter]. u holds the
	// datagram's own numbers, each uniform over all 64-bit integers and independent of the others and of other
	// datagrams', except that correlation brings the u[0] of successive datagrams near each other.
	Delay(mean time.Duration, u [4]uint64) time.Duration
}

// Distributions returns every distribution that needs no file, in the order in which lists show them.
func Distributions() []Distribution {
	return []Distribution{Uniform{}, Normal{}, Exponential{}, Pareto{}, LogNormal{}, Gamma{}}
}

var distributionSettings = []setting{
	param.Func(param.Param{Name: "distribution", Called: "shape of the jitter", Unit: param.Choice, Choices: distributionNames(),
		Help: "how the jitter {way} is distributed"},
		func(s *Settings) int64 {
			return int64(max(0, slices.Index(Distributions(), s.Distribution))) // a table is none of them
		},
		func(s *Settings, v int64) { s.Distribution = Distributions()[v] }),
}

func distributionNames() (names []string) {
	for _, d := range Distributions() {
		names = append(names, d.Name())
	}
	return names
}

// Uniform is an extra delay of any length from 0 to twice the mean, all equally likely.
type Uniform struct{}

// Name returns "uniform".
func (Uniform) Name() string { return "uniform" }

// Delay returns a whole number of nanoseconds in 0..2·mean.
func (Uniform) Delay(mean time.Duration, u [4]uint64) time.Duration {
	return time.Duration(below(u[0], 2*uint64(mean)+1))
}

// Exponential is an extra delay whose chance falls off exponentially from 0 on: most datagrams are
// early, and a few wait much longer than the mean. It is the wait of an M/M/1 queue that is busy.
type Exponential struct{}

// Name returns "exponential".
func (Exponential) Name() string { return "exponential" }

// Delay returns −ln(r)·mean with r uniform in 0..1, at most 36.8 times the mean. The logarithm is [ln], which has the
// same bits on every architecture.
func (Exponential) Delay(mean time.Duration, u [4]uint64) time.Duration {
	// 52 bits choose the middle of one of 2⁵² steps of 0..1.
	r := float64(2*(u[0]>>12)+1) / (1 << 53)
	x := uint64(-ln(r) * (1 << 57)) // −ln r < 36.8: it is below 2⁶³
	hi, lo := bits.Mul64(x, uint64(mean))
	return time.Duration(hi<<7 | lo>>57)
}

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

// Pareto is an extra delay with a heavy tail: one datagram in a thousand waits more than 18 times the
// mean, one in a million more than 198 times. Its shape is 3, as in the table that iproute2 calls
// pareto (netem/pareto.c), but measured from its own least value (Lomax's form of it) and with its
// whole tail, which the table cuts at 7 means. Its standard deviation is √3 times the mean.
type Pareto struct{}

// Name returns "pareto".
func (Pareto) Name() string { return "pareto" }

// Delay returns 2·(r^(−1/3) − 1)·mean with r uniform in 0..1. At most that is 416 126 times the mean,
// for one r in 2⁵².
func (Pareto) Delay(mean time.Duration, u [4]uint64) time.Duration {
	// 52 bits choose the middle of one of 2⁵² steps of 0..1.
	r := float64(2*(u[0]>>12)+1) / (1 << 53)
	x := uint64((inverseCubeRoot(r) - 1) * (1 << 45)) // twice it is below 2¹⁹: it is below 2⁶³
	hi, lo := bits.Mul64(x, uint64(mean))
	return time.Duration(hi<<20 | lo>>44)
}

// inverseCubeRoot returns x^(−1/3) for x > 0. math.Cbrt and math.Pow may differ in the last bit
// between architectures. With x = m·8ᵉ and m in ⅛..1 it is m^(−1/3)·2⁻ᵉ. Newton's method finds the
// former, from the parabola through its values at ⅛, 27/64 and 1, which is never off by more than
// 8 %; a step that begins with an error d ends with one of 2·d².
func inverseCubeRoot(x float64) float64 {
	m, e := math.Frexp(x)
	for e%3 != 0 {
		m /= 2
		e++
	}
	const (
		slope = -128. / 57
		bend  = (slope + 64./111) / (1./8 - 1)
	)
	z := 2 + float64((m-1./8)*(slope+float64((m-27./64)*bend)))
	for range 5 {
		z += float64(float64(z*(1-float64(m*float64(z*float64(z*z))))) * (1. / 3))
	}
	return math.Ldexp(z, -e/3)
}
