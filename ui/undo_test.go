package ui

import (
	"strings"
	"testing"
	"time"

	"driftlab/game"
	"driftlab/game/scenario"
	"driftlab/netsim"
	"driftlab/ui/panel"
	"driftlab/ui/picture"
)

// pressAnew stands for a key or a button that goes down: what is done from here on is another thing.
func (a *App) pressAnew() { a.NewGesture() }

func TestWhatIsUndoneHasNeverBeenAndTheOtherWayStays(t *testing.T) {
	a := newTestApp(t, "first", 1600, 900, 1)
	delay := func() time.Duration { return a.Session.Base(1, scenario.Up) }
	a.Advance(time.Second)
	was := delay()
	a.pressAnew()
	a.controls.set(0, "link.up.delay", "33ms")
	a.Advance(time.Second)
	changed := a.Line.Log().Text()
	a.pressAnew()
	a.controls.set(0, "client.skew", "70")
	a.Advance(500 * time.Millisecond)

	a.Undo()
	a.arrived(t)
	if got := a.Line.Log().Text(); a.Session.Value(1, "client.skew") == 70_000 || delay() != 33*time.Millisecond || !strings.HasPrefix(a.Notice, "Taken back: skew 70 ppm") {
		t.Errorf("%q\n%s", a.Notice, got)
	}
	a.Undo()
	a.arrived(t)
	straight := newTestApp(t, "first", 1600, 900, 1)
	straight.Advance(2500 * time.Millisecond)
	if delay() != was || a.Session.Now() != straight.Session.Now() || a.Line.Log().Text() != straight.Line.Log().Text() {
		t.Errorf("at %v it is %v", time.Duration(a.Session.Now()), delay())
	}
	a.Undo()
	if a.Notice != english.T("undo.nothing") {
		t.Errorf("%q", a.Notice)
	}
	a.Advance(time.Second)
	a.Redo()
	a.arrived(t)
	if delay() != 33*time.Millisecond || a.Session.Now() != netsim.Time(3500*time.Millisecond) || a.Session.Value(1, "client.skew") == 70_000 {
		t.Errorf("done again it is %v at %v", delay(), time.Duration(a.Session.Now()))
	}
	a.Redo()
	a.arrived(t)
	if a.Session.Value(1, "client.skew") != 70_000 || changed == "" {
		t.Error("the second is not done again")
	}
	count := a.Line.BranchCount()
	for range 3 {
		a.Undo()
		a.arrived(t)
		a.Redo()
		a.arrived(t)
	}
	if a.Line.BranchCount() != count {
		t.Errorf("%d branches have become %d", count, a.Line.BranchCount())
	}
	a.Undo()
	a.arrived(t)
	a.pressAnew()
	a.controls.set(0, "link.loss", "5%")
	a.Redo()
	if a.Notice != english.T("undo.nothing-again") {
		t.Errorf("what was undone is done again behind something else: %q", a.Notice)
	}
}

func TestOneDragIsOneStepAndAnotherPressBeginsTheNext(t *testing.T) {
	a := newTestApp(t, "first", 1600, 900, 1)
	a.Advance(time.Second)
	a.pressAnew()
	for _, v := range []string{"81ms", "82ms", "90ms"} {
		a.controls.set(0, "link.up.delay", v)
		a.Advance(50 * time.Millisecond)
	}
	a.pressAnew()
	a.controls.set(0, "link.up.delay", "95ms")
	if n, _ := a.Steps(); n != 2 {
		t.Fatalf("%d steps", n)
	}
	a.Undo()
	a.arrived(t)
	if got := a.Session.Base(1, scenario.Up); got != 90*time.Millisecond {
		t.Errorf("it is %v", got)
	}
	a.Undo()
	a.arrived(t)
	if got := a.Session.Base(1, scenario.Up); got != 80*time.Millisecond {
		t.Errorf("it is %v", got)
	}
	a.controls.set(0, "link.loss", "200%")
	if undo, redo := a.Steps(); undo != 0 || redo != 2 {
		t.Errorf("what was refused counts: %d, %d", undo, redo)
	}
}

func TestATakeIsUndoneWithAllThatWasDoneByHand(t *testing.T) {
	a := newTestApp(t, "first", 1600, 900, 1)
	a.Advance(time.Second)
	a.pressAnew()
	a.Take(1)
	for _, held := range []game.Buttons{game.Right, 0, game.Fire} {
		a.Advance(100 * time.Millisecond)
		a.pressAnew()
		a.Do(scenario.Event{Play: &scenario.Play{Player: 1, Held: held}})
	}
	a.Undo()
	a.arrived(t)
	if _, taken := a.Session.Played(); taken || a.Frame.Played != panel.Nobody || a.Session.Now() != netsim.Time(1300*time.Millisecond) {
		t.Errorf("it is still played, at %v", time.Duration(a.Session.Now()))
	}
	a.Redo()
	a.arrived(t)
	if a.Frame.Played != 1 {
		t.Errorf("%d is played", a.Frame.Played)
	}
}

func TestUndoingInAComparisonTakesBackWhatWasDoneInBoth(t *testing.T) {
	a := newTestApp(t, "first", 1600, 900, 1)
	a.Advance(time.Second)
	a.toggleAB()
	a.pressAnew()
	a.controls.set(0, "link.up.delay", "33ms")
	a.pressAnew()
	a.Do(scenario.Event{Rejoin: 1})
	a.Undo()
	a.arrived(t)
	if n := len(a.AB.A.Line.Script()); n != 0 || len(a.Line.Script()) != 1 {
		t.Errorf("A has %d events, B %d", n, len(a.Line.Script()))
	}
	changed := a.Line.Log().Text()
	a.restart()
	a.Undo() // the restart, with all that it took the place of
	a.arrived(t)
	if a.Notice != english.T("undo.back") || a.Line.Log().Text() != changed {
		t.Errorf("%q, and it is\n%s", a.Notice, a.Line.Log().Text())
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
