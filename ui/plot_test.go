package ui

import (
	"math"
	"testing"
	"time"

	"driftlab/netsim"
)

func TestThePlotHasAllErrorsInSightAndRoundLimits(t *testing.T) {
	a := newTestApp(t, "first", 1600, 900, 1)
	p := openTab[*errorPlot](t, a, "error")
	a.advance(12 * time.Second)
	nextFrame(t, a)
	s := &p.scale
	if s.low > -82 || s.high < 46 || s.low < -150 || s.high > 100 {
		t.Errorf("%v..%v ms for errors of −82 to +46 ms", s.low, s.high)
	}
	if math.Mod(s.low, 5) != 0 || math.Mod(s.high, 5) != 0 {
		t.Errorf("%v..%v ms is not round", s.low, s.high)
	}
	if zero := p.y(0); zero <= p.axis.area.y || zero >= p.axis.area.y+p.axis.area.h {
		t.Errorf("the truth is at %v, outside of %v", zero, p.axis.area)
	}
}

func TestThePlotsScaleDoesNotJump(t *testing.T) {
	a := newTestApp(t, "first", 1600, 900, 1)
	p := openTab[*errorPlot](t, a, "error")
	a.advance(8 * time.Second)
	nextFrame(t, a)
	for range 60 * 20 { // until the first seconds have left it
		low, high := p.scale.low, p.scale.high
		if err := a.Update(); err != nil {
			t.Fatal(err)
		}
		a.canvas.Reset()
		p.draw(&a.view, a.canvas, a.tabs.inside(&a.view, a.layout.time))
		if d := math.Abs(p.scale.low-low) + math.Abs(p.scale.high-high); d > (high-low)*0.3 {
			t.Fatalf("at %v from %v..%v to %v..%v in one frame", a.session.Now(), low, high, p.scale.low, p.scale.high)
		}
	}
	if p.scale.low < -70 {
		t.Errorf("%v ms, long after −82 ms left the sight", p.scale.low)
	}
}

func TestAnOutlierDoesNotFlattenTheOthers(t *testing.T) {
	a := newTestApp(t, "first", 1600, 900, 1)
	p := openTab[*errorPlot](t, a, "error")
	a.choose(2)
	a.controls.set(0, "host.dilation", "0.5")
	a.advance(20 * time.Second)
	nextFrame(t, a)
	err, _ := a.session.ClockError(2, clockIndex("rtt2-world"))
	if err.Abs() < 5*time.Second {
		t.Fatalf("RTT/2 on world time is off by %v only", err)
	}
	if p.scale.high-p.scale.low > 1000 {
		t.Errorf("%v..%v ms", p.scale.low, p.scale.high)
	}
	// Its arrow is at the edge that it left by.
	area := p.axis.area
	edge := int(area.y + area.h - 9)
	if err > 0 {
		edge = int(area.y + 9)
	}
	a.tips.at(int(p.axis.x(a.session.Now()))-20, edge)
	a.canvas.Reset()
	p.draw(&a.view, a.canvas, a.tabs.inside(&a.view, a.layout.time))
	if a.tips.text != english.T("plot.clipped-tip") {
		t.Error("nothing stands for what is out of sight")
	}
}

func TestTheBandOfWhatNoPacketShowsIsThereWhileTheWaysDiffer(t *testing.T) {
	a := newTestApp(t, "first", 1600, 900, 1)
	p := openTab[*errorPlot](t, a, "error")
	a.advance(12 * time.Second)
	nextFrame(t, a)
	tip := func(at time.Duration, ms float64) string {
		a.canvas.Reset()
		a.tips.at(int(p.axis.x(netsim.Time(at))), int(p.y(ms)))
		p.unseen(&a.view, a.canvas, a.session.History(1))
		return a.tips.text
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
	a := newTestApp(t, "first", 1600, 900, 1)
	p := openTab[*errorPlot](t, a, "error")
	a.controls.set(0, "link.up.sway", "20ms")
	p.axis.span = p.axis.most
	a.advance(2 * time.Minute)
	nextFrame(t, a)
	h, bands := a.session.History(1), 0
	first, end := p.axis.rows(h)
	for n := first; n < end; n = p.stretch(h, n, end) {
		bands++
	}
	if w := int(p.axis.area.w); bands > w || bands < w/4 {
		t.Errorf("%d bands in %d pixels and %d rows", bands, w, end-first)
	}
}

func TestTheLegendHasTheValuesUnderThePointer(t *testing.T) {
	a := newTestApp(t, "first", 1600, 900, 1)
	p := openTab[*errorPlot](t, a, "error")
	a.advance(12 * time.Second)
	nextFrame(t, a)
	h := a.session.History(1)
	unreal := clockIndex("unreal")
	for at, want := range map[time.Duration]time.Duration{3 * time.Second: -82 * time.Millisecond, 8 * time.Second: -41 * time.Millisecond} {
		got, ok := p.value(&a.view, p.values(h, netsim.Time(at), true), unreal, true)
		if !ok || (got-want).Abs() > 4*time.Millisecond {
			t.Errorf("at %v Unreal's error is %v, want about %v", at, got, want)
		}
	}
	if _, ok := p.value(&a.view, p.values(h, netsim.Time(15*time.Second), true), unreal, true); ok {
		t.Error("there is a value ahead of now")
	}
	now, _ := a.session.ClockError(1, unreal)
	if got, _ := p.value(&a.view, nil, unreal, false); got != now {
		t.Errorf("unmarked it is %v, want %v", got, now)
	}
}

func TestALegendLineUnderThePointerIsBrought(t *testing.T) {
	a := newTestApp(t, "first", 1600, 900, 1)
	p := openTab[*errorPlot](t, a, "error")
	a.advance(6 * time.Second)
	nextFrame(t, a)
	line := p.legend[3]
	k := pointer{x: line.x + 5, y: line.y + 5}
	p.update(&a.view, &k, a.tabs.inside(&a.view, a.layout.time))
	if p.hover != 3 {
		t.Errorf("line %d is brought out, want 3", p.hover)
	}
	k = pointer{x: p.axis.area.x + 5, y: p.axis.area.y + 5}
	p.update(&a.view, &k, a.tabs.inside(&a.view, a.layout.time))
	if p.hover != nobody || !p.look {
		t.Errorf("over the plot: line %d, %v", p.hover, p.look)
	}
}

func TestAClickInThePlotMarksTheInstantForAllTabs(t *testing.T) {
	a := newTestApp(t, "first", 1600, 900, 1)
	p := openTab[*errorPlot](t, a, "error")
	a.advance(12 * time.Second)
	nextFrame(t, a)
	r := a.tabs.inside(&a.view, a.layout.time)
	want := netsim.Time(7 * time.Second)
	k := pointer{x: p.axis.x(want), y: p.axis.area.y + 20, pressed: true, down: true}
	p.update(&a.view, &k, r)
	k = pointer{x: k.x, y: k.y, released: true}
	p.update(&a.view, &k, r)
	if !a.cursor.on || a.cursor.at.Sub(want).Abs() > p.axis.perPixel() {
		t.Errorf("the cursor is %+v, want at %v", a.cursor, want)
	}
}
