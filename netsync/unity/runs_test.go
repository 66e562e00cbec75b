package unity

import (
	"cmp"
	"testing"

	"driftlab/netsync/internal/clocktest"
)

// A unityRun is what was done to the peers' clock, and what it read then.
type unityRun struct {
	name  string
	setup unitySetup
	ops   []unityOp
}

type unitySetup struct {
	LocalBuffer  float64 `json:"local_buffer_sec"`
	ServerBuffer float64 `json:"server_buffer_sec"`
	HardReset    float64 `json:"hard_reset_threshold_sec"`
	Ratio        float64 `json:"adjustment_ratio"`
	TickRate     int     `json:"tick_rate"`
	ResetServer  float64 `json:"reset_server_time"`
	ResetRTT     float64 `json:"reset_rtt"`
}

// A unityOp is "reset" or "sync" to host time a and round trip b, or "advance" by a; in seconds.
type unityOp struct {
	kind string
	a, b float64
	want *unityWant // nil where the vectors leave a row out

	skipTicks bool // after a hard reset, as the shipped loop does; the editor tests do not
}

type unityWant struct {
	local, server float64
	reset         float64   // 0 or 1, or −1 where it is not given
	ticks         []float64 // local and server, or nil
	fired         float64   // ticks, or −1
}

// unityReaders says how the files of each kind are read.
var unityReaders = []struct {
	pattern string
	read    func(t *testing.T, file string) []unityRun
}{
	{"client_*.json", readUnityClient},
	{"loop_*.json", readUnityLoop},
	{"server_*.json", readUnityServer},
	{"time_system_edges*.json", readUnityEdges},
}

// unityRuns runs a test for every run on record of the shipped clock.
func unityRuns(t *testing.T, test func(t *testing.T, file string, run unityRun)) {
	t.Helper()
	for _, r := range unityReaders {
		unityFiles(t, "ngo*", r.pattern, func(t *testing.T, file string) {
			for _, run := range r.read(t, file) {
				t.Run(run.name, func(t *testing.T) { test(t, file, run) })
			}
		})
	}
}

// hardFrame is what a row begins with that is one frame between two phases, at which a hard reset is expected. The
// host's time advances by its step, and the sync comes before the advance. Nobody says whether that moves the ticks.
const hardFrame = "hard"

// readUnityClient reads an editor test: every frame an advance and then a sync.
func readUnityClient(t *testing.T, file string) []unityRun {
	var f struct {
		Steps string     `json:"step_lists"`
		Setup unitySetup `json:"setup"`
		Rows  []unityRow `json:"rows"`
		Ends  []struct {
			RTT string `json:"rtt_list"`
		} `json:"phase_ends"`
	}
	clocktest.ReadVector(t, file, &f)
	lists := unitySteps(t, file, f.Steps)
	host, rows := f.Setup.ResetServer, f.Rows
	run := unityRun{name: "frames", setup: f.Setup, ops: []unityOp{{kind: "reset", a: host, b: f.Setup.ResetRTT}}}
	afterHard := false
	hard := func() {
		for len(rows) > 0 && unityCell[string](t, rows[0], 0) == hardFrame {
			r := rows[0]
			rows, afterHard = rows[1:], true
			host += r.num(t, 2)
			run.ops = append(run.ops, unityOp{kind: "sync", a: host, b: r.num(t, 3)},
				unityOp{kind: "advance", a: r.num(t, 2), want: &unityWant{local: r.num(t, 5), server: r.num(t, 6), reset: r.num(t, 4), fired: -1}})
		}
	}
	for _, end := range f.Ends {
		hard()
		for i, step := range lists["frame_steps"] {
			op := unityOp{kind: "advance", a: step}
			if len(rows) > 0 && unityCell[string](t, rows[0], 0) == end.RTT && int(rows[0].num(t, 1)) == i {
				r := rows[0]
				rows = rows[1:]
				op.want = &unityWant{local: r.num(t, 5), server: r.num(t, 6), reset: r.num(t, 4),
					ticks: []float64{r.num(t, 7), r.num(t, 8)}, fired: r.num(t, 9)}
				if afterHard {
					op.want.fired = -1
				}
			}
			afterHard = false
			host += step
			run.ops = append(run.ops, op, unityOp{kind: "sync", a: host, b: lists[end.RTT][i]})
		}
	}
	hard()
	if len(rows) > 0 {
		t.Fatalf("%d rows were not reached", len(rows))
	}
	return []unityRun{run}
}

// readUnityLoop reads a whole client loop: a message a second, and extrapolation between them.
func readUnityLoop(t *testing.T, file string) []unityRun {
	var f struct {
		Setup unitySetup `json:"setup"`
		Rows  []unityRow `json:"rows"`
	}
	clocktest.ReadVector(t, file, &f)
	run := unityRun{name: "frames", setup: f.Setup}
	host, interval := 0.0, 1/float64(f.Setup.TickRate)
	for _, r := range f.Rows {
		want := &unityWant{local: r.num(t, 3), server: r.num(t, 4),
			reset: -1, ticks: []float64{r.num(t, 5), r.num(t, 6)}, fired: -1}
		switch unityCell[string](t, r, 0) {
		case "approve":
			host = float64(r.num(t, 2) * interval)
			run.ops = append(run.ops, unityOp{kind: "reset", a: host, b: float64(float32(0.15)), want: want})
		case "sync":
			host = float64(r.num(t, 2) * interval)
			run.ops = append(run.ops, unityOp{kind: "sync", a: host, b: r.num(t, 7) / 1000, want: want})
		case "frame":
			want.fired = r.num(t, 7)
			host += r.num(t, 1)
			run.ops = append(run.ops, unityOp{kind: "advance", a: r.num(t, 1), want: want, skipTicks: true},
				unityOp{kind: "sync", a: host, b: r.num(t, 2) / 1000})
		default:
			t.Fatalf("unknown row %s", r)
		}
	}
	return []unityRun{run}
}

// readUnityServer reads a host's run: its threshold is beyond reach.
func readUnityServer(t *testing.T, file string) []unityRun {
	var f struct {
		Steps string     `json:"step_lists"`
		Rows  []unityRow `json:"rows"`
	}
	clocktest.ReadVector(t, file, &f)
	run := unityRun{name: "host", setup: unitySetup{HardReset: 1e308, Ratio: 0.01, TickRate: 60},
		ops: []unityOp{{kind: "reset", a: 0.5}}}
	rows := f.Rows[1:]
	for i, step := range unitySteps(t, file, f.Steps)["frame_steps"] {
		op := unityOp{kind: "advance", a: step}
		if len(rows) > 0 && int(rows[0].num(t, 0)) == i {
			r := rows[0]
			rows = rows[1:]
			op.want = &unityWant{local: r.num(t, 2), server: r.num(t, 3), ticks: []float64{r.num(t, 4), r.num(t, 4)},
				reset: r.num(t, 6), fired: r.num(t, 5)}
		}
		run.ops = append(run.ops, op)
	}
	if len(rows) > 0 {
		t.Fatalf("%d rows were not reached", len(rows))
	}
	return []unityRun{run}
}

// readUnityEdges reads short runs at the edges of the rules. They tell no ticks.
func readUnityEdges(t *testing.T, file string) []unityRun {
	var f struct {
		Sequences []struct {
			unitySetup
			Name string     `json:"name"`
			Rows []unityRow `json:"rows"`
		} `json:"sequences"`
	}
	clocktest.ReadVector(t, file, &f)
	var runs []unityRun
	for _, s := range f.Sequences {
		s.TickRate = cmp.Or(s.TickRate, 60)
		run := unityRun{name: s.Name, setup: s.unitySetup}
		for _, r := range s.Rows {
			run.ops = append(run.ops, unityOp{kind: unityOperation(t, r, "advance", "sync", "reset"), a: r.num(t, 1), b: r.num(t, 2),
				want: &unityWant{local: r.num(t, 4), server: r.num(t, 5), reset: r.num(t, 3), fired: -1}})
		}
		runs = append(runs, run)
	}
	return runs
}
