package ui

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"driftlab/lesson"
	"driftlab/palette"
	"driftlab/ui/draw"
)

// A lift's lesson is about the clock that drives, which is right; Unreal's, 100 ms behind, is not its subject.
func TestThePlotIsScaledByTheClocksInQuestion(t *testing.T) {
	a := newTestApp(t, "first", 1600, 900, 1)
	a.startLesson(15, 0)
	p := openTab[*errorPlot](t, a, "error")
	a.advance(8 * time.Second)
	nextFrame(t, a)
	if p.scale.low < -25 || p.scale.high > 25 {
		t.Errorf("the axis goes from %v to %v ms for a clock that is right", p.scale.low, p.scale.high)
	}
	area := p.axis.area
	a.tips.at(int(p.axis.x(a.session.Now()))-10, int(area.y+area.h-9))
	a.canvas.Reset()
	p.draw(&a.view, a.canvas, a.tabs.inside(&a.view, a.layout.time))
	if a.tips.text != english.T("plot.clipped-tip") {
		t.Errorf("nothing stands for Unreal, which left the axis: %q", a.tips.text)
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
	a := newTestApp(t, "first", 1600, 900, 1)
	a.startLesson(15, 0) // measures no clock
	for i := range a.clocks() {
		if got, want := a.inQuestion(1, i), i == a.world.driving(1); got != want {
			t.Errorf("%s is in question: %v", a.world.clock(i).Name, got)
		}
	}
}

// colours returns those of all that is drawn but of texts.
func colours(a *App, th *palette.Theme, drawing func(c *draw.Canvas)) string {
	c := draw.NewCanvas(a.canvas.Fonts(), th, a.words)
	c.Record()
	drawing(c)
	return strings.ToLower(c.SVG(a.width, a.height, th.Panel, "", ""))
}

func hexOf(c palette.Color) string {
	byteOf := func(v float32) int { return int(v*255 + 0.5) }
	return fmt.Sprintf("#%02x%02x%02x", byteOf(c.R), byteOf(c.G), byteOf(c.B))
}

func TestAPlotOfOneClientHasNoOtherClientsHue(t *testing.T) {
	a := newTestApp(t, "first", 1600, 900, 1)
	a.advance(9 * time.Second)
	nextFrame(t, a)
	p := openTab[*errorPlot](t, a, "error")
	nextFrame(t, a)
	for _, th := range []*palette.Theme{palette.Dark(), palette.Light()} {
		for own := 1; own <= 3; own++ {
			a.choose(own)
			nextFrame(t, a)
			r := a.tabs.inside(&a.view, a.layout.time)
			for what, drawing := range map[string]func(c *draw.Canvas){
				"the plot":       func(c *draw.Canvas) { p.draw(&a.view, c, r) },
				"the race table": func(c *draw.Canvas) { a.race.draw(&a.view, c, a.layout.race) },
				"the samples":    func(c *draw.Canvas) { drawSamples(t, a, c, r) },
			} {
				all := colours(a, th, drawing)
				if !strings.Contains(all, hexOf(th.Machine(own).Color)) {
					t.Errorf("%s of client %d has not its hue", what, own)
				}
				for other := 1; other <= 3; other++ {
					if other != own && strings.Contains(all, hexOf(th.Machine(other).Color)) {
						t.Errorf("%s of client %d has the hue of client %d", what, own, other)
					}
				}
			}
		}
	}
}

func drawSamples(t *testing.T, a *App, c *draw.Canvas, r rect) {
	for _, one := range a.tabs.tabs {
		if s, ok := one.(*samplesView); ok {
			s.draw(&a.view, c, r)
			return
		}
	}
	t.Fatal("there are no samples")
}

func TestAClickInTheLegendIsolatesAClockWithAnAxisOfItsOwn(t *testing.T) {
	a := newTestApp(t, "first", 1600, 900, 1)
	p := openTab[*errorPlot](t, a, "error")
	a.choose(2) // RTT/2 drives it
	a.advance(12 * time.Second)
	nextFrame(t, a)
	unreal, slot, rtt2 := clockIndex("unreal"), clockIndex("slot"), clockIndex("rtt2")
	click := func(clock int, shift bool) {
		t.Helper()
		line := p.legend[clock]
		a.pointer = pointer{x: line.x + 5, y: line.y + 5, pressed: true, down: true, shift: shift}
		p.update(&a.view, &a.pointer, a.tabs.inside(&a.view, a.layout.time))
		a.pointer = pointer{}
		p.hover = nobody
		for range 100 { // the axis moves there smoothly, and shrinks after a while
			p.draw(&a.view, a.canvas, a.tabs.inside(&a.view, a.layout.time))
			a.canvas.Reset()
		}
	}
	looked := func() (names []string) {
		for i := range a.clocks() {
			if p.asked(&a.view, i) {
				names = append(names, a.world.clock(i).Name)
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
	expect("nothing", "rtt2")
	if p.scale.low < -40 {
		t.Fatalf("the axis begins at %v ms", p.scale.low)
	}
	click(unreal, false)
	expect("a click", "unreal")
	if p.scale.low > -40 {
		t.Errorf("the axis begins at %v ms and Unreal is 82 ms behind", p.scale.low)
	}
	click(unreal, false)
	expect("a second click", "rtt2")
	if p.scale.low < -40 {
		t.Errorf("the axis still begins at %v ms", p.scale.low)
	}
	click(unreal, true)
	expect("one with Shift", "unreal", "rtt2")
	click(slot, true)
	expect("another with Shift", "unreal", "rtt2", "slot")
	click(rtt2, true)
	expect("one with Shift on what is looked at", "unreal", "slot")
	a.release()
	expect("Escape", "rtt2")
	a.frame.played = nobody
}

func TestTheKeyboardGoesThroughTheClocks(t *testing.T) {
	a := newTestApp(t, "first", 1600, 900, 1)
	p := openTab[*errorPlot](t, a, "error")
	a.advance(6 * time.Second)
	nextFrame(t, a)
	for i := range a.clocks() {
		a.pinClock(false)
		if len(p.pins) != 1 || p.pins[0] != i {
			t.Fatalf("the plot is about %v, want %d", p.pins, i)
		}
	}
	if a.pinClock(false); len(p.pins) != 0 {
		t.Errorf("after the last the plot is about %v", p.pins)
	}
	a.pinClock(false)
	a.pinClock(true)
	a.pinClock(true)
	if len(p.pins) != 3 {
		t.Errorf("with Shift the plot is about %v", p.pins)
	}
	a.take(1)
	a.release()
	if len(p.pins) != 0 || a.frame.played != 1 {
		t.Errorf("after Escape the plot is about %v, and %d is played", p.pins, a.frame.played)
	}
	if a.release(); a.frame.played != nobody {
		t.Error("Escape does not give the player back")
	}
	a.tabs.next()
	if a.pinClock(false); len(p.pins) != 0 {
		t.Error("a plot out of sight is changed")
	}
}

func TestEveryLineInSightHasItsClocksLabelAtItsEnd(t *testing.T) {
	a := newTestApp(t, "first", 1600, 900, 1)
	p := openTab[*errorPlot](t, a, "error")
	a.advance(9 * time.Second)
	nextFrame(t, a)
	seen := 0
	for i := range p.ends.labels {
		e := &p.ends.labels[i]
		seen += e.to - e.from
		if !e.at.within(p.axis.area.inset(-4)) {
			t.Errorf("the label at %v leaves the plot %v", e.at, p.axis.area)
		}
		if i > 0 && e.at.overlaps(p.ends.labels[i-1].at) {
			t.Error("labels overlap")
		}
	}
	if seen < len(a.clocks())-1 { // RTT/2 on world time may be off the axis
		t.Errorf("the labels are of %d clocks of %d", seen, len(a.clocks()))
	}
}
