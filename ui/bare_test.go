package ui

import (
	"testing"

	"driftlab/config"
)

func TestTheSceneAloneHasNeitherBarsNorControls(t *testing.T) {
	for _, size := range [][2]int{{1600, 900}, {960, 540}, {390, 844}} {
		a := watched(t, "arenas/yard", size[0], size[1])
		a.opt.Bare, a.bare, a.stale = true, true, true
		if err := a.resize(size[0], size[1], 1); err != nil {
			t.Fatal(err)
		}
		a.arrangeWatch()
		l := &a.layout
		if a.shows() != config.WatchView || l.top.y+l.top.h > 0 || l.bottom.y < float32(size[1])-1 {
			t.Errorf("%v: in the view %q bars are at %+v and %+v", size, a.shows(), l.top, l.bottom)
		}
		if w := l.worlds; w.y < 0 || w.h < 0.9*float32(size[1]) || l.watch.controls.h > 0 || l.strip.h > 0 {
			t.Errorf("%v: the worlds are at %+v, controls at %+v, the strip at %+v", size, w, l.watch.controls, l.strip)
		}
	}
}
