package diagram

import (
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"driftlab/netsim"
	"driftlab/ui/draw"
	"driftlab/ui/panel"
	"driftlab/ui/uitest"
)

func TestThePlotHasAllErrorsInSightAndRoundLimits(t *testing.T) {
	_, p := tabAt[*ErrorPlot](t, "first", "error", 12*time.Second)
	s := &p.Scale
	if s.Low > -82 || s.High < 46 || s.Low < -150 || s.High > 100 {
		t.Errorf("%v..%v ms for errors of −82 to +46 ms", s.Low, s.High)
	}
	if math.Mod(s.Low, 5) != 0 || math.Mod(s.High, 5) != 0 {
		t.Errorf("%v..%v ms is not round", s.Low, s.High)
	}
	if zero := p.Y(0); zero <= p.Axis.Area.Y || zero >= p.Axis.Area.Y+p.Axis.Area.H {
		t.Errorf("the truth is at %v, outside of %v", zero, p.Axis.Area)
	}
}

func TestThePlotsScaleDoesNotJump(t *testing.T) {
	a, p := tabAt[*ErrorPlot](t, "first", "error", 8*time.Second)
	for range 60 * 20 { // until the first seconds have left it
		low, high := p.Scale.Low, p.Scale.High
		a.next()
		a.canvas.Reset()
		p.Draw(&a.View, a.canvas, a.time)
		if d := math.Abs(p.Scale.Low-low) + math.Abs(p.Scale.High-high); d > (high-low)*0.3 {
			t.Fatalf("at %v from %v..%v to %v..%v in one frame", a.Session.Now(), low, high, p.Scale.Low, p.Scale.High)
		}
	}
	if p.Scale.Low < -70 {
		t.Errorf("%v ms, long after −82 ms left the sight", p.Scale.Low)
	}
}

func TestAnOutlierDoesNotFlattenTheOthers(t *testing.T) {
	a := newRig(t, "first", 1600, 900, 1)
	p := openIn[*ErrorPlot](t, a, "error")
	a.Choose(2)
	a.set(0, "host.dilation", "0.5")
	a.after(20 * time.Second)
	err, _ := a.Session.ClockError(2, registered("rtt2-world"))
	if err.Abs() < 5*time.Second {
		t.Fatalf("RTT/2 on world time is off by %v only", err)
	}
	if p.Scale.High-p.Scale.Low > 1000 {
		t.Errorf("%v..%v ms", p.Scale.Low, p.Scale.High)
	}
	// Its arrow is at the edge that it left by.
	area := p.Axis.Area
	edge := area.Y + area.H - 9
	if err > 0 {
		edge = area.Y + 9
	}
	a.Tips.At(p.Axis.X(a.Session.Now())-20, edge)
	a.canvas.Reset()
	if p.Draw(&a.View, a.canvas, a.time); a.Tips.Text != english.T("plot.clipped-tip") {
		t.Error("nothing stands for what is out of sight")
	}
}

func TestTheBandOfWhatNoPacketShowsIsThereWhileTheWaysDiffer(t *testing.T) {
	a, p := tabAt[*ErrorPlot](t, "first", "error", 12*time.Second)
	tip := func(at time.Duration, ms float64) string {
		a.canvas.Reset()
		a.Tips.At(p.Axis.X(netsim.Time(at)), p.Y(ms))
		p.unseen(&a.View, a.canvas, a.Session.History(1))
		return a.Tips.Text
	}
	if tip(2*time.Second, 20) != "" || tip(8*time.Second, -20) != "" || tip(8*time.Second, 50) != "" {
		t.Error("a band is where the ways were alike, or beside what they differ by")
	}
	if tip(8*time.Second, 20) == "" || tip(8*time.Second, 38) == "" {
		t.Error("there is no band of 40 ms after 4 s")
	}
}

// A sway is another in every row, of which there are more than pixels in two minutes.
func TestBandsAreNoFinerThanAnybodySees(t *testing.T) {
	a := newRig(t, "first", 1600, 900, 1)
	p := openIn[*ErrorPlot](t, a, "error")
	a.set(0, "link.up.sway", "20ms")
	p.Axis.Span = p.Axis.Most
	a.after(2 * time.Minute)
	h, bands := a.Session.History(1), 0
	first, end := p.Axis.Rows(h)
	for n := first; n < end; n = p.stretch(h, n, end) {
		bands++
	}
	if w := int(p.Axis.Area.W); bands > w || bands < w/4 {
		t.Errorf("%d bands in %d pixels and %d rows", bands, w, end-first)
	}
}

func TestTheLegendHasTheValuesUnderThePointer(t *testing.T) {
	a, p := tabAt[*ErrorPlot](t, "first", "error", 12*time.Second)
	h := a.Session.History(1)
	unreal := registered("unreal")
	for at, want := range map[time.Duration]time.Duration{3 * time.Second: -82 * time.Millisecond, 8 * time.Second: -41 * time.Millisecond} {
		got, ok := p.value(&a.View, p.values(h, netsim.Time(at), true), unreal, true, true)
		if !ok || (got-want).Abs() > 4*time.Millisecond {
			t.Errorf("at %v Unreal's error is %v, want about %v", at, got, want)
		}
	}
	if _, ok := p.value(&a.View, p.values(h, netsim.Time(15*time.Second), true), unreal, true, true); ok {
		t.Error("there is a value ahead of now")
	}
	now, _ := a.Session.ClockError(1, unreal)
	if got, _ := p.value(&a.View, nil, unreal, false, true); got != now {
		t.Errorf("unmarked it is %v, want %v", got, now)
	}
}

func TestALegendLineUnderThePointerIsBrought(t *testing.T) {
	a, p := tabAt[*ErrorPlot](t, "first", "error", 6*time.Second)
	line := p.Legend[3]
	k := panel.Pointer{X: line.X + 5, Y: line.Y + 5}
	if p.Update(&a.View, &k, a.time); p.Hover != 3 {
		t.Errorf("line %d is brought out, want 3", p.Hover)
	}
	k = panel.Pointer{X: p.Axis.Area.X + 5, Y: p.Axis.Area.Y + 5}
	if p.Update(&a.View, &k, a.time); p.Hover != panel.Nobody || !p.Look {
		t.Errorf("over the plot: line %d, %v", p.Hover, p.Look)
	}
}

func TestAClickInThePlotMarksTheInstantForAllTabs(t *testing.T) {
	a, p := tabAt[*ErrorPlot](t, "first", "error", 12*time.Second)
	r := a.time
	want := netsim.Time(7 * time.Second)
	k := panel.Pointer{X: p.Axis.X(want), Y: p.Axis.Area.Y + 20, Pressed: true, Down: true}
	p.Update(&a.View, &k, r)
	k = panel.Pointer{X: k.X, Y: k.Y, Released: true}
	if p.Update(&a.View, &k, r); !a.Cursor.On || a.Cursor.At.Sub(want).Abs() > p.Axis.PerPoint() {
		t.Errorf("the cursor is %+v, want at %v", a.Cursor, want)
	}
}

func TestTheBandOfWhatIsGoodEnoughIsThereUnlessItWouldBeAHairline(t *testing.T) {
	a := newRig(t, "first", 1600, 900, 1)
	p := openIn[*ErrorPlot](t, a, "error")
	a.advance(12 * time.Second)
	for _, name := range []string{"en", "de"} {
		a.speak(uitest.Language(t, name))
		a.next()
		says := func() bool {
			return slices.ContainsFunc(writes(a, func(c *draw.Canvas) { p.Draw(&a.View, c, a.time) }), func(text string) bool {
				return strings.HasPrefix(text, "±6 ms") && strings.Contains(text, "Slot")
			})
		}
		if !says() {
			t.Errorf("%s: nothing says that 6 ms are good enough, at %v..%v ms", name, p.Scale.Low, p.Scale.High)
		}
		p.Scale.goal, p.Scale.Low, p.Scale.High = [2]float64{-2000, 2000}, -2000, 2000 // 12 ms are less than a pixel
		if says() {
			t.Errorf("%s: a band of a hairline has a label", name)
		}
		p.Scale = ErrorScale{}
	}
}

func TestTheBandOfWhatIsGoodEnoughLiesUnderTheLines(t *testing.T) {
	a, p := tabAt[*ErrorPlot](t, "first", "error", 12*time.Second)
	pix := a.painted(a.theme, func(c *draw.Canvas) { p.Draw(&a.View, c, a.time) })
	in := panel.NewRect(p.Axis.Area.X, p.Y(enough), p.Axis.Area.W/2, p.Y(-enough)-p.Y(enough)) // all lines end to the right of it
	if band, lines := a.hued(pix, in.Inset(-1), a.theme.InSync), a.hued(pix, in.Inset(2), panel.ClockStyle(a.theme, a.Clock(len(a.Clocks())-1)).Color); band < 100 || lines < 50 {
		t.Errorf("%d pixels are of the band's edges, %d of the lines in it", band, lines)
	}
}

// The words about the band of what is good enough once lay on curves, and over those about what nobody can see.
func TestTheNameOfTheGoodBandLiesOnNoLineAndOnNoOtherWords(t *testing.T) {
	named := 0
	for _, scale := range []float64{1, 2} {
		for _, c := range []struct {
			name string
			both bool
		}{{"first", false}, {"lesson-15/uneven", false}, {"lesson-15/uneven", true}} {
			a := newRig(t, c.name, 1280, 720, scale)
			p, place := openIn[*ErrorPlot](t, a, "error"), panel.NewRect(47, 385, 953, 285) // as in the window
			if c.both {                                                                     // as one half of two worlds
				place.H = (place.H - 60*float32(scale)) / 2
			}
			for range 40 {
				a.after(500 * time.Millisecond)
				all := heard(a, func(c *draw.Canvas) { p.Draw(&a.View, c, place) })
				for i := range all {
					w, at := &all[i], placeOf(&all[i])
					if !strings.HasPrefix(w.Said, "±6 ms") {
						continue
					}
					named++
					for k := range all {
						if k != i && placeOf(&all[k]).Overlaps(at) {
							t.Fatalf("%v, %v: %q lies over %q", scale, c, w.Said, all[k].Said)
						}
					}
					if clock := lineThrough(&a.View, p, at); clock >= 0 {
						t.Fatalf("%v, %v, at %v: %q lies on the line of clock %d", scale, c, time.Duration(a.Session.Now()), w.Said, clock)
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
func lineThrough(v *panel.View, p *ErrorPlot, at panel.Rect) int {
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
