package widgets

import (
	"flag"
	"fmt"
	"os"
	"runtime"
	"testing"

	"github.com/hajimehoshi/ebiten/v2"
)

var galleryDir = flag.String("gallery", "", "folder into which the Gallery tests write pictures")

// looping tells whether the tests run inside Ebitengine's game loop, without which no pixel exists.
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

func (l *loop) Draw(*ebiten.Image) {}

func (l *loop) Layout(int, int) (int, int) { return 320, 240 }

func TestMain(m *testing.M) {
	flag.Parse()
	if runtime.GOOS == "linux" && os.Getenv("DISPLAY") == "" {
		os.Exit(m.Run())
	}
	looping = true
	l := &loop{m: m, code: 1}
	if err := ebiten.RunGame(l); err != nil {
		fmt.Fprintln(os.Stderr, "the tests need a window system:", err)
		os.Exit(1)
	}
	os.Exit(l.code)
}

// needLoop skips a test that looks at pixels when there is no display.
func needLoop(t testing.TB) {
	t.Helper()
	if !looping {
		t.Skip("no display: run under xvfb-run to test pixels")
	}
}
