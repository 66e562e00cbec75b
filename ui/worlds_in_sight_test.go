package ui

import (
	"bytes"
	"fmt"
	"image"
	"math"
	"testing"
	"time"

	"driftlab/game"
	"driftlab/game/scenario"
	"driftlab/netsim"
	"driftlab/ui/config"
	"driftlab/ui/panel"
	"driftlab/ui/picture"
	"driftlab/ui/stage"
)

var arenaScenes = []string{"arenas/yard", "arenas/lift", "arenas/duel", "arenas/relay", "first"}

// watched returns a window that shows the worlds alone, with a picture.
func watched(t testing.TB, name string, width, height int) *App {
	t.Helper()
	s := scene{scenario: name, size: image.Pt(width, height), settings: config.Settings{View: config.WatchView}}
	return s.app(t)
}

// run lets virtual time pass, at a number of frames a second.
func run(a *App, to, rate time.Duration) {
	for start, n := a.Session.Now(), time.Duration(1); a.Session.Now() < netsim.Time(to); n++ {
		a.Advance(time.Duration(start) + n*time.Second/rate - time.Duration(a.Session.Now()))
		a.Read(true)
	}
}

func TestASeekPutsTheCameraAtRest(t *testing.T) {
	a := watched(t, "arenas/relay", 1600, 900)
	run(a, 8*time.Second, 60)
	a.Went(a.Line.Seek(netsim.Time(3 * time.Second)))
	a.Read(true)
	k := &a.Deck.Camera
	if k.Pace != [3]float64{} || math.Abs(k.Shown.X-k.Goal.X) > 1e-9 || math.Abs(k.Shown.W-k.Goal.W) > 1e-9 {
		t.Errorf("it is at %+v on its way to %+v", k.Shown, k.Goal)
	}
}

// TestNobodyWhomTheWorldIsAboutIsSmall goes through all arenas and layouts; thumbnails are excepted.
func TestNobodyWhomTheWorldIsAboutIsSmall(t *testing.T) {
	for _, name := range arenaScenes {
		a := watched(t, name, 1600, 900)
		a.Advance(4 * time.Second)
		for _, layout := range []string{scenario.WatchSolo, scenario.WatchPair, scenario.WatchTwo, "A|B"} {
			if layout == "A|B" {
				a.toggleAB()
			} else {
				a.watchAs(layout)
			}
			for _, size := range []image.Point{{960, 540}, {1600, 900}, {2560, 1440}} {
				check(t, a.resize(size.X, size.Y, min(float64(size.X)/1600, 1)))
				a.arrange()
				a.Read(true)
				a.Canvas.Reset()
				a.Deck.Draw(&a.View, a.Canvas)
				nobodyIsSmall(t, a, fmt.Sprint(name, " ", layout, " ", size))
			}
		}
	}
}

func nobodyIsSmall(t *testing.T, a *App, where string) {
	t.Helper()
	large := 0
	for _, p := range a.Deck.Panes {
		if p.Thumb {
			continue
		}
		large++
		v := a.Deck.View(p.Machine)
		h := float64(v.Length(game.PlayerHeight))
		if least := 40 * min(float64(a.Width)/1600, float64(a.Height)/900); h < least-0.01 || h < 0.08*float64(v.Picture.H)-0.01 {
			t.Errorf("%s, machine %d: %.1f px in a picture %.0f px high", where, p.Machine, h, v.Picture.H)
		}
		if o, ok := stage.Find(a.Frame.Machine(p.Machine).Players, a.Deck.Chosen); ok {
			if x, y := v.At(o.Pos); !v.Picture.Contains(x, y-float32(h)) {
				t.Errorf("%s, machine %d: client %d is not in the picture", where, p.Machine, a.Deck.Chosen)
			}
		}
	}
	if large == 0 {
		t.Errorf("%s: there is no large picture", where)
	}
}

func TestBothWorldsShowTheSameMetres(t *testing.T) {
	a := watched(t, "arenas/relay", 1600, 900)
	a.Advance(4 * time.Second)
	a.Read(true)
	a.toggleAB()
	a.controls.set(0, "link.up.delay", "200ms")
	nextFrames(t, a, 60)
	one, two := a.Deck.View(1), a.AB.Deck.View(1)
	far := math.Abs(float64(one.Eye()-two.Eye())) * float64(one.Metre)
	if one.Metre != two.Metre || far > 0.01 { // what is rounded on the way to a place in the window
		t.Errorf("%v px a metre about %v, and %v about %v", one.Metre, one.Eye(), two.Metre, two.Eye())
	}
}

func TestTextSizeShrinksNoWorld(t *testing.T) {
	var w [2]float64
	for i, scale := range []int{100, 200} {
		s := scene{scenario: "arenas/yard", settings: config.Settings{View: config.WatchView, Scale: scale}}
		a := s.app(t)
		a.arrange()
		a.Read(true)
		w[i] = a.Deck.Camera.Shown.W
	}
	if w[1] > w[0]*1.2 {
		t.Errorf("%.1f m wide, with large text %.1f", w[0], w[1])
	}
}

func TestAPictureAtRestIsTheSameAfterARewind(t *testing.T) {
	for _, name := range arenaScenes {
		a := watched(t, name, 1280, 720)
		a.Deck.Packets = false // two that meet are drawn in the order in which they lie in the queue
		run(a, 6*time.Second, 60)
		first := stillPicture(t, a)
		if a.Deck.Camera.Shown != a.Deck.Camera.Goal {
			continue
		}
		a.Advance(2 * time.Second)
		a.Went(a.Line.Seek(netsim.Time(5 * time.Second)))
		a.Read(true)
		run(a, 6*time.Second, 60)
		if again := stillPicture(t, a); !bytes.Equal(first, again) {
			n, where := 0, image.Rectangle{}
			for i := 0; i < len(first); i += 4 {
				if at := image.Pt(i/4%a.pixels.X, i/4/a.pixels.X); !bytes.Equal(first[i:i+4], again[i:i+4]) {
					n, where = n+1, where.Union(image.Rectangle{at, at.Add(image.Pt(1, 1))})
				}
			}
			t.Errorf("%s: %d pixels differ after a rewind, all in %v", name, n, where)
		}
	}
}

// stillPicture returns the worlds alone as they are drawn now.
func stillPicture(t *testing.T, a *App) []byte {
	t.Helper()
	a.arrange()
	screen := screenOf(a.pixels.X, a.pixels.Y)
	screen.Fill(a.Theme.Ground)
	a.Canvas.Reset()
	a.Tips.At(picture.FarAway, picture.FarAway)
	a.Deck.Draw(&a.View, a.Canvas)
	a.Canvas.Flush(screen)
	pix := make([]byte, 4*a.pixels.X*a.pixels.Y)
	screen.ReadPixels(pix)
	return pix
}

func TestADoubleClickGivesTheCameraBack(t *testing.T) {
	a := watched(t, "arenas/yard", 1600, 900)
	after(t, a, 2*time.Second, 1)
	whole := a.Deck.Camera.Shown
	p := paneOf(t, a, 1)
	x, y := p.X+p.W/3, p.Y+p.H/2
	do := func(p panel.Pointer) {
		p.X, p.Y = x, y
		a.pointer = p
		act(a)
	}
	do(panel.Pointer{Wheel: 4})
	if w := a.Deck.Camera.Shown.W; w > whole.W/2 || !a.Deck.Camera.Hand {
		t.Fatalf("the wheel has left %v m of %v", w, whole.W)
	}
	for range 2 {
		do(panel.Pointer{Pressed: true, Down: true})
		do(panel.Pointer{Released: true})
	}
	a.Take(panel.Nobody)
	for range 240 {
		a.Advance(time.Second / 60)
		a.Read(true)
	}
	if now := a.Deck.Camera.Shown; math.Abs(now.W-whole.W) > 0.1 || a.Deck.Camera.Hand {
		t.Errorf("it shows %+v, not %+v", now, whole)
	}
}

func TestTwoFingersEnlargeAndMove(t *testing.T) {
	a := watched(t, "arenas/yard", 1600, 900)
	after(t, a, 2*time.Second, 1)
	p := paneOf(t, a, 1)
	x, y := p.X+p.W/2, p.Y+p.H/2
	before := a.Deck.Camera.Shown
	for _, apart := range []float32{100, 150, 200} {
		a.pointer = panel.Pointer{X: x, Y: y, Pinch: a.pointer.Pinch}
		a.pointer.Pinch.Hold(x-apart/2, y, x+apart/2, y)
		act(a)
	}
	if now := a.Deck.Camera.Shown; math.Abs(now.W-before.W/2) > 0.01 || math.Abs(now.X-before.X) > 0.01 || !a.Deck.Camera.Hand {
		t.Errorf("twice as far apart they make %+v of %+v", now, before)
	}
	a.pointer.Pinch.Hold(x-100+60, y, x+100+60, y)
	at := a.Deck.Camera.Shown
	act(a)
	if now := a.Deck.Camera.Shown; now.X >= at.X || now.W != at.W {
		t.Errorf("moved to the right they make %+v of %+v", now, at)
	}
	a.pointer.Pinch = panel.Pinch{}
	if a.pointer.Pinch.Hold(10, 10, 20, 20); a.pointer.Pinch.Grown != 0 {
		t.Error("two fingers that have just come down have moved apart")
	}
}
