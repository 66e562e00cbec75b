package stage

import (
	"testing"

	"driftlab/game"
	"driftlab/session"
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
