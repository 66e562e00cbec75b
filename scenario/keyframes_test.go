package scenario_test

import (
	"testing"
	"time"

	"pgregory.net/rapid"

	"driftlab/netsim"
	"driftlab/scenario"
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

func TestNothingLiesBetweenALimitAndNone(t *testing.T) {
	t.Parallel()
	for _, points := range []string{`[["2s", "0"], ["6s", "1Mbit"]]`, `[["2s", "1Mbit"], ["6s", "0"]]`} {
		sc, err := scenario.Parse("rate", "format = 3\nclients = 1\n[[keyframes]]\nkey = \"link.up.rate\"\npoints = "+points+"\n")
		if err != nil {
			t.Fatal(err)
		}
		k := &sc.Keyframes[0]
		for at, want := range map[time.Duration]int64{0: k.Points[0].Value, 3 * time.Second: k.Points[0].Value, 5950 * time.Millisecond: k.Points[0].Value, 6 * time.Second: k.Points[1].Value} {
			if got := k.At(netsim.Time(at)); got != want {
				t.Errorf("%s: after %v the rate is %d, want %d", points, at, got, want)
			}
		}
	}
}
