package stage

import (
	"strings"
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
		c := draw.NewCanvas(a.canvas.Fonts(), a.theme, a.Words)
		c.Record()
		now := netsync.World(10 * time.Second)
		a.views[1].refused(c, game.Refusals{Count: 1, At: now.Add(-age), Pos: game.Point{X: 8 * game.Metre, Y: game.Metre}}, now)
		return strings.Count(c.SVG(a.Width, a.height, a.theme.Ground, "", ""), "\n")
	}
	nothing, crossed, broken := drawn(refusalStays), drawn(shardStays), drawn(shardStays/2)
	if crossed <= nothing || broken < crossed+5*shardParts {
		t.Errorf("it is drawn by %d lines as it breaks, %d then, and %d at the end", broken, crossed, nothing)
	}
}
