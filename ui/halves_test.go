package ui

import (
	"math"
	"slices"
	"testing"
	"time"

	"driftlab/netsim"
	"driftlab/ui/diagram"
	"driftlab/ui/panel"
)

// newComparison returns a window in which A, with the first scenario's links, stands beside B with others. Scale is that
// of text and controls, 0.8 to 2.
func newComparison(t *testing.T, width, height int, scale float64) *App {
	t.Helper()
	a := newTestApp(t, "first", width, height, 1)
	resized(t, a, width, height, int(math.Round(100*scale)))
	a.Paused = true
	a.Advance(5 * time.Second)
	a.toggleAB()
	a.controls.set(0, "link.up.delay", "80ms", "link.down.delay", "80ms")
	a.Advance(5 * time.Second)
	a.follow(t)
	return a
}

// pointAt updates the tabs with the pointer at a place.
func pointAt(a *App, x, y float32, pressed bool) {
	a.pointer = panel.Pointer{X: x, Y: y, Pressed: pressed, Down: pressed}
	a.Tabs.Update(&a.View, &a.AB, &a.pointer, a.Regions.Time)
	if pressed {
		a.pointer = panel.Pointer{X: x, Y: y, Released: true}
		a.Tabs.Update(&a.View, &a.AB, &a.pointer, a.Regions.Time)
	}
}

func centre(r panel.Rect) (x, y float32) { return r.X + r.W/2, r.Y + r.H/2 }

func TestTheHalfUnderThePointerIsTheOneThatAnswers(t *testing.T) {
	a := newComparison(t, 1600, 900, 1)
	p := openTab[*diagram.ErrorPlot](t, a, "error")
	nextFrame(t, a)
	upper, lower := a.AB.Halves(&a.View, a.Tabs.Inside(&a.View, a.Regions.Time))
	for _, half := range []panel.Rect{upper, lower} {
		at := panel.NewRect(p.Axis.Area.X, half.Y+8, p.Axis.Area.W, half.H-34)
		x, y := at.X+at.W/2, at.Y+4 // beside all lines
		a.Cursor.On = false
		pointAt(a, x, y, true)
		for a.Line.Busy() {
			a.Pass()
		}
		a.follow(t)
		if want := p.Axis.At(x); !a.Cursor.On || a.Session.Now() != a.Cursor.At || math.Abs(float64(want-a.Cursor.At)) > 1e6 {
			t.Errorf("a click in %v marks %v and goes to %v, want %v", half, a.Cursor, a.Session.Now(), want)
		}
		if a.Session != a.Line.Session() || a.AB.A.Session != a.AB.A.Line.Session() {
			t.Fatal("A and B have changed places")
		}
		nextFrame(t, a)
	}
}

func TestALegendsKeysAndChipsAnswerInBothHalves(t *testing.T) {
	a := newComparison(t, 1600, 900, 1)
	d := openTab[*diagram.SpaceTime](t, a, "spacetime")
	nextFrame(t, a)
	upper, lower := a.AB.Halves(&a.View, a.Tabs.Inside(&a.View, a.Regions.Time))
	first := slices.IndexFunc(d.Keys[:], func(r panel.Rect) bool { return r.W > 0 }) // which has room in the lower half too
	for i, half := range []panel.Rect{upper, lower} {
		x, y := centre(d.Keys[first].Moved(lower, half))
		if pointAt(a, x, y, true); d.Hidden[first] != (i == 0) {
			t.Errorf("a key of the legend in %v does nothing", half)
		}
	}
	s := openTab[*diagram.Samples](t, a, "samples")
	nextFrame(t, a)
	for name, half := range map[string]panel.Rect{"slot": upper, "unity": lower} {
		x, y := centre(s.Chips[clockIndex(name)].Moved(lower, half))
		if pointAt(a, x, y, true); s.Chosen != clockIndex(name) {
			t.Errorf("a chip in %v does nothing", half)
		}
	}
}

func TestAPacketIsPinnedInAsHalf(t *testing.T) {
	a := newComparison(t, 1600, 900, 1)
	d := openTab[*diagram.SpaceTime](t, a, "spacetime")
	nextFrame(t, a)
	upper, _ := a.AB.Halves(&a.View, a.Tabs.Inside(&a.View, a.Regions.Time))
	d.Place(a.AB.View(&a.View), upper)
	tape := a.AB.A.Tape
	first, end := tape.Packets(d.Axis.From, netsim.Time(9e9))
	for n := first; n < end; n++ {
		p := tape.At(n)
		if !p.Arrived || panel.GroupOf[p.Kind] != panel.ClockPackets || p.To != 0 || int(p.From) != d.Client || p.Sent < d.Axis.From {
			continue
		}
		x, y := (d.Axis.X(p.Sent)+d.Axis.X(p.Due))/2, (d.HostY+d.ClientY)/2
		pointAt(a, x, y, false)
		a.Tips.At(x, y)
		a.Canvas.Reset()
		a.Tabs.Draw(&a.View, &a.AB, a.Canvas, a.Regions.Time)
		if pointAt(a, x, y, true); a.AB.Hover.Held == 0 || tape.Find(a.AB.Hover.Held) == nil {
			t.Errorf("a click on packet %d of A pins %d", p.ID, a.AB.Hover.Held)
		}
		return
	}
	t.Fatal("client 1 has sent nothing to ask for the time")
}

func TestBothWorldsViewportsAnswerToThePointer(t *testing.T) {
	a := newComparison(t, 1600, 900, 1)
	nextFrame(t, a)
	if a.Choose(2); len(a.AB.Deck.Panes) != 1 {
		t.Fatalf("A has %d worlds", len(a.AB.Deck.Panes))
	}
	nextFrame(t, a)
	p := a.AB.Deck.Panes[0]
	if clickAt(a, p.X+p.W/2, p.Y+p.H/2); a.Frame.Played != p.Machine {
		t.Errorf("a click on machine %d's picture in A gives the player of %d", p.Machine, a.Frame.Played)
	}
}

func TestWhereHalvesWouldBeTooLowOneWorldIsShownAndTheOtherIsAClickAway(t *testing.T) {
	a := newComparison(t, 1280, 720, 2)
	inside := a.Tabs.Inside(&a.View, a.Regions.Time)
	for i, want := range []float32{0, inside.H, 0} {
		nextFrame(t, a)
		upper, lower := a.AB.Halves(&a.View, inside)
		if upper.H != want || lower.H != inside.H-want {
			t.Errorf("after %d clicks the halves are %v and %v", i, upper, lower)
		}
		x, y := centre(a.AB.Tab.Chips[i%2])
		pointAt(a, x, y, true)
	}
}
