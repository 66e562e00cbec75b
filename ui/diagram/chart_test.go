package diagram

import (
	"math"
	"regexp"
	"strconv"
	"testing"

	"driftlab/ui/draw"
	"driftlab/ui/panel"
)

func TestALevelOutsideTheChartIsNotDrawn(t *testing.T) {
	k := chart{area: panel.NewRect(0, 0, 100, 100), z: 1}
	k.around(159.3, 167.2)
	if k.low > 159.3 || k.high < 167.2 || math.Mod(k.low, 0.5) != 0 || math.Mod(k.high, 0.5) != 0 {
		t.Errorf("limits %v and %v", k.low, k.high)
	}
	k.left, k.right = -20, 0
	if x, y := k.x(-10), k.y((k.low+k.high)/2); x != 50 || y != 50 {
		t.Errorf("the middle is at %v, %v", x, y)
	}
	k.around(3, 3)
	if !(k.high > k.low) {
		t.Errorf("around one value: %v..%v", k.low, k.high)
	}
}

// "−100 ms" and "−100 s" once touched in the corner.
func TestTheFirstValueAcrossKeepsOffTheLowestUpwards(t *testing.T) {
	a := newRig(t, "first", 1280, 720, 1)
	k := chart{area: panel.NewRect(80, 20, 600, 300), left: -100, right: 0, low: -100, high: 100, z: 1}
	c := draw.NewCanvas(a.canvas.Fonts(), a.theme, a.Words)
	c.Record()
	var pen panel.Pen
	k.columns(c, &pen, " s")
	m := regexp.MustCompile(`aria-label="−100 s" transform="translate\(([^ ]+) `).FindStringSubmatch(c.SVG(a.Width, a.height, a.theme.Panel, "", ""))
	if m == nil {
		t.Fatal("the first value is not written")
	}
	if x, err := strconv.ParseFloat(m[1], 32); err != nil || float32(x) < k.area.X-6 {
		t.Errorf("it begins at %v, %v, and the other axis's values end at %v", x, err, k.area.X-6)
	}
}
