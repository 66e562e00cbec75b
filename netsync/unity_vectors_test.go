package netsync

import (
	"encoding/json"
	"math"
	"path/filepath"
	"strings"
	"testing"
	"time"
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
	readVector(t, filepath.Join(filepath.Dir(from), file), &f)
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
	ticks, part := floorDiv(int64(math.Round(float64(frac*float64(rate))*billion)), billion)
	at := NewNetworkTime(rate, int64(whole)*int64(rate)+ticks)
	at.part = int32(part)
	return at
}

// unityDuration returns seconds to the nearest nanosecond.
func unityDuration(seconds float64) time.Duration {
	return time.Duration(math.Round(seconds * 1e9))
}

// A unityScript is a provider that says what the test tells it to.
type unityScript struct{ times UnityTimes }

func (s *unityScript) AdvanceTime(UnityTimes, time.Duration) (UnityTimes, bool) { return s.times, true }
func (s *unityScript) InitializeClient(UnityTimes) UnityTimes                   { return s.times }

// unityPeer is the peers' clock in the peers' own arithmetic, driving this package's tick system.
type unityPeer struct {
	clock  unityOffsets[float64]
	ratio  float64
	half   bool
	rate   int
	script unityScript
	system *UnityTimeSystem
}

func newUnityPeer(t *testing.T, file string, rate int, setup unitySetup) *unityPeer {
	t.Helper()
	p := &unityPeer{
		clock: unityOffsets[float64]{
			limits:  unityLimits[float64]{hardReset: setup.HardReset},
			receive: setup.ServerBuffer, send: setup.LocalBuffer,
		},
		ratio: setup.Ratio,
		half:  strings.Contains(filepath.Dir(file), "half_rtt"),
		rate:  rate,
	}
	var err error
	if p.system, err = NewUnityTimeSystem(rate, &p.script); err != nil {
		t.Fatal(err)
	}
	return p
}

func (p *unityPeer) sync(host, rtt float64) {
	if p.half {
		rtt = float64(rtt / 2)
	}
	p.clock.sync(host, rtt)
}

func (p *unityPeer) advance(delta float64) (reset bool) {
	return p.clock.advance(delta, float64(delta*p.ratio))
}

// resetTo is the peers' Reset of the clock and of the tick system.
func (p *unityPeer) resetTo(host, rtt float64) {
	p.sync(host, rtt)
	p.advance(0)
	p.resetTicks()
}

func (p *unityPeer) resetTicks() {
	p.script.times = p.times()
	p.system.InitializeClient(0)
}

// tick has the tick system follow the clock and returns how many ticks that took.
func (p *unityPeer) tick() int64 {
	p.script.times = p.times()
	ticks, _ := p.system.Advance(0)
	return ticks.Len()
}

func (p *unityPeer) times() UnityTimes {
	predicted, server := p.clock.times()
	return UnityTimes{unityTimeOf(p.rate, predicted), unityTimeOf(p.rate, server)}
}

// check compares both times to the last bit, and both ticks.
func (p *unityPeer) check(t *testing.T, at any, local, server float64, ticks ...float64) {
	t.Helper()
	gotLocal, gotServer := p.clock.times()
	if gotLocal != local || gotServer != server {
		t.Fatalf("%v: local %v, server %v; want %v, %v", at, gotLocal, gotServer, local, server)
	}
	if len(ticks) == 0 {
		return
	}
	got := p.system.Times()
	if float64(got.Predicted.Tick()) != ticks[0] || float64(got.Server.Tick()) != ticks[1] {
		t.Fatalf("%v: ticks %d, %d; want %v", at, got.Predicted.Tick(), got.Server.Tick(), ticks)
	}
}

type unitySetup struct {
	LocalBuffer  float64   `json:"local_buffer_sec"`
	ServerBuffer float64   `json:"server_buffer_sec"`
	HardReset    float64   `json:"hard_reset_threshold_sec"`
	Ratio        float64   `json:"adjustment_ratio"`
	TickRate     int       `json:"tick_rate"`
	ResetServer  float64   `json:"reset_server_time"`
	ResetRTT     float64   `json:"reset_rtt"`
	Initial      []float64 `json:"initial_local_server_localtick_servertick"`
}

// unityFiles runs a test for every file of a kind in every folder of a kind.
func unityFiles(t *testing.T, folder, pattern string, test func(t *testing.T, file string)) {
	for _, file := range vectorFiles(t, "unity/"+folder, pattern) {
		name := filepath.Base(filepath.Dir(file)) + "/" + strings.TrimSuffix(filepath.Base(file), ".json")
		t.Run(name, func(t *testing.T) { test(t, file) })
	}
}

func TestUnityOffsetsMatchShippedEditorTestsToTheBit(t *testing.T) {
	unityFiles(t, "ngo*", "client_*.json", func(t *testing.T, file string) {
		var f struct {
			Steps string     `json:"step_lists"`
			Setup unitySetup `json:"setup"`
			Rows  []unityRow `json:"rows"`
			Ends  []struct {
				RTT string `json:"rtt_list"`
			} `json:"phase_ends"`
		}
		readVector(t, file, &f)
		lists := unitySteps(t, file, f.Steps)
		p := newUnityPeer(t, file, f.Setup.TickRate, f.Setup)
		p.resetTo(f.Setup.ResetServer, f.Setup.ResetRTT)
		p.check(t, "start", f.Setup.Initial[0], f.Setup.Initial[1], f.Setup.Initial[2:]...)

		host, rows := f.Setup.ResetServer, f.Rows
		for phase, end := range f.Ends {
			for i, step := range lists["frame_steps"] {
				reset := p.advance(step)
				fired := p.tick()
				if r := rows[0]; unityCell[string](t, r, 0) == end.RTT && int(r.num(t, 1)) == i {
					rows = rows[1:]
					p.check(t, r, r.num(t, 5), r.num(t, 6), r.num(t, 7), r.num(t, 8))
					if reset != (r.num(t, 4) != 0) || float64(fired) != r.num(t, 9) {
						t.Fatalf("phase %d, frame %d: reset %v, %d ticks; want %s", phase, i, reset, fired, r)
					}
				}
				host += step
				p.sync(host, lists[end.RTT][i])
			}
		}
		if len(rows) != 0 {
			t.Fatalf("%d rows were not reached", len(rows))
		}
	})
}

func TestUnityOffsetsMatchTheShippedClientLoopToTheBit(t *testing.T) {
	unityFiles(t, "ngo*", "loop_*.json", func(t *testing.T, file string) {
		var f struct {
			Setup unitySetup `json:"setup"`
			Rows  []unityRow `json:"rows"`
		}
		readVector(t, file, &f)
		p := newUnityPeer(t, file, f.Setup.TickRate, f.Setup)
		host, interval := 0.0, 1/float64(f.Setup.TickRate)
		for _, r := range f.Rows {
			switch unityCell[string](t, r, 0) {
			case "approve":
				host = float64(r.num(t, 2) * interval)
				p.resetTo(host, float64(float32(0.15)))
			case "sync":
				host = float64(r.num(t, 2) * interval)
				p.sync(host, r.num(t, 7)/1000)
			case "frame":
				if p.advance(r.num(t, 1)) {
					p.resetTicks()
				}
				if fired := p.tick(); float64(fired) != r.num(t, 7) {
					t.Fatalf("%d ticks, want %s", fired, r)
				}
				host += r.num(t, 1)
				p.sync(host, r.num(t, 2)/1000)
			}
			p.check(t, r, r.num(t, 3), r.num(t, 4), r.num(t, 5), r.num(t, 6))
		}
	})
}

func TestUnityOffsetsMatchShippedEdgesToTheBit(t *testing.T) {
	unityFiles(t, "ngo*", "time_system_edges.json", func(t *testing.T, file string) {
		var f struct {
			Sequences []struct {
				unitySetup
				Name string     `json:"name"`
				Rows []unityRow `json:"rows"`
			} `json:"sequences"`
		}
		readVector(t, file, &f)
		for _, s := range f.Sequences {
			p := newUnityPeer(t, file, 60, s.unitySetup)
			for i, r := range s.Rows {
				reset := false
				switch a, b := r.num(t, 1), r.num(t, 2); unityCell[string](t, r, 0) {
				case "reset":
					p.resetTo(a, b)
				case "sync":
					p.sync(a, b)
				case "advance":
					reset = p.advance(a)
				}
				if reset != (r.num(t, 3) != 0) {
					t.Fatalf("%s, row %d: reset %v, want %s", s.Name, i, reset, r)
				}
				p.check(t, s.Name, r.num(t, 4), r.num(t, 5))
			}
		}
	})
}

func TestUnityOffsetsMatchTheShippedServerToTheBit(t *testing.T) {
	unityFiles(t, "ngo*", "server_local_equals_server.json", func(t *testing.T, file string) {
		var f struct {
			Steps string     `json:"step_lists"`
			Rows  []unityRow `json:"rows"`
		}
		readVector(t, file, &f)
		p := newUnityPeer(t, file, 60, unitySetup{HardReset: math.MaxFloat64, Ratio: 0.01})
		p.resetTo(0.5, 0)
		rows := f.Rows[1:]
		for i, step := range unitySteps(t, file, f.Steps)["frame_steps"] {
			reset := p.advance(step)
			fired := p.tick()
			if r := rows[0]; int(r.num(t, 0)) == i {
				p.check(t, r, r.num(t, 2), r.num(t, 3), r.num(t, 4), r.num(t, 4))
				if reset || float64(fired) != r.num(t, 5) {
					t.Fatalf("reset %v, %d ticks; want %s", reset, fired, r)
				}
				if rows = rows[1:]; len(rows) == 0 {
					return
				}
			}
		}
		t.Fatalf("%d rows were not reached", len(rows))
	})
}

func TestUnityTicksMatchTheShippedTickSystem(t *testing.T) {
	unityFiles(t, "ngo*", "tick_system.json", func(t *testing.T, file string) {
		var f struct {
			Sequences []struct {
				Name        string     `json:"name"`
				TickRate    int        `json:"tick_rate"`
				StartLocal  float64    `json:"start_local"`
				StartServer float64    `json:"start_server"`
				Rows        []unityRow `json:"rows"`
			} `json:"sequences"`
		}
		readVector(t, file, &f)
		for _, s := range f.Sequences {
			at := func(seconds float64) NetworkTime { return unityTimeOf(s.TickRate, seconds) }
			script := &unityScript{UnityTimes{at(s.StartLocal), at(s.StartServer)}}
			system, err := NewUnityTimeSystem(s.TickRate, script)
			if err != nil {
				t.Fatal(err)
			}
			system.InitializeClient(0)
			for i, r := range s.Rows {
				script.times = UnityTimes{at(r.num(t, 1)), at(r.num(t, 2))}
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
// server time where the row has it.
func unityCheckTicks(t *testing.T, ticks UnityTicks, want [][]float64) {
	t.Helper()
	if ticks.Len() != int64(len(want)) {
		t.Fatalf("%d ticks, want %v", ticks.Len(), want)
	}
	for predicted, server := range ticks.All() {
		w := want[0]
		want = want[1:]
		if float64(predicted.Tick()) != w[0] || float64(server.Tick()) != w[1] ||
			unityOff(predicted, w[2]) > 1e-6 || len(w) > 3 && unityOff(server, w[3]) > 1e-6 {
			t.Fatalf("tick %v, %v; want %v", predicted, server, w)
		}
	}
}

// unityOff returns by how many seconds a time differs from the peers'.
func unityOff(at NetworkTime, seconds float64) float64 {
	return math.Abs(float64(at.tick)/float64(at.rate) + at.Offset()/float64(at.rate) - seconds)
}
