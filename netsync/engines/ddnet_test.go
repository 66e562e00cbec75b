package engines

import (
	"math"
	"testing"
	"time"
)

func TestDDNetsTimeIsTheFasterTheMoreIsLate(t *testing.T) {
	t.Parallel()
	const spike = 50 * time.Millisecond
	var s smoothTime
	s.begin(0, 0)
	left := func(ms int) { s.update(0, 0, time.Duration(ms)*time.Millisecond, up, spike) }
	want := func(what string, speed float64, spikes int) {
		t.Helper()
		if math.Abs(s.speed[up]-speed) > 1e-9 || s.spikes != spikes || s.speed[down] != 0.3 {
			t.Errorf("%s: speed %v, spikes %d; want %v, %d", what, s.speed, s.spikes, speed, spikes)
		}
	}
	left(0)
	want("in time, which is 2 at least", 2, 0)
	left(-1)
	want("late", 4, 0)
	left(-50)
	want("late, and no spike yet", 8, 0)
	left(-51)
	want("a spike", 8, 5)
	left(-51)
	want("another", 8, 10)
	left(-51)
	want("too many", 16, 15)
	left(-5)
	left(-5)
	want("30 and more is left", 32, 15)
	left(3)
	want("in time", 30.4, 14)
}
