package travel

import (
	"strings"
	"testing"
	"time"

	"driftlab/game/scenario"
	"driftlab/netsim"
)

func setting(t *testing.T, name, value string) scenario.Event {
	t.Helper()
	set, err := scenario.ParseAssignment(name, value)
	if err != nil {
		t.Fatal(err)
	}
	return scenario.Event{Set: set}
}

// arrive goes a long way to its end, and does what waits there.
func arrive(a *Travel) {
	for range 10_000 {
		if !a.Underway() {
			return
		}
		a.Pass()
		a.Drawn()
		a.CatchUp()
	}
}

func TestWhatIsDoneOnALongWayWaitsForItsEnd(t *testing.T) {
	a := newTravel(t, "first")
	a.picture.Paused = true
	a.Seek(netsim.Time(time.Minute))
	a.Do(setting(t, "client2.link.up.delay", "90ms"))
	a.Do(setting(t, "client2.link.up.delay", "110ms"))
	if !a.Underway() || a.Value(2, "link.up.delay") != 110e6 || a.picture.Session.Value(2, "link.up.delay") == 110e6 {
		t.Fatalf("underway %v, %d ns are shown", a.Underway(), a.Value(2, "link.up.delay"))
	}
	arrive(a)
	script := a.picture.Session.Script()
	if a.Underway() || len(script) != 1 || script[0].At != netsim.Time(time.Minute) || a.picture.Session.Value(2, "link.up.delay") != 110e6 {
		t.Errorf("underway %v, done was %v", a.Underway(), script)
	}
}

func TestNothingIsDoneWhileAQuestionWaits(t *testing.T) {
	a := newTravel(t, "first")
	a.window.(*fakeWindow).asking = true
	a.Do(setting(t, "link.loss", "5%"))
	if len(a.picture.Session.Script()) != 0 || a.lines.Fault != a.picture.Words.T("player.refused") {
		t.Errorf("%q is said, done is %v", a.lines.Fault, a.picture.Session.Script())
	}
}

func TestWhatIsUndoneCanBeDoneAgain(t *testing.T) {
	a := newTravel(t, "first")
	a.Advance(time.Second)
	a.NewGesture()
	a.Do(setting(t, "client.skew", "70"))
	a.Undo()
	arrive(a)
	if undo, redo := a.Steps(); undo != 0 || redo != 1 || a.picture.Session.Value(1, "client.skew") == 70_000 || !strings.HasPrefix(a.lines.Notice, "Taken back: skew") {
		t.Errorf("%d and %d steps, %q", undo, redo, a.lines.Notice)
	}
	a.Redo()
	arrive(a)
	if undo, redo := a.Steps(); undo != 1 || redo != 0 || a.picture.Session.Value(1, "client.skew") != 70_000 {
		t.Errorf("%d and %d steps", undo, redo)
	}
}

func TestBGoesOnOnlyOnceAIsThere(t *testing.T) {
	a := newTravel(t, "first")
	a.Advance(5 * time.Second)
	other := *a.opt.Scenario
	a.window.(*fakeWindow).blind = true
	if err := a.CompareWith(&other, 0); err != nil {
		t.Fatal(err)
	}
	if a.blind.On() {
		t.Error("what differs is told in blind mode")
	}
	now := a.picture.Session.Now()
	for range 1000 {
		if a.UpdateAB(); !a.picture.AB.Behind() {
			break
		}
		if a.Pass(); a.picture.Session.Now() != now {
			t.Fatal("B went on")
		}
	}
	if a.picture.AB.Behind() || a.picture.AB.A.Session.Now() != now {
		t.Errorf("A is at %v, B at %v", a.picture.AB.A.Session.Now(), now)
	}
	if a.EndAB(); a.picture.AB.On {
		t.Error("it does not end")
	}
}
