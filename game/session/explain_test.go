package session

import (
	"testing"
	"time"

	"driftlab/game/scenario"
	"driftlab/game/scenario/scenariotest"
	"driftlab/netsync/insight"
	"driftlab/netsync/registry"
)

func TestEveryClockExplainsTheSamplesItTook(t *testing.T) {
	t.Parallel()
	s := newSession(t, &scenario.Scenario{Seed: 4, Clients: 1, Duration: time.Minute,
		Set: scenariotest.Set("link.delay=40ms", "link.jitter=5ms")}, nil)
	advance(t, s, 30*time.Second, time.Second)
	var d insight.Detail
	for i, a := range registry.OfGroup(registry.Published) {
		s.Clocks(1).Explain(i, &d)
		if len(d.Samples) == 0 {
			t.Errorf("%s shows no sample", a.Name)
		}
		for _, sample := range d.Samples {
			if sample.Reason.String() == "" {
				t.Errorf("%s: a sample without a reason: %+v", a.Name, sample)
			}
		}
	}
}
