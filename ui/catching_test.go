package ui

import (
	"math"
	"strings"
	"testing"
	"time"

	"driftlab/game/scenario"
	"driftlab/netsim"
	"driftlab/ui/config"
	"driftlab/ui/panel"
	"driftlab/ui/stage"
)

// withLanes is a window with the lanes of client 1's link between two worlds.
func withLanes(t *testing.T, set ...string) *App {
	t.Helper()
	a := newTestApp(t, "first", 1600, 900, 1)
	for i := 0; i < len(set); i += 2 {
		if a.controls.set(0, set[i], set[i+1]); a.Fault != "" {
			t.Fatal(a.Fault)
		}
	}
	a.Advance(2 * time.Second)
	a.Paused = true
	a.prefer(func(s *config.Settings) { s.View = config.WatchView })
	a.reconnect.choose(false)
	nextFrame(t, a)
	a.watchAs(scenario.WatchPair)
	if nextFrames(t, a, 2); a.Regions.Watch.Link.W == 0 {
		t.Fatal("there is no link")
	}
	return a
}

// reaches has the pointer press at a place, go to others in turn, and let go.
func (a *App) dragLanes(t *testing.T, places ...[2]float32) {
	t.Helper()
	p := panel.Pointer{X: places[0][0], Y: places[0][1], Pressed: true, Down: true}
	a.Lanes.Update(&a.View, &p, a.Regions.Watch.Link)
	for _, at := range places[1:] {
		p = panel.Pointer{X: at[0], Y: at[1], Down: true}
		a.Lanes.Update(&a.View, &p, a.Regions.Watch.Link)
	}
	p.Down, p.Released = false, true
	a.Lanes.Update(&a.View, &p, a.Regions.Watch.Link)
	a.arrived(t)
	nextFrame(t, a)
}

func TestPullingALaneIsTheLatencyOfThatWayAndOneUndoStep(t *testing.T) {
	a := withLanes(t, "link.up.delay", "120ms", "link.down.delay", "40ms")
	x, y := a.Lanes.Ways[scenario.Up].At(0.5)
	a.NewGesture()
	before := a.Line.Events()
	a.dragLanes(t, [2]float32{x, y}, [2]float32{x, y - 10}, [2]float32{x, y - 20}, [2]float32{x, y - 30})
	up, down := a.Session.Base(1, scenario.Up), a.Session.Base(1, scenario.Down)
	if up < 130*time.Millisecond || up > 250*time.Millisecond || down != 40*time.Millisecond || a.Paused != true {
		t.Fatalf("up %v, down %v", up, down)
	}
	if n := a.Line.Events() - before; n != 3 || strings.Count(a.Line.Log().Text(), "continues = true") != 2 {
		t.Errorf("%d events for one drag:\n%s", n, a.Line.Log().Text())
	}
	a.Undo()
	a.arrived(t)
	if got := a.Session.Base(1, scenario.Up); got != 120*time.Millisecond {
		t.Errorf("after undoing it is %v", got)
	}
	a.Redo()
	a.arrived(t)
	if got := a.Session.Base(1, scenario.Up); got != up {
		t.Errorf("done again it is %v, was %v", got, up)
	}
}

func TestALaneIsNotPulledBeyondItsRange(t *testing.T) {
	a := withLanes(t, "link.up.delay", "120ms", "link.down.delay", "40ms")
	x, y := a.Lanes.Ways[scenario.Down].At(0.5)
	a.dragLanes(t, [2]float32{x, y}, [2]float32{x, y + 5000})
	if got := a.Session.Base(1, scenario.Down); got != maxPull || !strings.Contains(a.Notice, "from 0 to 400.0 ms") {
		t.Errorf("%v, %q %q", got, a.Notice, a.Fault)
	}
	x, y = a.Lanes.Ways[scenario.Down].At(0.5)
	a.dragLanes(t, [2]float32{x, y}, [2]float32{x, y - 5000})
	if got := a.Session.Base(1, scenario.Down); got != 0 {
		t.Errorf("%v", got)
	}
}

// dotOn returns a datagram that is drawn on a lane, near its middle.
func (a *App) dotOn(t *testing.T, way scenario.Direction) stage.LaneDot {
	t.Helper()
	for _, dot := range a.Lanes.Dots {
		p := a.Tape.Find(dot.Id)
		if m, _ := stage.Where(p, a.Session.Now()); (p.To == 0) == (way == scenario.Up) && m.Share > 0.2 && m.Share < 0.42 {
			return dot
		}
	}
	t.Fatal("no datagram is there")
	return stage.LaneDot{}
}

func TestADatagramThatIsDraggedComesLaterAndOneThatIsThrownOffIsLost(t *testing.T) {
	a := withLanes(t, "link.up.delay", "120ms", "link.down.delay", "100ms")
	a.Paused = false
	dot := a.dotOn(t, scenario.Down)
	was, now := *a.Tape.Find(dot.Id), a.Session.Now()
	before := a.Session.Now()
	x, y := a.Lanes.Ways[scenario.Down].At(0.2)
	p := panel.Pointer{X: dot.X, Y: dot.Y, Pressed: true, Down: true}
	if a.Lanes.Update(&a.View, &p, a.Regions.Watch.Link); !a.Paused {
		t.Error("time goes on while a datagram is held")
	}
	a.dragLanes(t, [2]float32{dot.X, dot.Y}, [2]float32{x, y})
	moved := a.Tape.Find(dot.Id)
	if a.Fault != "" || moved.Due <= was.Due || moved.Sent != was.Sent || a.Session.Now() < before {
		t.Fatalf("%q: due at %v, was %v; at %v", a.Fault, moved.Due, was.Due, a.Session.Now())
	}
	if m, _ := stage.Where(moved, now); math.Abs(float64(m.Share-0.2)) > 0.02 {
		t.Errorf("it is at %v of its way, and was let go at 0.2", m.Share)
	}
	if a.Paused {
		t.Error("time does not go on")
	}
	a.Paused = true
	nextFrame(t, a)
	dot = a.dotOn(t, scenario.Up)
	x, y = dot.X, dot.Y-80
	a.dragLanes(t, [2]float32{dot.X, dot.Y}, [2]float32{x, y})
	if p := a.Tape.Find(dot.Id); p.Fate != netsim.Lost || p.Cause != netsim.ByHand {
		t.Errorf("it is %v by %v: %q", p.Fate, p.Cause, a.Fault)
	}
	if a.Line.BranchCount() != 3 {
		t.Errorf("there are %d branches", a.Line.BranchCount())
	}
	a.Undo()
	a.arrived(t)
	if p := a.Tape.Find(dot.Id); p.Fate == netsim.Lost {
		t.Error("undoing does not bring it back")
	}
}
