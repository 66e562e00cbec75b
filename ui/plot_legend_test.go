package ui

import (
	"math"
	"testing"
)

func TestThePlotNamesEveryClockAndTwoValuesHoweverLowItIs(t *testing.T) {
	for _, size := range []struct {
		w, h  int
		scale float64
		both  bool
	}{{1600, 900, 1, false}, {1600, 900, 1, true}, {1280, 720, 1, true}, {1280, 720, 2, false}, {1280, 720, 2, true},
		{1280, 720, 1.1, true}, {1280, 720, 1.2, true}, {1280, 720, 1.3, true}, {1600, 900, 1.4, true}, {1600, 900, 1.5, true}} {
		a := newComparison(t, size.w, size.h, size.scale)
		if !size.both {
			a.endAB()
		}
		p := openTab[*errorPlot](t, a, "error")
		nextFrame(t, a)
		if len(p.legend) != len(a.world.clocks()) {
			t.Errorf("%v: the legend names %d clocks of %d", size, len(p.legend), len(a.world.clocks()))
		}
		for i, line := range p.legend {
			if !line.within(a.layout.time) {
				t.Errorf("%v: line %d of the legend, %v, leaves %v", size, i, line, a.layout.time)
			}
			for _, other := range p.legend[:i] {
				if line.inset(0.1).overlaps(other.inset(0.1)) {
					t.Errorf("%v: lines of the legend overlap", size)
				}
			}
		}
		labels, d := 0, p.scale.between()
		for v := math.Ceil(p.scale.low/d) * d; v <= p.scale.high; v += d {
			if p.scale.labelled(p.y(v)) {
				labels++
			}
		}
		if labels < 2 {
			t.Errorf("%v: the vertical axis has %d labels", size, labels)
		}
	}
}
