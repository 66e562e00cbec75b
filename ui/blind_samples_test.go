package ui

import (
	"testing"
	"time"

	"driftlab/netsync/registry"
	"driftlab/ui/diagram"
)

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
		return differing(frameOf(t, a), frameOf(t, b), a.pixels.X).Intersect(a.Regions.Time.Pixels(a.scale)).Empty()
	}
	for i, algorithm := range registry.OfGroup(registry.Published) {
		one.Chosen, other.Chosen = i, i
		a.blind.HideAgain()
		if b.blind.HideAgain(); !alike() {
			t.Errorf("%s: the worlds differ", algorithm.Name)
		}
		a.blind.Reveal()
		if b.blind.Reveal(); alike() {
			t.Errorf("%s: nothing is revealed", algorithm.Name)
		}
	}
}
