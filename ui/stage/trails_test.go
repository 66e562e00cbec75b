package stage

import (
	"testing"
	"time"

	"driftlab/game"
	"driftlab/netsim"
)

func TestTrailsEndWhereTimeJumps(t *testing.T) {
	var tr Trails
	scene := func(x game.Length) *game.Scene {
		return &game.Scene{Players: []game.Object{{ID: 2, Pos: game.Point{X: x}}}}
	}
	for i := range 10 {
		tr.Follow(netsim.Time(i)*netsim.Time(trailStep), scene(game.Length(i)*game.Metre))
	}
	if tr.next != 10 || tr.players[2][3].X != 3*game.Metre || tr.players[1][3] != nowhere {
		t.Errorf("%d points, the fourth at %v", tr.next, tr.players[2][3])
	}
	if tr.Follow(netsim.Time(10)*netsim.Time(trailStep)-1, scene(0)); tr.next != 10 {
		t.Error("a point came too early")
	}
	tr.Follow(2*netsim.Time(trailStep), scene(5*game.Metre)) // back in time
	if tr.next != 1 {
		t.Errorf("after going back in time there are %d points", tr.next)
	}
	if tr.Follow(netsim.Time(time.Minute), scene(6*game.Metre)); tr.next != 1 {
		t.Errorf("after a jump there are %d points", tr.next)
	}
}
