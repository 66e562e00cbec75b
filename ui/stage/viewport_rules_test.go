package stage

import (
	"testing"
	"time"

	"driftlab/game"
	"driftlab/game/session"
)

func TestScoresThatAreWrittenAlikeHaveNotTheColourOfError(t *testing.T) {
	for s, want := range map[session.Score]bool{
		{Goal: game.Alone, Saw: 3010, Ruled: 2990}: false, {Goal: game.Alone, Saw: 3051, Ruled: 3049}: true,
		{Goal: game.Taken, Saw: 3, Ruled: 3}: false, {Goal: game.Taken, Saw: 3, Ruled: 2}: true,
	} {
		if scoresDiffer(&s) != want {
			t.Errorf("%+v", s)
		}
	}
}

func TestThePipsOfTwoWhoStandInEachOtherAreTwoRows(t *testing.T) {
	a := rigAt(t, "arenas/duel", true, time.Second)
	v := &a.views[1]
	o := a.Frame.Machine(1).Players[0]
	v.pipRows = v.pipRows[:0]
	for id := range 3 {
		o.ID = id
		v.pips(a.canvas, &o)
	}
	for i, row := range v.pipRows {
		for _, other := range v.pipRows[:i] {
			if row.Overlaps(other) || row.X != other.X {
				t.Errorf("a row at %v, another at %v", row, other)
			}
		}
	}
	if len(v.pipRows) != 3 {
		t.Errorf("%d rows", len(v.pipRows))
	}
}
