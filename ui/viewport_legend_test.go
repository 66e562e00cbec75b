package ui

import (
	"testing"
	"time"

	"driftlab/ui/stage"
)

func TestALegendWithoutRoomKeepsTheOutlineLongest(t *testing.T) {
	for _, c := range []struct {
		width int
		want  bool
	}{{1600, true}, {700, true}, {400, true}} {
		a := watched(t, "first", c.width, 900)
		a.Advance(3 * time.Second)
		nextFrame(t, a)
		a.Draw(screenOf(a.Width, a.Height))
		port := a.Deck.View(1)
		if !port.Legend.Now[stage.TruthSign] {
			t.Fatalf("%d wide: there is no outline", c.width)
		}
		port.Picture.W = 20 // where nothing has room nothing is written, and nothing panics
		port.DrawLegend(a.Canvas, a.Tips, 0)
	}
}
