// Package uitest runs tests inside Ebitengine's game loop, without which no pixel exists.
package uitest

import (
	"fmt"
	"os"
	"runtime"
	"testing"

	"github.com/hajimehoshi/ebiten/v2"
)

var looping bool

// A loop runs the tests in its first Update.
type loop struct {
	m    *testing.M
	code int
}

func (l *loop) Update() error {
	l.code = l.m.Run()
	return ebiten.Termination
}

func (l *loop) Draw(*ebiten.Image)         {}
func (l *loop) Layout(int, int) (int, int) { return 320, 240 }

// Main runs the tests, in the game loop where there is a display, and returns their exit code.
func Main(m *testing.M) int {
	if !display() {
		return m.Run()
	}
	looping = true
	l := &loop{m: m, code: 1}
	if err := ebiten.RunGame(l); err != nil {
		fmt.Fprintln(os.Stderr, "the tests need a window system:", err)
		return 1
	}
	return l.code
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

// NeedLoop skips a test that looks at pixels when there is no display.
func NeedLoop(t testing.TB) {
	t.Helper()
	if !looping {
		t.Skip("no display: run under xvfb-run to test pixels")
	}
}
