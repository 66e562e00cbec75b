package ui

import (
	"strings"
	"testing"
	"time"

	"driftlab/ui/config"
	"driftlab/ui/film"
)

func TestACaptionOfTwoWorldsSaysInWordsWhatDiffers(t *testing.T) {
	a := scene{scenario: "arenas/yard", at: 2 * time.Second, settings: config.Settings{View: config.WatchView}}.shown(t, 1)
	compareDelays(a)
	after(t, a, time.Second, 1)
	a.ShowOutcome("", nil)
	text, _ := a.Caption()
	what, _, _ := strings.Cut(strings.ReplaceAll(text, "\u00a0", " "), "\n")
	if what != "Delay: A 80 ms | B 120/40 ms" {
		t.Errorf("it says %q", text)
	}
	for _, view := range []string{film.LabView, film.DiagramView} {
		a.showView(view)
		nextFrame(t, a)
		if text, _ := a.Caption(); strings.Contains(text, what) {
			t.Errorf("in the view %s it says %q too", view, text)
		}
	}
}

func TestTheWipeOfWatchHasBothWorldsInOnePlace(t *testing.T) {
	a := scene{scenario: "arenas/yard", at: 2 * time.Second, settings: config.Settings{View: config.WatchView}}.shown(t, 1)
	compareDelays(a)
	half := a.Regions.Watch.Panes[0].W
	a.ToggleWipe()
	nextFrames(t, a, 2)
	if one, other := a.AB.Deck.Panes[0].Rect, a.Deck.Panes[0].Rect; one != other || one.W < 1.9*half {
		t.Errorf("A has %v and B %v, want the width of two of %v", one, other, half)
	}
}
