package unity

import (
	"encoding/json"
	"math"
	"path/filepath"
	"testing"
	"time"

	"pgregory.net/rapid"

	"driftlab/netsync/internal/arith"
	"driftlab/netsync/internal/clocktest"
)

// A unityRow is a line of a table in the vectors: numbers, words, and lists of numbers.
type unityRow []json.RawMessage

// unityCell decodes a cell.
func unityCell[T any](t *testing.T, r unityRow, column int) (v T) {
	t.Helper()
	if err := json.Unmarshal(r[column], &v); err != nil {
		t.Fatalf("column %d of %s: %v", column, r, err)
	}
	return v
}

// unityOperation decodes the first cell, which must be one of the operations that the reader knows.
func unityOperation(t *testing.T, r unityRow, known ...string) string {
	t.Helper()
	op, err := clocktest.Operation(unityCell[string](t, r, 0), known...)
	if err != nil {
		t.Fatalf("%s: %v", r, err)
	}
	return op
}

// num returns a number.
func (r unityRow) num(t *testing.T, column int) float64 {
	t.Helper()
	return unityCell[float64](t, r, column)
}

// unitySteps returns the named list of a file of steps, which is named relative to another vector.
func unitySteps(t *testing.T, from, file string) map[string][]float64 {
	t.Helper()
	var f struct {
		Lists []struct {
			Name   string    `json:"name"`
			Values []float64 `json:"values"`
		} `json:"lists"`
	}
	clocktest.ReadVector(t, filepath.Join(filepath.Dir(from), file), &f)
	lists := map[string][]float64{}
	for _, l := range f.Lists {
		lists[l.Name] = l.Values
	}
	return lists
}

// unityTimeOf returns the tick of a time in seconds as the peers have it, with the offset rounded to
// 1e-9 of a tick; theirs rounds up at 1e-12. Their struct takes all of the tick before zero for
// tick 0, a slip that [NetworkTime] does not share; see [TestNetworkTimeMatchesUnitysStruct].
func unityTimeOf(rate int, seconds float64) NetworkTime {
	if at := networkTimeOf(rate, seconds); at.Tick() != -1 || at.Parts() == 0 {
		return at
	}
	return NewNetworkTime(rate, 0)
}

// networkTimeOf returns a time in seconds, with the offset rounded to 1e-9 of a tick.
func networkTimeOf(rate int, seconds float64) NetworkTime {
	whole, frac := math.Modf(seconds)
	ticks, part := arith.FloorDiv(int64(math.Round(float64(frac*float64(rate))*billion)), billion)
	at := NewNetworkTime(rate, int64(whole)*int64(rate)+ticks)
	at.part = 1000 * part
	return at
}

// unityDuration returns seconds to the nearest nanosecond.
func unityDuration(seconds float64) time.Duration {
	return time.Duration(math.Round(seconds * 1e9))
}

// unityFiles runs a test for every file of a kind in every folder of a kind.
func unityFiles(t *testing.T, folder, pattern string, test func(t *testing.T, file string)) {
	t.Helper()
	t.Run(pattern, func(t *testing.T) {
		for _, file := range clocktest.VectorFiles(t, "unity/"+folder, pattern) {
			t.Run(filepath.Base(filepath.Dir(file))+"/"+filepath.Base(file), func(t *testing.T) { test(t, file) })
		}
	})
}

// A unityScript is a provider that says what the test tells it to.
type unityScript struct{ times Times }

func (s *unityScript) AdvanceTime(Times, time.Duration) (Times, bool) { return s.times, true }
func (s *unityScript) InitializeClient(Times) Times                   { return s.times }

func TestUnityTicksMatchTheShippedTickSystem(t *testing.T) {
	t.Parallel()
	unityFiles(t, "ngo*", "tick_system*.json", func(t *testing.T, file string) {
		var f struct {
			Sequences []struct {
				Name        string     `json:"name"`
				TickRate    int        `json:"tick_rate"`
				StartLocal  float64    `json:"start_local"`
				StartServer float64    `json:"start_server"`
				Rows        []unityRow `json:"rows"`
			} `json:"sequences"`
		}
		clocktest.ReadVector(t, file, &f)
		for _, s := range f.Sequences {
			at := func(seconds float64) NetworkTime { return unityTimeOf(s.TickRate, seconds) }
			script := &unityScript{Times{at(s.StartLocal), at(s.StartServer)}}
			system := mustSystem(t, s.TickRate, script)
			system.InitializeClient(0)
			for i, r := range s.Rows {
				unityOperation(t, r, "update")
				script.times = Times{at(r.num(t, 1)), at(r.num(t, 2))}
				ticks, _ := system.Advance(0)
				unityCheckTicks(t, ticks, unityCell[[][]float64](t, r, 5))
				now := system.Times()
				if float64(now.Predicted.Tick()) != r.num(t, 3) || float64(now.Server.Tick()) != r.num(t, 4) {
					t.Fatalf("%s, row %d: at %v, want %s", s.Name, i, now, r)
				}
			}
		}
	})
}

// unityCheckTicks compares ticks with rows of predicted tick, server tick, predicted time, and
// server time where the row has it. Until April 2022 the peers' struct made a time from a tick, and
// the tick again from that, which lost some ticks: those times are right and their ticks one low.
func unityCheckTicks(t *testing.T, ticks Ticks, want [][]float64) {
	t.Helper()
	if ticks.Len() != int64(len(want)) {
		t.Fatalf("%d ticks, want %v", ticks.Len(), want)
	}
	for predicted, server := range ticks.All() {
		w := want[0]
		want = want[1:]
		if !unityIsTick(predicted, w[0]) || !unityIsTick(server, w[1]) ||
			unityOff(predicted, w[2]) > 1e-6 || len(w) > 3 && unityOff(server, w[3]) > 1e-6 {
			t.Fatalf("tick %v, %v; want %v", predicted, server, w)
		}
	}
}

// unityOff returns by how many seconds a time differs from the peers'.
func unityOff(at NetworkTime, seconds float64) float64 {
	return math.Abs(float64(at.tick)/float64(at.Rate()) + at.Offset()/float64(at.Rate()) - seconds)
}

func unityIsTick(at NetworkTime, want float64) bool {
	interval := 1 / float64(at.Rate())
	return float64(at.tick) == want || math.Trunc(float64(float64(at.tick)*interval)/interval) == want
}

func mustSystem(t rapid.TB, rate int, p Provider) *NetworkTimeSystem {
	t.Helper()
	s, err := NewNetworkTimeSystem(rate, p)
	if err != nil {
		t.Fatal(err)
	}
	return s
}
