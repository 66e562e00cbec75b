//go:build !js

package judge

import (
	"context"
	"testing"
)

// Links on which Midline was 9 to 550 ms wrong. In the first three a full queue stood until it was taken for a route, and drained while the other way's
// did not; on sleep a client's clock stopped, and the line went through points of before and after. In a stream's queue a line left what points of the minute
// before allowed, and the end of a periodic one was taken for a clock that was set.
func TestMidlineIsNotFarOffOnDrawnLinksOnWhichItWas(t *testing.T) {
	t.Parallel()
	for class, of := range map[string]struct {
		seeds []uint64
		most  float64 // ms
	}{"queue-both": {[]uint64{7, 14, 20}, 1}, "sleep": {[]uint64{16, 22}, 1}, "stream": {[]uint64{14}, 6}, "queue-periodic": {[]uint64{4, 19}, 6}} {
		links, err := Load("random", class)
		if err != nil {
			t.Fatal(err)
		}
		j, _, err := Judge(context.Background(), links, of.seeds, Entrant{Clock: "midline"}, 1, func(Run) {})
		if err != nil {
			t.Fatal(err)
		}
		all := j.contests()
		for i, rms := range all[0].own.rms {
			if !(rms > 0 && rms < of.most) {
				t.Errorf("%s, seed %d: %.2f ms", class, of.seeds[i], rms)
			}
		}
	}
}
