package diagram

import (
	"strings"
	"testing"
	"time"

	"driftlab/game/lesson"
	"driftlab/ui/panel"
)

// A lift's lesson is about the clock that drives, which is right; Unreal's, 100 ms behind, is not its subject.
func TestThePlotIsScaledByTheClocksInQuestion(t *testing.T) {
	a := newRig(t, "first", 1600, 900, 1)
	a.startLesson(15, 0)
	p := openIn[*ErrorPlot](t, a, "error")
	if a.after(8 * time.Second); p.Scale.Low < -25 || p.Scale.High > 25 {
		t.Errorf("the axis goes from %v to %v ms for a clock that is right", p.Scale.Low, p.Scale.High)
	}
	area := p.Axis.Area
	a.Tips.At(p.Axis.X(a.Session.Now())-10, area.Y+area.H-9)
	a.canvas.Reset()
	if p.Draw(&a.View, a.canvas, a.time); a.Tips.Text != english.T("plot.clipped-tip") {
		t.Errorf("nothing stands for Unreal, which left the axis: %q", a.Tips.Text)
	}
}

func TestTheClocksThatALessonMeasuresAreInQuestion(t *testing.T) {
	named := 0
	for _, l := range lesson.All() {
		for _, f := range l.Figures {
			if !f.OfClock {
				continue
			}
			named++
			if client := max(f.Client, 1); !l.About(client, f.Algorithm) {
				t.Errorf("lesson %d measures clock %d of client %d, and is not about it", l.Number, f.Algorithm, client)
			}
		}
	}
	if named == 0 {
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

func TestAClickInTheLegendIsolatesAClockWithAnAxisOfItsOwn(t *testing.T) {
	a := newRig(t, "first", 1600, 900, 1)
	p := openIn[*ErrorPlot](t, a, "error")
	a.Choose(2) // RTT/2 drives it
	a.after(12 * time.Second)
	unreal, slot, rtt2 := registered("unreal"), registered("slot"), registered("rtt2")
	click := func(clock int, shift bool) {
		t.Helper()
		line := p.Legend[clock]
		a.at = panel.Pointer{X: line.X + 5, Y: line.Y + 5, Pressed: true, Down: true, Shift: shift}
		p.Update(&a.View, &a.at, a.time)
		a.at = panel.Pointer{}
		p.Hover = panel.Nobody
		for range 100 { // the axis moves there smoothly, and shrinks after a while
			p.Draw(&a.View, a.canvas, a.time)
			a.canvas.Reset()
		}
	}
	looked := func() (names []string) {
		for i := range a.Clocks() {
			if p.asked(&a.View, i) {
				names = append(names, a.World.Clock(i).Name)
			}
		}
		return names
	}
	expect := func(after string, want ...string) {
		t.Helper()
		if got := strings.Join(looked(), " "); got != strings.Join(want, " ") {
			t.Fatalf("after %s the plot is about %s, want %v", after, got, want)
		}
	}
	if expect("nothing", "rtt2"); p.Scale.Low < -40 {
		t.Fatalf("the axis begins at %v ms", p.Scale.Low)
	}
	click(unreal, false)
	if expect("a click", "unreal"); p.Scale.Low > -40 {
		t.Errorf("the axis begins at %v ms and Unreal is 82 ms behind", p.Scale.Low)
	}
	click(unreal, false)
	if expect("a second click", "rtt2"); p.Scale.Low < -40 {
		t.Errorf("the axis still begins at %v ms", p.Scale.Low)
	}
	click(unreal, true)
	expect("one with Shift", "unreal", "rtt2")
	click(slot, true)
	expect("another with Shift", "unreal", "rtt2", "slot")
	click(rtt2, true)
	expect("one with Shift on what is looked at", "unreal", "slot")
	p.Unpin()
	expect("Escape", "rtt2")
	a.Frame.Played = panel.Nobody
}

func TestEveryLineInSightHasItsClocksLabelAtItsEnd(t *testing.T) {
	a, p := tabAt[*ErrorPlot](t, "first", "error", 9*time.Second)
	seen := 0
	for i := range p.ends.labels {
		e := &p.ends.labels[i]
		seen += e.to - e.from
		if !e.at.Within(p.Axis.Area.Inset(-4)) {
			t.Errorf("the label at %v leaves the plot %v", e.at, p.Axis.Area)
		}
		if i > 0 && e.at.Overlaps(p.ends.labels[i-1].at) {
			t.Error("labels overlap")
		}
	}
	if seen < len(a.Clocks())-1 { // RTT/2 on world time may be off the axis
		t.Errorf("the labels are of %d clocks of %d", seen, len(a.Clocks()))
	}
}
