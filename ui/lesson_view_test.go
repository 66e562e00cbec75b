package ui

import (
	"image"
	"testing"
	"testing/fstest"

	"driftlab/game/lesson"
	"driftlab/game/scenario"
	"driftlab/game/scenario/scenariotest"
	"driftlab/ui/config"
	"driftlab/ui/panel"
)

func TestALessonBeginsInWatchAndIsAboutTheClientThatItNames(t *testing.T) {
	a := newTestApp(t, "first", 1600, 900, 1)
	a.showView(config.LabView)
	a.Choose(3)
	if a.lessons.Start(8, 0); a.Shows() != config.WatchView || a.Deck.Chosen != 1 {
		t.Errorf("it begins in %s, with client %d", a.Shows(), a.Deck.Chosen)
	}
	a.showView(config.LabView) // a person who watches it elsewhere stays there
	if a.lessons.Start(8, 0); a.Shows() != config.LabView {
		t.Errorf("begun again it goes to %s", a.Shows())
	}
}

func TestWhatWasChosenEndsWithTheLessonOrTheScenario(t *testing.T) {
	other := scenariotest.Load(t, "clock-route-up")
	choices := map[string]func(a *App){
		"a thumbnail": func(a *App) { a.Choose(2) },
		"a layout":    func(a *App) { a.watchAs(scenario.WatchTwo) },
		"in the Lab":  func(a *App) { a.showView(config.LabView); a.Choose(2); a.toggleFocus() },
	}
	for name, open := range map[string]func(a *App){
		"lesson 8":             func(a *App) { a.lessons.Start(8, 0) },
		"lesson 1":             func(a *App) { a.lessons.Start(1, 0) },
		"End lesson":           func(a *App) { a.lessons.End() },
		"the lesson after":     func(a *App) { a.lessons.Next(1) },
		"a playlist":           func(a *App) { a.lessons.StartPlaylist(&lesson.TheCourse().Playlists[0]) },
		"the same lesson anew": func(a *App) { a.lessons.Start(a.Taught.Lesson.Number, 0) },
		"a scenario":           func(a *App) { a.ShowOutcome("", a.Open(other, 0)) },
		"a dropped file":       func(a *App) { a.share.Drop(fstest.MapFS{"other.toml": {Data: []byte(other.Text())}}) },
	} {
		opened := func(a *App) {
			open(a)
			a.ShowWatch()
			check(t, a.resize(1280, 720, 1))
			arriveAt(a)
		}
		fresh := told(t, "lesson-ten-seconds", 1280, 720)
		opened(fresh)
		for chosen, choose := range choices {
			a := told(t, "lesson-ten-seconds", 1280, 720)
			choose(a)
			arriveAt(a)
			opened(a)
			if a.Regions.Watch.Plan != fresh.Regions.Watch.Plan || a.Watch.Own || a.Deck.Chosen != fresh.Deck.Chosen || a.Deck.Focus != panel.Nobody {
				t.Errorf("%s after %s: %+v, want %+v", name, chosen, a.Regions.Watch.Plan, fresh.Regions.Watch.Plan)
			}
		}
	}
}

func TestWhatWasChosenStaysWhereTheSameBeginsAnew(t *testing.T) {
	a := told(t, "lesson-ten-seconds", 1280, 720)
	a.Choose(2)
	for name, again := range map[string]func(){"a restart": a.restart, "other luck": a.newSeed} {
		if again(); a.Deck.Chosen != 2 || !a.Watch.Own {
			t.Errorf("%s: client %d", name, a.Deck.Chosen)
		}
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
