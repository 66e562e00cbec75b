package observe

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

func TestHistogramsQuantilesAreThoseOfTheSortedList(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		values := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) int64 {
			return rapid.Int64Range(0, 1<<rapid.IntRange(1, 62).Draw(t, "bits")).Draw(t, "value")
		}), 1, 200).Draw(t, "values")
		var h Histogram
		for _, v := range values {
			h.Add(v)
		}
		slices.Sort(values)
		percent := rapid.IntRange(1, 100).Draw(t, "percent")
		want := values[(len(values)*percent+99)/100-1]
		got := h.Quantile(uint64(percent))
		if off := math.Abs(float64(got - want)); off > float64(want)/2048+1e-9 {
			t.Errorf("%d %% is %d, want %d: off by %.3f %%", percent, got, want, 100*off/float64(want))
		}
	})
}

func TestHistogramOfNothingIsZero(t *testing.T) {
	t.Parallel()
	var h Histogram
	if got := h.Quantile(50); got != 0 {
		t.Errorf("got %d", got)
	}
}

func TestSpreadsTellBiasFromMean(t *testing.T) {
	t.Parallel()
	var s Spread
	if s.Bias() != 0 || s.Mean() != 0 {
		t.Errorf("nothing is %+v", s)
	}
	for _, v := range []int64{-3, 1, -4} {
		s.Add(v)
	}
	if s.Bias() != -2 || s.Mean() != 2 || s.Worst != 4 || s.Count != 3 {
		t.Errorf("got %+v", s)
	}
}
