package ui

import (
	"fmt"
	"testing"
	"time"

	"driftlab/internal/palette"
	"driftlab/ui/diagram"
	"driftlab/ui/panel"
)

func hexOf(c palette.Color) string {
	byteOf := func(v float32) int { return int(v*255 + 0.5) }
	return fmt.Sprintf("#%02x%02x%02x", byteOf(c.R), byteOf(c.G), byteOf(c.B))
}

func TestTheKeyboardGoesThroughTheClocks(t *testing.T) {
	a := newTestApp(t, "first", 1600, 900, 1)
	p := openTab[*diagram.ErrorPlot](t, a, "error")
	a.Advance(6 * time.Second)
	nextFrame(t, a)
	for i := range a.Clocks() {
		a.pinClock(false)
		if len(p.Pins) != 1 || p.Pins[0] != i {
			t.Fatalf("the plot is about %v, want %d", p.Pins, i)
		}
	}
	if a.pinClock(false); len(p.Pins) != 0 {
		t.Errorf("after the last the plot is about %v", p.Pins)
	}
	a.pinClock(false)
	a.pinClock(true)
	a.pinClock(true)
	if len(p.Pins) != 3 {
		t.Errorf("with Shift the plot is about %v", p.Pins)
	}
	a.Take(1)
	a.release()
	if len(p.Pins) != 0 || a.Frame.Played != 1 {
		t.Errorf("after Escape the plot is about %v, and %d is played", p.Pins, a.Frame.Played)
	}
	if a.release(); a.Frame.Played != panel.Nobody {
		t.Error("Escape does not give the player back")
	}
	a.Tabs.Next()
	if a.pinClock(false); len(p.Pins) != 0 {
		t.Error("a plot out of sight is changed")
	}
}
