package session

import (
	"math"
	"testing"
	"time"

	"driftlab/game/observe"
	"driftlab/game/scenario"
	"driftlab/game/scenario/scenariotest"
	"driftlab/netsim"
	"driftlab/netsync/registry"
)

func TestTheHistoryHasHalfTheAsymmetryOfTheBaseDelays(t *testing.T) {
	t.Parallel()
	s := newSession(t, &scenario.Scenario{Seed: 3, Clients: 1, Duration: time.Minute,
		Set: scenariotest.Set("link.up.delay=120ms", "link.down.delay=40ms", "link.jitter=5ms")}, nil)
	advance(t, s, 2*time.Second, frame)
	set(t, s, "link.up.delay", "20ms")
	set(t, s, "link.up.route.every", "1s")
	set(t, s, "link.up.route.step", "10ms")
	advance(t, s, 2*time.Second, frame)
	h := s.History(1)
	for at, want := range map[time.Duration]float32{time.Second: 40, 1900 * time.Millisecond: 40,
		2500 * time.Millisecond: -10, 3500 * time.Millisecond: -5} {
		n := h.Before(netsim.Time(at))
		if got := h.Note(n); got.Unseen != want || time.Duration(got.At) > at || at-time.Duration(got.At) > 2*observe.HistoryStep {
			t.Errorf("at %v: %+v, want %v ms", at, *got, want)
		}
	}
	if n := h.Before(-1); n != -1 {
		t.Errorf("before all rows: %d", n)
	}
}

func TestTheHistoryHasTheDrivingClocksUncertainty(t *testing.T) {
	t.Parallel()
	for algorithm, want := range map[string]float32{"unreal": float32(math.NaN()), "slot": 3, "unity": 20} {
		s := newSession(t, &scenario.Scenario{Seed: 3, Clients: 1, Duration: time.Minute,
			Set: scenariotest.Set("link.delay=40ms", "client.algorithm="+algorithm)}, nil)
		advance(t, s, 3*time.Second, frame)
		h := s.History(1)
		_, end := h.Span()
		got := h.Note(end - 1).Uncertainty
		if got != got != (want != want) || math.Abs(float64(got-want)) > 0.1 {
			t.Errorf("%s: %v ms, want %v", algorithm, got, want)
		}
	}
}

func TestTheHistoryKeepsStepsAndNeitherStartsNorSlews(t *testing.T) {
	t.Parallel()
	s := newSession(t, &scenario.Scenario{Seed: 3, Clients: 1, Duration: time.Minute, Set: scenariotest.Set("link.delay=80ms")}, nil)
	advance(t, s, 10*time.Second, frame)
	h := s.History(1)
	if first, end := h.Steps(); first != end {
		t.Fatalf("%d steps on a link that is the same for ever, the first %+v", end-first, h.StepAt(first))
	}
	set(t, s, "link.up.delay", "120ms")
	set(t, s, "link.down.delay", "40ms")
	advance(t, s, 4*time.Second, frame)
	unity := index(t, "unity")
	steps := map[int]observe.ClockStep{}
	first, end := h.Steps()
	for n := first; n < end; n++ {
		steps[h.StepAt(n).Algorithm] = h.StepAt(n)
	}
	if _, ok := steps[unity]; ok {
		t.Error("Unity's clock slews, and is noted as set")
	}
	unreal, ok := steps[index(t, "unreal")]
	if !ok || math.Abs(float64(unreal.To-unreal.From)-40) > 1 {
		t.Errorf("the push comes 40 ms sooner: %+v", unreal)
	}
	slewed := false
	for n, end := h.Span(); n < end; n++ {
		slewed = slewed || (h.Note(n).Fast|h.Note(n).Slow)&(1<<unity) != 0
	}
	if !slewed {
		t.Error("Unity's clock was never slewed")
	}
}

// index returns the place of an algorithm.
func index(t *testing.T, name string) int {
	t.Helper()
	for i, a := range registry.OfGroup(registry.Published) {
		if a.Name == name {
			return i
		}
	}
	t.Fatalf("no algorithm %s", name)
	return 0
}
