package ui

import (
	"testing"
	"time"

	"github.com/hajimehoshi/ebiten/v2"

	"driftlab/ui/config"
	"driftlab/ui/diagram"
	"driftlab/ui/panel"
)

func TestNoTwoShortcutsShareAKey(t *testing.T) {
	type pressed struct {
		key   ebiten.Key
		shift bool
	}
	seen := map[pressed]string{}
	for _, s := range shortcuts {
		if other, ok := seen[pressed{s.key, s.shift}]; ok {
			t.Errorf("%s and %s are both on %s", other, s.name, s.key)
		}
		seen[pressed{s.key, s.shift}] = s.name
	}
}

// pressKey does what a key does where no control has the keyboard.
func pressKey(a *App, key ebiten.Key) {
	for i := range shortcuts {
		if s := &shortcuts[i]; s.key == key && !s.shift {
			s.do(a)
		}
	}
}

// A digit that was typed beside a field put a lesson in the place of what a person had made, without a word.
func TestADigitStartsALessonOnlyInTheListOfLessons(t *testing.T) {
	a := firstAt(t, time.Second, 0)
	a.controls.set(0, "link.up.delay", "33ms")
	if pressKey(a, ebiten.Key5); a.Taught.Lesson != nil {
		t.Fatal("a digit starts a lesson where its list is not open")
	}
	a.lessons.TogglePicker()
	pressKey(a, ebiten.Key5)
	if l := a.Taught.Lesson; l == nil || l.Number != 5 || a.Notice != english.T("lesson.kept") {
		t.Errorf("in the list it starts %v, and the window says %q", l, a.Notice)
	}
	a.expire()
	if nextFrames(t, a, settling); a.NoticeAt.W == 0 {
		t.Error("nobody sees how to come back")
	}
}

func TestALessonSaysHowToComeBackOnlyWhereSomethingWasChanged(t *testing.T) {
	a := newTestApp(t, "first", 1600, 900, 1)
	if a.lessons.Start(4, 0); a.Notice != "" {
		t.Errorf("over what nobody has touched: %q", a.Notice)
	}
	a.controls.set(0, "link.up.delay", "33ms")
	if a.lessons.Next(1); a.Notice != "" {
		t.Errorf("where one lesson follows on another: %q", a.Notice)
	}
	a.controls.set(0, "link.up.delay", "33ms")
	a.prefer(func(s *config.Settings) { s.View = config.WatchView })
	check(t, a.resize(portrait.X, portrait.Y, 1))
	if a.lessons.Start(2, 0); a.Notice != english.T("lesson.kept-phone") {
		t.Errorf("on a phone: %q", a.Notice)
	}
}

func TestTheKeyboardGoesThroughTheClocks(t *testing.T) {
	a := newTestApp(t, "first", 1600, 900, 1)
	openTab[*diagram.ErrorPlot](t, a, "error")
	after(t, a, 6*time.Second, 1)
	for i := range a.Clocks() {
		if a.pinClock(false); len(a.Hover.Pins) != 1 || a.Hover.Pins[0] != i {
			t.Fatalf("the plot is about %v, want %d", a.Hover.Pins, i)
		}
	}
	if a.pinClock(false); len(a.Hover.Pins) != 0 {
		t.Errorf("after the last the plot is about %v", a.Hover.Pins)
	}
	a.pinClock(false)
	a.pinClock(true)
	if a.pinClock(true); len(a.Hover.Pins) != 3 {
		t.Errorf("with Shift the plot is about %v", a.Hover.Pins)
	}
	a.Take(1)
	if a.release(); len(a.Hover.Pins) != 0 || a.Frame.Played != 1 {
		t.Errorf("after Escape the plot is about %v, and %d is played", a.Hover.Pins, a.Frame.Played)
	}
	if a.release(); a.Frame.Played != panel.Nobody {
		t.Error("Escape does not give the player back")
	}
	a.Tabs.Next(1)
	if a.pinClock(false); len(a.Hover.Pins) != 0 {
		t.Error("a plot out of sight is changed")
	}
}
