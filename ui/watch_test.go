package ui

import (
	"bytes"
	"os"
	"os/exec"
	"slices"
	"testing"
	"time"

	"github.com/hajimehoshi/ebiten/v2"

	"driftlab/game/scenario"
	"driftlab/internal/testkit"
	"driftlab/ui/config"
	"driftlab/ui/widgets"
)

// watchApp returns the window in the Watch view, on a scenario with cuts.
func watchApp(t *testing.T) *App {
	t.Helper()
	s := scene{settings: config.Settings{View: config.WatchView}}
	a := s.app(t)
	a.Session.Scenario().Watch = []scenario.Watch{{Layout: scenario.WatchSolo, Client: 3, Controls: scenario.WatchSliders()},
		{At: 2e9, Layout: scenario.WatchPair, Client: 2}}
	nextFrame(t, a)
	return a
}

func TestCutsSayWhatWatchShowsUntilAPersonChooses(t *testing.T) {
	a := watchApp(t)
	if p := a.Regions.Watch.Plan; p.Kind != scenario.WatchSolo || p.Main != 3 || p.Controls != len(scenario.WatchSliders()) {
		t.Fatalf("at the begin it shows %+v", p)
	}
	after(t, a, 2100*time.Millisecond, 2)
	if p := a.Regions.Watch.Plan; p.Kind != scenario.WatchPair || p.Main != 2 || p.Controls != 0 || a.Regions.Watch.Link.W == 0 {
		t.Errorf("after the cut it shows %+v", p)
	}
	a.Choose(1)
	nextFrame(t, a)
	if p := a.Regions.Watch.Plan; p.Main != 1 || p.Kind != scenario.WatchPair {
		t.Errorf("client 1 has been chosen, and it shows %+v", p)
	}
	a.toggleFocus()
	nextFrame(t, a)
	if p := a.Regions.Watch.Plan; p.Kind != scenario.WatchTwo || p.With == p.Main || p.With == 0 {
		t.Errorf("the next layout shows %+v", p)
	}
	a.followCuts()
	nextFrame(t, a)
	if p := a.Regions.Watch.Plan; p.Kind != scenario.WatchPair || p.Main != 2 {
		t.Errorf("given back it shows %+v", p)
	}
}

// What allocates is the library of the widgets, for where the mouse reaches each of them; while nobody is at them, and they stay
// as they are, a picture of them is drawn.
func TestAFrameOfTheWatchViewAllocatesLessThan100Times(t *testing.T) {
	for _, layout := range scenario.WatchLayouts() {
		a := watched(t, "arenas/duel", 1600, 900)
		a.Advance(8 * time.Second)
		a.watchAs(layout)
		n := allocated(t, a, 99, testkit.AllocsAtMost)
		if a.Regions.Watch.Plan.Kind != layout {
			t.Errorf("%s is shown as %s", layout, a.Regions.Watch.Plan.Kind)
		}
		if n >= 100 {
			t.Errorf("%s: %v allocations", layout, n)
		}
	}
}

// Most of the column's controls are put away in sections, and cost nothing there.
func TestAFrameOfTheLabAllocatesLessThan290Times(t *testing.T) {
	if elsewhere(t) {
		return
	}
	a := firstAt(t, 8*time.Second, 0)
	if n := allocated(t, a, 289, testkit.AllocsAtMost); n >= 290 {
		t.Errorf("%v allocations", n)
	}
}

// The session's own copies, from which the window goes back in time, are no frame's.
func TestACrowdedFrameAllocatesLessThan290TimesAnd200KB(t *testing.T) {
	if elsewhere(t) {
		return
	}
	for _, view := range []string{config.LabView, config.WatchView} {
		a := crowdedApp(t, 64)
		a.showView(view)
		a.Advance(3 * time.Second)
		if n := allocated(t, a, 289, testkit.AllocsAtMost); n >= 290 {
			t.Errorf("%s: %v allocations", view, n)
		}
		if n := allocated(t, a, 199_999, testkit.BytesAtMost); n >= 200_000 {
			t.Errorf("%s: %v bytes", view, n)
		}
	}
}

// elsewhere has the test run in a process of its own, and says whether it has: the library that draws text keeps the glyphs of all
// windows of a process together, so that after many tests some of a frame's glyphs have to be drawn again.
func elsewhere(t *testing.T) bool {
	const of = "DRIFTLAB_TEST_ALONE"
	if os.Getenv(of) != "" {
		return false
	}
	program, err := os.Executable()
	check(t, err)
	cmd := exec.Command(program, "-test.run=^"+t.Name()+"$", "-test.timeout=10m")
	cmd.Env = append(os.Environ(), of+"=1")
	if out, err := cmd.CombinedOutput(); err != nil || !bytes.Contains(out, []byte("PASS")) {
		t.Errorf("%v\n%s", err, out)
	}
	return true
}

// allocated returns what a frame allocates, once the window is warm; a count of enough is not made again. A frame takes a sixtieth of a
// second, however slow the machine: on one that is busy panels rest, which takes a picture more, and each call of its driver allocates.
func allocated(t *testing.T, a *App, enough float64, count func(runs int, enough float64, f func()) float64) float64 {
	screen, now := ebiten.NewImage(a.pixels.X, a.pixels.Y), time.Now()
	a.Clock = func() time.Time { return now }
	frame := func() {
		now = now.Add(time.Second / 60)
		check(t, a.Update())
		a.Draw(screen)
	}
	for range 20 {
		frame()
		workedOff()
	}
	return count(10, enough, func() { frame(); workedOff() })
}

// What a step of a lesson asks for are other controls and another layout: all else in the window stays as it is made.
func TestAStepMakesItsFewControlsAloneAnew(t *testing.T) {
	const most = 40 // widgets that an update may make
	for _, name := range testkit.Some(t, []string{"lesson-push", "lesson-ask-once", "lesson-asymmetric"}, 1) {
		a := told(t, name, 1280, 720)
		root, theme, fonts := a.root, a.theme, a.Canvas.Fonts()
		known := map[widgets.Child]bool{}
		made(a.root, known)
		turned := 0
		for i := range a.Taught.Lesson.Steps {
			a.Seek(a.Taught.Lesson.Steps[i].At)
			before := a.controls.watched
			arriveAt(a)
			if nextFrame(t, a); !slices.Equal(before, a.controls.watched) {
				turned++
			}
			if a.root != root || a.theme != theme || a.Canvas.Fonts() != fonts {
				t.Fatalf("%s: step %d makes the window anew", name, i+1)
			}
			if n := made(a.root, known); n > most {
				t.Errorf("%s: step %d makes %d widgets", name, i+1, n)
			}
			if !slices.Equal(a.controls.watched, a.watchControls()) || len(a.controls.column.Children()) != len(a.controls.watched) {
				t.Errorf("%s: step %d has %d controls, and asks for %q", name, i+1, len(a.controls.column.Children()), a.watchControls())
			}
			for _, c := range a.controls.column.Children() {
				if at := c.GetWidget().Rect; !at.In(a.Regions.Watch.Controls.Pixels(a.scale)) || at.Empty() {
					t.Errorf("%s: step %d has a control at %v, of %v", name, i+1, at, a.Regions.Watch.Controls)
				}
			}
		}
		t.Logf("%s: %d steps have other controls than the one before", name, turned)
	}
}

// made counts the widgets below one that are not known, which they are from then on.
func made(in interface{ Children() []widgets.Child }, known map[widgets.Child]bool) (n int) {
	for _, c := range in.Children() {
		if !known[c] {
			known[c] = true
			n++
		}
		if c, ok := c.(interface{ Children() []widgets.Child }); ok {
			n += made(c, known)
		}
	}
	return n
}
