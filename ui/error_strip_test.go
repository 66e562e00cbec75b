package ui

import (
	"slices"
	"strings"
	"testing"
	"time"

	"driftlab/game/scenario"
	"driftlab/ui/config"
	"driftlab/ui/draw"
	"driftlab/ui/panel"
)

func TestFromNineClientsOnEachHasADotWithMedianAndP95(t *testing.T) {
	a := crowdedApp(t, 64)
	a.Advance(6 * time.Second)
	nextFrame(t, a)
	d := &a.Deck.Dots
	if a.Deck.DotsAt.H == 0 || len(d.Sorted) != 64 || !slices.IsSorted(d.Sorted) {
		t.Fatalf("%d clients are in the strip at %v", len(d.Sorted), a.Deck.DotsAt)
	}
	if d.Within[0] != d.Sorted[31] || d.Within[1] != d.Sorted[60] || d.Within[1] <= d.Within[0] {
		t.Errorf("median and p95 are %v of %v", d.Within, d.Sorted)
	}
	texts := strings.Join(written(t, a, func(c *draw.Canvas) { a.Deck.DrawPages(&a.View, c) }), "|")
	if !strings.Contains(texts, english.T("strip.median")) || !strings.Contains(texts, english.T("strip.p95")) {
		t.Errorf("it says %s", texts)
	}
	eight := crowdedApp(t, 8)
	eight.Advance(time.Second)
	if nextFrame(t, eight); eight.Deck.DotsAt.H != 0 {
		t.Error("eight clients have dots")
	}
}

func TestADotIsTheWayToItsClient(t *testing.T) {
	a := crowdedApp(t, 64)
	a.Advance(2 * time.Second)
	nextFrame(t, a)
	d := &a.Deck.Dots
	for _, client := range []int{64, 1, 23} {
		x, y := d.Column(client, 64), d.Scale.Area.Y+10
		a.Tips.At(int(x), int(y))
		clickAt(a, x, y)
		if a.Deck.Chosen != client || d.Hover != client {
			t.Fatalf("client %d is chosen, want %d", a.Deck.Chosen, client)
		}
		nextFrame(t, a)
		paneOf(t, a, client)
	}
	a.Tips.At(int(d.Column(7, 64)), int(d.Scale.Area.Y+10))
	a.pointer = panel.Pointer{X: a.Tips.X, Y: a.Tips.Y}
	a.clickWorlds()
	a.Canvas.Reset()
	if a.Deck.DrawPages(&a.View, a.Canvas); !strings.HasPrefix(a.Tips.Text, "Client 7, ") || a.Deck.Chosen != 23 {
		t.Errorf("the tip is %q, and client %d is chosen", a.Tips.Text, a.Deck.Chosen)
	}
}

func TestPagesReachAllSixtyFourClients(t *testing.T) {
	a := crowdedApp(t, 64)
	seen := map[int]bool{}
	for range 64 {
		a.arrange()
		for _, m := range a.Deck.Machines {
			seen[m] = true
		}
		k := &a.Deck.Chips
		i := slices.Index(k.First, k.Shown) + 1
		if i == len(k.First) {
			break
		}
		clickAt(a, k.Rects[i].X+3, k.Rects[i].Y+3)
	}
	if len(seen) != 65 {
		t.Errorf("%d machines were shown, want the host and 64 clients", len(seen))
	}
}

func TestTheStripsOfAAndBHaveOneScaleOneTimeAndOneInstantUnderThePointer(t *testing.T) {
	a := newTestApp(t, "first", 1600, 900, 1)
	a.showView(config.WatchView)
	a.Advance(5 * time.Second)
	nextFrame(t, a)
	a.toggleAB()
	a.controls.set(0, "link.up.delay", "300ms", "link.down.delay", "10ms")
	a.Do(scenario.Event{Rejoin: scenario.AllClients})
	a.Advance(4 * time.Second)
	nextFrame(t, a)
	left, right := a.StripRects()
	a.DrawStrips(a.Canvas)
	b, other := &a.Watch.Strips[0], &a.Watch.Strips[1]
	if left.W <= 0 || b.Scale.Low != other.Scale.Low || b.Scale.High != other.Scale.High || b.Scale.High < 100 {
		t.Errorf("A goes from %v to %v, B from %v to %v", other.Scale.Low, other.Scale.High, b.Scale.Low, b.Scale.High)
	}
	over := func(r panel.Rect) panel.Pointer { return panel.Pointer{X: r.X + r.W/2, Y: r.Y + r.H/2, Wheel: 2} }
	for i, r := range []panel.Rect{left, right} {
		span := b.Axis.Span
		a.pointer = over(r)
		a.pointStrips()
		if b.Axis.Span == span || other.Axis.Span != b.Axis.Span {
			t.Errorf("over strip %d the wheel leaves %v and %v, was %v", i, other.Axis.Span, b.Axis.Span, span)
		}
	}
	a.Hover.Next.At, a.Hover.Next.Timed, a.AB.Hover.Next.Client = 42, true, 2
	a.Hover.Turn()
	a.AB.Hover.Turn()
	a.Hover.Share(&a.AB.Hover)
	for _, h := range []*panel.Hover{a.Hover, &a.AB.Hover} {
		if !h.Timed || h.At != 42 || h.Client != 2 {
			t.Errorf("the pointer is on %+v", h.Pointed)
		}
	}
}
