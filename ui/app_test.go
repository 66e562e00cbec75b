package ui

import (
	"image"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/hajimehoshi/ebiten/v2"

	"driftlab/game"
	"driftlab/game/scenario"
	"driftlab/internal/files/filetest"
	"driftlab/netsim"
	"driftlab/ui/diagram"
	"driftlab/ui/film/render"
	"driftlab/ui/panel"
)

// maxCalls bounds the draw calls of a frame beside the widgets' own.
const maxCalls = 30

// frameOf updates and draws once and returns the pixels.
func frameOf(t testing.TB, a *App) []byte {
	t.Helper()
	check(t, a.Update())
	screen := screenOf(a.pixels.X, a.pixels.Y)
	a.Draw(screen)
	pix := make([]byte, 4*a.pixels.X*a.pixels.Y)
	screen.ReadPixels(pix)
	return pix
}

// nextFrame lets the window run for a frame. Nobody looks at the picture, so it has one pixel, which is read to have
// all of it drawn.
func nextFrame(t testing.TB, a *App) {
	t.Helper()
	check(t, a.Update())
	screen := screenOf(1, 1)
	a.Draw(screen)
	screen.ReadPixels(make([]byte, 4))
}

func nextFrames(t testing.TB, a *App, n int) {
	t.Helper()
	for range n {
		nextFrame(t, a)
	}
}

// after lets a time pass, and then a number of frames.
func after(t testing.TB, a *App, d time.Duration, frames int) {
	t.Helper()
	a.Advance(d)
	nextFrames(t, a, frames)
}

// screens are what tests draw on. They are kept, since Ebitengine gives an image's memory back at the end of a frame, and all
// tests run in one. None shares its memory with another image: where a picture is in the graphics card's memory has parts
// of some shapes rounded to another level, and Ebitengine moves it while tests continue.
var screens = map[image.Point]*ebiten.Image{}

func screenOf(width, height int) *ebiten.Image {
	size := image.Pt(width, height)
	if screens[size] == nil {
		screens[size] = render.NewFrameImage(width, height)
	}
	screens[size].Clear()
	return screens[size]
}

func TestEveryRegionIsDrawnInFewCalls(t *testing.T) {
	for _, size := range []struct {
		w, h  int
		scale float64
	}{{1600, 900, 1}, {1280, 720, 1}, {3200, 1800, 2}} {
		a := newTestApp(t, "first", size.w, size.h, size.scale)
		a.Advance(6500 * time.Millisecond)
		pix := frameOf(t, a)
		if a.Calls > maxCalls {
			t.Errorf("%v: %d draw calls, want at most %d", size, a.Calls, maxCalls)
		}
		l := &a.Regions
		for name, r := range map[string]panel.Rect{"top bar": l.Top, "controls": l.Controls, "host": a.Deck.Panes[0].Rect,
			"client 1": a.Deck.Panes[1].Rect, "last world": a.Deck.Panes[len(a.Deck.Panes)-1].Rect, "plot": l.Time, "clients": l.Clients, "race": l.Race, "caption": l.Bottom} {
			if n := bright(pix, a.pixels.X, r); n < 100 {
				t.Errorf("%v: %s: only %d bright pixels", size, name, n)
			}
		}
	}
}

// bright counts the pixels of a region that stand out from the dark ground: text and shapes.
func bright(pix []byte, width int, r panel.Rect) (n int) {
	for y := int(r.Y); y < int(r.Y+r.H); y++ {
		for x := int(r.X); x < int(r.X+r.W); x++ {
			if i := 4 * (y*width + x); int(pix[i])+int(pix[i+1])+int(pix[i+2]) > 300 {
				n++
			}
		}
	}
	return n
}

func TestWhatAPersonMovesIsInTheLogAndComesBackFromIt(t *testing.T) {
	a := firstAt(t, time.Second, 0)
	a.controls.target = 2
	a.controls.set(2, "link.up.delay", "33ms")
	a.controls.set(0, "host.dilation", "0.5")
	a.Take(3)
	a.Advance(time.Second)
	if a.share.SaveLog(); a.Fault != "" {
		t.Fatal(a.Fault)
	}
	text := filetest.Read(t, a.opt.Log)
	for _, want := range []string{`"client2.link.up.delay" = "33ms"`, `"host.dilation" = "0.5"`, "player = 3", `duration = "2s"`} {
		if !strings.Contains(string(text), want) {
			t.Errorf("the log lacks %s:\n%s", want, text)
		}
	}
	if _, err := scenario.Load(a.opt.Log); err != nil {
		t.Error(err)
	}
	a.Advance(time.Second)
	if a.share.SaveLog(); a.share.Saved(0) != a.opt.Log || a.Fault != "" {
		t.Errorf("it went into %s then: %s", a.share.Saved(0), a.Fault)
	}
}

func TestEachSessionAndEachBranchHasALogOfItsOwn(t *testing.T) {
	a := newTestApp(t, "first", 1600, 900, 1)
	logs := map[string]string{}
	save := func() {
		t.Helper()
		before := a.Notice
		a.share.SaveLog()
		path := a.share.Saved(a.Line.Branch())
		if a.Fault != "" || !strings.Contains(a.Notice, path) || a.Notice == before {
			t.Errorf("%q, %q", a.Fault, a.Notice)
		}
		for path, text := range logs {
			if got, err := os.ReadFile(path); err != nil || string(got) != text {
				t.Errorf("%s is not as it was (%v)", path, err)
			}
		}
		if _, ok := logs[path]; ok {
			t.Errorf("%s is of another session", path)
		}
		text := filetest.Read(t, path)
		logs[path] = string(text)
	}
	a.Advance(2 * time.Second)
	save()
	a.restart()
	save()
	a.lessons.Start(2, 0)
	save()
	a.lessons.Start(2, 0) // again from its start
	save()
	a.restart()
	a.Advance(2 * time.Second)
	save()
	a.Seek(netsim.Time(time.Second))
	for a.Line.Busy() {
		a.passTime()
	}
	a.Do(scenario.Event{Impulse: &scenario.Impulse{Player: 0, X: 1}})
	save()
	for path := range logs { // somebody has written into it
		if path == a.share.Saved(a.Line.Branch()) {
			logs[path] += "# mine\n"
			filetest.Write(t, path, logs[path])
		}
	}
	if save(); len(logs) != 7 {
		t.Errorf("there are %d logs", len(logs))
	}
}

func TestControlsFollowTheScenario(t *testing.T) {
	a := firstAt(t, 5*time.Second, 1)
	if up, down := a.controls.millis("link.up.delay"), a.controls.millis("link.down.delay"); up != 120 || down != 40 {
		t.Fatalf("after the scenario's event the controls read %v and %v ms, want 120 and 40", up, down)
	}
	for _, r := range a.controls.rows {
		if s, ok := r.(sliderRow); ok && s.Value() != s.read() && !s.Dragging() {
			t.Errorf("a slider shows %v, the session has %v", s.Value(), s.read())
		}
	}
}

func TestABadActionIsSaidAndTheSessionGoesOn(t *testing.T) {
	a := newTestApp(t, "first", 1600, 900, 1)
	if a.controls.set(1, "link.up.loss", "1.4"); !strings.Contains(a.Fault, "up loss: 1.4 is outside 0..1 (1 = 100 %)") {
		t.Errorf("message %q", a.Fault)
	}
	a.Do(scenario.Event{Play: &scenario.Play{Player: 9, Held: game.Fire}})
	if !strings.Contains(a.Fault, "player: 9 is outside 0..3") {
		t.Errorf("message %q", a.Fault)
	}
	if a.Advance(time.Second); a.Session.Now() != 1e9 || a.Session.Err() != nil {
		t.Errorf("the session stands at %v: %v", a.Session.Now(), a.Session.Err())
	}
}

func TestStepGoesOnByOneTickAndPauses(t *testing.T) {
	a := newTestApp(t, "first", 1600, 900, 1)
	a.Step(1)
	if a.arrived(t); !a.Paused || time.Duration(a.Session.Now()) != time.Second/60 {
		t.Fatalf("paused %v at %v", a.Paused, a.Session.Now())
	}
	if nextFrame(t, a); time.Duration(a.Session.Now()) != time.Second/60 {
		t.Fatal("time goes on while paused")
	}
}

func TestAnotherSessionIsLookedAtFromItsBegin(t *testing.T) {
	a := newTestApp(t, "first", 1600, 900, 1)
	a.Paused = true
	after(t, a, 20*time.Second, 1)
	p := openTab[*diagram.ErrorPlot](t, a, "error")
	p.Axis.Away = true
	*a.Cursor = panel.Cursor{At: 18e9, On: true}
	rows := a.Race.Rows[0]
	a.restart()
	if nextFrame(t, a); p.Axis.Away || p.Axis.From > 0 || a.Cursor.On {
		t.Errorf("the axis begins at %v, away %v, the cursor is on: %v", p.Axis.From, p.Axis.Away, a.Cursor.On)
	}
	if a.Race.Rows[0] == rows {
		t.Error("the race is still the old session's")
	}
}
