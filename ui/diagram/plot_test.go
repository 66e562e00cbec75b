package diagram

import (
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"driftlab/game/lesson"
	"driftlab/game/scenario"
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
	for range 60 * 30 { // until the first seconds have left it
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
	label := labelOf(t, p, registered("rtt2-world"))
	a.Tips.At(label.At.X+9, label.Y)
	a.canvas.Reset()
	if p.Draw(&a.View, a.canvas, a.time); !strings.HasPrefix(a.Tips.Text, english.T("plot.clipped-tip")) {
		t.Error("nothing stands for what is out of sight")
	}
	if above := label.Y < area.Y+area.H/2; above != (err > 0) {
		t.Errorf("%v stands at %v in %v", err, label.Y, area)
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

// named returns how many clocks the plot names, alone or in a bundle.
func named(a *rig) (n int) {
	for _, label := range a.open.Tab.(*ErrorPlot).halves[a.World].Names.Labels {
		n += len(label.Whose)
	}
	return n
}

// labelOf returns the label of a clock that is alone.
func labelOf(t *testing.T, p *ErrorPlot, clock int) nameLabel {
	t.Helper()
	for _, label := range p.of.Names.Labels {
		if len(label.Whose) == 1 && label.Whose[0] == clock {
			return label
		}
	}
	t.Fatalf("clock %d has no name of its own: %v", clock, p.of.Names.Labels)
	return nameLabel{}
}

// A lift's lesson is about the clock that drives, which is right; Unreal's, 100 ms behind, is not its subject.
func TestThePlotOfALessonIsScaledByTheClocksInQuestion(t *testing.T) {
	a := newRig(t, "first", 1600, 900, 1)
	a.startLesson(15, 0)
	p := openIn[*ErrorPlot](t, a, "error")
	if a.after(8 * time.Second); p.Scale.Low < -25 || p.Scale.High > 25 {
		t.Errorf("the axis goes from %v to %v ms for a clock that is right", p.Scale.Low, p.Scale.High)
	}
	if named(a) != len(a.Clocks()) {
		t.Errorf("%d of %d clocks have a name, beyond the axis too", named(a), len(a.Clocks()))
	}
}

func TestTheClocksThatALessonMeasuresAreInQuestion(t *testing.T) {
	measured := 0
	for _, l := range lesson.All() {
		for _, f := range l.Figures {
			if !f.OfClock {
				continue
			}
			measured++
			if client := max(f.Client, 1); !l.About(client, f.Algorithm) {
				t.Errorf("lesson %d measures clock %d of client %d, and is not about it", l.Number, f.Algorithm, client)
			}
		}
	}
	if measured == 0 {
		t.Fatal("no lesson measures a clock")
	}
	a := newRig(t, "first", 1600, 900, 1)
	a.startLesson(15, 0) // measures no clock
	for i := range a.Clocks() {
		if got, want := a.InQuestion(1, i), i == a.World.Driving(1); got != want {
			t.Errorf("%s is in question: %v", a.World.Clock(i).Name, got)
		}
	}
}

func TestAClickOnANameChoosesItsClockAndADoubleOneOnABundleFitsTheAxisToIt(t *testing.T) {
	a, p := tabAt[*ErrorPlot](t, "first", "error", 12*time.Second)
	press := func(r panel.Rect) {
		t.Helper()
		pressIn(&a.at, r)
		p.Update(&a.View, &a.at, a.time)
		a.at = panel.Pointer{}
		for range 100 { // the axis moves there smoothly, and shrinks after a while
			a.draw()
		}
	}
	unreal := registered("unreal")
	press(labelOf(t, p, unreal).At)
	if !a.Hover.Pinned(unreal) || light(&a.View, registered("slot"), -1) != panel.DimLine {
		t.Fatalf("%v are chosen", a.Hover.Pins)
	}
	low := p.Scale.Low
	a.Hover.Unpin()
	a.time.H -= 160
	a.draw()
	i := slices.IndexFunc(p.of.Names.Labels, func(l nameLabel) bool { return len(l.Whose) > 1 })
	if i < 0 {
		t.Fatal("there is no bundle")
	}
	at := p.of.Names.Labels[i].At
	if press(at); len(a.Hover.Pins) > 0 || len(p.fitted) > 0 {
		t.Error("one click on a bundle does something")
	}
	if press(at); p.Scale.Low < -30 || p.Scale.High > 60 {
		t.Errorf("the axis goes from %v to %v for clocks that are wrong by 40 ms", p.Scale.Low, p.Scale.High)
	}
	a.at = panel.Pointer{X: at.X + 5, Y: at.Y + 5}
	for range 60 {
		p.Update(&a.View, &a.at, a.time)
	}
	press(at)
	if press(at); p.Scale.Low > low/2 {
		t.Errorf("after two more clicks the axis begins at %v ms", p.Scale.Low)
	}
}

// All texts of the plot in windows, halves and tabs of any size, for errors of any size, in both languages.
func TestAllThatThePlotWritesHasItsPlace(t *testing.T) {
	rooms := []panel.Rect{panel.NewRect(40, 60, 856, 232), panel.NewRect(40, 60, 648, 200), panel.NewRect(10, 60, 300, 420), panel.NewRect(10, 60, 482, 190), panel.NewRect(10, 60, 740, 96)}
	for name, change := range map[string]func(a *rig){
		"as it is":   func(a *rig) {},
		"far":        func(a *rig) { a.set(0, "link.up.delay", "2500ms", "link.down.delay", "100ms") },
		"six digits": func(a *rig) { a.set(1, "client.offset", "-122s") },
		"five digits, driving": func(a *rig) {
			a.Choose(2)
			a.set(2, "client.offset", "19s")
		},
		"gone": func(a *rig) { a.do(scenario.Event{Leave: 1}) },
	} {
		a := newRig(t, "first", 1600, 900, 1)
		p := openIn[*ErrorPlot](t, a, "error")
		a.advance(5 * time.Second)
		change(a)
		for range 8 {
			a.after(1100 * time.Millisecond)
			for _, r := range rooms {
				eachLanguage(t, a, func(language string) {
					p.Draw(&a.View, a.canvas, r)
					said := heard(a, func(c *draw.Canvas) { p.Draw(&a.View, c, r) })
					in := panel.NewRect(r.X, r.Y-panel.TabHeight, r.W, r.H+panel.TabHeight)
					for _, fault := range crowding(said, in) {
						t.Errorf("%s, %s, %v at %v: %s", name, language, r, a.Session.Now(), fault)
					}
					for i := range said {
						at := placeOf(&said[i])
						if clock := lineThrough(&a.View, p, at); at.Within(p.Axis.Area) && clock >= 0 {
							t.Errorf("%s, %s, %v at %v: %q lies on the line of clock %d", name, language, r, a.Session.Now(), said[i].Said, clock)
						}
					}
				})
			}
			a.canvas.Reset()
		}
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

func TestThePlotSaysWhatIsInIt(t *testing.T) {
	a, p := tabAt[*ErrorPlot](t, "first", "error", 12*time.Second)
	for _, c := range []struct {
		language string
		want     []string
	}{
		{"en", []string{"±5 ms", "the true time", "dotted: (up − down) / 2 = +40.0 ms", "now 12.017 s", "0 ms", "Client 1, all 10 clocks", "4 s: up delay 120 ms, down delay 40 ms, all clients reconnect"}},
		{"de", []string{"±5 ms", "die wahre Zeit", "gepunktet: (hin − zurück) / 2 = +40,0 ms", "jetzt 12,017 s"}},
	} {
		a.speak(uitest.Language(t, c.language))
		said := writes(a, func(c *draw.Canvas) { p.Draw(&a.View, c, a.time) })
		for _, want := range c.want {
			if !slices.Contains(said, want) {
				t.Errorf("%q is not in %q", want, said)
			}
		}
	}
	p.Scale.goal, p.Scale.Low, p.Scale.High = [2]float64{-2000, 2000}, -2000, 2000 // 10 ms are less than a pixel
	if said := writes(a, func(c *draw.Canvas) { p.Draw(&a.View, c, a.time) }); slices.Contains(said, "±5 ms") {
		t.Error("a band of a hairline has a label")
	}
}

func TestNoLineIsDrawnWhereAClockWasNotSet(t *testing.T) {
	a, p := tabAt[*ErrorPlot](t, "first", "error", 12*time.Second)
	x0, x1 := p.Axis.X(netsim.Time(4200*time.Millisecond)), p.Axis.X(netsim.Time(4290*time.Millisecond))
	y0, y1 := p.Y(0)+4, p.Axis.Area.Y+p.Axis.Area.H*0.8
	if !p.of.busy.free(panel.NewRect(x0, y0, x1-x0, y1-y0)) {
		t.Error("there is something while all clocks restart")
	}
	if p.of.busy.free(panel.NewRect(x1+20, y0, 20, y1-y0)) {
		t.Error("and nothing behind that")
	}
	if a.do(scenario.Event{Leave: 1}); slices.Contains(writes(a, a.tab()), english.T("plot.empty")) {
		t.Error("of errors it says that there are none")
	}
	if a.after(2 * time.Second); named(a) != 0 {
		t.Errorf("%d clocks of a client that left have names", named(a))
	}
	early, _ := tabAt[*ErrorPlot](t, "first", "error", 100*time.Millisecond)
	if !slices.Contains(writes(early, early.tab()), english.T("plot.empty")) {
		t.Error("before the first sample nothing says so")
	}
}
