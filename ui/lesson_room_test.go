package ui

import (
	"fmt"
	"image"
	"testing"
	"time"

	"driftlab/config"
	"driftlab/internal/long"
	"driftlab/ui/panel"
)

func TestEveryStepOfALessonHasRoomWhateverTheTextsSize(t *testing.T) {
	for _, l := range walked(t) {
		t.Run(l.Name, func(t *testing.T) {
			a := told(t, l.Name, 1280, 720)
			a.Clock = func() time.Time { return time.Time{} }
			for i := range l.Steps {
				a.Seek(l.Steps[i].At + max(l.Steps[i].Until-l.Steps[i].At, 2e9) - 1)
				arriveAt(a)
				for _, size := range []image.Point{{X: 1280, Y: 720}, {X: 1600, Y: 900}, {X: 3840, Y: 2160}} {
					for _, scale := range []int{100, 125, 150, 175, 200} {
						for _, lang := range config.Languages() {
							looks(t, a, size, scale, lang, i)
						}
					}
				}
			}
		})
	}
	_ = long.Tests
}

func looks(t *testing.T, a *App, size image.Point, scale int, lang string, step int) {
	a.prefer(func(s *config.Settings) { s.Scale, s.Language = scale, lang })
	if err := a.resize(size.X, size.Y, 1); err != nil {
		t.Fatal(err)
	}
	a.arrangeWatch()
	a.arrange()
	a.passTime()
	all := writings(t, a)
	for _, in := range []panel.Rect{a.Regions.Watch.Caption, a.Regions.Strip, a.Regions.Top} {
		var inside []writing
		for _, w := range all {
			if w.at.Overlaps(in) {
				inside = append(inside, w)
			}
		}
		for _, f := range crowded(inside, in) {
			fmt.Printf("%s %v %d%% %s step %d: %s\n", a.Taught.Lesson.Name, size, scale, lang, step+1, f)
		}
	}
}
