package diagram

import (
	"math"
	"testing"

	"driftlab/ui/draw"
	"driftlab/ui/panel"
)

func TestALevelOutsideTheChartIsNotDrawn(t *testing.T) {
	k := chart{area: panel.NewRect(0, 0, 100, 100)}
	k.around(159.3, 167.2)
	if k.low > 159.3 || k.high < 167.2 || math.Mod(k.low, 0.5) != 0 || math.Mod(k.high, 0.5) != 0 {
		t.Errorf("limits %v and %v", k.low, k.high)
	}
	k.left, k.right = -20, 0
	if x, y := k.x(-10), k.y((k.low+k.high)/2); x != 50 || y != 50 {
		t.Errorf("the middle is at %v, %v", x, y)
	}
	if k.around(3, 3); !(k.high > k.low) {
		t.Errorf("around one value: %v..%v", k.low, k.high)
	}
}

// "−100 ms" and "−100 s" once touched in the corner.
func TestTheFirstValueAcrossKeepsOffTheLowestUpwards(t *testing.T) {
	a := newRig(t, "first", 1280, 720, 1)
	k := chart{area: panel.NewRect(80, 20, 600, 300), left: -100, right: 0, low: -100, high: 100}
	c := draw.NewCanvas(a.canvas.Fonts(), a.theme, a.Words)
	c.Listen()
	var pen panel.Pen
	k.columns(c, &pen, " s")
	first := c.Texts()[0]
	if first.Said != "−100 s" || first.X0 < k.area.X-6 {
		t.Errorf("%q begins at %v, and the other axis's values end at %v", first.Said, first.X0, k.area.X-6)
	}
}
