package session

import (
	"fmt"
	"testing"
	"time"

	"pgregory.net/rapid"

	"driftlab/game/scenario"
	"driftlab/game/scenario/scenariotest"
)

// A client that counts ticks otherwise than the host may see nothing right, but neither of them fails, and the host keeps what it
// gets within its bounds.
func TestAnySessionGoesOnWhateverAClientTakesATickFor(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		sc := &scenario.Scenario{Seed: rapid.Uint64().Draw(t, "seed"), Clients: 2, Duration: 4 * time.Second,
			Set: scenariotest.Set("link.delay=30ms", "link.loss=2%", fmt.Sprintf("tick.rate=%d", rapid.IntRange(10, 128).Draw(t, "host")),
				fmt.Sprintf("client1.tick-rate=%d", rapid.IntRange(10, 128).Draw(t, "client")),
				"client1.ticks="+rapid.SampledFrom([]string{"clock", "frame"}).Draw(t, "by"),
				fmt.Sprintf("client1.phase=%v", rapid.Float64Range(0, 1).Draw(t, "phase")),
				"client.algorithm="+rapid.SampledFrom([]string{"unreal", "timesync", "unity", "netfox", "lightyear", "entities", "ddnet"}).Draw(t, "clock"),
				"time.provider="+rapid.SampledFrom([]string{"by-clock", "direct", "unity", "sample", "host", "frames"}).Draw(t, "provider"),
				"arena="+rapid.SampledFrom([]string{"classic", "lift", "duel", "none"}).Draw(t, "arena"),
				"bots="+rapid.SampledFrom([]string{"plan", "live"}).Draw(t, "bots"),
				"others.show="+rapid.SampledFrom([]string{"interpolated", "dead-reckoned", "second-order"}).Draw(t, "others"),
				"player.authority="+rapid.SampledFrom([]string{"client", "predicted", "server"}).Draw(t, "authority"),
				fmt.Sprintf("frame.rate=%d", rapid.SampledFrom([]int{0, 30, 240}).Draw(t, "frames")),
				fmt.Sprintf("host.uptime=%ds", rapid.SampledFrom([]int{0, 3600, 86400 * 200}).Draw(t, "uptime")))}
		s := newSession(t, sc, nil)
		look := newLook(s) // a window reads it meanwhile
		for range sc.Duration / time.Second {
			run(t, s, time.Second)
			look()
		}
		if bad := s.clients[0].bad; bad.count > 0 {
			t.Errorf("the client refuses %d datagrams: %v", bad.count, bad.latest)
		}
		figures := s.GameFigures(1)
		for _, f := range []GameFigure{InputsLate, FramesStarved} {
			if v, ok := figures.Of(f); ok && (v < 0 || v > 100) {
				t.Errorf("%s: %v %%", f.Column(), v)
			}
		}
	})
}
