package ui

import (
	"image"
	"math"
	"testing"
	"time"

	"github.com/hajimehoshi/ebiten/v2"

	"driftlab/ui/config"
	"driftlab/ui/diagram"
	"driftlab/ui/draw"
	"driftlab/ui/panel"
)

// drawn has a density see some seconds of a window whose frames take a time for each of the screen's pixels, in
// units of the system's, and one of their own. It returns how often there were fewer pixels from then on.
func drawn(d *density, device float64, seconds int, pixel, own time.Duration) (fewer int) {
	now := time.Unix(0, 0)
	for end := now.Add(time.Duration(seconds) * time.Second); now.Before(end); {
		n := d.pixels(device)
		now = now.Add(own + time.Duration(n*n*float64(pixel)))
		if d.drew(now) {
			fewer++
		}
	}
	return fewer
}

func TestASlowMachineDrawsFewerPixelsIfThatHelps(t *testing.T) {
	for _, c := range []struct {
		name       string
		device     float64
		pixel, own time.Duration
		fewer      int
		pixels     float64
	}{
		{"a fast one", 3, time.Millisecond, 5 * time.Millisecond, 0, 3},
		{"slow by its pixels", 3, 10 * time.Millisecond, 5 * time.Millisecond, 2, 3 * densityStep * densityStep},
		{"very slow by its pixels", 2, 100 * time.Millisecond, 5 * time.Millisecond, 2, 1},
		{"slow by something else", 3, time.Millisecond / 10, 100 * time.Millisecond, 1, 3},
		{"slow, of few pixels", 1, 100 * time.Millisecond, 0, 0, 1},
		{"drawn as browsers do that save power", 2, 0, time.Second / 30, 0, 2},
	} {
		var d density
		if fewer, pixels := drawn(&d, c.device, 60, c.pixel, c.own), d.pixels(c.device); fewer != c.fewer || math.Abs(pixels-c.pixels) > 1e-9 {
			t.Errorf("%s: %d times fewer, %v pixels and not %d, %v", c.name, fewer, pixels, c.fewer, c.pixels)
		}
	}
}

func TestAWindowOutOfSightIsNotSlow(t *testing.T) {
	var d density
	now := time.Unix(0, 0)
	d.pixels(2)
	for range 1000 {
		now = now.Add(rateSlept + 1)
		if d.drew(now) {
			t.Fatal("a frame a second is taken for a slow machine's")
		}
	}
}

func TestAnotherScreenHasAllItsPixels(t *testing.T) {
	var d density
	drawn(&d, 3, 30, 100*time.Millisecond, 0)
	if got := d.pixels(2); got != 2 {
		t.Errorf("another screen has %v of 2 pixels", got)
	}
}

func TestAsManyPanelsRestAsHelps(t *testing.T) {
	const ms = time.Millisecond
	for _, c := range []struct {
		name        string
		panels, own time.Duration // of a frame, for what rests and for the rest
		more, every int
	}{
		{"a fast machine", 5 * ms, 5 * ms, 0, 0},
		{"one that is slow by a little", 40 * ms, 20 * ms, 1, 2},
		{"one that is slow by its panels", 80 * ms, 18 * ms, 3, 4},
		{"one that is slow even so", 200 * ms, 50 * ms, 3, 4},
		{"one that is slow by something else", ms, 100 * ms, 1, 1},
		{"one that is slow by both", 20 * ms, 60 * ms, 3, 3},
	} {
		var r resting
		now, more := time.Unix(0, 0), 0
		for range 2000 {
			if now = now.Add(c.own + c.panels/time.Duration(max(r.every, 1))); r.drew(now, true) {
				more++
			}
		}
		if more != c.more || r.every != c.every {
			t.Errorf("%s: %d times more rest, for %d frames, and not %d, %d", c.name, more, r.every, c.more, c.every)
		}
	}
}

func TestWhileTimeStandsStillNoMachineIsSlow(t *testing.T) {
	var r resting
	now := time.Unix(0, 0)
	for i := range 1000 {
		now = now.Add(100 * time.Millisecond)
		if r.drew(now, i%20 > 10) {
			t.Fatal("what pauses rests")
		}
	}
}

// counted is a diagram of which it is counted how often it is drawn.
type counted struct {
	diagram.Tab
	drawn *int
}

func (c counted) Draw(v *panel.View, on *draw.Canvas, r panel.Rect) {
	*c.drawn++
	c.Tab.Draw(v, on, r)
}

func TestOnASlowMachineADiagramRestsUnlessSomebodyPointsAtIt(t *testing.T) {
	a := newTestApp(t, "first", 1280, 720, 1)
	a.showView(config.LabView)
	nextFrame(t, a)
	a.shot.file = ""
	drawn := 0
	open := &a.Tabs.Tabs[a.Tabs.Open]
	open.Tab = counted{open.Tab, &drawn}
	now := time.Unix(0, 0)
	a.Clock = func() time.Time { return now }
	screen := ebiten.NewImage(a.pixels.X, a.pixels.Y)
	t.Cleanup(screen.Deallocate)
	frames := func(n int) int {
		drawn = 0
		for range n {
			now = now.Add(100 * time.Millisecond)
			a.Draw(screen)
		}
		return drawn
	}
	if got := frames(30); got != 30 {
		t.Errorf("before it is known how slow the machine is the diagram is drawn %d times in 30 frames", got)
	}
	if frames(2); a.resting.every != 2 || a.slow.note != "resting" {
		t.Fatalf("it rests for %d frames and says %q", a.resting.every, a.slow.note)
	}
	a.resting = resting{every: 4, kept: true}
	frames(1)
	if got := frames(40); got != 10 {
		t.Errorf("of 40 frames it is drawn in %d", got)
	}
	for what, do := range map[string]func() (undo func()){
		"time stands still": func() func() { a.Paused = true; return func() { a.Paused = false } },
		"it is pointed at": func() func() {
			a.pointer.X, a.pointer.Y = a.Regions.Time.X+9, a.Regions.Time.Y+9
			return func() { a.pointer = panel.Pointer{} }
		},
		"it is a screenshot":  func() func() { a.shot.file = "x.png"; return func() { a.shot.file = "" } },
		"the view is another": func() func() { a.showView(config.LabView); return func() { a.resting = resting{every: 4, kept: true} } },
	} {
		undo := do()
		if got := frames(20); got != 20 {
			t.Errorf("%s, and of 20 frames it is drawn in %d", what, got)
		}
		undo()
	}
	a.Hover.Next.Client = 1
	if got := frames(1); got != 1 {
		t.Error("a client is pointed at, and the diagram does not point it out")
	}
}

// shownIn returns what a screen shows in a part of it.
func shownIn(screen *ebiten.Image, r image.Rectangle) []byte {
	pix := make([]byte, 4*r.Dx()*r.Dy())
	screen.SubImage(r).(*ebiten.Image).ReadPixels(pix)
	return pix
}

// near reports that two pictures differ by no more than what is rounded when one is laid over another.
func near(a, b []byte) bool {
	for i := range a {
		if d := int(a[i]) - int(b[i]); d < -2 || d > 2 {
			return false
		}
	}
	return len(a) == len(b)
}

func TestWhatRestsLooksAsItDidAndTheWorldsDoNotRest(t *testing.T) {
	for _, view := range []string{config.WatchView, config.LabView} {
		a := newTestApp(t, "first", 1280, 720, 1)
		a.showView(view)
		nextFrames(t, a, 200)
		a.hand.Used, a.hand.X, a.hand.Y = true, -1e6, -1e6 // wherever the mouse is, nothing is pointed at
		check(t, a.Update())
		screen := ebiten.NewImage(a.pixels.X, a.pixels.Y)
		t.Cleanup(screen.Deallocate)
		all, rests := screen.Bounds(), a.Regions.Time.Pixels(a.scale)
		var main image.Rectangle
		for _, p := range a.Deck.Panes {
			if !p.Thumb {
				main = p.Rect.Pixels(a.scale)
			}
		}
		if view == config.WatchView {
			rests = a.Regions.Watch.Strip.Pixels(a.scale)
		}
		a.Draw(screen)
		a.Draw(screen) // what the first says to be pointed at holds no longer
		want := shownIn(screen, all)
		a.shot.file = ""
		a.resting = resting{every: 1000, kept: true}
		for range 3 {
			if a.Draw(screen); !near(shownIn(screen, all), want) {
				t.Fatalf("%s: what rests looks otherwise", view)
			}
		}
		worlds, panels := shownIn(screen, main), shownIn(screen, rests)
		for range 90 {
			check(t, a.Update())
		}
		if a.Draw(screen); near(shownIn(screen, main), worlds) {
			t.Errorf("%s: the world rests", view)
		}
		if !near(shownIn(screen, rests), panels) {
			t.Errorf("%s: the diagram does not", view)
		}
	}
}
