package engines

import (
	"math/big"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"driftlab/internal/param"
	"driftlab/netsync"
	"driftlab/netsync/unity"
)

func TestTicksOfAnyRateAreExact(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		rate, now := rapid.IntRange(1000, 1_000_000).Draw(t, "rate"), netsync.Server(rapid.Int64Range(-1<<53, 1<<53).Draw(t, "now"))
		want := new(big.Int).Div(new(big.Int).Mul(big.NewInt(int64(now)), big.NewInt(int64(rate))), big.NewInt(thousand)) // rounds down
		tick := tickAt(rate, now)
		if tick != want.Int64() || startOf(rate, tick) > now || startOf(rate, tick+1) <= now || tickAt(rate, startOf(rate, tick)) != tick {
			t.Fatalf("tick %d, want %v; it begins at %v", tick, want, startOf(rate, tick))
		}
	})
}

func TestEnginesTickAndDrawAtAPartOfAHertz(t *testing.T) {
	t.Parallel()
	for name, rates := range map[string]map[string]int{
		"ddnet": ratesOf(DDNetConstants), "fishnet": ratesOf(FishNetConstants), "lightyear": ratesOf(LightyearConstants),
		"entities": ratesOf(EntitiesConstants), "netfox": ratesOf(NetfoxConstants), "quake3": ratesOf(Quake3Constants), "unity": ratesOf(unity.Constants),
	} {
		want := map[string]int{"frame-rate": 59_940, "tick-rate": 59_940}
		if name == "quake3" { // whose host only knows snapshots
			delete(want, "tick-rate")
		}
		for rate, kept := range want {
			if rates[rate] != kept {
				t.Errorf("%s.%s of 59.94 is kept as %d", name, rate, rates[rate])
			}
		}
	}
}

// ratesOf returns what 59.94 is kept as by an engine's rates.
func ratesOf[C any](constants []param.Field[C]) map[string]int {
	kept := map[string]int{}
	for _, name := range []string{"tick-rate", "frame-rate"} {
		i := slices.IndexFunc(constants, func(f param.Field[C]) bool { return f.Name == name })
		if i < 0 {
			continue
		}
		if v, err := constants[i].Parse("59.94"); err == nil {
			kept[name] = int(v)
		}
	}
	return kept
}
