package stage

import (
	"testing"

	"driftlab/game"
)

// A bracket says how far it is from one end to the other, as figures of lessons and summaries do.
func TestABracketTellsHowFarItIsStraight(t *testing.T) {
	v := sheetViewport()
	shown := game.Object{Pos: game.Point{X: 2 * game.Metre, Y: game.Metre}}
	truth := game.Object{Pos: game.Point{X: 5 * game.Metre, Y: 5 * game.Metre}}
	v.deviate(shown, truth, 0, 1)
	if len(v.Errors) != 1 || v.Errors[0].Metres != 5 {
		t.Fatalf("3 m along and 4 m up are told as %+v", v.Errors)
	}
}
