package ui

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"driftlab/netsync/registry"
	"driftlab/ui/diagram"
	"driftlab/ui/draw"
	"driftlab/ui/panel"
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
		nextFrame(t, a)
		named := 0
		for _, text := range written(t, a, func(c *draw.Canvas) { p.Draw(&a.View, c, a.Tabs.Inside(&a.View, a.Regions.Time)) }) {
			var bundled int
			if _, err := fmt.Sscanf(text, "%d clocks", &bundled); err == nil {
				named += bundled
			} else if slices.ContainsFunc(a.World.Clocks(), func(k registry.Algorithm) bool { return panel.ClockShort(a.Words, &k) == text }) {
				named++
			}
		}
		if named != len(a.World.Clocks()) {
			t.Errorf("%v: the plot names %d clocks of %d", size, named, len(a.World.Clocks()))
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
