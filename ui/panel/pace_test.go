package panel

import (
	"testing"
	"time"

	"driftlab/game"
	"driftlab/netsync"
	"driftlab/netsync/unity"
)

func TestTimeScaleIsHowFastTheClientsTimeRuns(t *testing.T) {
	for _, c := range []struct {
		rate float64
		step time.Duration
	}{{1, 20 * time.Millisecond}, {1.05, 50 * time.Millisecond}, {0.9, 16 * time.Millisecond}} {
		var p Pace
		if _, ok := p.scale(); ok {
			t.Error("there is a time scale of nothing")
		}
		for at := time.Duration(0); at < 2*time.Second; at += c.step {
			client := netsync.World(float64(at) * c.rate)
			p.look(netsync.World(at), game.Moment{OK: true, Predicted: unity.NetworkTimeAt(60, client)})
		}
		if got, ok := p.scale(); !ok || got < c.rate-0.001 || got > c.rate+0.001 {
			t.Errorf("a client at %v× is said to run at %v×, %v", c.rate, got, ok)
		}
		p.look(0, game.Moment{OK: true, Predicted: unity.NetworkTimeAt(60, 0)})
		if _, ok := p.scale(); ok {
			t.Error("there is a time scale right after going back in time")
		}
	}
}
