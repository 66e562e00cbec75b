package insight

import (
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"
)

func TestAMeterTellsOfItsLatestTripsAlone(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		all := rapid.SliceOfN(rapid.Int64Range(0, int64(10*time.Second)), 0, 3*KeptTrips).Draw(t, "trips")
		var m TripMeter
		for _, d := range all {
			m.Add(time.Duration(d))
		}
		latest := all[max(len(all)-KeptTrips, 0):]
		want := Trips{Count: len(latest)}
		if len(latest) > 0 {
			sum := int64(0)
			for _, d := range latest {
				sum += d
			}
			want.Latest, want.Least = time.Duration(latest[len(latest)-1]), time.Duration(slices.Min(latest))
			want.Mean = time.Duration(sum / int64(len(latest)))
		}
		if got := m.Trips(); got != want {
			t.Errorf("of %v it tells %+v, want %+v", all, got, want)
		}
	})
}
