package game

import (
	"testing"
	"time"

	"driftlab/netsync"
)

// alone runs a host without clients whose dilation goes through rates, one each 250 ms, and returns the
// hash of the world at each tick.
func alone(t *testing.T, rates []int64) map[int64]uint64 {
	t.Helper()
	h := mustHost(t, HostConfig{Seed: 3, Rate: DefaultRate, Level: DefaultLevel()})
	hashes := map[int64]uint64{}
	for i := range 240 {
		if i%3 == 0 {
			now := netsync.Local(i) * netsync.Local(time.Second/12)
			check(t, h.SetDilation(now, rates[i/3%len(rates)], 0))
		}
		for end := netsync.Local(i+1) * netsync.Local(time.Second/12); h.Next() < end; {
			h.dilation.Forget(Server(h.Next()))
			h.Wake(h.Next())
			tick, hash := h.StateHash()
			hashes[tick] = hash
		}
	}
	return hashes
}

// The world is a function of ticks, and a bot of world time: dilation and pauses change when things
// happen, never what happens.
func TestDilationChangesWhenBotsActAndNotWhatTheyDo(t *testing.T) {
	t.Parallel()
	normal := alone(t, []int64{1_000_000})
	for name, rates := range map[string][]int64{
		"half": {500_000}, "paused now and then": {0, 1_000_000},
		"animated": {900_000, 600_000, 200_000, 0, 300_000, 800_000},
	} {
		got := alone(t, rates)
		if len(got) < 100 || len(got) >= len(normal) {
			t.Errorf("%s: %d ticks, at normal speed %d", name, len(got), len(normal))
		}
		for tick, hash := range got {
			if normal[tick] != hash {
				t.Fatalf("%s: tick %d differs", name, tick)
			}
		}
	}
	double := alone(t, []int64{2_000_000})
	for tick, hash := range double { // two ticks a frame: each second one is seen
		if want, ok := normal[tick]; ok && want != hash {
			t.Fatalf("double: tick %d differs", tick)
		}
	}
	if stopped := alone(t, []int64{0}); len(stopped) != 1 {
		t.Errorf("in a pause %d ticks were played", len(stopped)-1)
	}
}
