package ui

import (
	"image"
	"testing"

	"driftlab/ui/config"
	"driftlab/ui/panel"
)

func TestAClickOnAClocksNameOpensTheListOfClocks(t *testing.T) {
	for _, scale := range []int{100, 200} {
		a := fitted(t, "first", image.Pt(1280, 720), config.Settings{View: config.WatchView, Scale: scale})
		at, rows := a.LargeWorld().ClockName, len(a.controls.rows)
		a.pointer = panel.Pointer{X: at.X + 2, Y: at.Y + 2, Pressed: true}
		a.clickWorlds()
		nextFrame(t, a)
		menu := a.root.At(a.clocks)
		if !a.clocks.IsOpen() || menu.W == 0 || !menu.Within(panel.NewRect(0, 0, a.Width, a.Height)) || menu.Y < at.Y+at.H-1 {
			t.Errorf("at %d %%: the panel is at %v, the name at %v", scale, menu, at)
		}
		if len(a.controls.rows) != rows {
			t.Errorf("at %d %%: the column has %d rows, before %d", scale, len(a.controls.rows), rows)
		}
	}
}
