package scenario_test

import (
	"testing"
	"time"

	"pgregory.net/rapid"

	"driftlab/game/scenario"
	"driftlab/game/scenario/scenariotest"
	"driftlab/netsim"
)

func TestKeyframesStayWithinWhatTheirKeyAllows(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		for _, k := range scenariotest.Keyframes(t, 2) {
			check(t, k.Validate(2))
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
		sc := scenariotest.Parse(t, "rate", "format = 3\nclients = 1\n[[keyframes]]\nkey = \"link.up.rate\"\npoints = "+points+"\n")
		k := &sc.Keyframes[0]
		for at, want := range map[time.Duration]int64{0: k.Points[0].Value, 3 * time.Second: k.Points[0].Value, 5950 * time.Millisecond: k.Points[0].Value, 6 * time.Second: k.Points[1].Value} {
			if got := k.At(netsim.Time(at)); got != want {
				t.Errorf("%s: after %v the rate is %d, want %d", points, at, got, want)
			}
		}
	}
}

func TestAMeanIsThatOfTheLineBetweenTwoInstants(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		k := scenario.NewKeyframes(scenario.Find("host.dilation"))
		begin := netsim.Time(rapid.Int64Range(0, int64(time.Hour)).Draw(t, "begin"))
		over := netsim.Time(rapid.Int64Range(int64(scenario.MinOver), int64(scenario.MaxOver)).Draw(t, "over"))
		value := rapid.Int64Range(0, 10_000_000)
		k.Points = []scenario.Keyframe{{At: begin, Value: value.Draw(t, "from")}, {At: begin + over, Value: value.Draw(t, "to")}}
		from := begin + netsim.Time(rapid.Int64Range(0, int64(over)-1).Draw(t, "a"))
		to := from + netsim.Time(rapid.Int64Range(1, int64(begin+over-from)).Draw(t, "b"))
		if mean, want := k.Mean(from, to), (k.At(from)+k.At(to))/2; mean < want-1 || mean > want+2 {
			t.Fatalf("the mean of %v..%v is %d, want about %d", from, to, mean, want)
		}
		beyond := k.Mean(begin, begin+2*over) // half of it on the line, half at its end
		if want := (k.Points[0].Value + 3*k.Points[1].Value) / 4; beyond < want || beyond > want+1 {
			t.Fatalf("the mean with as much after the end is %d, want %d", beyond, want)
		}
	})
}
