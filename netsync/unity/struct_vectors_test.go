package unity

import (
	"encoding/json"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"driftlab/netsync/internal/clocktest"
)

// A unityStruct compares [NetworkTime] with what one of the peers' structs gave.
//
// NetworkTime is exact, the peers' is not, so a tick is only compared where the peer's rounding
// cannot reach the edge of it. At edges both are within one tick.
type unityStruct struct {
	relative             float64 // the peer's rounding
	compared, edge, slip int
}

// A unitySource says how a file of vectors was made.
type unitySource struct {
	How string `json:"how"`
}

// single is the rounding of a peer that counts in single precision, relative to the result.
const single = 1.0 / (1 << 22)

// relative returns the rounding of the peer's arithmetic.
func (s unitySource) relative() float64 {
	if strings.Contains(s.How, "strict single-precision") {
		return single
	}
	return 1e-15
}

type unityStructFile struct {
	Source unitySource `json:"source"`
	Rows   []unityRow  `json:"rows"`
	Cases  []struct {
		TickRate int       `json:"tick_rate"`
		Start    float64   `json:"start"`
		Step     float64   `json:"step"`
		Ticks    []float64 `json:"ticks"`
	} `json:"cases"`
}

func (s *unityStruct) read(t *testing.T, file string) (f unityStructFile) {
	clocktest.ReadVector(t, file, &f)
	s.relative = f.Source.relative()
	return f
}

// rounding is how far the peer may be off, in seconds: relative to its operands, of up to size seconds, but at least by
// half of the last place of its tick. A time just below zero is small, and the sum of a tick of −1 and almost 1.
func (s *unityStruct) rounding(size, tick float64) float64 {
	relative := s.relative * math.Abs(size)
	if s.relative == single {
		return max(relative, halfUnit32(tick))
	}
	return relative
}

// halfUnit32 returns half a unit in the last place of a float32 of the size of x, 0 for 0.
func halfUnit32(x float64) float64 {
	if x == 0 {
		return 0
	}
	const mantissa = 24
	_, exponent := math.Frexp(x)
	return math.Ldexp(0.5, exponent-mantissa)
}

// check compares a time with the peer's: seconds and tick, from operands of up to size seconds.
func (s *unityStruct) check(t *testing.T, row any, got NetworkTime, size float64, want []float64) {
	t.Helper()
	tolerance := 2e-9 + s.rounding(size, want[1]/float64(got.Rate()))
	if off := unityOff(got, want[0]); off > tolerance {
		t.Fatalf("%s: %v is %v s off, tolerance %v", row, got, off, tolerance)
	}
	position := got.Offset()
	edge := math.Min(position, 1-position) <= tolerance*float64(got.Rate())
	diff := float64(got.tick) - want[1]
	switch {
	case diff == 0:
		s.compared++
	case got.tick == -1 && diff == -1:
		s.slip++ // the peer's tick 0 begins a tick too early
	case edge && math.Abs(diff) <= 1+tolerance*float64(got.Rate()):
		s.edge++
	default:
		t.Fatalf("%s: tick %v, want %v", row, got, want[1])
	}
}

func plus(t *testing.T, a, b NetworkTime) NetworkTime {
	t.Helper()
	sum, err := a.Plus(b)
	if err != nil {
		t.Fatal(err)
	}
	return sum
}

func minus(t *testing.T, a, b NetworkTime) NetworkTime {
	t.Helper()
	difference, err := a.Minus(b)
	if err != nil {
		t.Fatal(err)
	}
	return difference
}

func TestNetworkTimeMatchesUnitysStruct(t *testing.T) {
	t.Parallel()
	for _, folder := range []string{"ngo*", "mlapi_2021*"} {
		unityFiles(t, folder, "network_time_table*.json", func(t *testing.T, file string) {
			var s unityStruct
			for _, r := range s.read(t, file).Rows {
				rate, arg := int(r.num(t, 1)), r.num(t, 2)
				got := networkTimeOf(rate, arg)
				if unityCell[string](t, r, 0) == "from_tick" {
					got = NewNetworkTime(rate, int64(arg)).Add(unityDuration(r.num(t, 3)))
				}
				want := unityCell[[]float64](t, r, 4)
				s.check(t, r, got, want[0], want)
			}
			t.Logf("%d ticks compared, %d at an edge, %d before zero", s.compared, s.edge, s.slip)
		})
		unityFiles(t, folder, "network_time_arith*.json", func(t *testing.T, file string) {
			var s unityStruct
			for _, r := range s.read(t, file).Rows {
				rate, x, y := int(r.num(t, 0)), r.num(t, 1), r.num(t, 2)
				a, b := networkTimeOf(rate, x), networkTimeOf(rate, y)
				size := math.Max(math.Abs(x), math.Abs(y))
				results := r[len(r)-4:]
				if strings.Contains(file, "ngo") { // a column for k, and one for the result
					results = r[4:]
					k := r.num(t, 3)
					s.check(t, r, a.AddTicks(-int64(k)), math.Max(size, math.Abs(k)/float64(rate)), unityCell[[]float64](t, r, 8))
				}
				for i, got := range []NetworkTime{a.Add(unityDuration(y)), a.Add(-unityDuration(y)), plus(t, a, b), minus(t, a, b)} {
					s.check(t, r, got, size, unityCell[[]float64](t, results, i))
				}
			}
			t.Logf("%d ticks compared, %d at an edge, %d before zero", s.compared, s.edge, s.slip)
		})
	}
}

func TestNetworkTimeKeepsCountWhereUnitysStructAccumulates(t *testing.T) {
	t.Parallel()
	for _, folder := range []string{"ngo*", "mlapi_*"} {
		unityFiles(t, folder, "network_time_accumulate*.json", func(t *testing.T, file string) {
			var s unityStruct
			for _, c := range s.read(t, file).Cases {
				if strings.Contains(file, "rfc_struct") && c.Step < 0 {
					continue // the text's struct loses ticks there: see the test after this
				}
				// A step that is a whole tick but not a whole nanosecond is given as a tick.
				ticks, at := math.Round(c.Step*float64(c.TickRate)), networkTimeOf(c.TickRate, c.Start)
				wholeTick := math.Abs(c.Step*float64(c.TickRate)-ticks) < 1e-6
				off := 0
				for i, want := range c.Ticks {
					if wholeTick {
						at = at.AddTicks(int64(ticks))
					} else {
						at = at.Add(time.Duration(math.Round(c.Step*1e6)) * time.Microsecond)
					}
					switch diff := math.Abs(float64(at.Tick()) - want); {
					case diff == 0:
					case diff <= 1+math.Abs(want)*s.relative:
						off++
					default:
						t.Fatalf("step %d of %v: tick %v, want %v", i, c.Step, at, want)
					}
				}
				t.Logf("%d steps of %v: %d differ by the peer's rounding", len(c.Ticks), c.Step, off)
			}
		})
	}
}

func TestNetworkTimeIsRightWhereTheTextsStructIsWrong(t *testing.T) {
	t.Parallel()
	unityFiles(t, "mlapi_rfc_struct", "network_time_table*.json", func(t *testing.T, file string) {
		var s unityStruct
		low, high, negative := 0, 0, 0
		for _, r := range s.read(t, file).Rows {
			rate, arg := int(r.num(t, 1)), r.num(t, 2)
			want := unityCell[[]float64](t, r, 4)
			if unityCell[string](t, r, 0) != "from_time" {
				continue
			}
			got := networkTimeOf(rate, arg)
			if off := unityOff(got, arg); off > 2e-9 {
				t.Fatalf("%s: %v is %v s off", r, got, off)
			}
			if arg < 0 {
				negative++
			}
			ticksOff, rounding := (want[0]-arg)*float64(rate), s.relative*math.Abs(arg)*float64(rate)
			switch {
			case math.Abs(ticksOff) < 0.5+rounding:
				s.check(t, r, got, arg, want)
			case arg < 0 && math.Abs(ticksOff+1) < 0.01+rounding: // as the remainder keeps the sign
				low++
			case arg > 0 && math.Abs(ticksOff-1) < 0.01+rounding: // as a remainder is just short of a tick
				high++
			default:
				t.Fatalf("%s: the struct is %v ticks off", r, ticksOff)
			}
		}
		if low == 0 && negative > 0 {
			t.Fatal("the struct is never wrong: the vectors have changed")
		}
		t.Logf("%d agree, %d are a tick too low in the struct, %d a tick too high", s.compared+s.edge, low, high)
	})
}

func TestNetworkTimeAddsRightWhereTheTextsStructDoesNot(t *testing.T) {
	t.Parallel()
	unityFiles(t, "mlapi_rfc_struct", "network_time_arith*.json", func(t *testing.T, file string) {
		var s unityStruct
		right, wrong := 0, 0
		for _, r := range s.read(t, file).Rows {
			rate, x, y := int(r.num(t, 0)), r.num(t, 1), r.num(t, 2)
			a, b := networkTimeOf(rate, x), networkTimeOf(rate, y)
			for i, got := range []NetworkTime{a.Add(unityDuration(y)), a.Add(-unityDuration(y)), plus(t, a, b), minus(t, a, b)} {
				exact := x + y
				if i%2 == 1 {
					exact = x - y
				}
				if off := unityOff(got, exact); off > 4e-9 {
					t.Fatalf("%s: %v is %v s off", r, got, off)
				}
				var want []float64
				tolerance := 4 * s.relative * (math.Abs(x) + math.Abs(y) + 1)
				// What is no list of numbers is a case in which the struct's own check has failed.
				if json.Unmarshal(r[3+i], &want) == nil && math.Abs(want[0]-exact) <= tolerance {
					right++
				} else {
					wrong++
				}
			}
		}
		if right == 0 || wrong == 0 {
			t.Fatalf("the struct is right %d times and wrong %d times: the vectors have changed", right, wrong)
		}
		t.Logf("the struct is right %d times and wrong %d times", right, wrong)
	})
}

// constantSteps names the one list of steps that is no file: 1000 times 1/30 in single precision.
const constantSteps = "constant_one_thirtieth_f32_x1000"

// The peers' own editor tests of their struct.
func TestNetworkTimePassesUnitysEditorTests(t *testing.T) {
	t.Parallel()
	for _, folder := range []string{"ngo*", "mlapi_2021*"} {
		unityFiles(t, folder, "network_time_tests*.json", func(t *testing.T, file string) {
			var f struct {
				Source unitySource       `json:"source"`
				Steps  string            `json:"step_lists"`
				Cases  []unityEditorCase `json:"cases"`
			}
			clocktest.ReadVector(t, file, &f)
			steps := "../ngo/steps_seed42.json" // where the file does not name another
			if strings.HasSuffix(f.Steps, ".json") {
				steps = f.Steps
			}
			lists := unitySteps(t, file, steps)
			ran := 0
			for _, c := range f.Cases {
				if c.run(t, lists, f.Source.relative()) {
					ran++
				}
			}
			if ran == 0 {
				t.Fatal("no case was run")
			}
			t.Logf("%d of %d cases, the others are of floats", ran, len(f.Cases))
		})
	}
}

type unityEditorCase struct {
	Test         string    `json:"test"`
	TickRate     int       `json:"tick_rate"`
	Time         float64   `json:"time"`
	A            float64   `json:"a"`
	B            float64   `json:"b"`
	Steps        string    `json:"steps"`
	Start        float64   `json:"start"`
	Start2       float64   `json:"start2"`
	ExpectTime   float64   `json:"expect_time"`
	ExpectFixed  float64   `json:"expect_fixed_time"`
	ExpectOffset *float64  `json:"expect_tick_offset"`
	ObservedTick float64   `json:"observed_tick"`
	Final        []float64 `json:"observed_final"`
}

// run runs a case of a peer whose arithmetic rounds so much, and says whether it knows that test.
func (c unityEditorCase) run(t *testing.T, lists map[string][]float64, relative float64) bool {
	rate, tolerance := c.TickRate, 1e-9+relative*math.Abs(c.ExpectTime)
	expect := func(got NetworkTime) {
		if off := unityOff(got, c.ExpectTime); off > tolerance {
			t.Errorf("%+v: got %v, %v s off", c, got, off)
		}
	}
	switch c.Test[strings.LastIndex(c.Test, ".")+1:] {
	case "TestFailCreateInvalidTime":
		defer func() {
			if recover() == nil {
				t.Errorf("tick rate %d is accepted", rate)
			}
		}()
		NewNetworkTime(rate, 0)
	case "TestToFixedTime":
		got := networkTimeOf(rate, c.Time).Start()
		tickOff := math.Abs(float64(got.Tick()) - c.ObservedTick)
		if off := unityOff(got, c.ExpectFixed); off > 1e-9 || tickOff > 0 && (relative < 1e-9 || tickOff > 1+relative*math.Abs(c.ObservedTick)) {
			t.Errorf("%+v: got %v", c, got)
		}
	case "NetworkTimeCreate":
		got := networkTimeOf(rate, c.Time)
		if off := unityOff(got, c.Time); off > 1e-9+1e-15*math.Abs(c.Time) {
			t.Errorf("%+v: got %v", c, got)
		}
		if c.ExpectOffset != nil && math.Abs(got.Offset()/float64(rate)-*c.ExpectOffset) > 1e-6 {
			t.Errorf("%+v: got %v", c, got)
		}
	case "NetworkTimeAddFloatTest":
		expect(networkTimeOf(rate, c.A).Add(unityDuration(c.B)))
	case "NetworkTimeSubFloatTest":
		expect(networkTimeOf(rate, c.A).Add(-unityDuration(c.B)))
	case "NetworkTimeAddNetworkTimeTest":
		expect(plus(t, networkTimeOf(rate, c.A), networkTimeOf(rate, c.B)))
	case "NetworkTimeSubNetworkTimeTest":
		expect(minus(t, networkTimeOf(rate, c.A), networkTimeOf(rate, c.B)))
	case "NetworkTimeAdvanceTest":
		steps := lists[c.Steps]
		if c.Steps == constantSteps {
			steps = slices.Repeat([]float64{float64(float32(1.0 / 30))}, 1000)
		}
		c.advance(t, steps, relative)
	default:
		return false
	}
	return true
}

// advance moves two times on together and expects them to stay exactly as far apart.
func (c unityEditorCase) advance(t *testing.T, steps []float64, relative float64) {
	start, start2 := networkTimeOf(c.TickRate, c.Start), networkTimeOf(c.TickRate, c.Start2)
	difference := start2.Sub(start)
	for i, step := range steps {
		start, start2 = start.Add(unityDuration(step)), start2.Add(unityDuration(step))
		if start2.Sub(start) != difference {
			t.Fatalf("%+v: step %d: %v and %v have drifted apart", c, i, start, start2)
		}
	}
	if off := unityOff(start, c.Final[0]); len(steps) == 0 || off > 0.005+relative*math.Abs(c.Final[0]) {
		t.Errorf("%+v: %v after %d steps is %v s off", c, start, len(steps), off)
	}
}
