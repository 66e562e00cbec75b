package netsim

import (
	"math"
	"math/bits"
	"time"
)

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
