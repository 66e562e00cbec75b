package ui

import (
	"image"
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

func TestALessonThatIsHeardSaysWhereTheSoundIsTurnedOn(t *testing.T) {
	for _, size := range []image.Point{{X: 1280, Y: 720}, portrait} {
		a := told(t, "lesson-metronome", size.X, size.Y)
		want := "sound.offer"
		if a.Regions.Phone {
			want = "sound.offer-phone"
		}
		if a.Notice != english.T(want) {
			t.Errorf("%v: it says %q", size, a.Notice)
		}
	}
	if a := told(t, "lesson-push", 1280, 720); a.Notice != "" {
		t.Errorf("a lesson that is seen says %q", a.Notice)
	}
}
