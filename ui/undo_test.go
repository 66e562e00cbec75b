package ui

import (
	"strings"
	"testing"
	"time"

	"driftlab/game"
	"driftlab/netsim"
	"driftlab/scenario"
)

// pressAnew stands for a key or a button that goes down: what is done from here on is another thing.
func (a *App) pressAnew() { a.past.gesture++ }

func TestWhatIsUndoneHasNeverBeenAndTheOtherWayStays(t *testing.T) {
	a := newTestApp(t, "first", 1600, 900, 1)
	delay := func() time.Duration { return a.session.Base(1, scenario.Up) }
	a.advance(time.Second)
	was := delay()
	a.pressAnew()
	a.controls.set(0, "link.up.delay", "33ms")
	a.advance(time.Second)
	changed := a.line.Log().Text()
	a.pressAnew()
	a.controls.set(0, "client.skew", "70")
	a.advance(500 * time.Millisecond)

	a.undo()
	a.arrived(t)
	if got := a.line.Log().Text(); a.session.Value(1, "client.skew") == 70_000 || delay() != 33*time.Millisecond || !strings.HasPrefix(a.notice, "Taken back: skew 70 ppm") {
		t.Errorf("%q\n%s", a.notice, got)
	}
	a.undo()
	a.arrived(t)
	straight := newTestApp(t, "first", 1600, 900, 1)
	straight.advance(2500 * time.Millisecond)
	if delay() != was || a.session.Now() != straight.session.Now() || a.line.Log().Text() != straight.line.Log().Text() {
		t.Errorf("at %v it is %v", time.Duration(a.session.Now()), delay())
	}
	a.undo()
	if a.notice != english.T("undo.nothing") {
		t.Errorf("%q", a.notice)
	}
	a.advance(time.Second)
	a.redo()
	a.arrived(t)
	if delay() != 33*time.Millisecond || a.session.Now() != netsim.Time(3500*time.Millisecond) || a.session.Value(1, "client.skew") == 70_000 {
		t.Errorf("done again it is %v at %v", delay(), time.Duration(a.session.Now()))
	}
	a.redo()
	a.arrived(t)
	if a.session.Value(1, "client.skew") != 70_000 || changed == "" {
		t.Error("the second is not done again")
	}
	count := a.line.BranchCount()
	for range 3 {
		a.undo()
		a.arrived(t)
		a.redo()
		a.arrived(t)
	}
	if a.line.BranchCount() != count {
		t.Errorf("%d branches have become %d", count, a.line.BranchCount())
	}
	a.undo()
	a.arrived(t)
	a.pressAnew()
	a.controls.set(0, "link.loss", "5%")
	a.redo()
	if a.notice != english.T("undo.nothing-again") {
		t.Errorf("what was undone is done again behind something else: %q", a.notice)
	}
}

func TestOneDragIsOneStepAndAnotherPressBeginsTheNext(t *testing.T) {
	a := newTestApp(t, "first", 1600, 900, 1)
	a.advance(time.Second)
	a.pressAnew()
	for _, v := range []string{"81ms", "82ms", "90ms"} {
		a.controls.set(0, "link.up.delay", v)
		a.advance(50 * time.Millisecond)
	}
	a.pressAnew()
	a.controls.set(0, "link.up.delay", "95ms")
	if n := len(a.past.undo); n != 2 {
		t.Fatalf("%d steps", n)
	}
	a.undo()
	a.arrived(t)
	if got := a.session.Base(1, scenario.Up); got != 90*time.Millisecond {
		t.Errorf("it is %v", got)
	}
	a.undo()
	a.arrived(t)
	if got := a.session.Base(1, scenario.Up); got != 80*time.Millisecond {
		t.Errorf("it is %v", got)
	}
	if a.controls.set(0, "link.loss", "200%"); len(a.past.undo) != 0 || len(a.past.redo) != 2 {
		t.Errorf("what was refused counts: %d, %d", len(a.past.undo), len(a.past.redo))
	}
}

func TestATakeIsUndoneWithAllThatWasDoneByHand(t *testing.T) {
	a := newTestApp(t, "first", 1600, 900, 1)
	a.advance(time.Second)
	a.pressAnew()
	a.take(1)
	for _, held := range []game.Buttons{game.Right, 0, game.Fire} {
		a.advance(100 * time.Millisecond)
		a.pressAnew()
		a.do(scenario.Event{Play: &scenario.Play{Player: 1, Held: held}})
	}
	a.undo()
	a.arrived(t)
	if _, taken := a.session.Played(); taken || a.frame.played != nobody || a.session.Now() != netsim.Time(1300*time.Millisecond) {
		t.Errorf("it is still played, at %v", time.Duration(a.session.Now()))
	}
	a.redo()
	a.arrived(t)
	if a.frame.played != 1 {
		t.Errorf("%d is played", a.frame.played)
	}
}

func TestUndoingInAComparisonTakesBackWhatWasDoneInBoth(t *testing.T) {
	a := newTestApp(t, "first", 1600, 900, 1)
	a.advance(time.Second)
	a.toggleAB()
	a.pressAnew()
	a.controls.set(0, "link.up.delay", "33ms")
	a.pressAnew()
	a.do(scenario.Event{Rejoin: 1})
	a.undo()
	a.arrived(t)
	if n := len(a.ab.a.line.Script()); n != 0 || len(a.line.Script()) != 1 {
		t.Errorf("A has %d events, B %d", n, len(a.line.Script()))
	}
	a.restart()
	a.undo()
	if a.notice != english.T("undo.nothing") {
		t.Errorf("what was done to another session is undone: %q", a.notice)
	}
}

func TestWhatThePointerIsOnIsPointedOutInTheNextFrameEverywhere(t *testing.T) {
	a := withLanes(t, "link.delay", "100ms")
	dot := a.dotOn(t, scenario.Down)
	look := func(x, y float32) {
		a.tips.at(int(x), int(y))
		a.hover.turn()
		a.canvas.Reset()
		a.fill()
	}
	look(dot.x, dot.y)
	look(dot.x, dot.y)
	if a.hover.packet != dot.id {
		t.Errorf("the pointer is on %d, want %d", a.hover.packet, dot.id)
	}
	x := a.scrub.x(netsim.Time(time.Second))
	look(x, a.scrub.track.y)
	look(x, a.scrub.track.y)
	if at := a.hover.at; !a.hover.timed || at.Sub(netsim.Time(time.Second)).Abs() > 20*time.Millisecond || a.hover.packet != 0 {
		t.Errorf("%+v", a.hover.pointed)
	}
	pane := a.deck.panes[1]
	look(pane.x+20, pane.y+5)
	look(farAway, farAway)
	if a.hover.client != pane.machine {
		t.Errorf("%+v", a.hover.pointed)
	}
	look(farAway, farAway)
	if a.hover.pointed != (pointed{}) {
		t.Errorf("%+v", a.hover.pointed)
	}
}

func TestTheInstantThatThePointerIsOnIsMarkedOnTheTrails(t *testing.T) {
	a := newTestApp(t, "lesson-09", 1600, 900, 1)
	for range 180 {
		nextFrame(t, a)
	}
	a.paused = true
	nextFrame(t, a)
	look := func(at time.Duration) []byte {
		a.hover.next = pointed{at: a.session.Now().Add(-at), timed: true}
		return pixelsOf(a)
	}
	pane := a.deck.panes[1].rect
	count := func(pix []byte) int { return bright(pix, a.width, pane) }
	if near, far := count(look(200*time.Millisecond)), count(look(20*time.Second)); near <= far {
		t.Errorf("%d bright pixels with a mark on the trails, %d without", near, far)
	}
}
