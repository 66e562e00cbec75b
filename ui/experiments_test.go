package ui

import (
	"testing"
	"testing/fstest"
	"time"

	"driftlab/scenario"
)

func TestAnExperimentThatSomethingTookThePlaceOfIsTakenBack(t *testing.T) {
	a := newTestApp(t, "first", 1600, 900, 1)
	other, err := scenario.Load("clock-route-up")
	if err != nil {
		t.Fatal(err)
	}
	for name, replace := range map[string]func(){
		"a digit, for a lesson": func() { a.lessons.Start(8, 0) },
		"a restart":             a.restart,
		"other luck":            a.newSeed,
		"a scenario":            func() { a.ShowOutcome("", a.Open(other, 0)) },
		"a dropped file":        func() { a.share.Drop(fstest.MapFS{"other.toml": {Data: []byte(other.Text())}}) },
	} {
		a.Advance(time.Second)
		a.pressAnew()
		a.controls.set(0, "link.up.delay", "33ms")
		a.Advance(time.Second)
		text, now := a.Line.Log().Text(), a.Session.Now()
		replace()
		if a.Line.Log().Text() == text {
			t.Fatalf("%s: nothing took its place", name)
		}
		a.pressAnew()
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
		a.pressAnew()
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
	a.Undo()
	if a.Notice != english.T("undo.nothing") {
		t.Errorf("with none left: %q", a.Notice)
	}
}
