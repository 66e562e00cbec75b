package ui

import (
	"testing"
	"time"

	"driftlab/game"
	"driftlab/game/scenario"
	"driftlab/netsim"
	"driftlab/ui/diagram"
	"driftlab/ui/panel"
)

func TestWhoIsPlayedAfterALeapIsWhoWasPlayedThen(t *testing.T) {
	a := newTestApp(t, "first", 1600, 900, 1)
	a.Paused = true
	a.Advance(2 * time.Second)
	a.Take(2)
	a.Do(scenario.Event{Play: &scenario.Play{Player: 2, Held: game.Right}})
	a.Advance(2 * time.Second)
	a.Take(panel.Nobody)
	a.Advance(2 * time.Second)
	for _, leap := range []struct {
		to   time.Duration
		want int
	}{{time.Second, panel.Nobody}, {3 * time.Second, 2}, {5 * time.Second, panel.Nobody}, {2500 * time.Millisecond, 2}} {
		a.Went(a.Line.Seek(0))
		a.Went(a.Line.Seek(netsim.Time(leap.to)))
		if a.Frame.Played != leap.want {
			t.Errorf("at %v machine %d is played, want %d", leap.to, a.Frame.Played, leap.want)
		}
		nextFrame(t, a)
		if a.Line.BranchCount() != 1 {
			t.Fatal("looking has begun a branch")
		}
	}
}

func TestAnotherSessionIsLookedAtFromItsBegin(t *testing.T) {
	a := newTestApp(t, "first", 1600, 900, 1)
	a.Paused = true
	a.Advance(20 * time.Second)
	nextFrame(t, a)
	p := openTab[*diagram.ErrorPlot](t, a, "error")
	p.Axis.Away = true
	*a.Cursor = panel.Cursor{At: 18e9, On: true}
	rows := a.Race.Rows[0]
	a.restart()
	nextFrame(t, a)
	if p.Axis.Away || p.Axis.From > 0 || a.Cursor.On {
		t.Errorf("the axis begins at %v, away %v, the cursor is on: %v", p.Axis.From, p.Axis.Away, a.Cursor.On)
	}
	if a.Race.Rows[0] == rows {
		t.Error("the race is still the old session's")
	}
}
