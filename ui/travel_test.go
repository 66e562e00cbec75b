package ui

import (
	"testing"
	"time"

	"driftlab/game"
	"driftlab/netsim"
	"driftlab/scenario"
)

func TestWhoIsPlayedAfterALeapIsWhoWasPlayedThen(t *testing.T) {
	a := newTestApp(t, "first", 1600, 900, 1)
	a.paused = true
	a.advance(2 * time.Second)
	a.take(2)
	a.do(scenario.Event{Play: &scenario.Play{Player: 2, Held: game.Right}})
	a.advance(2 * time.Second)
	a.take(nobody)
	a.advance(2 * time.Second)
	for _, leap := range []struct {
		to   time.Duration
		want int
	}{{time.Second, nobody}, {3 * time.Second, 2}, {5 * time.Second, nobody}, {2500 * time.Millisecond, 2}} {
		a.went(a.line.Seek(0))
		a.went(a.line.Seek(netsim.Time(leap.to)))
		if a.frame.played != leap.want {
			t.Errorf("at %v machine %d is played, want %d", leap.to, a.frame.played, leap.want)
		}
		nextFrame(t, a)
		if a.line.BranchCount() != 1 {
			t.Fatal("looking has begun a branch")
		}
	}
}

func TestAnotherSessionIsLookedAtFromItsBegin(t *testing.T) {
	a := newTestApp(t, "first", 1600, 900, 1)
	a.paused = true
	a.advance(20 * time.Second)
	nextFrame(t, a)
	p := openTab[*errorPlot](t, a, "error")
	p.axis.stay()
	*a.cursor = cursor{at: 18e9, on: true}
	rows := a.race.rows[0]
	a.restart()
	nextFrame(t, a)
	if p.axis.away || p.axis.from > 0 || a.cursor.on {
		t.Errorf("the axis begins at %v, away %v, the cursor is on: %v", p.axis.from, p.axis.away, a.cursor.on)
	}
	if a.race.rows[0] == rows {
		t.Error("the race is still the old session's")
	}
}
