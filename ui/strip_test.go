package ui

import (
	"image"
	"testing"

	"driftlab/ui/config"
	"driftlab/ui/panel"
)

func TestNothingInALessonsStripCoversAnythingElse(t *testing.T) {
	for _, language := range config.Languages() {
		for _, scale := range []int{100, 125, 200} {
			for _, size := range []image.Point{{1280, 720}, {1600, 900}} {
				a := fitted(t, "lesson-dead-reckoning", size, config.Settings{View: config.WatchView, Language: language, Scale: scale}) // five worlds
				nextFrame(t, a)
				var all []panel.Rect
				for _, f := range a.root.GetFocusers() {
					if r := toRect(f.GetWidget().Rect); r.Overlaps(a.Regions.Strip) {
						all = append(all, r)
					}
				}
				if len(all) < 3 && !a.Regions.Phone { // whose menu has them
					t.Errorf("%s, %d %%, %v: the strip has %d buttons", language, scale, size, len(all))
				}
				for _, s := range a.lessons.Spots() {
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
