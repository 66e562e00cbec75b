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

// arrive goes a long way to its end, and does what waits there.
func arrive(a *Travel) {
	for range 10_000 {
		if !a.Underway() {
			return
		}
		a.Pass()
		a.Drawn()
		a.UpdateAB()
		a.CatchUp()
	}
}

func TestWhatIsDoneOnALongWayWaitsForItsEnd(t *testing.T) {
	a := newTravel(t, "first")
	a.picture.Paused = true
	a.Seek(netsim.Time(time.Minute))
	a.set("client2.link.up.delay=90ms")
	a.set("client2.link.up.delay=110ms")
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
	a.set("link.loss=5%")
	if len(a.picture.Session.Script()) != 0 || a.lines.Fault != a.picture.Words.T("player.refused") {
		t.Errorf("%q is said, done is %v", a.lines.Fault, a.picture.Session.Script())
	}
}

func TestWhatIsUndoneCanBeDoneAgain(t *testing.T) {
	a := newTravel(t, "first")
	a.Advance(time.Second)
	a.NewGesture()
	a.set("client.skew=70")
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
	check(t, a.CompareWith(&other, 0))
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

func TestWhoIsPlayedAfterALeapIsWhoWasPlayedThen(t *testing.T) {
	a := newTravel(t, "first")
	a.picture.Paused = true
	a.Advance(2 * time.Second)
	a.take(2)
	a.Do(scenario.Event{Play: &scenario.Play{Player: 2, Held: game.Right}})
	a.Advance(2 * time.Second)
	a.take(panel.Nobody)
	a.Advance(2 * time.Second)
	for _, leap := range []struct {
		to   time.Duration
		want int
	}{{time.Second, panel.Nobody}, {3 * time.Second, 2}, {5 * time.Second, panel.Nobody}, {2500 * time.Millisecond, 2}} {
		a.Went(a.picture.Line.Seek(0))
		if a.Went(a.picture.Line.Seek(netsim.Time(leap.to))); a.picture.Frame.Played != leap.want {
			t.Errorf("at %v machine %d is played, want %d", leap.to, a.picture.Frame.Played, leap.want)
		}
		if a.Pass(); a.picture.Line.BranchCount() != 1 {
			t.Fatal("looking has begun a branch")
		}
	}
}

func TestAPersonsHandInThePastBranches(t *testing.T) {
	a := newTravel(t, "first")
	a.Advance(3 * time.Second)
	a.Seek(netsim.Time(time.Second))
	arrive(a)
	a.take(2)
	a.Do(scenario.Event{Play: &scenario.Play{Player: 2, Held: game.Right}})
	if a.picture.Line.BranchCount() != 2 || a.picture.Line.End() != netsim.Time(time.Second) {
		t.Errorf("%d branches, the end is %v", a.picture.Line.BranchCount(), a.picture.Line.End())
	}
}

func TestStepsGoBackToTheVeryInstant(t *testing.T) {
	a := newTravel(t, "first")
	a.Advance(2 * time.Second)
	a.Step(1)
	a.Step(-1)
	if arrive(a); a.picture.Session.Now() != netsim.Time(2*time.Second) || !a.picture.Paused {
		t.Errorf("a tick on and back: at %v", a.picture.Session.Now())
	}
	a.StepPacket(false)
	there := a.picture.Session.Now()
	a.StepPacket(false)
	a.StepPacket(true)
	if arrive(a); a.picture.Session.Now() != there || there == netsim.Time(2*time.Second) {
		t.Errorf("a packet on and back: at %v, was at %v", a.picture.Session.Now(), there)
	}
	a.opt.End = 2 * time.Second
	a.Seek(netsim.Time(2 * time.Second))
	arrive(a)
	a.Step(1)
	a.StepPacket(false)
	if arrive(a); a.picture.Session.Now() != netsim.Time(2*time.Second) {
		t.Errorf("it went past the end, to %v", a.picture.Session.Now())
	}
}
