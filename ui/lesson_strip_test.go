package ui

import (
	"image"
	"testing"
	"time"

	"driftlab/ui/config"
	"driftlab/ui/panel"
)

func TestTheStripOfALessonSaysHowManyFiguresHaveNoRoom(t *testing.T) {
	a := newTestApp(t, "first", 1280, 720, 1)
	a.lessons.Start(16, 0)
	a.showView(config.LabView) // which has the figures in the strip
	after(t, a, 3*time.Second, 1)
	s := &a.Figures
	if all := a.Taught.Ranged(&a.View); len(all) != 5 {
		t.Errorf("there are %d figures", len(all))
	}
	if s.More.W == 0 || !s.More.Within(a.Regions.Strip) {
		t.Fatalf("where it says how many are left out is %v", s.More)
	}
	a.Tips.At(s.More.X+2, s.More.Y+2)
	a.Canvas.Reset()
	if a.lessons.DrawStrip(a.Canvas); a.Tips.Text == "" {
		t.Error("nothing is told of those that are left out")
	}
	if s.Draw(&a.View, &a.Taught, a.Canvas, panel.NewRect(0, 0, 1e4, 40)); s.More.W > 0 {
		t.Errorf("where there is room for all it says at %v how many are left out", s.More)
	}
}

func TestNothingInALessonsStripCoversAnythingElse(t *testing.T) {
	for _, language := range config.Languages() {
		for _, scale := range []int{100, 125, 200} {
			for _, size := range []image.Point{{1280, 720}, {1600, 900}} {
				a := fitted(t, "lesson-dead-reckoning", size, config.Settings{View: config.WatchView, Language: language, Scale: scale}) // five worlds
				nextFrame(t, a)
				var all []panel.Rect
				for _, f := range a.root.GetFocusers() {
					if r := a.root.At(f); r.Overlaps(a.Regions.Strip) {
						all = append(all, r)
					}
				}
				if len(all) < 3 && !a.Regions.Phone { // whose menu has them
					t.Errorf("%s, %d %%, %v: the strip has %d buttons", language, scale, size, len(all))
				}
				for _, s := range a.lessons.Player.Spots {
					if s.Overlaps(a.Regions.Strip) {
						all = append(all, s.Rect)
					}
				}
				for i := range all {
					for k := range all[:i] {
						if all[i].Overlaps(all[k]) {
							t.Errorf("%s, %d %%, %v: what is at %v and at %v cover each other", language, scale, size, all[i], all[k])
						}
					}
				}
			}
		}
	}
}
