//go:build !js

package judge

import (
	"context"
	"testing"
)

// Links on which Midline was 9 to 550 ms wrong. In the first three a full queue stood until it was taken for a route, and drained while the other way's
// did not; in the others a client's clock stopped, and the line went through points of before and after.
func TestMidlineIsNotFarOffOnDrawnLinksOnWhichItWas(t *testing.T) {
	t.Parallel()
	for class, seeds := range map[string][]uint64{"queue-both": {7, 14, 20}, "sleep": {16, 22}} {
		links, err := Load("random", class)
		if err != nil {
			t.Fatal(err)
		}
		j, _, err := Judge(context.Background(), links, seeds, Entrant{Clock: "midline"}, 1, func(Run) {})
		if err != nil {
			t.Fatal(err)
		}
		all := j.contests()
		for i, rms := range all[0].own.rms {
			if !(rms > 0 && rms < 1) {
				t.Errorf("%s, seed %d: %.2f ms", class, seeds[i], rms)
			}
		}
	}
}
