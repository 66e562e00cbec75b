package session

import (
	"testing"
	"time"

	"driftlab/game/scenario/scenariotest"
	"driftlab/internal/testkit"
	"driftlab/netsync/registry"
)

// pairedErrors returns the errors, in ms, of a clock at the end of sessions with different seeds, of all clients, in two worlds
// that differ in their jitter alone.
func pairedErrors(t *testing.T, seeds int) (errs map[string][2][]float64) {
	errs = map[string][2][]float64{}
	for seed := range seeds {
		for world, jitter := range []string{"10ms", "20ms"} {
			sc := scenariotest.First(t, 9*time.Second)
			sc.Seed = uint64(seed + 1)
			sc.Pin(scenariotest.Set("link.jitter=" + jitter))
			s := newSession(t, sc, nil)
			advance(t, s, sc.Duration, time.Second)
			for i, a := range registry.OfGroup(registry.Published) {
				pair := errs[a.Name]
				for client := 1; client <= s.Clients(); client++ {
					err, ok := s.ClockError(client, i)
					if !ok {
						t.Fatalf("seed %d, jitter %s: %s on client %d does not know the time", sc.Seed, jitter, a.Name, client)
					}
					pair[world] = append(pair[world], err.Seconds()*1000)
				}
				errs[a.Name] = pair
			}
			s.Close()
		}
	}
	return errs
}

// leastCorrelation is how alike two clocks' errors are at least. Slot and Unity are no smooth functions of their samples: the
// one takes an answer only among the fastest and beyond a tolerance, the other leaves its clock where it is within a
// dead zone. Of all others the errors are as the luck is; TimeSync's are the rounding of its stamps.
var leastCorrelation = map[string]float64{"slot": 0.4, "unity": 0.25}

func TestErrorsOfEachClockAreAlikeInTwoWorldsThatDifferInTheirJitter(t *testing.T) {
	t.Parallel()
	errs := pairedErrors(t, testkit.LongCount(30, 300))
	for _, a := range registry.OfGroup(registry.Published) {
		least, ok := leastCorrelation[a.Name]
		if !ok {
			least = 0.9
		}
		if got := testkit.Correlation(errs[a.Name][0], errs[a.Name][1]); !(got >= least) {
			t.Errorf("%s: the errors at 10 and 20 ms correlate by %.2f, want %v", a.Name, got, least)
		}
	}
}
