package engines

import (
	"testing"
	"time"

	"driftlab/netsync"
)

func TestLightyearCutsRoundTripsDownFromTheThirdOn(t *testing.T) {
	t.Parallel()
	var trips lightyearTrips
	for i, c := range []struct{ x, smooth, deviation time.Duration }{
		{120 * time.Millisecond, 120 * time.Millisecond, 60 * time.Millisecond},
		{120 * time.Millisecond, 120 * time.Millisecond, 50 * time.Millisecond},
		{10 * time.Second, 132500 * time.Microsecond, 50*time.Millisecond + 100*time.Millisecond/6}, // cut to 270: 3 deviations
	} {
		trips.add(c.x)
		if (trips.smooth-c.smooth).Abs() > 2 || (trips.deviation-c.deviation).Abs() > 2 {
			t.Errorf("sample %d: %v, %v; want %v, %v", i, trips.smooth, trips.deviation, c.smooth, c.deviation)
		}
	}
	calm := lightyearTrips{n: 5, smooth: 100 * time.Millisecond}
	calm.add(10 * time.Second) // no deviation: a fifth more is let through
	if calm.smooth != 100*time.Millisecond+20*time.Millisecond/12 {
		t.Errorf("a calm way's outlier makes it %v", calm.smooth)
	}
}

func TestLightyearTakesLessOfANewOffsetTheMoreItShakes(t *testing.T) {
	t.Parallel()
	for jitter, want := range map[time.Duration]int64{0: 100_000, 1999 * time.Microsecond: 100_000, 2 * time.Millisecond: 91_112,
		10 * time.Millisecond: 20_000, time.Second: 20_000} {
		trips := lightyearTrips{deviation: 2 * jitter}
		if got := trips.share(); got != want {
			t.Errorf("jitter %v: %d millionths, want %d", jitter, got, want)
		}
	}
}

func TestLightyearsTimeFollowsAfterThreeErrorsInARow(t *testing.T) {
	t.Parallel()
	const tick = 10 * time.Millisecond
	cfg := DefaultLightyear()
	l := lightyearTime{at: 0, speed: netsync.Normal, set: true}
	for i, c := range []struct {
		off   time.Duration // of the time from where it ought to be
		speed int64
	}{
		{20 * time.Millisecond, netsync.Normal}, {20 * time.Millisecond, netsync.Normal}, // two are not enough
		{20 * time.Millisecond, 980_392},     // ahead: 1/1.02
		{-20 * time.Millisecond, 982_353},    // the other side: a tenth back to normal
		{-100 * time.Millisecond, 1_100_000}, // which counts as the fifth in a row, on the same side again
		{5 * time.Millisecond, 1_090_000},    // in the dead zone, so the count restarts
		{-20 * time.Millisecond, 1_081_000},
	} {
		l.sync(l.at.Add(-c.off), &cfg, tick, true)
		if d := l.speed - c.speed; d < -2 || d > 2 {
			t.Errorf("step %d, %v off: speed %d, want %d", i, c.off, l.speed, c.speed)
		}
	}
	l.at = 0
	if !l.sync(netsync.Server(106*time.Millisecond), &cfg, tick, true) || l.at != netsync.Server(100*time.Millisecond) {
		t.Errorf("10.6 ticks off it was set to %v, want 10 ticks", time.Duration(l.at))
	}
}
