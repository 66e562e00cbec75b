package testkit

import (
	"math"
	"testing"
)

func TestTheCoefficientIsThatOfWorkedExamples(t *testing.T) {
	for _, c := range []struct {
		x, y []float64
		want float64
	}{
		{[]float64{1, 2, 3}, []float64{10, 20, 30}, 1},
		{[]float64{1, 2, 3}, []float64{3, 2, 1}, -1},
		{[]float64{1, 2, 3}, []float64{1, 0, 1}, 0},
		{[]float64{1, 2, 3}, []float64{1, 3, 2}, 0.5},
	} {
		if got := Correlation(c.x, c.y); math.Abs(got-c.want) > 1e-12 {
			t.Errorf("%v and %v: %v, want %v", c.x, c.y, got, c.want)
		}
	}
	if got := Correlation([]float64{1, 2}, []float64{4, 4}); !math.IsNaN(got) {
		t.Errorf("with what never changes: %v", got)
	}
}
