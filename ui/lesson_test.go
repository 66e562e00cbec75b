package ui

import (
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"driftlab/config"
	"driftlab/lesson"
)

func TestEveryLessonStartsWithItsStripAndIsDrawn(t *testing.T) {
	a := newTestApp(t, "first", 1280, 720, 1)
	for _, l := range lesson.All() {
		for world := range l.Worlds {
			a.startLesson(l.Number, world)
			if a.message != "" || a.session.Scenario().Name != l.Worlds[world].Scenario.Name || a.speed != l.Speed {
				t.Fatalf("lesson %d: message %q, %s at %v×", l.Number, a.message, a.session.Scenario().Name, a.speed)
			}
			a.advance(2 * time.Second)
			pix := frameOf(t, a)
			if n := bright(pix, a.width, a.layout.strip); n < 500 {
				t.Errorf("lesson %d: only %d bright pixels in the strip", l.Number, n)
			}
			if n := bright(pix, a.width, a.layout.bottom); n < 500 {
				t.Errorf("lesson %d: only %d bright pixels of the caption", l.Number, n)
			}
		}
	}
	a.endLesson()
	nextFrame(t, a)
	if a.taught.lesson != nil || a.layout.strip.h != 0 || a.session.Scenario().Name != "first" {
		t.Errorf("after the lesson: %v, strip %v, %q", a.taught.lesson, a.layout.strip, a.session.Scenario().Name)
	}
}

func TestTheStripTakesItsRoomFromTheRegionsUnderIt(t *testing.T) {
	for _, size := range [][2]int{{1600, 900}, {1280, 720}} {
		a := newTestApp(t, "lesson-07", size[0], size[1], 1)
		l := &a.layout
		for name, r := range map[string]rect{"worlds": l.worlds, "time": l.time, "numbers": l.numbers, "bottom": l.bottom, "controls": l.controls} {
			if r.overlaps(l.strip) || r.overlaps(l.top) || !r.within(rect{0, 0, float32(size[0]), float32(size[1])}) {
				t.Errorf("%v: %s is at %v, the strip at %v", size, name, r, l.strip)
			}
		}
	}
}

func TestLessonsGoRoundAndAreRemembered(t *testing.T) {
	all := lesson.All()
	first, last := all[0], all[len(all)-1]
	a := newTestApp(t, last.Name, 1600, 900, 1)
	a.nextLesson(1)
	if got := a.taught.lesson.Number; got != first.Number {
		t.Errorf("after the last comes %d", got)
	}
	a.nextLesson(-1)
	if got := a.taught.lesson.Number; got != last.Number {
		t.Errorf("before the first comes %d", got)
	}
	if got := a.opt.Config.Settings().Lesson; got != last.Name {
		t.Errorf("remembered is %q", got)
	}
	a.startLesson(99, 0)
	if got := a.taught.lesson.Number; got != last.Number {
		t.Errorf("a lesson that is not there started %d", got)
	}
}

func TestTheCaptionHasTheLiveNumberInTheLanguageAskedFor(t *testing.T) {
	a := newTestApp(t, "lesson-asymmetric", 1600, 900, 1)
	a.advance(13 * time.Second)
	nextFrame(t, a)
	if got := a.captionText(); !strings.Contains(got, "Off by +40.0\u00a0ms, +40.0\u00a0ms") {
		t.Errorf("got %q", got)
	}
	a.prefer(func(s *config.Settings) { s.Language = "de" })
	t.Cleanup(func() { a.prefer(func(s *config.Settings) { s.Language = "en" }) })
	if got := a.captionText(); !strings.Contains(got, "Daneben um +40,0\u00a0ms, +40,0\u00a0ms") || !strings.HasSuffix(got, "Kein Paket kann es sagen.") {
		t.Errorf("got %q", got)
	}
}

func TestALessonWithoutStepsSaysInTheEndWhatToTry(t *testing.T) {
	for _, l := range lesson.All() {
		if len(l.Steps) > 0 {
			continue
		}
		a := newTestApp(t, l.Name, 1600, 900, 1)
		a.advance(a.session.Scenario().Duration)
		nextFrame(t, a)
		if got := a.captionText(); got != english.F("lesson.try", l.Try.In("en")) {
			t.Errorf("%s: got %q", l.Name, got)
		}
		return
	}
}

func TestTheCaptionOfTheFirstScenarioIsTranslated(t *testing.T) {
	a := newTestApp(t, "first", 1600, 900, 1)
	if got := a.captionText(); !strings.HasPrefix(got, "This is client 1's screen") {
		t.Errorf("got %q", got)
	}
	a.prefer(func(s *config.Settings) { s.Language = "de" })
	t.Cleanup(func() { a.prefer(func(s *config.Settings) { s.Language = "en" }) })
	if got, title := a.captionText(), a.titleText(); !strings.HasPrefix(got, "Das ist der Bildschirm von Client 1") || title != "Die ersten zehn Sekunden" {
		t.Errorf("got %q, title %q", got, title)
	}
}

func TestFiguresOfOtherWorldsComeFromAWholeRun(t *testing.T) {
	a := newTestApp(t, "lesson-authority", 1600, 900, 1)
	<-a.taught.whole.finished
	a.advance(time.Second)
	nextFrame(t, a)
	for name, want := range map[string]float64{"all": 0, "delay": 250} {
		i := slices.IndexFunc(a.taught.lesson.Figures, func(f lesson.Figure) bool { return f.Name == name })
		if r := a.taught.readings[i]; !r.OK || math.Abs(r.Value-want) > 1 {
			t.Errorf("figure %s is %v, want %v", name, r, want)
		}
	}
}

func TestTheListOfLessonsTakesThePointerFromWhatIsUnderIt(t *testing.T) {
	a := newTestApp(t, "first", 1600, 900, 1)
	a.toggleLessons()
	nextFrame(t, a)
	p := a.lessons.picker.area
	if !p.within(rect{0, 0, 1600, 900}) || p.h < 200 {
		t.Fatalf("the list is at %v", p)
	}
	a.pointer.x, a.pointer.y, a.pointer.pressed = p.x+20, p.y+p.h-10, true
	a.lessons.picker.update(a)
	if a.pointer.pressed || !a.lessons.picker.open {
		t.Error("a press on the list goes through it")
	}
	a.pointer.x, a.pointer.pressed = p.x-5, true
	a.lessons.picker.update(a)
	if a.lessons.picker.open {
		t.Error("a press beside the list leaves it open")
	}
}

func TestLessonsOpenTabsThatAreThere(t *testing.T) {
	a := newTestApp(t, "first", 1600, 900, 1)
	for _, l := range lesson.All() {
		if l.Tab == "" {
			continue
		}
		a.startLesson(l.Number, 0)
		if got := a.tabs.tabs[a.tabs.open].key(); got != l.Tab {
			t.Errorf("lesson %d asks for the tab %q and gets %q", l.Number, l.Tab, got)
		}
	}
}

func TestBeatsAreOffWhereTheClockSlewsAndNotWhereItIsOnlyReset(t *testing.T) {
	a := newTestApp(t, "lesson-16", 1600, 900, 1)
	for range 200 { // the tape keeps what has been of late
		a.advance(100 * time.Millisecond)
	}
	nextFrame(t, a)
	d := newBeatsView()
	d.place(&a.view, rect{0, 0, 900, 300})
	a.canvas.Reset()
	for machine, want := range map[int]bool{0: false, 1: true, 2: false} {
		count, off := d.beats(a.canvas, a.tape, machine, 100)
		if count < 20 || off > 0 != want {
			t.Errorf("machine %d: %d of %d beats are off, want some: %v", machine, off, count, want)
		}
	}
}
