//go:build !js

package conformance

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"driftlab/game/judge/process"
	"driftlab/game/scenario"
	"driftlab/game/scenario/scenariotest"
	"driftlab/internal/files/filetest"
	"driftlab/netsync/registry"
)

// roughLink has what ports get wrong: a host that holds questions, stamps whose differences wrap, a path that gets longer, losses.
const roughLink = `format = 3
clients = 1
duration = "240s"
[set]
arena = "none"
link.delay = "20ms"
link.jitter = "10ms"
link.distribution = "exponential"
link.loss = "2%"
client.offset = "-25ms"
tick.rate = 20
client.skew = "100ppm"
host.receive.poll = "tick"
datagrams.up.rate = 30
datagrams.down.rate = 30
[[event]]
at = "50s"
set = { link.down.delay = "60ms", link.up.delay = "60ms" }
`

func rough(t testing.TB) *scenario.Scenario {
	t.Helper()
	return scenariotest.Parse(t, "rough", roughLink)
}

const examples = "../../../netsync/guest/examples/"

// planted is a fault that public ports had, put into one of the examples.
type planted struct {
	what, file string
	old, new   string
	where      string // part of the report on the first event
}

var faults = []planted{
	{"full instead of half round trip", "rtt2.py", "(t4 - t1) // 2", "(t4 - t1)", `"event":"answer"`},
	{"milliseconds for seconds", "rtt2.py", "SECOND = 1_000_000_000", "SECOND = 1_000_000", `"event":"wake"`},
	{"T2 and T3 swapped", "sntp.c", `number(line, "t2"), number(line, "t3")`, `number(line, "t3"), number(line, "t2")`, `"event":"answer"`},
	{"hold time not subtracted", "sntp.c", "(t4 - t1) - (t3 - t2)", "t4 - t1", `"event":"answer"`},
	{"mean for the best of the filter", "sntp.c", "c->offset = best.offset;", "c->offset = (best.offset + c->filter[0].offset) / 2;", `"event":"answer"`},
	{"signed wrap of the 24-bit stamp", "timesync.mjs", "const atMost = (a, b) => signed(b - a, 24) >= 0;", "const atMost = (a, b) => a <= b;", `"event":"`},
	{"minimum taken over for ever", "timesync.mjs", "WINDOW = 10e9", "WINDOW = 1e18", `"event":"`},
	{"unsigned difference", "timesync.mjs", "const signed = (v, bits) => wrap(v + 2 ** (bits - 1), bits) - 2 ** (bits - 1);", "const signed = (v, bits) => wrap(v, bits);", `"event":"`},
	{"window by samples instead of time", "timesync.mjs", "this.own.update(wrap(stamp24(now) - stamp, 24), now);", "this.own.update(wrap(stamp24(now) - stamp, 24), (this.count = (this.count ?? 0) + 1) * 5e7);", `"event":"`},
	{"report sent with the wrong sign", "timesync.mjs", "this.own.least.toString(16)", "wrap(-this.own.least, 24).toString(16)", `"event":"wake"`},
}

var clockOf = map[string]string{"rtt2.py": "rtt2", "sntp.c": "sntp", "timesync.mjs": "timesync"}
var toolOf = map[string]string{"rtt2.py": "python3", "sntp.c": "cc", "timesync.mjs": "node"}

// ported starts a text of an example as a port of a clock.
func ported(t *testing.T, file, text string) *Pair {
	t.Helper()
	tool, err := exec.LookPath(toolOf[file])
	if err != nil {
		t.Skipf("there is no %s here: %s is not run", toolOf[file], file)
	}
	path := filepath.Join(t.TempDir(), file)
	filetest.Write(t, path, text)
	limits := process.DefaultLimits()
	limits.First, limits.Later = 5*time.Minute, 5*time.Minute // however busy the machine
	p := &process.Program{Path: tool, Args: []string{path}, Limits: limits, Errors: os.Stderr}
	if file == "sntp.c" {
		program := strings.TrimSuffix(path, ".c")
		if out, err := exec.Command(tool, "-std=c11", "-O1", "-o", program, path).CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		p.Path, p.Args = program, nil
	}
	a := named(t, clockOf[file])
	pair, end, err := Start(context.Background(), p, a)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(end)
	return pair
}

func TestTenFaultsOfPublicPortsAreFoundWithTheirFirstEvent(t *testing.T) {
	for _, f := range faults {
		t.Run(f.what, func(t *testing.T) {
			text := filetest.Read(t, examples+f.file)
			if strings.Count(string(text), f.old) != 1 {
				t.Fatalf("%s has %q %d times", f.file, f.old, strings.Count(string(text), f.old))
			}
			pair := ported(t, f.file, strings.Replace(string(text), f.old, f.new, 1))
			tapes := recorded(t, rough(t), pair.Clock, MaxEvents)
			for i := range tapes {
				d, err := pair.Compare(tapes[i].Role, tapes[i].Events)
				if err != nil {
					t.Fatal(err)
				}
				if d == nil {
					continue
				}
				fewest, last, minimal, err := pair.Minimise(tapes[i].Role, tapes[i].Events, d)
				if err != nil || !strings.Contains(d.String(), f.where) {
					t.Errorf("%v, %v", d, err)
				}
				t.Logf("%v: %v\ncut down to %d events (minimal: %v): %v", tapes[i].Role, d, len(fewest), minimal, last)
				return
			}
			t.Errorf("it is not found in %d tapes", len(tapes))
		})
	}
}

func TestTheExamplesDifferNowhereFromTheirClocks(t *testing.T) {
	for file, clock := range clockOf {
		t.Run(file, func(t *testing.T) {
			text := filetest.Read(t, examples+file)
			pair := ported(t, file, string(text))
			tapes := recorded(t, rough(t), pair.Clock, MaxEvents)
			if want := map[bool]int{false: 1, true: 2}[clock == "timesync"]; len(tapes) != want {
				t.Errorf("%d tapes", len(tapes))
			}
			for i := range tapes {
				if d, err := pair.Compare(tapes[i].Role, tapes[i].Events); d != nil || err != nil || len(tapes[i].Events) < 3 {
					t.Errorf("%v, %v, after %d events", d, err, len(tapes[i].Events))
				}
			}
		})
	}
}

// named returns a clock by its name.
func named(t testing.TB, name string) registry.Algorithm {
	t.Helper()
	a, err := registry.Lookup(name)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// recorded returns the events and replies of a clock in a session.
func recorded(t testing.TB, sc *scenario.Scenario, a registry.Algorithm, most int) []Tape {
	t.Helper()
	tapes, err := Record(sc, a, most)
	if err != nil {
		t.Fatal(err)
	}
	return tapes
}
