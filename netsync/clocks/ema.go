package clocks

import "math"

// An ema is the exponential moving average that Mirror uses, with its variance: a new value weighs 2/(n + 1), so that the
// average covers about the latest n values. It is a statistic, in floating point. To average times, pass their distances
// from a time held as an integer.
//
// The conversions to float64 keep the compiler from fusing a product with a sum, so that every machine gets the same bits.
type ema struct {
	alpha, rest     float64 // weights of the new value and of the old ones
	any             bool
	value, variance float64
}

// newEMA returns an average of about n ≥ 1 values. single holds the weights in single precision, as
// Mirror did in 2022.
func newEMA(n int, single bool) ema {
	if single {
		alpha := float32(2) / float32(n+1)
		return ema{alpha: float64(alpha), rest: float64(1 - alpha)}
	}
	alpha := 2 / float64(n+1)
	return ema{alpha: alpha, rest: 1 - alpha}
}

// add takes a value. The first one becomes the average as it is.
func (e *ema) add(x float64) {
	if !e.any {
		e.any, e.value, e.variance = true, x, 0
		return
	}
	delta := x - e.value
	step := float64(e.alpha * delta)
	e.value += step
	e.variance = e.rest * (e.variance + float64(step*delta))
}

// deviation returns the standard deviation.
func (e *ema) deviation() float64 { return math.Sqrt(e.variance) }
