package ui

import (
	"strings"
	"testing"
	"time"

	"driftlab/game/scenario"
	"driftlab/netsim"
)

// newLongWay returns a paused window of eight clients of which ten minutes are known, on its way to an instant
// that no update reaches.
func newLongWay(t *testing.T, to time.Duration) *App {
	t.Helper()
	a := newTestApp(t, "first", 1600, 900, 1)
	sc := *a.opt.Scenario
	sc.Clients = 8
	a.opt.Scenario, a.opt.Known = &sc, 10*time.Minute
	check(t, a.begin())
	a.Paused = true
	a.Advance(time.Second)
	check(t, a.Line.Do(scenario.Event{Rejoin: 1})) // another branch, so that there are two
	check(t, a.Line.Select(0))
	a.arrived(t)
	a.Seek(netsim.Time(to))
	return a
}

func TestNothingThatAPersonDoesFinishesALongWay(t *testing.T) {
	a := newLongWay(t, 10*time.Minute)
	for _, waits := range []bool{false, true} { // something else
		for _, act := range []struct {
			name string
			do   func()
		}{
			{"a slider", func() { a.controls.set(0, "link.up.delay", "120ms") }},
			{"rejoin", func() { a.Do(scenario.Event{Rejoin: scenario.AllClients}) }},
			{"step", func() { a.Step(1) }}, {"step back", func() { a.Step(-1) }}, {"packet", func() { a.StepPacket(false) }}, {"packet back", func() { a.StepPacket(true) }},
			{"another instant", func() { a.Seek(a.Target() - 1) }},
			{"A/B", a.toggleAB}, {"keep A", a.keepA}, {"play", func() { a.Take(2) }}, {"swap", a.controls.swapDelays},
			{"clock step", a.controls.stepper(time.Millisecond)},
			{"save", a.share.SaveLog}, {"copy", a.share.Copy}, {"record", a.rec.Record},
		} {
			if !waits {
				a.Travel.Begin()
			}
			act.do()
			a.CatchUp()
			_, share, err := a.Line.Work(1)
			if !a.Line.Busy() || err != nil || share > 1e-6 {
				t.Fatalf("%s: busy %v, %v of the way has been gone, %v", act.name, a.Line.Busy(), share, err)
			}
		}
	}
}

func TestWhatIsDoneOnALongWayIsDoneInOrderOnArrival(t *testing.T) {
	const there = netsim.Time(20 * time.Second)
	a := newLongWay(t, time.Duration(there))
	for _, delay := range []string{"90ms", "100ms", "110ms"} { // a slider is pulled
		a.controls.set(2, "link.up.delay", delay)
	}
	if now, shown := a.Session.Value(2, "link.up.delay"), a.Value(2, "link.up.delay"); now != 80e6 || shown != 110e6 || a.Value(1, "link.up.delay") != 80e6 {
		t.Errorf("up is %d, the slider shows %d, client 1's %d", now, shown, a.Value(1, "link.up.delay"))
	}
	a.Do(scenario.Event{Rejoin: 99}) // is impossible, which is reported although the others are possible
	a.controls.target = 1
	a.controls.swapDelays()
	a.Take(2)
	if a.Step(1); a.Fault != "" || a.Line.Branch() != 0 {
		t.Fatalf("%q, branch %d", a.Fault, a.Line.Branch())
	}
	a.arrived(t)
	var did []string
	for _, ev := range a.Session.Script() {
		if ev.At != there {
			t.Errorf("%v at %v", ev.Lines(), time.Duration(ev.At))
		}
		did = append(did, ev.Lines()...)
	}
	want := "client2.link.up.delay=110ms|client1.link.up.delay=40ms|client1.link.down.delay=120ms|player 2 holds nothing"
	if got := strings.Join(did, "|"); got != want {
		t.Errorf("done was %s\nwant %s", got, want)
	}
	if a.Frame.Played != 2 || a.Line.BranchCount() != 3 || a.Session.Now() != there+netsim.Time(time.Second)/60 {
		t.Errorf("%d is played, %d branches, at %v", a.Frame.Played, a.Line.BranchCount(), a.Session.Now())
	}
	if !strings.Contains(a.Fault, "99 is outside") {
		t.Errorf("message %q", a.Fault)
	}
}
