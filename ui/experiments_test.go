package ui

import (
	"testing"
	"testing/fstest"
	"time"

	"github.com/hajimehoshi/ebiten/v2"

	"driftlab/game/lesson"
	"driftlab/game/scenario"
	"driftlab/game/scenario/scenariotest"
	"driftlab/ui/config"
)

func TestAnExperimentThatSomethingTookThePlaceOfIsTakenBack(t *testing.T) {
	a := newTestApp(t, "first", 1600, 900, 1)
	other := scenariotest.Load(t, "clock-route-up")
	for name, replace := range map[string]func(){
		"a digit in the list": func() { a.lessons.TogglePicker(); pressKey(a, ebiten.Key8) },
		"a restart":           a.restart,
		"other luck":          a.newSeed,
		"a scenario":          func() { a.ShowOutcome("", a.Open(other, 0)) },
		"a dropped file":      func() { a.share.Drop(fstest.MapFS{"other.toml": {Data: []byte(other.Text())}}) },
	} {
		a.Advance(time.Second)
		a.NewGesture()
		a.controls.set(0, "link.up.delay", "33ms")
		a.Advance(time.Second)
		text, now := a.Line.Log().Text(), a.Session.Now()
		if replace(); a.Line.Log().Text() == text {
			t.Fatalf("%s: nothing took its place", name)
		}
		a.NewGesture()
		a.Undo()
		a.arrived(t)
		if got := a.Line.Log().Text(); got != text || a.Session.Now() != now || a.Notice != english.T("undo.back") {
			t.Errorf("%s: %q, at %v instead of %v\n%s", name, a.Notice, a.Session.Now(), now, got)
		}
	}
}

func TestTheLastThreeExperimentsAreKeptAndAnUntouchedOneIsNone(t *testing.T) {
	a := newTestApp(t, "first", 1600, 900, 1)
	for i := range 4 {
		a.NewGesture()
		a.controls.set(0, "link.up.delay", []string{"11ms", "22ms", "33ms", "44ms"}[i])
		a.lessons.Start(i+1, 0)
		a.restart() // of a lesson in which nobody has done anything
	}
	for _, want := range []time.Duration{44, 33, 22} {
		a.Undo()
		a.arrived(t)
		if got := a.Session.Base(1, scenario.Up); got != want*time.Millisecond {
			t.Errorf("gone back to one of %v, want %v ms", got, want)
		}
		a.lessons.Start(5, 0)
		a.Undo()
		a.arrived(t)
		if got := a.Session.Base(1, scenario.Up); got != want*time.Millisecond {
			t.Errorf("one that was gone back to is lost: %v, want %v ms", got, want)
		}
		a.experiments.opened = false // and this one is let go of
		a.lessons.Start(5, 0)
	}
	if a.Undo(); a.Notice != english.T("undo.nothing") {
		t.Errorf("with none left: %q", a.Notice)
	}
}

func TestALessonsAnswersAreTakenBackWithThePlaceWhereOneStood(t *testing.T) {
	a := told(t, "lesson-lift-server-time", 1600, 900)
	toQuestion(t, a, 0)
	a.lessons.Commit(2)
	a.Choose(2)
	toQuestion(t, a, 1)
	speed, now := a.Speed, a.Session.Now()
	for name, replace := range map[string]func(){
		"a digit":         func() { a.lessons.Start(6, 0) },
		"its own digit":   func() { a.lessons.Start(15, 0) },
		"another view":    func() { a.lessons.Start(8, 0); a.showView(config.LabView) },
		"End lesson":      a.lessons.End,
		"the next lesson": func() { a.lessons.Next(1) },
		"a restart":       a.restart,
	} {
		a.NewGesture()
		replace()
		if arriveAt(a); a.Session.Now() == now {
			t.Fatalf("%s: nothing took its place", name)
		}
		a.NewGesture()
		a.Undo()
		arriveAt(a)
		if l := a.Taught.Lesson; a.Notice != english.T("undo.back") || l == nil || l.Number != 15 || a.Session.Now() != now {
			t.Fatalf("%s: %q, at %v instead of %v", name, a.Notice, a.Session.Now(), now)
		}
		if g, ok := a.lessons.Answer(0); !ok || g.Value != 2 {
			t.Errorf("%s: the answer is %v", name, g)
		}
		if q, step := a.lessons.Asks(); q == nil || step != 1 || a.Speed != speed || a.Shows() != config.WatchView || a.Deck.Chosen != 2 {
			t.Errorf("%s: it asks in step %d, at speed %v, in %s, of client %d", name, step+1, a.Speed, a.Shows(), a.Deck.Chosen)
		}
		if s := a.opt.Config.Settings(); s.Lesson != "lesson-lift-server-time" || s.Step != 2 {
			t.Errorf("%s: the list goes on with step %d of %s", name, s.Step, s.Lesson)
		}
	}
}

func TestAPlaylistIsTakenBackWithTheAnswers(t *testing.T) {
	a := told(t, "lesson-push", 1600, 900)
	list := &lesson.TheCourse().Playlists[0]
	a.lessons.StartPlaylist(list)
	arriveAt(a)
	for range 40 {
		if part := a.lessons.Course.Part; a.lessons.Asking() && part > 0 {
			break
		}
		a.lessons.NextStep()
		arriveAt(a)
	}
	q, step := a.lessons.Asks()
	if q == nil {
		t.Fatal("nothing is asked")
	}
	part := a.lessons.Course.Part
	a.lessons.Commit(q.Options[0].Value)
	a.lessons.Start(24, 0)
	a.Undo()
	arriveAt(a)
	if got, now := a.lessons.Course.List, a.lessons.Course.Part; got != list || now != part {
		t.Errorf("it is part %d of %v", now+1, got)
	}
	if _, ok := a.lessons.Answer(step); !ok {
		t.Error("the answer is lost")
	}
}

func TestAnExperimentComesBackInTheViewThatItWasIn(t *testing.T) {
	a := newTestApp(t, "first", 1600, 900, 1)
	a.showView(config.LabView)
	a.Advance(time.Second)
	a.setSpeed(-2)
	a.Choose(3)
	a.NewGesture()
	a.controls.set(0, "link.up.delay", "33ms")
	a.lessons.Start(8, 0)
	a.NewGesture()
	a.Undo()
	if a.arrived(t); a.Shows() != config.LabView || a.Speed != 0.25 || a.Deck.Chosen != 3 {
		t.Errorf("in %s, at %v×, client %d", a.Shows(), a.Speed, a.Deck.Chosen)
	}
}

func TestANewSeedBeginsWithOtherLuck(t *testing.T) {
	a := newTestApp(t, "first", 1600, 900, 1)
	seed := a.Session.Scenario().Seed
	a.Advance(time.Second)
	a.newSeed()
	if now := a.Session.Scenario().Seed; now != seed+1 || a.Session.Now() != 0 || a.Fault != "" {
		t.Errorf("seed %d at %v after %d: %s", now, a.Session.Now(), seed, a.Fault)
	}
}
