package session

import (
	"testing"
	"time"

	"driftlab/game"
	"driftlab/game/scenario"
	"driftlab/game/scenario/scenariotest"
)

// othersError runs three clients and returns by how many metres, on average, client 1 shows the
// other players away from where they are.
func othersError(t *testing.T, show string) float64 {
	t.Helper()
	const frame = time.Second / 60
	s := newSession(t, &scenario.Scenario{Seed: 4, Clients: 3, Duration: time.Minute, Set: scenariotest.Set(
		"link.delay=100ms", "client.algorithm=timesync", "others.show="+show)}, nil)
	advance(t, s, 2*time.Second, frame)
	var shown, truth game.Scene
	sum, count := 0.0, 0
	for range 20 * 60 {
		advance(t, s, frame, frame)
		s.Scene(0, &truth)
		s.Scene(1, &shown)
		for _, o := range shown.Players {
			for _, p := range truth.Players {
				if p.ID == o.ID && p.ID != 1 {
					d := p.Pos.Sub(o.Pos)
					sum += max(d.X, -d.X).Metres() + max(d.Y, -d.Y).Metres()
					count++
				}
			}
		}
	}
	if count < 3*20*60 {
		t.Fatalf("%s: the others were shown %d times only", show, count)
	}
	return sum / float64(count)
}

func TestDeadReckoningOnASynchronisedClockShowsOthersNearestToTheTruth(t *testing.T) {
	t.Parallel()
	interpolated := othersError(t, "interpolated")
	naive := othersError(t, "dead-reckoned-naively")
	reckoned := othersError(t, "dead-reckoned")
	t.Logf("mean error: interpolated %.3f m, naive %.3f m, on the synchronised clock %.3f m", interpolated, naive, reckoned)
	if !(reckoned < 0.75*naive && naive < interpolated) {
		t.Errorf("interpolated %.3f m, naive %.3f m, on the synchronised clock %.3f m: want each below the one before",
			interpolated, naive, reckoned)
	}
}
