package ui

import (
	"math"
	"testing"

	"driftlab/ui/diagram"
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
			a.EndAB()
		}
		p := openTab[*diagram.ErrorPlot](t, a, "error")
		if nextFrame(t, a); len(p.Legend) != len(a.World.Clocks()) {
			t.Errorf("%v: the legend names %d clocks of %d", size, len(p.Legend), len(a.World.Clocks()))
		}
		for i, line := range p.Legend {
			if !line.Within(a.Regions.Time) {
				t.Errorf("%v: line %d of the legend, %v, leaves %v", size, i, line, a.Regions.Time)
			}
			for _, other := range p.Legend[:i] {
				if line.Inset(0.1).Overlaps(other.Inset(0.1)) {
					t.Errorf("%v: lines of the legend overlap", size)
				}
			}
		}
		labels, d := 0, p.Scale.Between()
		for v := math.Ceil(p.Scale.Low/d) * d; v <= p.Scale.High; v += d {
			if p.Scale.Labelled(p.Y(v)) {
				labels++
			}
		}
		if labels < 2 {
			t.Errorf("%v: the vertical axis has %d labels", size, labels)
		}
	}
}
