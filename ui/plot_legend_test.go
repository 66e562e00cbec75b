package ui

import (
	"math"
	"strings"
	"testing"
	"time"

	"driftlab/game/scenario/scenariotest"
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
		if len(p.Legend) != len(a.World.Clocks()) {
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

// The words about the band of what is good enough once lay on curves, and over those about what nobody can see.
func TestTheNameOfTheGoodBandLiesOnNoLineAndOnNoOtherWords(t *testing.T) {
	even := scenariotest.Load(t, "lesson-15/even")
	named := 0
	for _, scale := range []float64{1, 2} {
		for _, c := range []struct {
			name string
			both bool
		}{{"first", false}, {"lesson-15/uneven", false}, {"lesson-15/uneven", true}} {
			a := newTestApp(t, c.name, 1280, 720, scale)
			if c.both {
				check(t, a.CompareWith(even, 0))
			}
			p := openTab[*diagram.ErrorPlot](t, a, "error")
			for range 40 {
				a.Advance(500 * time.Millisecond)
				nextFrame(t, a)
				v, _ := a.diagram()
				place := a.Regions.Time
				if c.both { // as one half of the two
					place.H = (place.H - 60*float32(scale)) / 2
				}
				all := writings(t, a, func(c *draw.Canvas) { p.Draw(v, c, place) })
				for _, w := range all {
					if !strings.HasPrefix(w.text, "±6 ms") {
						continue
					}
					named++
					for _, o := range all {
						if o != w && o.at.Overlaps(w.at) {
							t.Fatalf("%v, %v: %q lies over %q", scale, c, w.text, o.text)
						}
					}
					if clock := lineThrough(v, p, w.at); clock >= 0 {
						t.Fatalf("%v, %v, at %v: %q lies on the line of clock %d", scale, c, time.Duration(a.Session.Now()), w.text, clock)
					}
				}
			}
		}
	}
	if named < 30 {
		t.Errorf("it was named %d times", named)
	}
}

// lineThrough returns a clock whose line has a point in a place, −1 for none.
func lineThrough(v *panel.View, p *diagram.ErrorPlot, at panel.Rect) int {
	h := v.Session.History(v.Frame.Selected)
	first, end := p.Axis.Rows(h)
	for n := first; n < end; n++ {
		t, row := h.Row(n)
		for clock, ms := range row {
			if at.Contains(p.Axis.X(t), p.Y(float64(ms))) {
				return clock
			}
		}
	}
	return -1
}
