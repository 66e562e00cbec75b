package scenario_test

import (
	"testing"
	"time"

	"pgregory.net/rapid"

	"driftlab/netsim"
	"driftlab/scenario/scenariotest"
)

func TestKeyframesStayWithinWhatTheirKeyAllows(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		for _, k := range scenariotest.Keyframes(t, 2) {
			if err := k.Validate(2); err != nil {
				t.Fatal(err)
			}
			at := netsim.Time(rapid.Int64Range(0, int64(10*time.Second)).Draw(t, "at"))
			v, key := k.At(at), k.Key()
			if lo, hi := key.Bounds(); v < lo || v > hi {
				t.Errorf("%s is %d at %v", k.Name(), v, time.Duration(at))
			}
			for _, p := range k.Points {
				if k.At(p.At) != p.Value {
					t.Errorf("%s misses a point: %d, not %d", k.Name(), k.At(p.At), p.Value)
				}
			}
		}
	})
}
