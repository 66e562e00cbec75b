package engines

import (
	"math"
	"testing"
	"time"

	"driftlab/internal/param"
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
	for jitter, want := range map[time.Duration]float64{0: 0.1, 1999 * time.Microsecond: 0.1, 2 * time.Millisecond: 0.1 - 0.08/9,
		10 * time.Millisecond: 0.02, time.Second: 0.02} {
		trips := lightyearTrips{deviation: 2 * jitter}
		if got := float64(trips.share()); math.Abs(got-want) > 1e-7 {
			t.Errorf("jitter %v: %v, want %v", jitter, got, want)
		}
	}
}

func TestLightyearsTimeFollowsAfterThreeErrorsInARow(t *testing.T) {
	t.Parallel()
	const tick = 10 * time.Millisecond
	cfg := param.Defaults(LightyearConstants)
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
	if !l.sync(netsync.Server(106*time.Millisecond), &cfg, tick, true) || l.at != netsync.Server(110*time.Millisecond) {
		t.Errorf("10.6 ticks off it was set to %v, want 11 ticks", time.Duration(l.at))
	}
}

// The figures are those of 32-bit floats, whose mantissa has 24 bits: 5 184 000 ticks are a day at 60 a second.
func TestLightyearWeightsTicksAsA32BitFloat(t *testing.T) {
	t.Parallel()
	const day = 5_184_000 << 32
	for _, c := range []struct{ ticks, want lightyearTicks }{
		{1 << 32, 0x0.8p32},
		{-3<<32 - 1<<31, -0x1.cp32},
		{day, day / 2},
		{day + 1<<30, day / 2},       // a quarter of a tick more is not seen
		{day + 1<<31, day/2 + 1<<30}, // half of one is
		{1<<63 - 1, 1 << 62},         // as much as there may be
		{-1 << 63, -1 << 62},         //
		{7<<24 | 1, 7 << 23},         // a tie between two of 2^-32 goes to the even one
		{1<<24 + 1, 1 << 23},         //
	} {
		if got := c.ticks.times(0.5); got != c.want {
			t.Errorf("half of %#x is %#x, want %#x", int64(c.ticks), int64(got), int64(c.want))
		}
	}
	if got := ticksOf(0x1p31); got != -1<<63 {
		t.Errorf("2^31 ticks are %#x, want a turn less", int64(got))
	}
}

func TestLightyearsTicksAreAsLongAsTheyLast(t *testing.T) {
	t.Parallel()
	for _, d := range []time.Duration{0, 1, time.Second / 60, time.Second, 24 * time.Hour, -time.Nanosecond, -90 * time.Minute} {
		for _, rate := range []int{1000, 30_000, 59_940, 60_000, 128_000, 1_000_000} {
			if got := ticksIn(d, rate).lasting(rate); (got - d).Abs() > time.Nanosecond {
				t.Errorf("%v at %d ticks in a thousand seconds is %v", d, rate, got)
			}
		}
	}
}

func TestLightyearPingsWhenItsTimerHasRunAndLeadsByWholeTicks(t *testing.T) {
	t.Parallel()
	cfg := param.Defaults(LightyearConstants)
	l, err := NewLightyear(cfg)
	if err != nil {
		t.Fatal(err)
	}
	var first netsync.Local
	for now := netsync.Local(0); first == 0 && now < netsync.Local(time.Second); now = l.frames.Next() {
		if probes, _ := l.Wake(now, nil); len(probes) > 0 {
			first = now
		}
	}
	if first < netsync.Local(cfg.Ping) || first >= netsync.Local(cfg.Ping+l.frames.Every) {
		t.Errorf("the first ping left at %v, want the first frame from %v on", time.Duration(first), cfg.Ping)
	}
	lead := lightyearTime{at: netsync.Server(3 * time.Millisecond), speed: netsync.Normal}
	if lead.sync(netsync.Server(128*time.Millisecond), &cfg, 10*time.Millisecond, true); lead.at != netsync.Server(133*time.Millisecond) {
		t.Errorf("the first lead, 12.5 ticks off, is set to %v, want 13 ticks more", time.Duration(lead.at))
	}
}
