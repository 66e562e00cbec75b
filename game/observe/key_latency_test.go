package observe

import (
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"
)

func TestQuantilesOfLatenciesAreThoseOfTheSortedOnes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var l Latencies
		all := rapid.SliceOfN(rapid.Int64Range(0, int64(JourneyLost)), 1, 50).Draw(t, "ns")
		for _, ns := range all {
			l.add(time.Duration(ns))
		}
		slices.Sort(all)
		for _, percent := range []int{50, 95} {
			want := time.Duration(all[(len(all)*percent+99)/100-1])
			got, ok := l.Quantile(uint64(percent))
			if off := (got - want).Abs(); !ok || off > latencyUnit/2+want/100 || want < 12*time.Millisecond && off > latencyUnit/2 {
				t.Fatalf("%d %% of %v are within %v (%v), want %v", percent, all, got, ok, want)
			}
		}
	})
	if took, ok := new(Latencies).Quantile(50); ok {
		t.Errorf("without keys the median is %v", took)
	}
}
