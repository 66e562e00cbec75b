package engines_test

import (
	"math"
	"testing"
	"time"

	"driftlab/netsync/internal/clocktest"
)

// What throw-away models of the six engines' sources gave, made before these clocks were and from the same texts: at 60 frames, both
// ways 50 ms long, with exponential jitter of 20 ms, and 30 and 70 ms. Frames and ticks of both ends had other phases there, and that is
// what a range is for: a frame or a tick.
func TestEnginesClocksDoWhatModelsOfTheirSourcesDid(t *testing.T) {
	t.Parallel()
	const ms = time.Millisecond
	for _, c := range []struct {
		clock            string
		constants        map[string]int64
		up, down, jitter time.Duration
		rms              bool // and no mean
		model, within    float64
	}{
		{"netfox", map[string]int64{"clock": 1}, 50 * ms, 50 * ms, 0, false, 0, 0.1},
		{"netfox", map[string]int64{"clock": 1}, 30 * ms, 70 * ms, 0, false, -20, 0.1},
		{"netfox", map[string]int64{"clock": 1}, 50 * ms, 50 * ms, 20 * ms, true, 4.69, 0.5},
		{"netfox", map[string]int64{"clock": 1, "weights": 1}, 50 * ms, 50 * ms, 20 * ms, true, 3.85, 0.5},
		{"netfox", map[string]int64{"clock": 1, "weights": 2}, 50 * ms, 50 * ms, 20 * ms, true, 2.35, 0.5},
		{"netfox", map[string]int64{"tick-rate": 60_000}, 50 * ms, 50 * ms, 0, false, 2.85, 0.1},
		{"lightyear", nil, 50 * ms, 50 * ms, 0, false, -7.1, 10},
		{"lightyear", nil, 30 * ms, 70 * ms, 0, false, -23.1, 10},
		{"fishnet", nil, 50 * ms, 50 * ms, 0, false, 28.4, 5},
		{"entities", map[string]int64{"race": 1}, 50 * ms, 50 * ms, 0, false, 99, 5},
		{"entities", map[string]int64{"race": 1}, 50 * ms, 50 * ms, 20 * ms, false, 114, 5},
		{"quake3", nil, 50 * ms, 50 * ms, 0, false, -97.5, 5},
		{"quake3", nil, 50 * ms, 50 * ms, 20 * ms, false, -119.5, 5},
		{"ddnet", map[string]int64{"race": 1}, 50 * ms, 50 * ms, 0, false, -66.7, 16},
		{"ddnet", map[string]int64{"race": 2}, 50 * ms, 50 * ms, 0, false, 56.9, 7},
		{"ddnet", nil, 50 * ms, 50 * ms, 0, false, -4.9, 12},
		{"ddnet", nil, 30 * ms, 70 * ms, 0, false, -26.3, 10},
	} {
		r := newEngineRig(t, configured(t, c.clock, c.constants), clocktest.Shaken(c.up, c.jitter, 1), clocktest.Shaken(c.down, c.jitter, 2))
		r.run(20 * time.Second)
		var sum, squares, n float64
		for range 5000 {
			r.run(37 * ms)
			got := r.err(t).Seconds() * 1000
			sum, squares, n = sum+got, squares+got*got, n+1
		}
		got, what := sum/n, "mean"
		if c.rms {
			got, what = math.Sqrt(squares/n), "RMS"
		}
		if math.Abs(got-c.model) > c.within {
			t.Errorf("%s %v over %v and %v with %v of jitter: its error has a %s of %.2f ms, the model's %.2f", c.clock, c.constants, c.up, c.down, c.jitter, what, got, c.model)
		}
	}
}
