package lesson

import (
	"testing"
	"time"

	"driftlab/game/scenario"
	"driftlab/game/scenario/scenariotest"
)

func TestWhatOneScreenShowsIsApartByBothWaysAndBothBuffers(t *testing.T) {
	t.Parallel()
	const tick = 1000.0 / 60
	s := play(t, 10*time.Second, "link.delay=100ms")
	between(t, s, "100 ms each way", map[string][2]float64{"time-apart": exactly(200 + 3*tick)})
}

func TestBuffersThatWereTooShortAreForgottenAfterFiveSeconds(t *testing.T) {
	t.Parallel()
	s := play(t, 4*time.Second, "link.delay=50ms", "link.jitter=20ms", "link.distribution=exponential")
	if v, ok := measured(t, s, "starved-now"); ok {
		t.Errorf("after four seconds it is %v", v)
	}
	advance(t, s, 6*time.Second)
	between(t, s, "with jitter", map[string][2]float64{"starved-now": {20, 70}, "inputs-late-now": {1, 60}})
	do(t, s, scenario.Event{Set: scenariotest.Set("link.jitter=0ms")})
	advance(t, s, 6*time.Second)
	between(t, s, "without", map[string][2]float64{"starved-now": {0, 0}, "inputs-late-now": {0, 0}})
	between(t, s, "since the begin", map[string][2]float64{"starved": {10, 70}})
}

func TestAClientThatJoinsAnewIsTalliedAnew(t *testing.T) {
	t.Parallel()
	s := play(t, 10*time.Second, "link.jitter=20ms", "link.distribution=exponential")
	do(t, s, scenario.Event{Rejoin: 1, Set: scenariotest.Set("link.jitter=0ms")})
	for range 20 {
		advance(t, s, 500*time.Millisecond)
		for _, name := range []string{"starved-now", "inputs-late-now"} {
			if v, ok := measured(t, s, name); ok && (v < 0 || v > 100) {
				t.Fatalf("%s is %v", name, v)
			}
		}
	}
	between(t, s, "ten seconds later", map[string][2]float64{"starved-now": {0, 0}, "inputs-late-now": {0, 0}})
}
