package game

import (
	"testing"
	"time"
)

func TestHistoryKeepsTheLatestTicksWhenItGrows(t *testing.T) {
	t.Parallel()
	h := newHistory[int64]()
	const newest = 1000
	for tick := int64(0); tick <= newest; tick++ {
		*h.at(tick) = tick
	}
	for _, step := range []struct{ ticks, length int64 }{{100, 256}, {256, 256}, {257, 512}, {2000, 2048}, {300, 2048}, {1 << 20, mostHistory}} {
		h.grow(step.ticks, newest)
		if h.length() != step.length {
			t.Fatalf("with room for %d ticks it keeps %d, want %d", step.ticks, h.length(), step.length)
		}
		for tick := int64(newest - leastHistory + 1); tick <= newest; tick++ {
			if *h.at(tick) != tick {
				t.Fatalf("%d ticks: at %d stands %d", step.length, tick, *h.at(tick))
			}
		}
	}
}

// However long the delay, the client finds its clock and its round trip, jumps once for each, and from then on predicts what the host
// will play.
func TestPredictionReachesOverTheLongestRoundTrips(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("long, and of one goroutine")
	}
	for _, way := range []struct {
		delay time.Duration
		rate  int
	}{{time.Second, 128}, {1500 * time.Millisecond, 60}, {5 * time.Second, 60}, {10 * time.Second, 128}} {
		r := newRigAt(t, 1, "timesync", way.rate)
		c := r.clients[0]
		c.up, c.down = way.delay, way.delay
		r.run(10 * way.delay)
		corrections, resets := c.Corrections()
		before, sent := r.host.Stats(1).Inputs, r.host.Outbox.Sent[1]
		if resets > 2 {
			t.Errorf("%v at %d Hz: the clock leapt %d times", way.delay, way.rate, resets)
		}
		const seconds = 4
		r.run(seconds * time.Second)
		if again, resets := c.Corrections(); again != corrections || resets > 2 {
			t.Errorf("%v at %d Hz: %d corrections, %d leaps", way.delay, way.rate, again-corrections, resets)
		}
		if in := r.host.Stats(1).Inputs; in.Late != before.Late || in.Missing != before.Missing || in.OnTime < before.OnTime+uint64(seconds*way.rate-1) {
			t.Errorf("%v at %d Hz: inputs %+v, then %+v", way.delay, way.rate, before, in)
		}
		if tick := r.host.Tick(); *c.predict.state(tick) != r.host.players[1] {
			t.Errorf("%v at %d Hz: tick %d: predicted %+v, played %+v", way.delay, way.rate, tick, *c.predict.state(tick), r.host.players[1])
		}
		if n := r.host.Outbox.Sent[1].Since(sent)[KindSpawn].Datagrams; n > 10*seconds {
			t.Errorf("%v at %d Hz: events are sent in %d datagrams", way.delay, way.rate, n)
		}
		r.noRefusals()
	}
}
