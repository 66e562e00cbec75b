package stage

import (
	"testing"
	"time"

	"driftlab/netsim"
	"driftlab/netsync"
)

func TestTheLegendTellsOfWhatIsInThePictureAndWhileTimeRunsOfWhatWasThereOfLate(t *testing.T) {
	var l SignLegend
	second := netsync.World(time.Second)
	l.Now[TruthSign] = true
	if told := l.toTell(10*second, false); told != [signs]bool{TruthSign: true} {
		t.Errorf("with an outline: %v", told)
	}
	l.Now[TruthSign] = false
	for _, c := range []struct {
		now    netsync.World
		paused bool
		want   bool
	}{{11 * second, false, true}, {11 * second, true, false}, {12 * second, false, false}, {9 * second, false, false}} {
		if told := l.toTell(c.now, c.paused); told[TruthSign] != c.want {
			t.Errorf("at %v, paused %v, the outline of 10 s is told of: %v, want %v", c.now, c.paused, told[TruthSign], c.want)
		}
	}
}

func TestThePictureNotesTheSignsThatItDraws(t *testing.T) {
	a := newRig(t, "first", true)
	signsAt := func(machine int) [signs]bool {
		a.next()
		a.draw()
		return a.views[machine].Legend.Now
	}
	if now := signsAt(1); now[TruthSign] {
		t.Errorf("at the start, when nobody has joined, client 1's picture has the signs %v", now)
	}
	a.advance(3 * time.Second)
	if now := signsAt(1); !now[TruthSign] || !now[serverSign] {
		t.Errorf("at 3 s client 1's picture has the signs %v", now)
	}
	if now := signsAt(1); !now[errorSign] {
		t.Errorf("where a clock is wrong by 80 ms the signs are %v, without the hatching", now)
	}
	right := newRig(t, "arenas/yard", true)
	for right.Session.Now() < netsim.Time(5*time.Second) {
		right.next()
		if now := right.views[1].Legend.Now; right.Session.Now() > netsim.Time(3*time.Second) && now[errorSign] {
			t.Fatalf("at %v, where the clock is right, the legend tells of an error", right.Session.Now())
		}
	}
}

func TestALegendWithoutRoomKeepsTheOutlineLongest(t *testing.T) {
	for _, width := range []float32{1600, 700, 400} {
		a := newRig(t, "first", true)
		a.panes[1].W = width
		a.advance(3 * time.Second)
		a.next()
		port := &a.views[1]
		if !port.Legend.Now[TruthSign] {
			t.Fatalf("%v wide: there is no outline", width)
		}
		port.Picture.W = 20 // where nothing has room nothing is written, and nothing panics
		port.DrawLegend(a.canvas, a.Tips, 0, 0)
	}
}
