package ui

import (
	"testing"
	"time"

	"github.com/hajimehoshi/ebiten/v2"

	"driftlab/config"
	"driftlab/internal/allocs"
	"driftlab/scenario"
)

// watchApp returns the window in the Watch view, on a scenario with cuts.
func watchApp(t *testing.T) *App {
	t.Helper()
	s := scene{settings: config.Settings{View: config.WatchView}}
	a := s.app(t)
	a.session.Scenario().Watch = []scenario.Watch{{Layout: scenario.WatchSolo, Client: 3, Controls: scenario.WatchSliders()},
		{At: 2e9, Layout: scenario.WatchPair, Client: 2}}
	nextFrame(t, a)
	return a
}

func TestCutsSayWhatWatchShowsUntilAPersonChooses(t *testing.T) {
	a := watchApp(t)
	if p := a.layout.watch.plan; p.kind != scenario.WatchSolo || p.main != 3 || p.controls != len(scenario.WatchSliders()) {
		t.Fatalf("at the begin it shows %+v", p)
	}
	a.advance(2100 * time.Millisecond)
	nextFrame(t, a)
	nextFrame(t, a)
	if p := a.layout.watch.plan; p.kind != scenario.WatchPair || p.main != 2 || p.controls != 0 || a.layout.watch.link.w == 0 {
		t.Errorf("after the cut it shows %+v", p)
	}
	a.choose(1)
	nextFrame(t, a)
	if p := a.layout.watch.plan; p.main != 1 || p.kind != scenario.WatchPair {
		t.Errorf("client 1 has been chosen, and it shows %+v", p)
	}
	a.toggleFocus()
	nextFrame(t, a)
	if p := a.layout.watch.plan; p.kind != scenario.WatchTwo || p.with == p.main || p.with == 0 {
		t.Errorf("the next layout shows %+v", p)
	}
	a.followCuts()
	nextFrame(t, a)
	if p := a.layout.watch.plan; p.kind != scenario.WatchPair || p.main != 2 {
		t.Errorf("given back it shows %+v", p)
	}
}

// What allocates is the library of the widgets, for each piece of a picture and each text, so that it is few pieces.
func TestAFrameOfTheWatchViewAllocatesLessThan200Times(t *testing.T) {
	for _, layout := range scenario.WatchLayouts() {
		a := watched(t, "arenas/duel", 1600, 900)
		a.advance(8 * time.Second)
		a.watchAs(layout)
		screen := ebiten.NewImage(a.width, a.height)
		frame := func() {
			if err := a.Update(); err != nil {
				t.Fatal(err)
			}
			a.Draw(screen)
		}
		for range 20 {
			frame()
		}
		if a.layout.watch.plan.kind != layout {
			t.Errorf("%s is shown as %s", layout, a.layout.watch.plan.kind)
		}
		if n := allocs.PerRun(10, frame); n >= 200 {
			t.Errorf("%s: %v allocations", layout, n)
		}
	}
}
