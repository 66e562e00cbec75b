package diagram

import (
	"strings"
	"testing"
	"time"

	"driftlab/game/observe"
	"driftlab/ui/draw"
	"driftlab/ui/panel"
	"driftlab/ui/uitest"
)

func TestTheWaterfallFollowsTheChosenClientToTheScreenThatIsClicked(t *testing.T) {
	a := newRig(t, "arenas/yard", 1600, 900, 1)
	w := openIn[*waterfall](t, a, "waterfall")
	a.advance(15 * time.Second)
	a.pixels()
	f := w.read[0]
	if f.client != 1 || f.viewer != 2 || f.means[0].count == 0 {
		t.Fatalf("follows client %d to machine %d with %d steps, want 1 to 2 with some", f.client, f.viewer, f.means[0].count)
	}
	pressIn(&a.at, w.Chips[0])
	w.Update(&a.View, &a.at, w.keysOf)
	a.at = panel.Pointer{}
	a.pixels()
	if host := w.read[0]; host.viewer != 0 || host.means[0].whole >= f.means[0].whole {
		t.Errorf("the host's screen shows a step after %v, client 2's after %v; want machine 0, has %d", host.means[0].whole, f.means[0].whole, host.viewer)
	}
}

func TestTheMeansOfTheWaterfallAddUp(t *testing.T) {
	a := newRig(t, "arenas/yard", 1280, 720, 1)
	w := openIn[*waterfall](t, a, "waterfall")
	a.advance(20 * time.Second)
	a.pixels()
	for d, m := range w.read[0].means {
		sum := time.Duration(0)
		for _, part := range m.parts {
			sum += part
		}
		if off := m.whole - sum; off.Abs() > time.Duration(len(m.parts)) { // each is rounded
			t.Errorf("deed %d: the means of the parts add up to %v, the mean is %v", d, sum, m.whole)
		}
	}
}

func TestEachPartOfTheWaterfallTellsItsMillisecondsWhereThePointerRests(t *testing.T) {
	a := newRig(t, "arenas/yard", 1600, 900, 1)
	w := openIn[*waterfall](t, a, "waterfall")
	a.advance(15 * time.Second)
	a.pixels()
	m := &w.read[0].means[0]
	at := time.Duration(0)
	for p := range observe.JourneyParts {
		part := m.parts[p]
		if w.wide(part) > 3 {
			a.Tips.At(w.axis.area.X+w.wide(at+part/2), w.axis.area.Y+2+fallMean/2)
			c := draw.NewCanvas(a.canvas.Fonts(), a.theme, a.Words)
			w.meanRows(&a.View, c, &w.read[0], w.axis.area.Y+2)
			if name := partText(&a.View, p); !strings.Contains(a.Tips.Text, name+" takes") || !strings.Contains(a.Tips.Text, " ms on average") {
				t.Errorf("part %d: the tooltip is %q, want the milliseconds of %q", p, a.Tips.Text, name)
			}
		}
		at += part
	}
}

func TestKeyToScreenMarksTheLatencyThatPeopleNotice(t *testing.T) {
	a := newRig(t, "arenas/yard", 1600, 900, 1)
	w := openIn[*waterfall](t, a, "waterfall")
	a.advance(15 * time.Second)
	for _, lang := range []string{"en", "de"} {
		a.speak(uitest.Language(t, lang))
		for _, width := range []float32{1200, 640, 340, 250} {
			r := panel.NewRect(20, 20, width, 400)
			says := strings.Join(writes(a, func(c *draw.Canvas) { w.Draw(&a.View, c, r) }), " | ")
			if whole := strings.Contains(says, "(Simpson)"); !strings.Contains(says, "150 ms") || width > 600 && !whole {
				t.Errorf("%s, %v wide: it says %q, want 150 ms with its source where there is room", lang, width, says)
			}
			x := w.axis.x(150)
			if x <= w.axis.x(100) || x > w.axis.area.X+w.axis.area.W {
				t.Errorf("%s, %v wide: 150 ms is at %v, outside of %v", lang, width, x, w.axis.area)
			}
			if left := w.axis.x(100) - a.canvas.Fonts().Measure(a.Words.T("waterfall.notice-words"), draw.Small); left < r.X && strings.Contains(says, a.Words.T("waterfall.notice-words")) {
				t.Errorf("%s, %v wide: what is said of 100 ms runs into its mark", lang, width)
			}
			a.Tips.At(x, w.axis.area.Y-8)
			a.canvas.Reset()
			if w.Draw(&a.View, a.canvas, r); !strings.Contains(a.Tips.Text, "Simpson") {
				t.Errorf("%s, %v wide: at the mark the tip is %q, want the source", lang, width, a.Tips.Text)
			}
		}
	}
}
