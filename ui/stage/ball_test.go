package stage

import (
	"testing"
	"time"

	"driftlab/game"
	"driftlab/netsync"
	"driftlab/ui/draw"
)

// A touch of the ball that the host refused breaks as a hit does, and both are gone after a while.
func TestARefusedTouchBreaksWhereTheBallWas(t *testing.T) {
	a := newRig(t, "arenas/ball", true)
	drawn := func(age time.Duration) int {
		now := netsync.World(10 * time.Second)
		r := game.Refusals{Count: 1, At: now.Add(-age), Pos: game.Point{X: 8 * game.Metre, Y: game.Metre}}
		return inked(a.painted(func(c *draw.Canvas) { a.views[1].refused(c, r, now) }))
	}
	nothing, crossed, broken := drawn(refusalStays), drawn(shardStays), drawn(shardStays/2)
	if nothing > 0 || crossed == 0 || broken < crossed+20*shardParts {
		t.Errorf("%d pixels show it as it breaks, %d then, and %d at the end", broken, crossed, nothing)
	}
}
