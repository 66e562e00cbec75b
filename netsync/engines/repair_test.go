package engines_test

import (
	"testing"
	"time"

	"driftlab/netsync/internal/clocktest"
)

func TestRepairBringsClocksThatAverageAllAnswersNearer(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"netfox", "mirror"} {
		off := func(window time.Duration) (most time.Duration) {
			constants := map[string]int64{"repair": int64(window)}
			if name == "netfox" {
				constants["clock"] = 1
			}
			n := 0
			late := func(int) time.Duration { // each third datagram up by 60 ms
				if n++; n%3 == 0 {
					return 80 * time.Millisecond
				}
				return 20 * time.Millisecond
			}
			r := newEngineRig(t, configured(t, name, constants), late, clocktest.Fixed(20*time.Millisecond))
			r.run(40 * time.Second)
			for range 200 {
				r.run(100 * time.Millisecond)
				most = max(most, r.err(t).Abs())
			}
			return most
		}
		as, with := off(0), off(10*time.Second)
		if as < 5*time.Millisecond || with > time.Millisecond {
			t.Errorf("%s is off by up to %v, and by %v with a repair", name, as, with)
		}
	}
}
