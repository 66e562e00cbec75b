package ui

import (
	"fmt"
	"image"
	"testing"
	"time"

	"driftlab/ui/config"
	"driftlab/ui/panel"
)

// A notice above the caption lay over the keys, the legend, sliders and a chart's axis. In the opening and in A/B at 1280×720 it is
// in the world, where text is large; in a lesson the bar has room.
func TestANoticeLiesOverNothing(t *testing.T) {
	texts := map[string]func(a *App) string{
		"a short one": func(a *App) string { return a.Words.T("undo.nothing") },
		"a sound":     func(a *App) string { return a.Words.T("sound.offer") },
		"a clock":     func(a *App) string { return panel.ClockStory(a.Words, "unreal") },
	}
	for _, size := range []image.Point{{X: 1280, Y: 720}, {X: 1600, Y: 900}} {
		for _, language := range config.Languages() {
			for state, do := range map[string]func(a *App){
				"the opening": func(a *App) { a.opt.After = 12 * time.Second; a.approach() },
				"A/B":         func(a *App) { a.opt.After = 12 * time.Second; a.approach(); a.toggleAB() },
				"a lesson":    func(a *App) { a.lessons.Start(20, 0) },
				"its question": func(a *App) {
					a.lessons.Start(15, 0)
					a.Seek(a.Taught.Lesson.Steps[a.Taught.Lesson.Questions()[0]].Last())
				},
				"with no world": func(a *App) { a.lessons.Start(6, 0) },
			} {
				a := fitted(t, "first", size, config.Settings{View: config.WatchView, Language: language})
				do(a)
				arriveAt(a)
				for _, text := range []int{100, 200} {
					resized(t, a, size.X, size.Y, text)
					for kind, of := range texts {
						if a.LargeWorld() == nil && kind == "a clock" {
							continue // nothing there is clicked on that says so
						}
						a.Notice = ""
						nextFrame(t, a)
						a.ShowNotice(of(a))
						nextFrame(t, a)
						where := fmt.Sprintf("%s in %s, %v at %d %%, in %s", kind, state, size, text, language)
						for _, fault := range a.noticeFaults() {
							t.Errorf("%s: %s", where, fault)
						}
					}
				}
			}
		}
	}
}

// noticeFaults looks at where the notice was drawn last.
func (a *App) noticeFaults() (faults []string) {
	say := func(text string, with ...any) { faults = append(faults, fmt.Sprintf(text, with...)) }
	at, v := a.NoticeAt, a.LargeWorld()
	switch top := a.Regions.Top; {
	case a.Notice == "" || at.W == 0:
		say("%q is at %v", a.Notice, at)
	case at.Within(top):
		if at.X < a.top.left || at.X+at.W > a.top.right {
			say("at %v it lies over the bar's buttons, which leave %v to %v", at, a.top.left, a.top.right)
		}
	case v == nil && a.Regions.Phone && !at.Overlaps(top) && !at.Overlaps(a.captionPlace()): // whose bar has no room
	case v == nil:
		say("at %v it lies over the diagram", at)
	case !at.Within(v.Picture):
		say("at %v it leaves the world, %v", at, v.Picture)
	default:
		for _, o := range v.Plates.All {
			if o != at && at.Overlaps(o) && a.scale < 2 {
				say("at %v it lies over the plate at %v", at, o)
			}
		}
	}
	return faults
}

func TestANoticeWaitsUntilTheListOfLessonsIsClosed(t *testing.T) {
	a := fitted(t, "first", image.Pt(1280, 720), config.Settings{View: config.WatchView})
	now := time.Unix(0, 0)
	a.Clock = func() time.Time { return now }
	a.lessons.TogglePicker()
	a.ShowNotice(panel.ClockStory(a.Words, "unreal"))
	for range 3 {
		now = now.Add(time.Minute)
		nextFrame(t, a)
	}
	if a.NoticeAt.W > 0 || a.Notice == "" {
		t.Errorf("the list is open, and %q is at %v", a.Notice, a.NoticeAt)
	}
	a.lessons.TogglePicker()
	if nextFrame(t, a); a.NoticeAt.W == 0 {
		t.Error("the list is closed, and nothing is told")
	}
	now = now.Add(time.Minute)
	if nextFrame(t, a); a.Notice != "" {
		t.Errorf("a minute later it still says %q", a.Notice)
	}
}
