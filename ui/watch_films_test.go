package ui

import (
	"strings"
	"testing"
	"time"

	"driftlab/config"
	"driftlab/film"
)

func TestACaptionOfTwoWorldsSaysInWordsWhatDiffers(t *testing.T) {
	s := scene{scenario: "arenas/yard", at: 2 * time.Second, settings: config.Settings{View: config.WatchView}}
	a := s.app(t)
	s.passUntil(a, s.at)
	nextFrame(t, a)
	compareDelays(a)
	a.Advance(time.Second)
	nextFrame(t, a)
	a.ShowOutcome("", nil)
	text, _ := a.caption()
	if !strings.HasPrefix(text, "A: ") || !strings.Contains(text, "\nB: ") || !strings.Contains(text, "120 ms") || strings.Contains(text, "link.") {
		t.Errorf("it says %q", text)
	}
	for _, view := range []string{film.LabView, film.DiagramView} {
		a.showView(view)
		nextFrame(t, a)
		if text, _ := a.caption(); strings.HasPrefix(text, "A: ") {
			t.Errorf("in the view %s it says %q too", view, text)
		}
	}
}

func TestTheWipeOfWatchHasBothWorldsInOnePlace(t *testing.T) {
	s := scene{scenario: "arenas/yard", at: 2 * time.Second, settings: config.Settings{View: config.WatchView}}
	a := s.app(t)
	s.passUntil(a, s.at)
	nextFrame(t, a)
	compareDelays(a)
	half := a.Regions.Watch.Panes[0].W
	a.ToggleWipe()
	nextFrame(t, a)
	nextFrame(t, a)
	if one, other := a.AB.Deck.Panes[0].Rect, a.Deck.Panes[0].Rect; one != other || one.W < 1.9*half {
		t.Errorf("A has %v and B %v, want the width of two of %v", one, other, half)
	}
}

func TestAFilmOfEverythingLooksAsTheViewThatTheWindowShows(t *testing.T) {
	a := newTestApp(t, "first", 1280, 720, 1)
	for view, want := range map[string]bool{config.WatchView: true, config.LabView: false} {
		a.showView(view)
		if o := a.partOptions(0, time.Second); o.Watch != want {
			t.Errorf("in the view %s: %v", view, o.Watch)
		}
	}
	a.showView(config.WatchView)
	a.rec.look.camera = 1
	if o := a.partOptions(0, time.Second); o.Watch || !o.Camera.Diagram {
		t.Errorf("the diagram is asked for, and it is %+v", o)
	}
}
