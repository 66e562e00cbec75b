package diagram

import (
	"math"
	"testing"

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
