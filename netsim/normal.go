package netsim

import (
	"math"
	"time"
)

// Normal is an extra delay that is normally distributed around the mean with a standard deviation
// of a third of it, so 99.7 % lies in 0..2·mean. What would lie below 0 (0.13 %) is 0, which raises
// the true mean by 0.013 % of it.
type Normal struct{}

// Name returns "normal".
func (Normal) Name() string { return "normal" }

// Delay returns mean·(1 + z/3) with z of the standard normal distribution, at least 0.
func (Normal) Delay(mean time.Duration, u [4]uint64) time.Duration {
	// |z| < 8.3, so z·2²⁴·MaxJitter is below 2⁶¹.
	z := int64(normalQuantile(u[0]) * (1 << 24))
	return max(0, mean+time.Duration(z*int64(mean)/(3<<24)))
}

// normalQuantile maps a uniform 64-bit integer to the standard normal distribution, by the quantile function PPND16 of
// Wichura, "Algorithm AS 241", Applied Statistics 37 (1988), good to 1 part in 10¹⁶. Every product is rounded by an
// explicit conversion, which keeps compilers from fusing it with an addition, and the logarithm is [ln]: so the bits are
// the same everywhere.
func normalQuantile(u uint64) float64 {
	// 52 bits choose the distance to the nearer end of 0..1, in the middle of one of 2⁵² steps of
	// its half; one more bit chooses the half.
	r := float64(float64(2*(u>>12)+1) / (1 << 54))
	var z float64
	if q := 0.5 - r; q <= 0.425 {
		x := 0.180625 - float64(q*q)
		z = float64(q*horner(x, &wichuraA)) / horner(x, &wichuraB)
	} else if x := math.Sqrt(-ln(r)); x <= 5 {
		z = horner(x-1.6, &wichuraC) / horner(x-1.6, &wichuraD)
	} else {
		z = horner(x-5, &wichuraE) / horner(x-5, &wichuraF)
	}
	if u&1 == 0 {
		return -z
	}
	return z
}

// normalNumber returns the number that normalQuantile maps to the quantile at v/2⁶⁴. Use it where neighbouring numbers
// must have neighbouring quantiles, as normalQuantile's own arguments do not.
func normalNumber(v uint64) uint64 {
	if v < 1<<63 {
		return v << 1 // the distance from the lower end
	}
	return ^v<<1 | 1 // the distance from the upper end
}

// normalShare is the inverse of normalQuantile∘normalNumber: it maps z to its share of the standard normal distribution,
// of 2⁶⁴. It is the algorithm of Hart, "Computer Approximations" (1968), as West, "Better approximations to cumulative
// normal functions", Wilmott magazine (2005), has it, good to 3·10⁻¹⁶, finer than any distribution here needs.
func normalShare(z float64) uint64 {
	x := math.Abs(z)
	tail := exp2(-float64(float64(x*x) * (math.Log2E / 2)))
	if x < 5*math.Sqrt2 {
		tail = float64(tail*horner(x, &hartP)) / horner(x, &hartQ)
	} else {
		fraction := x + 0.65
		for n := 4.; n > 0; n-- {
			fraction = x + n/fraction
		}
		tail /= float64(fraction * 2.506628274631) // √(2π)
	}
	lower := uint64(float64(min(tail, 0.5)*(1<<63))) << 1
	if z < 0 {
		return lower
	}
	return ^lower
}

// horner returns the polynomial c[0] + c[1]·x + … + c[7]·x⁷.
func horner(x float64, c *[8]float64) float64 {
	sum := c[7]
	for i := 6; i >= 0; i-- {
		sum = float64(sum*x) + c[i]
	}
	return sum
}

// ln returns the natural logarithm of x > 0. math.Log has assembly of its own on some
// architectures, whose last bit may differ. With x = m·2ᵉ, m in √½..√2 and s = (m−1)/(m+1),
// ln x = e·ln 2 + 2·(s + s³/3 + s⁵/5 + …); |s| < 0.172 makes eleven terms enough.
func ln(x float64) float64 {
	m, e := math.Frexp(x)
	if m < math.Sqrt2/2 {
		m *= 2
		e--
	}
	s := (m - 1) / (m + 1)
	s2 := float64(s * s)
	var sum float64
	for n := 21; n >= 1; n -= 2 {
		sum = float64(sum*s2) + 1/float64(n)
	}
	return float64(float64(e)*math.Ln2) + float64(2*float64(s*sum))
}

// Hart's coefficients, by ascending powers.
var (
	hartP = [8]float64{
		220.206867912376, 221.213596169931, 112.079291497871, 33.912866078383,
		6.37396220353165, 0.700383064443688, 3.52624965998911e-2, 0,
	}
	hartQ = [8]float64{
		440.413735824752, 793.826512519948, 637.333633378831, 296.564248779674,
		86.7807322029461, 16.064177579207, 1.75566716318264, 8.83883476483184e-2,
	}
)

// The coefficients of PPND16, by ascending powers; the names are the paper's.
var (
	wichuraA = [8]float64{
		3.3871328727963666080e0, 1.3314166789178437745e+2, 1.9715909503065514427e+3,
		1.3731693765509461125e+4, 4.5921953931549871457e+4, 6.7265770927008700853e+4,
		3.3430575583588128105e+4, 2.5090809287301226727e+3,
	}
	wichuraB = [8]float64{
		1, 4.2313330701600911252e+1, 6.8718700749205790830e+2,
		5.3941960214247511077e+3, 2.1213794301586595867e+4, 3.9307895800092710610e+4,
		2.8729085735721942674e+4, 5.2264952788528545610e+3,
	}
	wichuraC = [8]float64{
		1.42343711074968357734e0, 4.63033784615654529590e0, 5.76949722146069140550e0,
		3.64784832476320460504e0, 1.27045825245236838258e0, 2.41780725177450611770e-1,
		2.27238449892691845833e-2, 7.74545014278341407640e-4,
	}
	wichuraD = [8]float64{
		1, 2.05319162663775882187e0, 1.67638483018380384940e0,
		6.89767334985100004550e-1, 1.48103976427480074590e-1, 1.51986665636164571966e-2,
		5.47593808499534494600e-4, 1.05075007164441684324e-9,
	}
	wichuraE = [8]float64{
		6.65790464350110377720e0, 5.46378491116411436990e0, 1.78482653991729133580e0,
		2.96560571828504891230e-1, 2.65321895265761230930e-2, 1.24266094738807843860e-3,
		2.71155556874348757815e-5, 2.01033439929228813265e-7,
	}
	wichuraF = [8]float64{
		1, 5.99832206555887937690e-1, 1.36929880922735805310e-1,
		1.48753612908506148525e-2, 7.86869131145613259100e-4, 1.84631831751005468180e-5,
		1.42151175831644588870e-7, 2.04426310338993978564e-15,
	}
)
