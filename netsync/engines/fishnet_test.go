package engines

import (
	"testing"
	"time"

	"driftlab/internal/param"
	"driftlab/netsync"
	"driftlab/netsync/internal/clocktest"
)

func TestFishNetsTickLengthAddsUpUntilItIsFarOff(t *testing.T) {
	t.Parallel()
	f := clocktest.Made(NewFishNet(param.Defaults(FishNetConstants)))
	f.joined = true
	f.local, f.host, f.now = 100, 200, 204
	for i, c := range []struct {
		client uint32
		now    int64
		length time.Duration // of the 33 333 333 ns
	}{
		{98, 202, 33_666_666},  // 1 + 1 on top of the host's: it was 2 ahead, ticks become longer
		{97, 202, 33_666_666},  // 3/2 is 1: no change, and the length stays
		{92, 205, 33_333_333},  // 3 behind: shorter again
		{92, 205, 33_333_333},  //
		{88, 207, 33_000_000},  //
		{70, 216, 33_333_333},  // 9 behind: reset
		{101, 216, 33_333_333}, // from the future: nothing
	} {
		f.adjust(c.client)
		if f.now != c.now || f.length != c.length {
			t.Errorf("step %d: tick %d of %d ns, want %d of %d", i, f.now, f.length, c.now, c.length)
		}
	}
}

func TestFishNetHasThreeTicksAFrameAtMost(t *testing.T) {
	t.Parallel()
	f := clocktest.Made(NewFishNet(param.Defaults(FishNetConstants)))
	f.Wake(0, nil)
	if probes, _ := f.Wake(netsync.Local(time.Minute), nil); len(probes) != 3 || f.local != 3 {
		t.Errorf("%d packets and %d ticks after a minute, want 3", len(probes), f.local)
	}
}

func TestFishNetDropsTicksOnlyFromTheFourthOn(t *testing.T) {
	t.Parallel()
	for behind, left := range map[time.Duration]time.Duration{
		3*time.Second/30 + 20*time.Millisecond: 20 * time.Millisecond, // three and a part: the part is kept
		4 * time.Second / 30:                   0,                     // four: one is lost
		4*time.Second/30 + 20*time.Millisecond: 0,
	} {
		f := clocktest.Made(NewFishNet(param.Defaults(FishNetConstants)))
		f.Wake(0, nil)
		f.Wake(netsync.Local(behind), nil)
		if f.local != 3 || (f.elapsed-left).Abs() > 4 {
			t.Errorf("after %v there are %d ticks, and %v are left, want 3 and %v", behind, f.local, f.elapsed, left)
		}
	}
}
