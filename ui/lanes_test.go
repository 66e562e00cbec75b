package ui

import (
	"math"
	"strings"
	"testing"
	"time"

	"driftlab/config"
	"driftlab/netsim"
	"driftlab/scenario"
)

// withLanes is a window with the lanes of client 1's link between two worlds.
func withLanes(t *testing.T, set ...string) *App {
	t.Helper()
	a := newTestApp(t, "first", 1600, 900, 1)
	for i := 0; i < len(set); i += 2 {
		if a.controls.set(0, set[i], set[i+1]); a.message != "" {
			t.Fatal(a.message)
		}
	}
	a.advance(2 * time.Second)
	a.paused = true
	a.prefer(func(s *config.Settings) { s.View = config.WatchView })
	nextFrame(t, a)
	a.watchAs(scenario.WatchPair)
	nextFrame(t, a)
	nextFrame(t, a)
	if a.layout.watch.link.w == 0 {
		t.Fatal("there is no link")
	}
	return a
}

// drawnOf returns the length of a lane as it is drawn, in pixels.
func drawnOf(w *way) (length float32) {
	for i := range wayParts {
		length += hypot(w.points[2*i+2]-w.points[2*i], w.points[2*i+3]-w.points[2*i+1])
	}
	return length
}

func TestLanesAreAsLongAsTheirDelaysToOneScale(t *testing.T) {
	for _, test := range [][2]string{{"120ms", "40ms"}, {"80ms", "80ms"}, {"5ms", "200ms"}, {"400ms", "1ms"}, {"0s", "30ms"}, {"1s", "10s"}} {
		for _, r := range []rect{{700, 100, 240, 420}, {100, 100, 900, 150}, {0, 0, 80, 60}, {0, 0, 700, 88}} {
			a := withLanes(t, "link.up.delay", test[0], "link.down.delay", test[1])
			l := &a.lanes
			l.place(&a.view, r)
			up, down := &l.ways[scenario.Up], &l.ways[scenario.Down]
			for _, w := range []*way{up, down} {
				want := float64(w.delay) / float64(l.span) * float64(arcLength(l.area.w, l.height))
				if got := float64(drawnOf(w)); math.Abs(got-want) > 0.02*want+1 {
					t.Errorf("%v in %v: a lane of %v is %.1f pixels long, want %.1f", test, r, w.delay, got, want)
				}
				for i := 0; i <= wayParts; i++ {
					if x, y := w.points[2*i], w.points[2*i+1]; x < r.x-1 || x > r.x+r.w+1 || l.height > 0 && (y < r.y || y > r.y+r.h) {
						t.Fatalf("%v: (%v, %v) is outside %v", test, x, y, r)
					}
				}
			}
			if up.delay > 0 && (up.points[0] < up.points[2*wayParts] || down.points[0] > down.points[2*wayParts]) {
				t.Errorf("%v: they lead the wrong way", test)
			}
		}
	}
}

// reaches has the pointer press at a place, go to others in turn, and let go.
func (a *App) dragLanes(t *testing.T, places ...[2]float32) {
	t.Helper()
	p := pointer{x: places[0][0], y: places[0][1], pressed: true, down: true}
	a.lanes.update(&a.view, &p, a.layout.watch.link)
	for _, at := range places[1:] {
		p = pointer{x: at[0], y: at[1], down: true}
		a.lanes.update(&a.view, &p, a.layout.watch.link)
	}
	p.down, p.released = false, true
	a.lanes.update(&a.view, &p, a.layout.watch.link)
	a.arrived(t)
	nextFrame(t, a)
}

func TestPullingALaneIsTheLatencyOfThatWayAndOneUndoStep(t *testing.T) {
	a := withLanes(t, "link.up.delay", "120ms", "link.down.delay", "40ms")
	x, y := a.lanes.ways[scenario.Up].at(0.5)
	a.past.gesture++
	before := a.line.Events()
	a.dragLanes(t, [2]float32{x, y}, [2]float32{x, y - 10}, [2]float32{x, y - 20}, [2]float32{x, y - 30})
	up, down := a.session.Base(1, scenario.Up), a.session.Base(1, scenario.Down)
	if up < 130*time.Millisecond || up > 250*time.Millisecond || down != 40*time.Millisecond || a.paused != true {
		t.Fatalf("up %v, down %v", up, down)
	}
	if n := a.line.Events() - before; n != 3 || strings.Count(a.line.Log().Text(), "continues = true") != 2 {
		t.Errorf("%d events for one drag:\n%s", n, a.line.Log().Text())
	}
	a.undo()
	a.arrived(t)
	if got := a.session.Base(1, scenario.Up); got != 120*time.Millisecond {
		t.Errorf("after undoing it is %v", got)
	}
	a.redo()
	a.arrived(t)
	if got := a.session.Base(1, scenario.Up); got != up {
		t.Errorf("done again it is %v, was %v", got, up)
	}
}

func TestALaneIsNotPulledBeyondItsRange(t *testing.T) {
	a := withLanes(t, "link.up.delay", "120ms", "link.down.delay", "40ms")
	x, y := a.lanes.ways[scenario.Down].at(0.5)
	a.dragLanes(t, [2]float32{x, y}, [2]float32{x, y + 5000})
	if got := a.session.Base(1, scenario.Down); got != maxPull || !strings.Contains(a.notice, "from 0 to 400.0 ms") {
		t.Errorf("%v, %q %q", got, a.notice, a.message)
	}
	x, y = a.lanes.ways[scenario.Down].at(0.5)
	a.dragLanes(t, [2]float32{x, y}, [2]float32{x, y - 5000})
	if got := a.session.Base(1, scenario.Down); got != 0 {
		t.Errorf("%v", got)
	}
}

// dotOn returns a datagram that is drawn on a lane, near its middle.
func (a *App) dotOn(t *testing.T, way scenario.Direction) laneDot {
	t.Helper()
	for _, dot := range a.lanes.dots {
		p := a.tape.Find(dot.id)
		if m, _ := where(p, a.session.Now()); (p.To == 0) == (way == scenario.Up) && m.share > 0.2 && m.share < 0.42 {
			return dot
		}
	}
	t.Fatal("no datagram is there")
	return laneDot{}
}

func TestADatagramThatIsDraggedComesLaterAndOneThatIsThrownOffIsLost(t *testing.T) {
	a := withLanes(t, "link.up.delay", "120ms", "link.down.delay", "100ms")
	a.paused = false
	dot := a.dotOn(t, scenario.Down)
	was, now := *a.tape.Find(dot.id), a.session.Now()
	before := a.session.Now()
	x, y := a.lanes.ways[scenario.Down].at(0.2)
	p := pointer{x: dot.x, y: dot.y, pressed: true, down: true}
	a.lanes.update(&a.view, &p, a.layout.watch.link)
	if !a.paused {
		t.Error("time goes on while a datagram is held")
	}
	a.dragLanes(t, [2]float32{dot.x, dot.y}, [2]float32{x, y})
	moved := a.tape.Find(dot.id)
	if a.message != "" || moved.Due <= was.Due || moved.Sent != was.Sent || a.session.Now() < before {
		t.Fatalf("%q: due at %v, was %v; at %v", a.message, moved.Due, was.Due, a.session.Now())
	}
	if m, _ := where(moved, now); math.Abs(float64(m.share-0.2)) > 0.02 {
		t.Errorf("it is at %v of its way, and was let go at 0.2", m.share)
	}
	if a.paused {
		t.Error("time does not go on")
	}
	a.paused = true
	nextFrame(t, a)
	dot = a.dotOn(t, scenario.Up)
	x, y = dot.x, dot.y-80
	a.dragLanes(t, [2]float32{dot.x, dot.y}, [2]float32{x, y})
	if p := a.tape.Find(dot.id); p.Fate != netsim.Lost || p.Cause != netsim.ByHand {
		t.Errorf("it is %v by %v: %q", p.Fate, p.Cause, a.message)
	}
	if a.line.BranchCount() != 3 {
		t.Errorf("there are %d branches", a.line.BranchCount())
	}
	a.undo()
	a.arrived(t)
	if p := a.tape.Find(dot.id); p.Fate == netsim.Lost {
		t.Error("undoing does not bring it back")
	}
}

func TestDatagramsCanBeCaughtByKeysAlone(t *testing.T) {
	a := withLanes(t, "link.delay", "100ms")
	a.nextCaught(false)
	first := a.hover.held
	a.nextCaught(false)
	second := a.hover.held
	a.nextCaught(true)
	if first == 0 || second <= first || a.hover.held != first {
		t.Fatalf("%d, %d, %d", first, second, a.hover.held)
	}
	due := a.tape.Find(first).Due
	a.touchChosen(catching{by: catchStep})
	a.arrived(t)
	a.touchChosen(catching{by: catchStep})
	a.arrived(t)
	if got := a.tape.Find(first).Due; got != due.Add(2*catchStep) {
		t.Errorf("it is due at %v, was %v", got, due)
	}
	a.touchChosen(catching{lose: true})
	a.arrived(t)
	if a.tape.Find(first).Fate != netsim.Lost {
		t.Error("it is not lost")
	}
	a.touchChosen(catching{lose: true})
	if a.message == "" {
		t.Error("what is lost is lost again")
	}
}

func TestADatagramThatHasComeIsCaughtWhereItWasSent(t *testing.T) {
	a := withLanes(t, "link.delay", "100ms")
	id := a.dotOn(t, scenario.Down).id
	sent := a.tape.Find(id).Sent
	a.advance(time.Second)
	a.catch(id, catching{lose: true})
	a.arrived(t)
	if a.session.Now() != sent || a.tape.Find(id).Fate != netsim.Lost {
		t.Errorf("at %v, sent at %v: %v", a.session.Now(), sent, a.tape.Find(id).Fate)
	}
}
