package testkit

import "math"

// Correlation returns Pearson's coefficient of two series of one length: −1 to 1, or NaN where one of them never changes.
func Correlation(x, y []float64) float64 {
	mx, my := mean(x), mean(y)
	var xy, xx, yy float64
	for i := range x {
		xy += (x[i] - mx) * (y[i] - my)
		xx += (x[i] - mx) * (x[i] - mx)
		yy += (y[i] - my) * (y[i] - my)
	}
	return xy / math.Sqrt(xx*yy)
}

func mean(v []float64) (sum float64) {
	for _, a := range v {
		sum += a / float64(len(v))
	}
	return sum
}
