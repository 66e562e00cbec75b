package widgets

import "math"

// steps are the values of a slider: min, min+step and so on, and max, even if that is a short step.
type steps struct{ min, max, step float64 }

// count returns the number of the last step. The first is 0.
func (s steps) count() int { return int(math.Ceil((s.max-s.min)/s.step - 1e-9)) }

func (s steps) at(i int) float64 {
	if i >= s.count() {
		return s.max
	}
	return s.min + float64(i)*s.step
}

func (s steps) nearest(v float64) int {
	v = min(max(v, s.min), s.max)
	i := min(int(math.Round((v-s.min)/s.step)), s.count())
	if s.max-v < math.Abs(v-s.at(i)) {
		return s.count()
	}
	return i
}

// next returns the value so many steps above v, or below; where v is between two steps the one beside
// it is the first.
func (s steps) next(v float64, by int) float64 {
	const rounding = 1e-6 // steps
	f := (min(max(v, s.min), s.max) - s.min) / s.step
	i := int(math.Floor(f + rounding))
	if by < 0 {
		i = int(math.Ceil(f - rounding))
	}
	return s.at(min(max(i+by, 0), s.count()))
}
