package ui

import (
	"slices"
	"testing"

	"driftlab/ui/config"
	"driftlab/ui/widgets"
)

func TestTheListOfLessonsLiesOverTheSlidersOfAViewThatIsOpenedUnderIt(t *testing.T) {
	a := fitted(t, "first", roomSizes[1], config.Settings{View: config.LabView, Language: "en"})
	nextFrame(t, a)
	a.lessons.TogglePicker()
	nextFrame(t, a)
	a.showView(config.WatchView)
	nextFrames(t, a, 3)
	all := a.root.Children()
	few := slices.IndexFunc(all, func(ch widgets.Child) bool { return ch == a.controls.few })
	if few < 0 || few == len(all)-1 {
		t.Errorf("the sliders are child %d of %d", few, len(all))
	}
}
