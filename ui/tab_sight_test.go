package ui

import (
	"image"
	"testing"

	"github.com/ebitenui/ebitenui/widget"

	"driftlab/ui/config"
	"driftlab/ui/panel"
	"driftlab/ui/picture"
)

func TestTabWalksOnlyThroughWhatCanBeSeen(t *testing.T) {
	for _, size := range []image.Point{{X: 1280, Y: 720}, portrait, landscape} {
		for _, view := range config.Views() {
			a := fitted(t, "lesson-dead-reckoning", size, config.Settings{View: view})
			window := panel.NewRect(0, 0, a.Width, a.Height)
			seen := func(f widget.Focuser) bool {
				r := a.root.At(f)
				return r.W > 0 && r.H > 0 && r.Within(window)
			}
			for _, open := range []func(){func() {}, func() { a.showSheet(picture.ControlsSheet) }, a.lessons.TogglePicker} {
				open()
				nextFrames(t, a, 2)
				for _, f := range a.root.GetFocusers() {
					if seen(f) {
						continue
					}
					f.Focus(true) // what is scrolled away comes into sight
					if nextFrames(t, a, 2); !seen(f) {
						t.Errorf("%v, %s: the keyboard goes to %T at %v", size, view, f, f.GetWidget().Rect)
					}
				}
			}
		}
	}
}
