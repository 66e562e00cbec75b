package ui

import (
	"testing"

	"driftlab/config"
)

func TestALessonBeginsInWatchAndIsAboutTheClientThatItNames(t *testing.T) {
	a := newTestApp(t, "first", 1600, 900, 1)
	a.showView(config.LabView)
	a.Choose(3)
	a.lessons.Start(8, 0)
	if a.Shows() != config.WatchView || a.Deck.Chosen != 1 {
		t.Errorf("it begins in %s, with client %d", a.Shows(), a.Deck.Chosen)
	}
	a.showView(config.LabView) // who looks at it elsewhere goes on so
	a.lessons.Start(8, 0)
	if a.Shows() != config.LabView {
		t.Errorf("begun again it goes to %s", a.Shows())
	}
}
