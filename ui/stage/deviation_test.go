package stage

import (
	"testing"
	"time"

	"driftlab/game"
	"driftlab/netsync"
	"driftlab/netsync/unity"
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

// On a link that is shorter than the round trip that Unity's predicted time starts with, that takes seconds to come back.
func TestABracketTellsThatATimeIsStillSettling(t *testing.T) {
	for _, c := range []struct {
		space    game.TimeSpace
		settling unity.Settling
		want     string
	}{
		{game.PredictedTime, unity.Settling{Predicted: true}, "180 ms ahead, still settling"},
		{game.PredictedTime, unity.Settling{Server: true}, "180 ms ahead, by design"},
		{game.ServerTime, unity.Settling{Server: true}, "180 ms ahead, still settling"},
	} {
		v := sheetViewport()
		v.right, v.settling = true, c.settling
		v.deviate(game.Object{Time: netsync.World(180 * time.Millisecond), Space: c.space}, game.Object{Pos: game.Point{X: game.Metre}}, 0, 1)
		v.bracketLabel(english, &v.Errors[0])
		if got := string(v.pen.Buf); got != c.want {
			t.Errorf("%+v: %q, want %q", c, got, c.want)
		}
	}
}

// The bell does not move: that it is "0.8 m ahead" would be said of nothing that one sees.
func TestABracketAtTheBellTellsHowEarlyItRang(t *testing.T) {
	for _, c := range []struct {
		early  netsync.World // than in the host's world
		design bool
		want   string
	}{
		{netsync.World(40 * time.Millisecond), false, "rang 40 ms early"},
		{netsync.World(-60 * time.Millisecond), false, "rang 60 ms late"},
		{netsync.World(-93 * time.Millisecond), true, "rang 93 ms late, by design"},
	} {
		v := sheetViewport()
		v.right = c.design
		const at = netsync.World(5 * time.Second)
		k := game.Strike{On: game.StruckBell, Shot: 3, Now: at, At: at}
		v.holdApart(&k, game.Object{Time: at, Space: game.ServerTime}, game.Object{Time: at - c.early, Pos: game.Point{X: game.Metre}, Space: game.ServerTime})
		if len(v.Errors) != 1 {
			t.Fatalf("there are %d brackets", len(v.Errors))
		}
		v.bracketLabel(english, &v.Errors[0])
		if got := string(v.pen.Buf); got != c.want {
			t.Errorf("%v early: %q, want %q", c.early, got, c.want)
		}
	}
}
