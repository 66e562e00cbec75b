package ui

import (
	"bytes"
	"fmt"
	"image"
	"math"
	"testing"
	"time"

	"driftlab/config"
	"driftlab/game"
	"driftlab/netsim"
	"driftlab/scenario"
)

var arenaScenes = []string{"arenas/yard", "arenas/lift", "arenas/duel", "arenas/relay", "first"}

// watched returns a window that shows the worlds alone, with a picture.
func watched(t testing.TB, name string, width, height int) *App {
	t.Helper()
	s := scene{scenario: name, size: image.Pt(width, height), settings: config.Settings{View: config.WatchView}}
	return s.app(t)
}

// run lets virtual time pass, at so many frames a second.
func run(a *App, to, rate time.Duration) {
	for start, n := a.session.Now(), time.Duration(1); a.session.Now() < netsim.Time(to); n++ {
		a.advance(time.Duration(start) + n*time.Second/rate - time.Duration(a.session.Now()))
		a.read(true)
	}
}

func TestTheCameraIsTheSameAt30And60FramesASecond(t *testing.T) {
	whole := netsim.Time(time.Second)
	var at [3]map[netsim.Time]sight
	moved := 0.0
	for i, rate := range []time.Duration{60, 30, 240} {
		a := watched(t, "arenas/relay", 1600, 900)
		a.advance(2 * time.Second)
		a.read(true)
		at[i] = map[netsim.Time]sight{}
		begun := a.deck.camera.shown
		for n := range 6 * rate {
			a.advance(2*time.Second + (n+1)*time.Second/rate - time.Duration(a.session.Now()))
			a.read(true)
			at[i][a.session.Now()] = a.deck.camera.shown
			moved = max(moved, math.Abs(a.deck.camera.shown.x-begun.x))
		}
	}
	if moved < 3 {
		t.Fatalf("the camera has moved by %.1f m: it follows nobody", moved)
	}
	common := 0
	for now, s := range at[1] {
		for _, other := range []map[netsim.Time]sight{at[0], at[2]} {
			o, ok := other[now]
			if !ok {
				continue
			}
			common++
			if px := 700 / s.w; math.Abs(o.x-s.x)*px > 1 || math.Abs(o.bottom-s.bottom)*px > 1 || math.Abs(o.w-s.w)*px > 1 {
				t.Fatalf("at %.3f s the camera is %+v or %+v", float64(now)/float64(whole), s, o)
			}
		}
	}
	if common < 200 {
		t.Errorf("only %d instants in common", common)
	}
}

func TestASeekPutsTheCameraAtRest(t *testing.T) {
	a := watched(t, "arenas/relay", 1600, 900)
	run(a, 8*time.Second, 60)
	a.went(a.line.Seek(netsim.Time(3 * time.Second)))
	a.read(true)
	k := &a.deck.camera
	if k.pace != [3]float64{} || math.Abs(k.shown.x-k.goal.x) > 1e-9 || math.Abs(k.shown.w-k.goal.w) > 1e-9 {
		t.Errorf("it is at %+v on its way to %+v", k.shown, k.goal)
	}
}

// TestNobodyWhomTheWorldIsAboutIsSmall goes through all arenas and layouts; thumbnails are excepted.
func TestNobodyWhomTheWorldIsAboutIsSmall(t *testing.T) {
	for _, name := range arenaScenes {
		a := watched(t, name, 1600, 900)
		a.advance(4 * time.Second)
		for _, layout := range []string{scenario.WatchSolo, scenario.WatchPair, scenario.WatchTwo, "A|B"} {
			if layout == "A|B" {
				a.toggleAB()
			} else {
				a.watchAs(layout)
			}
			for _, size := range []image.Point{{960, 540}, {1600, 900}, {2560, 1440}} {
				if err := a.resize(size.X, size.Y, min(float64(size.X)/1600, 1)); err != nil {
					t.Fatal(err)
				}
				a.arrange()
				a.read(true)
				a.canvas.Reset()
				a.deck.draw(&a.view, a.canvas)
				nobodyIsSmall(t, a, fmt.Sprint(name, " ", layout, " ", size))
			}
		}
	}
}

func nobodyIsSmall(t *testing.T, a *App, where string) {
	t.Helper()
	large := 0
	for _, p := range a.deck.panes {
		if p.thumb {
			continue
		}
		large++
		v := a.deck.view(p.machine)
		h := float64(v.length(game.PlayerHeight))
		if least := 40 * min(float64(a.width)/1600, float64(a.height)/900); h < least-0.01 || h < 0.08*float64(v.picture.h)-0.01 {
			t.Errorf("%s, machine %d: %.1f px in a picture %.0f px high", where, p.machine, h, v.picture.h)
		}
		if o, ok := find(a.frame.machine(p.machine).Players, a.deck.chosen); ok {
			if x, y := v.at(o.Pos); !v.picture.contains(x, y-float32(h)) {
				t.Errorf("%s, machine %d: client %d is not in the picture", where, p.machine, a.deck.chosen)
			}
		}
	}
	if large == 0 {
		t.Errorf("%s: there is no large picture", where)
	}
}

func TestBothWorldsShowTheSameMetres(t *testing.T) {
	a := watched(t, "arenas/relay", 1600, 900)
	a.advance(4 * time.Second)
	a.read(true)
	a.toggleAB()
	a.controls.set(0, "link.up.delay", "200ms")
	for range 60 {
		nextFrame(t, a)
	}
	one, two := a.deck.view(1), a.ab.deck.view(1)
	far := math.Abs(float64(one.eye()-two.eye())) * float64(one.scale)
	if one.scale != two.scale || far > 0.01 { // what is rounded on the way to a place in the window
		t.Errorf("%v px a metre about %v, and %v about %v", one.scale, one.eye(), two.scale, two.eye())
	}
}

func TestTextSizeShrinksNoWorld(t *testing.T) {
	var w [2]float64
	for i, scale := range []int{100, 200} {
		s := scene{scenario: "arenas/yard", settings: config.Settings{View: config.WatchView, Scale: scale}}
		a := s.app(t)
		a.arrange()
		a.read(true)
		w[i] = a.deck.camera.shown.w
	}
	if w[1] > w[0]*1.2 {
		t.Errorf("%.1f m wide, with large text %.1f", w[0], w[1])
	}
}

// TestABlindCameraKnowsNothingOfTheHost has the host's world be another one.
func TestABlindCameraKnowsNothingOfTheHost(t *testing.T) {
	a := watched(t, "arenas/relay", 1600, 900)
	a.advance(4 * time.Second)
	for _, blind := range []bool{true, false} {
		var x [2]float64
		for i, by := range []game.Length{0, 12 * game.Metre} {
			a.read(true)
			a.frame.blind = blind
			for k := range a.frame.host.Players {
				a.frame.host.Players[k].Pos.X += by
			}
			a.deck.camera.cut()
			a.deck.follow(&a.frame, &a.layout, a.session.Level())
			x[i] = a.deck.camera.shown.x
		}
		if (x[0] == x[1]) != blind {
			t.Errorf("blind %v: the camera is at %v and at %v", blind, x[0], x[1])
		}
	}
}

func TestAPictureAtRestIsTheSameAfterARewind(t *testing.T) {
	for _, name := range arenaScenes {
		a := watched(t, name, 1280, 720)
		a.deck.packets = false // two that meet are drawn in the order in which they lie in the queue
		run(a, 6*time.Second, 60)
		first := stillPicture(t, a)
		if a.deck.camera.shown != a.deck.camera.goal {
			continue
		}
		a.advance(2 * time.Second)
		a.went(a.line.Seek(netsim.Time(5 * time.Second)))
		a.read(true)
		run(a, 6*time.Second, 60)
		if again := stillPicture(t, a); !bytes.Equal(first, again) {
			n, where := 0, image.Rectangle{}
			for i := 0; i < len(first); i += 4 {
				if at := image.Pt(i/4%a.width, i/4/a.width); !bytes.Equal(first[i:i+4], again[i:i+4]) {
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
	screen := screenOf(a.width, a.height)
	screen.Fill(a.theme.Ground)
	a.canvas.Reset()
	a.tips.at(farAway, farAway)
	a.deck.draw(&a.view, a.canvas)
	a.canvas.Flush(screen)
	pix := make([]byte, 4*a.width*a.height)
	screen.ReadPixels(pix)
	return pix
}

func TestADoubleClickGivesTheCameraBack(t *testing.T) {
	a := watched(t, "arenas/yard", 1600, 900)
	a.advance(2 * time.Second)
	nextFrame(t, a)
	whole := a.deck.camera.shown
	p := paneOf(t, a, 1)
	x, y := p.x+p.w/3, p.y+p.h/2
	do := func(p pointer) {
		p.x, p.y = x, y
		a.pointer = p
		act(a)
	}
	do(pointer{wheel: 4})
	if w := a.deck.camera.shown.w; w > whole.w/2 || !a.deck.camera.hand {
		t.Fatalf("the wheel has left %v m of %v", w, whole.w)
	}
	for range 2 {
		do(pointer{pressed: true, down: true})
		do(pointer{released: true})
	}
	a.take(nobody)
	for range 240 {
		a.advance(time.Second / 60)
		a.read(true)
	}
	if now := a.deck.camera.shown; math.Abs(now.w-whole.w) > 0.1 || a.deck.camera.hand {
		t.Errorf("it shows %+v, not %+v", now, whole)
	}
}

func TestACameraShowsWhatItIsAskedTo(t *testing.T) {
	a := watched(t, "arenas/lift", 1600, 900)
	a.advance(5 * time.Second)
	a.arrange()
	a.deck.camera.asked = scenario.Subject{Kind: scenario.SubjectPlatform}
	a.deck.camera.cut()
	a.read(true)
	s := a.deck.camera.shown
	p := &a.session.Level().Platforms[0]
	if s.w > 17 || s.w < 11.2 || s.x-s.w/2 > (p.A.X-p.HalfWidth).Metres() || s.bottom+s.h < (p.B.Y+game.PlayerHeight).Metres() {
		t.Errorf("of the lift it shows %+v", s)
	}
	a.deck.camera.asked = scenario.Subject{Kind: scenario.SubjectPlayer, Of: 2}
	a.deck.camera.cut()
	a.read(true)
	o, _ := find(a.frame.host.Players, 2)
	if s = a.deck.camera.shown; math.Abs(s.x-o.Pos.X.Metres()) > s.w/2 || s.w < 11.19 {
		t.Errorf("of client 2 at %v it shows %+v", o.Pos, s)
	}
}

func TestTwoFingersEnlargeAndMove(t *testing.T) {
	a := watched(t, "arenas/yard", 1600, 900)
	a.advance(2 * time.Second)
	nextFrame(t, a)
	p := paneOf(t, a, 1)
	x, y := p.x+p.w/2, p.y+p.h/2
	before := a.deck.camera.shown
	for _, apart := range []float32{100, 150, 200} {
		a.pointer = pointer{x: x, y: y, pinch: a.pointer.pinch}
		a.pointer.pinch.hold(x-apart/2, y, x+apart/2, y)
		act(a)
	}
	if now := a.deck.camera.shown; math.Abs(now.w-before.w/2) > 0.01 || math.Abs(now.x-before.x) > 0.01 || !a.deck.camera.hand {
		t.Errorf("twice as far apart they make %+v of %+v", now, before)
	}
	a.pointer.pinch.hold(x-100+60, y, x+100+60, y)
	at := a.deck.camera.shown
	act(a)
	if now := a.deck.camera.shown; now.x >= at.x || now.w != at.w {
		t.Errorf("moved to the right they make %+v of %+v", now, at)
	}
	a.pointer.pinch = pinch{}
	a.pointer.pinch.hold(10, 10, 20, 20)
	if a.pointer.pinch.grown != 0 {
		t.Error("two fingers that have just come down have moved apart")
	}
}
