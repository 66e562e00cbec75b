package gear

import (
	"testing"
	"time"

	"driftlab/netsync"
)

func TestALateLegIsRepairedBesideTheFastestOfTheWindowBefore(t *testing.T) {
	t.Parallel()
	const ms = time.Millisecond
	l := LateLeg{Window: 2 * time.Second}
	for i, c := range []struct {
		at                 time.Duration
		up, down, repaired time.Duration // of the offset, which is 1 s
	}{
		{0, 30 * ms, 30 * ms, 0},
		{500 * ms, 90 * ms, 30 * ms, 30 * ms}, // there is no window before
		{time.Second, 20 * ms, 20 * ms, 0},    // the fastest
		{2 * time.Second, 80 * ms, 20 * ms, 0},
		{2500 * ms, 20 * ms, 60 * ms, 0},
		{3 * time.Second, 30 * ms, 20 * ms, 5 * ms},  // less than 10 ms says nothing
		{3500 * ms, 100 * ms, 60 * ms, -40 * ms},     // of two late legs it takes off too much
		{4 * time.Second, 90 * ms, 30 * ms, -5 * ms}, // by the fastest of the second window, which took 5 ms longer
		{time.Second, 20 * ms, 20 * ms, 0},           // a clock that was set back restarts
	} {
		shown := time.Second + (c.up-c.down)/2
		if got := l.Repair(netsync.Local(c.at), c.up+c.down, shown) - time.Second; got != c.repaired {
			t.Errorf("exchange %d shows %v more, repaired %v, want %v", i, shown-time.Second, got, c.repaired)
		}
	}
	off := LateLeg{}
	off.Repair(0, 20*ms, 0)
	if got := off.Repair(netsync.Local(time.Hour), time.Second, time.Second); got != time.Second {
		t.Errorf("without a window it is repaired to %v", got)
	}
}
