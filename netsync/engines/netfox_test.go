package engines

import (
	"math"
	"testing"
	"time"

	"driftlab/internal/param"
	"driftlab/netsync"
	"driftlab/netsync/internal/clocktest"
)

func TestNetfoxScripts(t *testing.T) {
	t.Parallel()
	clocktest.RunScripts(t, "netfox-*.txt", func() netsync.Estimator {
		cfg := param.Defaults(NetfoxConstants)
		cfg.Reference = true
		return clocktest.Made(NewNetfox(cfg))
	})
}

func TestNetfoxWeighsSlowAnswersMore(t *testing.T) {
	t.Parallel()
	kept := []netfoxSample{{20 * time.Millisecond, 0}, {220 * time.Millisecond, 100 * time.Millisecond}}
	for weights, want := range map[NetfoxWeights]float64{
		NetfoxSlow:  100 * math.Log(1.22) / (math.Log(1.02) + math.Log(1.22)),
		NetfoxEqual: 50,
		NetfoxFast:  100 / (1 + math.Pow(11, 4)),
	} {
		cfg := param.Defaults(NetfoxConstants)
		cfg.Weights = weights
		if got := clocktest.Made(NewNetfox(cfg)).mean(kept).Seconds() * 1000; math.Abs(got-want) > 0.01 {
			t.Errorf("weights %d: mean %v ms, want %v", weights, got, want)
		}
	}
	// Round trips of next to nothing have no weight at all: then all count alike.
	if got := clocktest.Made(NewNetfox(param.Defaults(NetfoxConstants))).mean([]netfoxSample{{0, 10}, {1, 30}}); got != 20 {
		t.Errorf("mean %v, want 20ns", got)
	}
}

func TestNetfoxLogarithmIsThatOfTheLibrary(t *testing.T) {
	t.Parallel()
	for _, x := range []float64{0, 1e-9, 0.02, 0.1, 0.5, 1, 8, 60} {
		if got, want := log1p(x), math.Log1p(x); math.Abs(got-want) > 1e-12*(1+want) {
			t.Errorf("ln(1 + %v) = %v, want %v", x, got, want)
		}
	}
}
