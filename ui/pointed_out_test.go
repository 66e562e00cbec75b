package ui

import (
	"testing"
	"time"

	"driftlab/game/scenario"
	"driftlab/netsim"
	"driftlab/ui/panel"
	"driftlab/ui/picture"
)

func TestTheInstantThatThePointerIsOnIsMarkedOnTheTrails(t *testing.T) {
	a := newTestApp(t, "lesson-09", 1600, 900, 1)
	nextFrames(t, a, 180)
	a.Paused = true
	nextFrame(t, a)
	look := func(at time.Duration) []byte {
		a.Hover.Next = panel.Pointed{At: a.Session.Now().Add(-at), Timed: true}
		return pixelsOf(a)
	}
	pane := a.Deck.Panes[1].Rect
	count := func(pix []byte) int { return bright(pix, a.Width, pane) }
	if near, far := count(look(200*time.Millisecond)), count(look(20*time.Second)); near <= far {
		t.Errorf("%d bright pixels with a mark on the trails, %d without", near, far)
	}
}

func TestWhatThePointerIsOnIsPointedOutInTheNextFrameEverywhere(t *testing.T) {
	a := withLanes(t, "link.delay", "100ms")
	dot := a.dotOn(t, scenario.Down)
	look := func(x, y float32) {
		a.Tips.At(int(x), int(y))
		a.Hover.Turn()
		a.Canvas.Reset()
		a.fill()
	}
	look(dot.X, dot.Y)
	look(dot.X, dot.Y)
	if a.Hover.Packet != dot.Id {
		t.Errorf("the pointer is on %d, want %d", a.Hover.Packet, dot.Id)
	}
	x := a.scrub.x(netsim.Time(time.Second))
	look(x, a.scrub.track.Y)
	look(x, a.scrub.track.Y)
	if at := a.Hover.At; !a.Hover.Timed || at.Sub(netsim.Time(time.Second)).Abs() > 20*time.Millisecond || a.Hover.Packet != 0 {
		t.Errorf("%+v", a.Hover.Pointed)
	}
	pane := a.Deck.Panes[1]
	look(pane.X+20, pane.Y+5)
	look(picture.FarAway, picture.FarAway)
	if a.Hover.Client != pane.Machine {
		t.Errorf("%+v", a.Hover.Pointed)
	}
	look(picture.FarAway, picture.FarAway)
	if a.Hover.Pointed != (panel.Pointed{}) {
		t.Errorf("%+v", a.Hover.Pointed)
	}
}
