package travel

import (
	"strings"
	"testing"
	"time"

	"driftlab/game"
	"driftlab/game/scenario"
	"driftlab/netsim"
	"driftlab/ui/panel"
)

func TestWhatIsUndoneHasNeverBeenAndTheOtherWayStays(t *testing.T) {
	a := newTravel(t, "first")
	delay := func() time.Duration { return a.picture.Session.Base(1, scenario.Up) }
	a.Advance(time.Second)
	was := delay()
	a.NewGesture()
	a.set("link.up.delay=33ms")
	a.Advance(time.Second)
	changed := a.picture.Line.Log().Text()
	a.NewGesture()
	a.set("client.skew=70")
	a.Advance(500 * time.Millisecond)

	a.Undo()
	arrive(a)
	if got := a.picture.Line.Log().Text(); a.picture.Session.Value(1, "client.skew") == 70_000 || delay() != 33*time.Millisecond || !strings.HasPrefix(a.lines.Notice, "Taken back: skew 70 ppm") {
		t.Errorf("%q\n%s", a.lines.Notice, got)
	}
	a.Undo()
	arrive(a)
	straight := newTravel(t, "first")
	straight.Advance(2500 * time.Millisecond)
	if delay() != was || a.picture.Session.Now() != straight.picture.Session.Now() || a.picture.Line.Log().Text() != straight.picture.Line.Log().Text() {
		t.Errorf("at %v it is %v", time.Duration(a.picture.Session.Now()), delay())
	}
	if a.Undo(); a.lines.Notice != a.picture.Words.T("undo.nothing") {
		t.Errorf("%q", a.lines.Notice)
	}
	a.Advance(time.Second)
	a.Redo()
	arrive(a)
	if delay() != 33*time.Millisecond || a.picture.Session.Now() != netsim.Time(3500*time.Millisecond) || a.picture.Session.Value(1, "client.skew") == 70_000 {
		t.Errorf("done again it is %v at %v", delay(), time.Duration(a.picture.Session.Now()))
	}
	a.Redo()
	if arrive(a); a.picture.Session.Value(1, "client.skew") != 70_000 || changed == "" {
		t.Error("the second is not done again")
	}
	count := a.picture.Line.BranchCount()
	for range 3 {
		a.Undo()
		arrive(a)
		a.Redo()
		arrive(a)
	}
	if a.picture.Line.BranchCount() != count {
		t.Errorf("%d branches have become %d", count, a.picture.Line.BranchCount())
	}
	a.Undo()
	arrive(a)
	a.NewGesture()
	a.set("link.loss=5%")
	if a.Redo(); a.lines.Notice != a.picture.Words.T("undo.nothing-again") {
		t.Errorf("what was undone is done again behind something else: %q", a.lines.Notice)
	}
}

func TestOneDragIsOneStepAndAnotherPressBeginsTheNext(t *testing.T) {
	a := newTravel(t, "first")
	a.Advance(time.Second)
	a.NewGesture()
	for _, v := range []string{"81ms", "82ms", "90ms"} {
		a.set("link.up.delay=" + v)
		a.Advance(50 * time.Millisecond)
	}
	a.NewGesture()
	a.set("link.up.delay=95ms")
	if n, _ := a.Steps(); n != 2 {
		t.Fatalf("%d steps", n)
	}
	a.Undo()
	arrive(a)
	if got := a.picture.Session.Base(1, scenario.Up); got != 90*time.Millisecond {
		t.Errorf("it is %v", got)
	}
	a.Undo()
	arrive(a)
	if got := a.picture.Session.Base(1, scenario.Up); got != 80*time.Millisecond {
		t.Errorf("it is %v", got)
	}
	a.Do(scenario.Event{Rejoin: 9})
	if undo, redo := a.Steps(); undo != 0 || redo != 2 {
		t.Errorf("what was refused counts: %d, %d", undo, redo)
	}
}

func TestATakeIsUndoneWithAllThatWasDoneByHand(t *testing.T) {
	a := newTravel(t, "first")
	a.Advance(time.Second)
	a.NewGesture()
	a.take(1)
	for _, held := range []game.Buttons{game.Right, 0, game.Fire} {
		a.Advance(100 * time.Millisecond)
		a.NewGesture()
		a.Do(scenario.Event{Play: &scenario.Play{Player: 1, Held: held}})
	}
	a.Undo()
	arrive(a)
	if _, taken := a.picture.Session.Played(); taken || a.picture.Frame.Played != panel.Nobody || a.picture.Session.Now() != netsim.Time(1300*time.Millisecond) {
		t.Errorf("it is still played, at %v", time.Duration(a.picture.Session.Now()))
	}
	a.Redo()
	if arrive(a); a.picture.Frame.Played != 1 {
		t.Errorf("%d is played", a.picture.Frame.Played)
	}
}
