package ui

import (
	"math"
	"testing"
	"time"

	"driftlab/netsim"
)

// newComparison returns a window in which A, with the first scenario's links, stands beside B with others.
func newComparison(t *testing.T, width, height int, scale float64) *App {
	t.Helper()
	a := newTestApp(t, "first", width, height, scale)
	a.paused = true
	a.advance(5 * time.Second)
	a.toggleAB()
	a.controls.set(0, "link.up.delay", "80ms", "link.down.delay", "80ms")
	a.advance(5 * time.Second)
	a.follow(t)
	return a
}

// pointAt updates the tabs with the pointer at a place.
func pointAt(a *App, x, y float32, pressed bool) {
	a.pointer = pointer{x: x, y: y, pressed: pressed, down: pressed}
	a.tabs.update(&a.view, &a.ab, &a.pointer, a.layout.time)
	if pressed {
		a.pointer = pointer{x: x, y: y, released: true}
		a.tabs.update(&a.view, &a.ab, &a.pointer, a.layout.time)
	}
}

func centre(r rect) (x, y float32) { return r.x + r.w/2, r.y + r.h/2 }

func TestTheHalfUnderThePointerIsTheOneThatAnswers(t *testing.T) {
	a := newComparison(t, 1600, 900, 1)
	p := openTab[*errorPlot](t, a, "error")
	nextFrame(t, a)
	upper, lower := a.ab.halves(&a.view, a.tabs.inside(&a.view, a.layout.time))
	for _, half := range []rect{upper, lower} {
		x, y := centre(p.legend[3].moved(lower, half))
		if pointAt(a, x, y, false); p.hover != 3 {
			t.Errorf("in %v line %d of the legend is brought out, want 3", half, p.hover)
		}
		at := rect{p.axis.area.x, half.y + 8, p.axis.area.w, half.h - 34}
		x, y = centre(at)
		if pointAt(a, x, y, false); !p.look {
			t.Errorf("in %v the pointer is over nothing", half)
		}
		a.cursor.on = false
		pointAt(a, x, y, true)
		for a.line.Busy() {
			a.pass()
		}
		a.follow(t)
		if want := p.axis.at(x); !a.cursor.on || a.session.Now() != a.cursor.at || math.Abs(float64(want-a.cursor.at)) > 1e6 {
			t.Errorf("a click in %v marks %v and goes to %v, want %v", half, a.cursor, a.session.Now(), want)
		}
		if a.session != a.line.Session() || a.ab.a.session != a.ab.a.line.Session() {
			t.Fatal("A and B have changed places")
		}
		nextFrame(t, a)
	}
}

func TestALegendsKeysAndChipsAnswerInBothHalves(t *testing.T) {
	a := newComparison(t, 1600, 900, 1)
	d := openTab[*spaceTime](t, a, "spacetime")
	nextFrame(t, a)
	upper, lower := a.ab.halves(&a.view, a.tabs.inside(&a.view, a.layout.time))
	for i, half := range []rect{upper, lower} {
		x, y := centre(d.keys[inputPackets].moved(lower, half))
		if pointAt(a, x, y, true); d.hidden[inputPackets] != (i == 0) {
			t.Errorf("a key of the legend in %v does nothing", half)
		}
	}
	s := openTab[*samplesView](t, a, "samples")
	nextFrame(t, a)
	for name, half := range map[string]rect{"slot": upper, "unity": lower} {
		x, y := centre(s.chips[clockIndex(name)].moved(lower, half))
		if pointAt(a, x, y, true); s.chosen != clockIndex(name) {
			t.Errorf("a chip in %v does nothing", half)
		}
	}
}

func TestAPacketIsPinnedInAsHalf(t *testing.T) {
	a := newComparison(t, 1600, 900, 1)
	d := openTab[*spaceTime](t, a, "spacetime")
	nextFrame(t, a)
	upper, _ := a.ab.halves(&a.view, a.tabs.inside(&a.view, a.layout.time))
	d.place(a.ab.view(&a.view), upper)
	tape := a.ab.a.tape
	first, end := tape.Packets(d.axis.from, netsim.Time(9e9))
	for n := first; n < end; n++ {
		p := tape.At(n)
		if !p.Arrived || groupOf[p.Kind] != clockPackets || p.To != 0 || int(p.From) != d.client || p.Sent < d.axis.from {
			continue
		}
		x, y := (d.axis.x(p.Sent)+d.axis.x(p.Due))/2, (d.hostY+d.clientY)/2
		pointAt(a, x, y, false)
		a.tips.at(int(x), int(y))
		a.canvas.Reset()
		a.tabs.draw(&a.view, &a.ab, a.canvas, a.layout.time)
		if pointAt(a, x, y, true); a.ab.hover.held == 0 || tape.Find(a.ab.hover.held) == nil {
			t.Errorf("a click on packet %d of A pins %d", p.ID, a.ab.hover.held)
		}
		return
	}
	t.Fatal("client 1 has sent nothing to ask for the time")
}

func TestBothWorldsViewportsAnswerToThePointer(t *testing.T) {
	a := newComparison(t, 1600, 900, 1)
	nextFrame(t, a)
	for _, machine := range []int{3, 2} {
		i := 0
		for a.ab.deck.panes[i].machine != machine {
			i++
		}
		p := a.ab.deck.panes[i]
		if clickAt(a, p.x+20, p.y+8); a.deck.chosen != machine {
			t.Errorf("a click on client %d's title in A chooses %d", machine, a.deck.chosen)
		}
		nextFrame(t, a)
	}
	p := a.ab.deck.panes[0]
	clickAt(a, p.x+p.w/2, p.y+p.h/2)
	if clickAt(a, p.x+p.w/2, p.y+p.h/2); a.frame.played != p.machine {
		t.Errorf("a click on machine %d's picture in A gives the player of %d", p.machine, a.frame.played)
	}
}

func TestWhereHalvesWouldBeTooLowOneWorldIsShownAndTheOtherIsAClickAway(t *testing.T) {
	a := newComparison(t, 1280, 720, 2)
	inside := a.tabs.inside(&a.view, a.layout.time)
	for i, want := range []float32{0, inside.h, 0} {
		nextFrame(t, a)
		upper, lower := a.ab.halves(&a.view, inside)
		if upper.h != want || lower.h != inside.h-want {
			t.Errorf("after %d clicks the halves are %v and %v", i, upper, lower)
		}
		x, y := centre(a.ab.tab.chips[i%2])
		pointAt(a, x, y, true)
	}
}
