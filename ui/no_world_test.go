package ui

import (
	"testing"

	"driftlab/game/scenario"
	"driftlab/ui/config"
)

// Nobody plays, and every view and layout is drawn all the same, in all the window's sizes.
func TestASessionWithoutAWorldIsShownInEveryView(t *testing.T) {
	for _, view := range []string{config.WatchView, config.LabView, config.DiagramView} {
		for _, size := range [][2]int{{1600, 900}, {960, 540}, {400, 700}} {
			a := newTestApp(t, "clocks-alone", size[0], size[1], 1)
			check(t, a.prefer(func(s *config.Settings) { s.View = view }))
			nextFrames(t, a, 30)
			if view != config.WatchView {
				continue
			}
			if a.Picture.Watch.Kind != scenario.WatchPair {
				t.Errorf("%v: it is watched as %q, where the link is not to be seen", size, a.Picture.Watch.Kind)
			}
			for _, layout := range scenario.WatchLayouts() {
				a.watchAs(layout)
				nextFrame(t, a)
			}
		}
	}
}
