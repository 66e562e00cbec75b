package stage

import (
	"testing"
	"time"

	"driftlab/game"
	"driftlab/netsync"
)

// A fall in the relay costs twice as long as the last pip, and a player that has fallen lies there from the first moment.
func TestWhoIsOutLiesThereFromTheFirstMomentOn(t *testing.T) {
	const w = netsync.World(20 * time.Second)
	for _, test := range []struct {
		out time.Duration
		hit netsync.World
	}{{game.FallTime, 0}, {game.FallTime, w.Add(-10 * time.Second)}, {game.OutTime, w.Add(-100 * time.Millisecond)}} {
		o := game.Object{Time: w, Out: test.out + game.ShieldTime - 100*time.Millisecond, Pose: game.Pose{Hit: test.hit}}
		if got := lain(&o); got != 100*time.Millisecond {
			t.Errorf("%v after a hit at %d it has lain for %v", o.Out, test.hit, got)
		}
	}
}
