package ui

import (
	"testing"
	"time"

	"driftlab/game/scenario"
	"driftlab/ui/config"
	"driftlab/ui/panel"
)

func TestTheStripsOfAAndBHaveOneScaleOneTimeAndOneInstantUnderThePointer(t *testing.T) {
	a := newTestApp(t, "first", 1600, 900, 1)
	a.showView(config.WatchView)
	after(t, a, 5*time.Second, 1)
	a.toggleAB()
	a.controls.set(0, "link.up.delay", "300ms", "link.down.delay", "10ms")
	a.Do(scenario.Event{Rejoin: scenario.AllClients})
	after(t, a, 4*time.Second, 1)
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
		if a.pointStrips(); b.Axis.Span == span || other.Axis.Span != b.Axis.Span {
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
