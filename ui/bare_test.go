package ui

import (
	"testing"

	"driftlab/ui/config"
)

func TestTheSceneAloneHasNeitherBarsNorControls(t *testing.T) {
	for _, size := range [][2]int{{1600, 900}, {960, 540}, {390, 844}} {
		a := watched(t, "arenas/yard", size[0], size[1])
		a.opt.Bare, a.Bare, a.stale = true, true, true
		check(t, a.resize(size[0], size[1], 1))
		a.arrangeWatch()
		l := &a.Regions
		if a.Shows() != config.WatchView || l.Top.Y+l.Top.H > 0 || l.Bottom.Y < a.Height-1 {
			t.Errorf("%v: in the view %q bars are at %+v and %+v", size, a.Shows(), l.Top, l.Bottom)
		}
		if w := l.Worlds; w.Y < 0 || w.H < 0.9*a.Height || l.Watch.Controls.H > 0 || l.Strip.H > 0 {
			t.Errorf("%v: the worlds are at %+v, controls at %+v, the strip at %+v", size, w, l.Watch.Controls, l.Strip)
		}
	}
}
