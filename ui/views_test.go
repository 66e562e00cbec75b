package ui

import (
	"slices"
	"testing"

	"driftlab/ui/config"
)

// Whatever a person is at, each view shows it or leaves it out: nothing is drawn outside of its region, and nothing breaks.
func TestEveryViewIsDrawnWhateverAPersonIsAt(t *testing.T) {
	names := []string{"begin", "play", "ab", "ab-small", "blind", "help", "branch", "film", "lesson-over", "eight-clients"}
	for _, s := range scenes() {
		if !slices.Contains(names, s.name) {
			continue
		}
		for _, view := range []string{config.WatchView, config.DiagramView} {
			t.Run(s.name+"/"+view, func(t *testing.T) {
				s.settings.View = view
				a, img := s.picture(t)
				if l := &a.Regions; (l.Time.W > 0) == (view == config.WatchView) || l.Worlds.W == 0 {
					t.Errorf("the regions are %+v", *l)
				}
				if img.Bounds().Empty() {
					t.Error("there is no picture")
				}
				drawTab(a)
			})
		}
	}
}
