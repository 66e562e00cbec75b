package ui

import (
	"testing"
	"time"

	"driftlab/game/scenario/scenariotest"
	"driftlab/netsync/registry"
	"driftlab/ui/diagram"
	"driftlab/ui/panel"
)

// openTab opens a tab by its key.
func openTab[T diagram.Tab](t testing.TB, a *App, key string) T {
	t.Helper()
	for i, one := range a.Tabs.Tabs {
		if one.Key == key {
			a.Tabs.Open = i
			return one.Tab.(T)
		}
	}
	t.Fatalf("there is no tab %s", key)
	panic("unreachable")
}

// pressOn has the left button go down in the middle of a rect.
func pressOn(p *panel.Pointer, r panel.Rect) {
	*p = panel.Pointer{X: r.X + r.W/2, Y: r.Y + r.H/2, Pressed: true, Down: true}
}

// What a clock algorithm has of itself is the same in worlds that it cannot tell apart, and so is what is
// shown of it while the truth is hidden.
func TestSamplesTellNothingOfTheTruthInBlindMode(t *testing.T) {
	look := func(offset, up, down, join string, at time.Duration) (*App, *diagram.Samples) {
		a := newTestApp(t, "first", 1600, 900, 1)
		check(t, a.Open(twinWorld(t, offset, up, down, join), 0))
		a.Paused = true
		a.blind.Toggle()
		a.Advance(at)
		return a, openTab[*diagram.Samples](t, a, "samples")
	}
	a, one := look("0s", "80ms", "80ms", "1s", 12*time.Second)
	b, other := look("40ms", "120ms", "40ms", "960ms", 12*time.Second-40*time.Millisecond)
	alike := func() bool {
		return differing(frameOf(t, a), frameOf(t, b), a.Width).Intersect(a.Regions.Time.Pixels()).Empty()
	}
	for i, algorithm := range registry.OfGroup(registry.Published) {
		one.Chosen, other.Chosen = i, i
		a.blind.HideAgain()
		b.blind.HideAgain()
		if !alike() {
			t.Errorf("%s: the worlds differ", algorithm.Name)
		}
		a.blind.Reveal()
		b.blind.Reveal()
		if alike() {
			t.Errorf("%s: nothing is revealed", algorithm.Name)
		}
	}
}

// BenchmarkFrameSamples is the cost of a frame with each clock's samples shown.
func BenchmarkFrameSamples(b *testing.B) {
	for i, algorithm := range registry.OfGroup(registry.Published) {
		b.Run(algorithm.Name, func(b *testing.B) {
			a := newTestApp(b, "first", 1600, 900, 1)
			openTab[*diagram.Samples](b, a, "samples").Chosen = i
			a.Advance(30 * time.Second)
			benchmarkFrames(b, a)
		})
	}
}

// BenchmarkFrameErrors is the cost of a frame with the whole history of errors shown.
func BenchmarkFrameErrors(b *testing.B) {
	a := newTestApp(b, "first", 1600, 900, 1)
	p := openTab[*diagram.ErrorPlot](b, a, "error")
	p.Axis.Span = p.Axis.Most
	a.Advance(2 * time.Minute)
	benchmarkFrames(b, a)
}

func TestBothWorldsHaveTheirOwnDelays(t *testing.T) {
	a := newTestApp(t, "first", 1600, 900, 1)
	far := *a.opt.Scenario
	far.Pin(scenariotest.Set("link.delay=300ms"))
	check(t, a.CompareWith(&far, 0))
	a.Advance(3 * time.Second)
	a.follow(t)
	a.Frame.Read(a.Session, a.Deck.Machines, a.Speed, false)
	s := diagram.NewSamples()
	for range 2 { // both orders
		s.ReadSamples(&a.View)
		s.ReadDelays(&a.View)
		own := s.Delays.Up.Least
		s.ReadSamples(a.AB.View(&a.View))
		s.ReadDelays(a.AB.View(&a.View))
		if own > 100*time.Millisecond || s.Delays.Up.Least < 290*time.Millisecond {
			t.Errorf("the least delays are %v in B and %v in A", own, s.Delays.Up.Least)
		}
	}
}
