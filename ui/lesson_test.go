package ui

import (
	"image"
	"testing"
	"time"

	"driftlab/game/lesson"
	"driftlab/ui/config"
	"driftlab/ui/panel"
)

func TestEveryLessonStartsWithItsStripAndIsDrawn(t *testing.T) {
	a := newTestApp(t, "first", 1280, 720, 1)
	for _, l := range walked(t) {
		for world := range l.Worlds {
			a.lessons.Start(l.Number, world)
			a.showView(config.LabView) // which has the strip
			if a.Fault != "" || a.Session.Scenario().Name != l.Worlds[world].Scenario.Name || a.Speed != l.Speed {
				t.Fatalf("lesson %d: message %q, %s at %v×", l.Number, a.Fault, a.Session.Scenario().Name, a.Speed)
			}
			a.Advance(2 * time.Second)
			pix := frameOf(t, a)
			if n := bright(pix, a.pixels.X, a.Regions.Strip); n < 500 {
				t.Errorf("lesson %d: only %d bright pixels in the strip", l.Number, n)
			}
			if n := bright(pix, a.pixels.X, a.Regions.Bottom); n < 500 {
				t.Errorf("lesson %d: only %d bright pixels of the caption", l.Number, n)
			}
		}
	}
	a.lessons.End()
	if nextFrame(t, a); a.Taught.Lesson != nil || a.Regions.Strip.H != 0 || a.Session.Scenario().Name != "first" {
		t.Errorf("after the lesson: %v, strip %v, %q", a.Taught.Lesson, a.Regions.Strip, a.Session.Scenario().Name)
	}
}

func TestTheStripTakesItsRoomFromTheRegionsUnderIt(t *testing.T) {
	for _, size := range [][2]int{{1600, 900}, {1280, 720}} {
		a := newTestApp(t, "lesson-07", size[0], size[1], 1)
		l := &a.Regions
		for name, r := range map[string]panel.Rect{"worlds": l.Worlds, "time": l.Time, "numbers": l.Numbers, "bottom": l.Bottom, "controls": l.Controls} {
			if r.Overlaps(l.Strip) || r.Overlaps(l.Top) || !r.Within(panel.NewRect(0, 0, a.Width, a.Height)) {
				t.Errorf("%v: %s is at %v, the strip at %v", size, name, r, l.Strip)
			}
		}
	}
}

func TestTheListOfLessonsTakesThePointerFromWhatIsUnderIt(t *testing.T) {
	for _, view := range config.Views() {
		for _, size := range []image.Point{{640, 360}, {960, 540}, {1600, 900}} {
			a := newTestApp(t, "first", size.X, size.Y, 1)
			a.showView(view)
			a.lessons.TogglePicker()
			nextFrame(t, a)
			room := panel.NewRect(0, 0, a.Width, a.Height)
			if p := a.lessons.Picker.Area; !p.Within(room) || p.H < 0.6*room.H {
				t.Errorf("%s, %v: the list is at %v", view, size, p)
			}
		}
	}
	a := newTestApp(t, "first", 1600, 900, 1)
	a.lessons.TogglePicker()
	nextFrame(t, a)
	p := a.lessons.Picker.Area
	if !p.Within(panel.NewRect(0, 0, a.Width, a.Height)) || p.H < 200 {
		t.Fatalf("the list is at %v", p)
	}
	a.pointer.X, a.pointer.Y, a.pointer.Pressed = p.X+20, p.Y+p.H-10, true
	if a.lessons.Update(&a.pointer); a.pointer.Pressed || !listed(a) {
		t.Error("a press on the list goes through it")
	}
	a.pointer.X, a.pointer.Pressed = p.X-5, true
	if a.lessons.Update(&a.pointer); listed(a) {
		t.Error("a press beside the list leaves it open")
	}
}

func TestTheListOfLessonsMarksThoseThatAreDone(t *testing.T) {
	a := told(t, "lesson-three-times", 1280, 720)
	a.lessons.MarkDone()
	if a.lessons.TogglePicker(); !a.lessons.Picker.Marked.HasDone("lesson-three-times") {
		t.Error("the list is as it was before")
	}
}

func TestLessonsOpenTabsThatAreThere(t *testing.T) {
	a := newTestApp(t, "first", 1600, 900, 1)
	for _, l := range lesson.All() {
		if l.Tab == "" {
			continue
		}
		a.lessons.Start(l.Number, 0)
		if got := a.Tabs.Tabs[a.Tabs.Open].Key; got != l.Tab {
			t.Errorf("lesson %d asks for the tab %q and gets %q", l.Number, l.Tab, got)
		}
	}
}

// listed reports whether the list of lessons is open.
func listed(a *App) bool {
	open := a.lessons.Picker.Open
	return open
}
