package ui

import (
	"strings"
	"testing"
	"time"

	"driftlab/netsim"
	"driftlab/ui/travel"
)

// press holds the pointer's button down at a place of the window for an update; lift lets go.
func (a *App) press(x, y float32) {
	a.pointer.Pressed, a.pointer.Down = !a.pointer.Down, true
	a.pointer.X, a.pointer.Y = x, y
	a.scrub.update(a)
}

func (a *App) lift() {
	a.pointer.Pressed, a.pointer.Down = false, false
	a.scrub.update(a)
}

// arrived goes all of a way that has begun, and does what waits for that.
func (a *App) arrived(t testing.TB) {
	t.Helper()
	for range 10_000 {
		if !a.Underway() {
			return
		}
		if a.Line.Busy() {
			a.Pass()
		}
		a.UpdateAB()
		a.CatchUp()
	}
	t.Fatal("it is still on its way")
}

func TestDraggingTheScrubberGoesToWhereItIsDragged(t *testing.T) {
	a := firstAt(t, 9*time.Second, 1)
	s, y := &a.scrub, a.Regions.Bottom.Y+trackY
	for _, to := range []time.Duration{3 * time.Second, 7500 * time.Millisecond, 0, 9 * time.Second} {
		a.press(s.x(netsim.Time(to)), y)
		a.arrived(t)
		if off := time.Duration(a.Session.Now()) - to; off < -20*time.Millisecond || off > 20*time.Millisecond {
			t.Errorf("dragged to %v, it is at %v", to, time.Duration(a.Session.Now()))
		}
		if before := a.Session.Now(); !a.Paused {
			if a.Pass(); a.Session.Now() != before {
				t.Error("time goes on while the knob is held")
			}
		}
	}
	a.lift()
	if a.Pass(); a.Session.Now() <= netsim.Time(9*time.Second-20*time.Millisecond) {
		t.Error("time does not go on once the knob is let go")
	}
}

func TestGoingBackAndChangingSomethingBranchesAndTheListChoosesTheOldBranch(t *testing.T) {
	a := firstAt(t, 9*time.Second, 0)
	a.Seek(netsim.Time(5 * time.Second))
	a.arrived(t)
	if a.controls.set(0, "link.up.delay", "33ms"); a.Fault != "" || a.Line.BranchCount() != 2 || a.Line.Branch() != 1 {
		t.Fatalf("%d branches, message %q", a.Line.BranchCount(), a.Fault)
	}
	a.Advance(time.Second)
	a.Paused = true
	nextFrame(t, a)
	m := &a.scrub.menu
	a.press(m.chip.X+5, m.chip.Y+5)
	a.lift()
	if nextFrame(t, a); !m.open || len(m.rows) != 2 {
		t.Fatalf("open %v with %d rows", m.open, len(m.rows))
	}
	if got, want := branchName(english, &m.branches[1], false), "at 5.0 s: up delay 33 ms"; got != want {
		t.Errorf("the branch is called %q, want %q", got, want)
	}
	a.press(m.rows[0].X+5, m.rows[0].Y+5)
	a.lift()
	if a.arrived(t); a.Line.Branch() != 0 || a.Session.Now() != netsim.Time(6*time.Second) || m.open {
		t.Errorf("branch %d at %v", a.Line.Branch(), a.Session.Now())
	}
	if got := a.Session.Value(1, "link.up.delay"); time.Duration(got) != 120*time.Millisecond {
		t.Errorf("on the old branch the delay is %v", time.Duration(got))
	}
	a.NextBranch()
	a.arrived(t)
	if got := a.Session.Value(1, "link.up.delay"); time.Duration(got) != 33*time.Millisecond {
		t.Errorf("on the new branch the delay is %v", time.Duration(got))
	}
}

func TestAReplayedLogCanBeScrubbedAtOnce(t *testing.T) {
	a := newTestApp(t, "first", 1600, 900, 1)
	sc := *a.opt.Scenario
	sc.Duration = 40 * time.Second
	check(t, a.Open(&sc, sc.Duration))
	check(t, a.resize(1600, 900, 1))
	if nextFrame(t, a); a.Line.End() != netsim.Time(40*time.Second) || a.scrub.span != netsim.Time(45*time.Second) {
		t.Fatalf("known up to %v, the line of time is %v", a.Line.End(), a.scrub.span)
	}
	a.press(a.scrub.x(netsim.Time(30*time.Second)), a.Regions.Bottom.Y+trackY)
	a.lift()
	a.arrived(t)
	if now := time.Duration(a.Session.Now()); now < 29*time.Second || now > 31*time.Second {
		t.Errorf("it is at %v", now)
	}
	if first, end := a.Tape.Packets(a.Session.Now().Add(-5*time.Second), a.Session.Now()); end-first < 500 {
		t.Errorf("only %d packets are on the tape", end-first)
	}
}

func TestALongWayShowsHowFarItHasGot(t *testing.T) {
	a := newTestApp(t, "first", 1600, 900, 1)
	a.Paused = true
	a.Seek(netsim.Time(time.Hour))
	for range travel.Shown {
		a.Pass()
	}
	if text, _ := a.Caption(); !a.Line.Busy() || !strings.Contains(text, "Simulating again up to 60:00.0 min") {
		t.Fatalf("busy %v, caption %q", a.Line.Busy(), text)
	}
	nextFrame(t, a)
	a.Seek(netsim.Time(time.Second)) // it can be left
	if a.arrived(t); a.Session.Now() != netsim.Time(time.Second) {
		t.Errorf("it is at %v", a.Session.Now())
	}
}

func TestTimesAreWrittenShortly(t *testing.T) {
	for at, want := range map[time.Duration]string{0: "0.0 s", 12345 * time.Millisecond: "12.3 s", 125 * time.Second: "2:05.0 min",
		10*time.Minute + 59960*time.Millisecond: "10:59.9 min"} {
		if got := clockText(english, netsim.Time(at)); got != want {
			t.Errorf("%v: %q, want %q", at, got, want)
		}
	}
}

func TestTheLineOfTimeIsAsLongAsTheSessionOrLonger(t *testing.T) {
	for _, end := range []time.Duration{0, 10 * time.Second, 10*time.Second + 1, 59 * time.Minute, 61 * time.Minute, 100 * time.Hour} {
		if got := time.Duration(spanFor(netsim.Time(end))); got < end || got > 2*max(end, 10*time.Second) {
			t.Errorf("%v: %v", end, got)
		}
	}
}
