// Package uitest runs tests inside Ebitengine's game loop, without which no pixel exists.
package uitest

import (
	"fmt"
	"image"
	"image/color"
	"os"
	"runtime"
	"runtime/debug"
	"sync"
	"testing"

	"github.com/hajimehoshi/ebiten/v2"

	"driftlab/internal/palette"
	"driftlab/ui/words"
)

// A loop lends its Update to one test after another. Between two of them a frame ends: only then does
// Ebitengine give back the memory of pictures that are no longer used.
type loop struct {
	turn chan struct{} // a test begins
	back chan struct{} // it has ended
	over chan struct{} // all have ended
}

var (
	running *loop // nil without a display
	mu      sync.Mutex
	depth   int // how many tests are in the loop: one, with those that it is part of
)

func (l *loop) Update() error {
	select {
	case <-l.turn:
		<-l.back
		return nil
	case <-l.over:
		return ebiten.Termination
	}
}

func (l *loop) Draw(*ebiten.Image)         {}
func (l *loop) Layout(int, int) (int, int) { return 320, 240 }

// memoryLimit is the limit for tests of windows in bytes, without what the graphics driver takes.
const memoryLimit = 1 << 30

// Main runs the tests, in the game loop where there is a display, and returns their exit code. It collects garbage less often
// than usual, as long as there is little of it: a third of the tests' time went into that.
func Main(m *testing.M) int {
	debug.SetGCPercent(300)
	debug.SetMemoryLimit(memoryLimit)
	if !display() {
		return m.Run()
	}
	running = &loop{turn: make(chan struct{}), back: make(chan struct{}), over: make(chan struct{})}
	code := 1
	go func() {
		defer close(running.over)
		code = m.Run()
	}()
	ebiten.SetVsyncEnabled(false)
	ebiten.SetTPS(ebiten.SyncWithFPS)
	if err := ebiten.RunGame(running); err != nil {
		fmt.Fprintln(os.Stderr, "the tests need a window system:", err)
		return 1
	}
	return code
}

func display() bool {
	switch runtime.GOOS {
	case "windows", "darwin":
		return true
	case "js":
		return false
	}
	return os.Getenv("DISPLAY") != ""
}

// NeedLoop runs the rest of a test inside an Update of the game loop. Without a display it skips the test,
// which looks at pixels.
func NeedLoop(t testing.TB) {
	t.Helper()
	if running == nil {
		t.Skip("no display: run under xvfb-run to test pixels")
	}
	mu.Lock()
	defer mu.Unlock()
	if depth == 0 {
		running.turn <- struct{}{}
	}
	depth++
	t.Cleanup(func() {
		mu.Lock()
		defer mu.Unlock()
		if depth--; depth == 0 {
			running.back <- struct{}{}
		}
	})
}

// EndFrame ends the frame in which a test is, and continues in the next one: then Ebitengine has done what it does
// between two frames, as in a window.
func EndFrame(t testing.TB) {
	t.Helper()
	running.back <- struct{}{}
	running.turn <- struct{}{}
}

// Language returns a language by its code, or ends the test.
func Language(t testing.TB, code string) *words.Language {
	t.Helper()
	lang, err := words.In(code)
	if err != nil {
		t.Fatal(err)
	}
	return lang
}

// Paint returns how many pixels of an area have about a colour.
func Paint(img *image.RGBA, area image.Rectangle, want color.RGBA) (n int) {
	area = area.Intersect(img.Rect)
	for y := area.Min.Y; y < area.Max.Y; y++ {
		for x := area.Min.X; x < area.Max.X; x++ {
			if Apart(img.RGBAAt(x, y), want) < 12 {
				n++
			}
		}
	}
	return n
}

// Complete reports whether a picture has all of a window's regions, painted as panels and written in.
func Complete(img *image.RGBA, theme *palette.Theme, regions ...image.Rectangle) bool {
	for _, r := range regions {
		if Paint(img, r, BytesOf(theme.Panel)) < r.Dx()*r.Dy()/3 || Paint(img, r, BytesOf(theme.Text)) < 20 {
			return false
		}
	}
	return true
}
