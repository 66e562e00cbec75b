package diagram

import (
	"slices"
	"strings"
	"testing"
	"time"

	"driftlab/ui/draw"
	"driftlab/ui/panel"
	"driftlab/ui/uitest"
)

func TestTheStripHasALineForEachClientAndOneLabelForThoseThatEndTogether(t *testing.T) {
	a := rigAt(t, "first", 3900*time.Millisecond)
	p, r := newStrip()
	texts := writes(a, func(c *draw.Canvas) { p.Draw(&a.View, c, r) })
	if l := p.ends.labels; len(l) != 2 || l[0].to != 2 || p.ends.whose(&l[0], 0) != 2 || p.ends.whose(&l[0], 1) != 3 || p.ends.whose(&l[1], 0) != 1 {
		t.Fatalf("the labels are %+v of %+v", l, p.ends.ends)
	}
	for _, want := range []string{"right", "−82 ms", "0 ms"} {
		if !slices.Contains(texts, want) {
			t.Errorf("%q is not in %q", want, texts)
		}
	}
	p.Bare = true
	for _, text := range writes(a, func(c *draw.Canvas) { p.Draw(&a.View, c, r) }) {
		if text == "right" || text == "−82 ms" {
			t.Errorf("a bare strip says %s", text)
		}
	}
}

func TestALabelOfTheStripChoosesItsClient(t *testing.T) {
	a := rigAt(t, "first", 3900*time.Millisecond)
	p, r := newStrip()
	p.Draw(&a.View, a.canvas, r)
	at := p.ends.labels[0].at // of the clients 2 and 3
	for i, want := range []int{2, 3} {
		k := panel.Pointer{X: at.X + 6 + float32(i)*stripMark, Y: at.Y + 5, Pressed: true, Down: true}
		if p.Update(&a.View, &k, r); a.Frame.Selected != want || p.hover != want {
			t.Errorf("client %d is chosen and %d brought out, want %d", a.Frame.Selected, p.hover, want)
		}
	}
	k := panel.Pointer{X: p.Axis.X(a.Session.Now()) - 60, Y: r.Y + 40, Pressed: true, Down: true}
	p.Update(&a.View, &k, r)
	k = panel.Pointer{X: k.X, Y: k.Y, Released: true}
	if p.Update(&a.View, &k, r); !a.Cursor.On || a.Frame.Selected != 3 {
		t.Error("a click on the lines marks no instant")
	}
}

// The strip is where the watch puts it, however small that is.
func TestTheStripStaysWithinItsRoom(t *testing.T) {
	a := rigAt(t, "first", 9*time.Second)
	p, _ := newStrip()
	for _, r := range []panel.Rect{panel.NewRect(0, 0, 0, 0), panel.NewRect(10, 10, 1, 1), panel.NewRect(10, 10, 300, 30), panel.NewRect(10, 10, 900, 50), panel.NewRect(10, 10, 3000, 200)} {
		a.canvas.Reset()
		p.Draw(&a.View, a.canvas, r)
		for _, e := range p.ends.labels {
			if r.H >= 30 && (e.at.Y < r.Y-1 || e.at.Y+e.at.H > r.Y+r.H+1 || e.at.X > r.X+r.W) {
				t.Errorf("in %v the label is at %v", r, e.at)
			}
		}
	}
}

func TestTheStripTellsNothingInBlindMode(t *testing.T) {
	a := newRig(t, "first", 1600, 900, 1)
	a.advance(3900 * time.Millisecond)
	a.Frame.Blind = true
	a.next()
	p, r := newStrip()
	if texts := writes(a, func(c *draw.Canvas) { p.Draw(&a.View, c, r) }); strings.Contains(strings.Join(texts, " "), "ms") {
		t.Errorf("it says %q", texts)
	}
}

// newStrip returns an error strip, and where it is drawn.
func newStrip() (p *ErrorStrip, r panel.Rect) {
	s := NewErrorStrip()
	return &s, panel.NewRect(10, 700, 1400, 90)
}

func TestTheStripsTitleAndTheValuesOfItsAxisStandApart(t *testing.T) {
	for _, name := range []string{"en", "de"} {
		a := newRig(t, "first", 1280, 720, 1)
		a.speak(uitest.Language(t, name))
		a.next()
		p, r := NewErrorStrip(), panel.NewRect(6, 562, 1268, 108) // as in the Watch view
		p.Bare, p.Under = true, TimeLine{260, 825, 10 * time.Second}
		for _, high := range []float64{90, 990, 4000, 40000} {
			all := heard(a, func(c *draw.Canvas) { p.DrawTo(&a.View, c, r, -high, high) })
			for i := range all {
				at := placeOf(&all[i]).Inset(2)
				if !at.Within(r) || strings.HasSuffix(all[i].Said, "…") {
					t.Errorf("%s, %v ms: %q at %v is cut, or leaves %v", name, high, all[i].Said, at, r)
				}
				for k := range all[:i] {
					if at.Overlaps(placeOf(&all[k]).Inset(2)) {
						t.Errorf("%s, %v ms: %q and %q overlap at %v", name, high, all[k].Said, all[i].Said, at)
					}
				}
			}
		}
	}
}
