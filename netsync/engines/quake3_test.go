package engines

import (
	"testing"

	"driftlab/internal/param"
	"driftlab/netsync"
	"driftlab/netsync/internal/clocktest"
)

func TestQuakesClockCreepsForwardAndJumpsBack(t *testing.T) {
	t.Parallel()
	q := clocktest.Made(NewQuake3(param.Defaults(Quake3Constants)))
	snap := func(ms int64) { q.Observe(netsync.Event{Kind: netsync.Push, T3: netsync.Server(ms * 1e6)}) }
	for i, c := range []struct {
		snap, frame int64 // ms; 0 is no snapshot
		delta       int64
		time        int64
	}{
		{1000, 50, 950, 1000},   // the first sets it, and it creeps from there; the frame was too near, which is kept for the next
		{0, 60, 950, 1010},      // beyond the snapshot
		{1050, 100, 948, 1050},  // 2 back
		{1100, 150, 946, 1098},  // still too near: 1098 ≥ 1095
		{1150, 200, 944, 1146},  //
		{1190, 230, 945, 1174},  // a frame that is far enough: 1 forward
		{1400, 300, 1022, 1245}, // 155 off: half of it
		{2000, 340, 1660, 2000}, // 638 off: all of it
		{1900, 360, 1660, 2020}, // older than the latest: not looked at
	} {
		if q.snap == 0 && i > 0 {
			t.Fatal("no snapshot")
		}
		if c.snap > 0 {
			snap(c.snap)
		}
		q.frame(c.frame)
		if q.delta != c.delta || q.time != c.time {
			t.Errorf("step %d, frame at %d: difference %d, time %d; want %d, %d", i, c.frame, q.delta, q.time, c.delta, c.time)
		}
	}
}
