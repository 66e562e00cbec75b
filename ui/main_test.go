package ui

import (
	"os"
	"testing"
	"time"

	"driftlab/game/scenario/scenariotest"
	"driftlab/internal/files"
	"driftlab/netsim"
	"driftlab/ui/config"
	"driftlab/ui/diagram"
	"driftlab/ui/panel"
	"driftlab/ui/uitest"
	"driftlab/ui/words"
)

func TestMain(m *testing.M) {
	os.Exit(uitest.Main(m))
}

// newTestApp returns the window's content at a size, showing a scenario.
func newTestApp(t testing.TB, name string, width, height int, scale float64) *App {
	t.Helper()
	uitest.NeedLoop(t)
	return openTestApp(t, config.Window{Scenario: scenariotest.Load(t, name), Config: inLab(t, "")}, width, height, scale)
}

// firstAt returns the window of the first scenario in the standard size, at an instant and after some frames.
func firstAt(t testing.TB, at time.Duration, frames int) *App {
	t.Helper()
	a := newTestApp(t, "first", 1600, 900, 1)
	after(t, a, at, frames)
	return a
}

// openTestApp returns the content of a window at a size. Its sessions go over the direct carrier, and what it writes goes into a
// folder of the test.
func openTestApp(t testing.TB, window config.Window, width, height int, scale float64) *App {
	t.Helper()
	window.Log = t.TempDir() + "/session.toml"
	window.NewCarrier = func() (netsim.Carrier, error) { return netsim.NewDirect(), nil }
	a, err := NewApp(window)
	check(t, err)
	forget(t, a)
	check(t, a.resize(width, height, scale))
	return a
}

// check ends a test that an error is in the way of.
func check(t testing.TB, err error) {
	if err != nil {
		t.Helper()
		t.Fatal(err)
	}
}

// forget closes a window when its test is over.
func forget(t testing.TB, a *App) {
	t.Cleanup(func() {
		a.Session.Close()
		*a = App{} // the widgets' library remembers windows that are gone, and with them all checkpoints
	})
}

// testMemory is what the checkpoints of a test's window may take, in MB: to look through more for garbage would take longer
// than most tests.
const testMemory = 32

// inLab returns the settings of a file, "" for none, with which the window shows all that there is.
func inLab(t testing.TB, path string) *config.Store {
	t.Helper()
	s := config.Open(files.Disk{}, path)
	check(t, s.Override(func(p *config.Settings) { p.View, p.Memory = config.LabView, testMemory }))
	return s
}

// english is what windows speak unless something else is chosen.
var english = words.English()

// openTab opens a tab by its key.
func openTab[T diagram.Tab](t testing.TB, a *App, key string) T {
	t.Helper()
	for i, one := range a.Tabs.Tabs {
		if one.Key == key {
			a.Tabs.Open = i
			return one.Tab.(T)
		}
	}
	t.Fatalf("there is no tab %s", key)
	panic("unreachable")
}

// pressOn has the left button go down in the middle of a rect.
func pressOn(p *panel.Pointer, r panel.Rect) {
	*p = panel.Pointer{X: r.X + r.W/2, Y: r.Y + r.H/2, Pressed: true, Down: true}
}

// clockIndex returns the place of an algorithm of the registry.
func clockIndex(name string) int { return panel.PlaceOf(panel.Algorithms, name) }

// drawTab draws the open tab by itself.
func drawTab(a *App) {
	a.Canvas.Reset()
	a.Tips.At(0, 0)
	a.Tabs.Tabs[a.Tabs.Open].Draw(&a.View, a.Canvas, a.Tabs.Inside(&a.View, a.Regions.Time))
}
