package ui

import (
	"fmt"
	"os"
	"runtime"
	"testing"

	"github.com/hajimehoshi/ebiten/v2"

	"driftlab/netsim"
	"driftlab/session"
)

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

func (l *loop) Draw(*ebiten.Image)         {}
func (l *loop) Layout(int, int) (int, int) { return 320, 240 }

func TestMain(m *testing.M) {
	if needsDisplay() && os.Getenv("DISPLAY") == "" || runtime.GOOS == "js" {
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

// newTestApp returns the window's content at a size, showing a scenario.
func newTestApp(t testing.TB, scenario string, width, height int, scale float64) *App {
	t.Helper()
	if !looping {
		t.Skip("no display: run under xvfb-run to test the window")
	}
	sc, err := session.Load(scenario)
	if err != nil {
		t.Fatal(err)
	}
	a, err := NewApp(Options{Scenario: sc, Log: t.TempDir() + "/session.toml",
		NewCarrier: func() (netsim.Carrier, error) { return netsim.NewDirect(), nil }})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { a.session.Close() })
	if err := a.resize(width, height, scale); err != nil {
		t.Fatal(err)
	}
	return a
}
