package ui

import (
	"testing"
	"time"

	"driftlab/netsync"
)

func TestTheLegendTellsOfWhatIsInThePictureAndWhileTimeRunsOfWhatWasThereOfLate(t *testing.T) {
	var l signLegend
	second := netsync.World(time.Second)
	l.now[truthSign] = true
	if told := l.told(10*second, false); told != [signs]bool{truthSign: true} {
		t.Errorf("with an outline: %v", told)
	}
	l.now[truthSign] = false
	for _, c := range []struct {
		now    netsync.World
		paused bool
		want   bool
	}{{11 * second, false, true}, {11 * second, true, false}, {12 * second, false, false}, {9 * second, false, false}} {
		if told := l.told(c.now, c.paused); told[truthSign] != c.want {
			t.Errorf("at %v, paused %v, the outline of 10 s is told of: %v, want %v", c.now, c.paused, told[truthSign], c.want)
		}
	}
}

func TestThePictureNotesTheSignsThatItDraws(t *testing.T) {
	a := watched(t, "first", 1600, 900)
	signsAt := func(machine int) [signs]bool {
		nextFrame(t, a)
		a.Draw(screenOf(a.width, a.height))
		return a.deck.view(machine).legend.now
	}
	if now := signsAt(1); now[truthSign] {
		t.Errorf("at the start, when nobody has joined, client 1's picture has the signs %v", now)
	}
	a.advance(3 * time.Second)
	if now := signsAt(1); !now[truthSign] || !now[serverSign] {
		t.Errorf("at 3 s client 1's picture has the signs %v", now)
	}
}

func TestALegendWithoutRoomKeepsTheOutlineLongest(t *testing.T) {
	for _, c := range []struct {
		width int
		want  bool
	}{{1600, true}, {700, true}, {400, true}} {
		a := watched(t, "first", c.width, 900)
		a.advance(3 * time.Second)
		nextFrame(t, a)
		a.Draw(screenOf(a.width, a.height))
		port := a.deck.view(1)
		if !port.legend.now[truthSign] {
			t.Fatalf("%d wide: there is no outline", c.width)
		}
		port.picture.w = 20 // where nothing has room nothing is written, and nothing panics
		port.drawLegend(a.canvas, a.tips, 0)
	}
}
