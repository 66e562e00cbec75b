package cli

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"driftlab/assets"
	"driftlab/session"
)

// scenarioOf reads the shared flags and returns the scenario that they make.
func scenarioOf(args ...string) (*session.Scenario, error) {
	f := NewFlags("test")
	if err := f.Parse(args, io.Discard, "test"); err != nil {
		return nil, err
	}
	return f.Scenario()
}

func mustScenario(t *testing.T, args ...string) *session.Scenario {
	t.Helper()
	sc, err := scenarioOf(args...)
	if err != nil {
		t.Fatal(err)
	}
	return sc
}

func writeFile(t *testing.T, text string) (path string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "own.toml")
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestWrongFlagsAreUsageErrorsThatSayWhatIsAllowed(t *testing.T) {
	for _, test := range []struct {
		args []string
		want string
	}{
		{[]string{"-colour"}, "flag provided but not defined: -colour"},
		{[]string{"first"}, `unexpected argument "first"`},
		{[]string{"-seed", "-1"}, "-seed"},
		{[]string{"-seed", "9223372036854775808"}, "-seed: 9223372036854775808 is outside 0..9223372036854775807"},
		{[]string{"-clients", "0"}, "-clients: 0 is outside 1..64"},
		{[]string{"-clients", "65"}, "-clients: 65 is outside 1..64"},
		{[]string{"-clients", "many"}, "-clients"},
		{[]string{"-duration", "0s"}, "-duration: 0s is outside 1ns..8784h0m0s"},
		{[]string{"-duration", "-1s"}, "-duration: -1s is outside 1ns..8784h0m0s"},
		{[]string{"-duration", "9000h"}, "-duration: 9000h0m0s is outside 1ns..8784h0m0s"},
		{[]string{"-duration", "60"}, "-duration"},
		{[]string{"-carrier", "pigeon"}, `-carrier: "pigeon" is unknown (allowed: vnet, direct)`},
		{[]string{"-scenario", "nowhere"}, `scenario "nowhere": no such file, and no scenario of the program has this name (`},
		{[]string{"-scenario", ""}, `scenario "": no such file`},
		{[]string{"-replay", "nowhere.toml"}, `scenario "nowhere.toml": no such file`},
		{[]string{"-set", "link.delay"}, `-set: "link.delay" is not KEY=VALUE`},
		{[]string{"-set", "colour=red"}, `-set: unknown key "colour" (driftlab keys lists them)`},
		{[]string{"-set", "link.delay=80"}, `-set: link.up.delay: "80" is not a duration with its unit, such as 80ms (range 0s..10s)`},
		{[]string{"-set", "link.up.loss=NaN"}, `-set: link.up.loss: "NaN" is not a number (range 0..1)`},
		{[]string{"-set", "link.rate=2Mbps"}, `-set: link.up.rate: "2Mbps" has an unknown unit (allowed: kbit, Mbit, Gbit, bit/s) (range 0..10000000000)`},
		{[]string{"-set", "link.queue=64 KB"}, `-set: link.up.queue: "64 KB" has an unknown unit (allowed: kB, MB, bytes, B)`},
		{[]string{"-set", "client2.link.up.loss=3"}, "-set: client2.link.up.loss: 3 is outside 0..1"},
		{[]string{"-set", "client2.skew=20000"}, "-set: client2.skew: 20000 is outside -10000..10000"},
		{[]string{"-set", "link.up.loss=2"}, "-set: link.up.loss: 2 is outside 0..1"},
		{[]string{"-set", "client.algorithm=sundial"}, `-set: client.algorithm: "sundial" is unknown (allowed: unreal, rtt2,`},
		{[]string{"-set", "client0.skew=1"}, `-set: client0.skew: client: "0" is outside 1..64`},
		{[]string{"-set", "client9.skew=1"}, "client9.skew: client 9 is outside 1..3"},
		{[]string{"-clients", "1", "-set", "client2.skew=1"}, "client2.skew: client 2 is outside 1..1"},
		{[]string{"-set", "client1.tick.rate=30"}, "-set: client1.tick.rate: there is one for the session, not one a client"},
	} {
		var out bytes.Buffer
		err := Run(test.args, &out, nil)
		var usage Usage
		if !errors.As(err, &usage) || !strings.Contains(err.Error(), test.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%v: got %v, want the usage error %s", test.args, err, test.want)
		}
		if out.Len() > 0 {
			t.Errorf("%v: wrote %q", test.args, out.String())
		}
	}
}

func TestWindowsFlagsAreCheckedTheSameWay(t *testing.T) {
	for _, test := range []struct {
		args []string
		want string
	}{
		{[]string{"-after", "1s"}, "-after: there is no -screenshot"},
		{[]string{"-after", "-1s", "-screenshot", "x.png"}, "-after: -1s is outside 0s..8784h0m0s"},
		{[]string{"-carrier", "pigeon"}, `-carrier: "pigeon" is unknown`},
		{[]string{"-clients", "65"}, "-clients: 65 is outside 1..64"},
		{[]string{"-o", "x"}, "flag provided but not defined: -o"},
		{[]string{"-screenshot", "x.png", "-after", "9s", "-duration", "7s"}, "-after: 9s is later than -duration, 7s"},
		{[]string{"-screenshot", "x.png", "-duration", "3s"}, "-after: 5s is later than -duration, 3s"},
		{[]string{"-screenshot", "nowhere/x.png"}, `-screenshot: "nowhere/x.png" cannot be written: `},
		{[]string{"-screenshot", "."}, `-screenshot: "." cannot be written: it is a folder`},
	} {
		_, err := ParseWindow(test.args, io.Discard)
		var usage Usage
		if !errors.As(err, &usage) || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%v: got %v, want the usage error %s", test.args, err, test.want)
		}
	}
	w, err := ParseWindow([]string{"-duration", "7s", "-screenshot", "x.png", "-after", "5s"}, io.Discard)
	if err != nil || w.End != 7*time.Second || w.After != 5*time.Second || w.Scenario.Name != "first" {
		t.Errorf("got %+v, %v", w, err)
	}
	if w, err := ParseWindow(nil, io.Discard); err != nil || w.End != 0 {
		t.Errorf("without -duration the window ends at %v, %v", w.End, err)
	}
}

func TestHelpListsEveryFlag(t *testing.T) {
	var out bytes.Buffer
	if err := Run([]string{"-h"}, &out, nil); !errors.Is(err, flag.ErrHelp) {
		t.Errorf("got %v", err)
	}
	for _, name := range []string{"-scenario", "-seed", "-clients", "-duration", "-set", "-carrier", "-o", "-replay"} {
		if !strings.Contains(out.String(), "  "+name+" ") {
			t.Errorf("%s is not in\n%s", name, out.String())
		}
	}
}

func TestHelpOfTheWindowListsTheCommandsFirst(t *testing.T) {
	var out bytes.Buffer
	if _, err := ParseWindow([]string{"-h"}, &out); !errors.Is(err, flag.ErrHelp) {
		t.Errorf("got %v", err)
	}
	if !strings.HasPrefix(out.String(), Help) || !strings.Contains(out.String(), "  -screenshot FILE") {
		t.Errorf("got\n%s", out.String())
	}
}

func TestAScreenshotIsTriedWithoutATrace(t *testing.T) {
	old := writeFile(t, "older picture")
	if _, err := ParseWindow([]string{"-screenshot", old}, io.Discard); err != nil {
		t.Error(err)
	}
	text, err := os.ReadFile(old)
	entries, _ := os.ReadDir(filepath.Dir(old))
	if err != nil || string(text) != "older picture" || len(entries) != 1 {
		t.Errorf("left is %q, %v, %v", text, entries, err)
	}
}

func TestReplayStandsAlone(t *testing.T) {
	log := writeFile(t, "format = 1\nname = \"kept\"\nseed = 3\n")
	if sc := mustScenario(t, "-replay", log); sc.Name != "kept" || sc.Seed != 3 {
		t.Errorf("got %+v", sc)
	}
	for _, args := range [][]string{{"-scenario", "first"}, {"-seed", "1"}, {"-clients", "2"}, {"-duration", "1s"}, {"-set", "link.delay=1ms"}} {
		_, err := scenarioOf(append(args, "-replay", log)...)
		var usage Usage
		if !errors.As(err, &usage) || !strings.HasPrefix(err.Error(), args[0]+" cannot be combined with -replay") {
			t.Errorf("%v: got %v", args, err)
		}
	}
}

func TestFlagsStandOverTheScenario(t *testing.T) {
	own := writeFile(t, `format = 1
seed = 3
clients = 2
duration = "10s"
[set]
link.delay = "80ms"
[[event]]
at = "4s"
[event.set]
link.up.delay = "120ms"
`)
	sc := mustScenario(t, "-scenario", own, "-seed", "0", "-clients", "5", "-duration", "1m", "-set", "link.delay=7ms", "-set", "client5.skew = 3 ppm")
	if sc.Seed != 0 || sc.Clients != 5 || sc.Duration != time.Minute {
		t.Errorf("got seed %d, %d clients, %v", sc.Seed, sc.Clients, sc.Duration)
	}
	text := sc.Text()
	for _, want := range []string{"\"link.up.delay\" = \"7ms\"\n\"link.down.delay\" = \"7ms\"\n\"client5.skew\" = \"3\"\n\n[[event]]", "[event.set]\n\"link.up.delay\" = \"7ms\"\n"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not in\n%s", want, text)
		}
	}
	if strings.Contains(text, "120ms") || strings.Contains(text, "80ms") {
		t.Errorf("the scenario's delays are still in\n%s", text)
	}
}

func TestFewerClientsLeaveOutWhatTheScenarioSaysAboutOthers(t *testing.T) {
	if sc := mustScenario(t, "-clients", "1"); strings.Contains(sc.Text(), "client2") || !strings.Contains(sc.Text(), "client1") {
		t.Errorf("got\n%s", sc.Text())
	}
	if sc := mustScenario(t, "-clients", "8"); sc.Clients != 8 || !strings.Contains(sc.Text(), "client3") {
		t.Errorf("got\n%s", sc.Text())
	}
}

func TestEveryScenarioRunsUnderEveryNumberOfClients(t *testing.T) {
	for _, name := range assets.ScenarioNames() {
		for _, clients := range []string{"1", "2", "64"} {
			err := Run([]string{"-scenario", name, "-clients", clients, "-duration", "2s", "-carrier", "direct"}, io.Discard, nil)
			if err != nil {
				t.Errorf("%s with %s clients: %v", name, clients, err)
			}
		}
	}
}

func TestKeysListsEveryKeyInOneLine(t *testing.T) {
	var out bytes.Buffer
	Keys(nil, &out)
	lines := strings.Split(out.String(), "\n")
	all := session.LinkKeys() // once for both directions
	for _, k := range session.Keys() {
		if !strings.HasPrefix(k.Name, "link.") {
			all = append(all, k)
		}
	}
	for i := range all {
		k := &all[i]
		at := slices.IndexFunc(lines, func(line string) bool { return strings.HasPrefix(line, k.Name+" ") })
		if at < 0 {
			t.Errorf("%s is not listed", k.Name)
			continue
		}
		for _, want := range []string{k.Unit(), k.Range(), k.Default(), k.Help} {
			if !strings.Contains(lines[at], want) {
				t.Errorf("%q does not tell %q", lines[at], want)
			}
		}
	}
}

func TestRunWritesItsFourFilesAndReplaysThemToTheSameBytes(t *testing.T) {
	live, replay := filepath.Join(t.TempDir(), "a", "b"), t.TempDir()
	var out bytes.Buffer
	args := []string{"-duration", "12s", "-carrier", "direct", "-set", "client2.skew=50ppm", "-seed", "9", "-o", live}
	if err := Run(args, &out, nil); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(out.String(), live) || !strings.Contains(out.String(), "timesync (drives)") {
		t.Errorf("it says only\n%s", out.String())
	}
	if err := Run([]string{"-replay", filepath.Join(live, "session.toml"), "-o", replay}, &out, nil); err != nil {
		t.Fatal(err)
	}
	entries, err := os.ReadDir(live)
	if err != nil || len(entries) != 4 {
		t.Errorf("the folder holds %v, %v", entries, err)
	}
	for _, name := range []string{"summary.json", "clock.csv", "packets.csv", "session.toml"} {
		a, err := os.ReadFile(filepath.Join(live, name))
		if err != nil {
			t.Fatal(err)
		}
		b, err := os.ReadFile(filepath.Join(replay, name))
		if err != nil || !bytes.Equal(a, b) {
			t.Errorf("%s: the replay has %d bytes, not the same %d; %v", name, len(b), len(a), err)
		}
	}
}

func TestARunToAFolderThatCannotBeMadeIsAUsageError(t *testing.T) {
	err := Run([]string{"-duration", "1s", "-carrier", "direct", "-o", filepath.Join(writeFile(t, "x"), "sub")}, io.Discard, nil)
	var usage Usage
	if !errors.As(err, &usage) || !strings.Contains(err.Error(), "cannot be made") {
		t.Errorf("got %v", err)
	}
}

func TestProgressIsToldAndWipedOut(t *testing.T) {
	var progress bytes.Buffer
	if err := Run([]string{"-duration", "25s", "-carrier", "direct"}, io.Discard, &progress); err != nil {
		t.Fatal(err)
	}
	if got := progress.String(); !strings.Contains(got, "\r10s of 25s (40 %)") || !strings.HasSuffix(got, "\r\x1b[K") {
		t.Errorf("got %q", got)
	}
}

// The names and kinds of all that summary.json holds, as readers of it rely on. A null stands for
// what could not be measured.
const summarySchema = `
format number
scenario string
seed number
duration_s number
clients[].client number
clients[].driving string
clients[].algorithms[].algorithm string
clients[].algorithms[].first_sync_s number
clients[].algorithms[].samples_used number
clients[].algorithms[].samples_rejected number
clients[].algorithms[].error_ms.mean number
clients[].algorithms[].error_ms.rms number
clients[].algorithms[].error_ms.p50 number
clients[].algorithms[].error_ms.p99 number
clients[].algorithms[].error_ms.worst number
clients[].algorithms[].worst_step_ms number
clients[].algorithms[].bytes_sent number
clients[].algorithms[].owd_error_ms.up_mean number
clients[].algorithms[].owd_error_ms.down_mean number
clients[].algorithms[].owd_error_ms.rms number
host.riding.npc.mean_ms number
host.riding.npc.worst_ms number
host.riding.npc.mean_m number
host.riding.npc.worst_m number
clients[].riding.npc.mean_ms number
clients[].riding.npc.worst_ms number
clients[].riding.npc.mean_m number
clients[].riding.npc.worst_m number
clients[].projectiles.timestamped.bias_m number
clients[].projectiles.timestamped.mean_m number
clients[].projectiles.timestamped.worst_m number
clients[].others.interpolated.mean_m number
clients[].others.interpolated.worst_m number
clients[].corrections.count number
clients[].corrections.resets number
clients[].corrections.distance.mean_m number
clients[].corrections.distance.worst_m number
clients[].hits.agreed number
clients[].hits.refused number
clients[].hits.unseen number
clients[].inputs.on_time number
clients[].inputs.early number
clients[].inputs.late number
clients[].inputs.missing number
clients[].buffers.adaptive truth
clients[].buffers.client_ms number
clients[].buffers.server_ms number
clients[].buffers.starved_share number
clients[].traffic[].kind string
clients[].traffic[].up_bytes_per_s number
clients[].traffic[].down_bytes_per_s number
clients[].rejected[].reason string
clients[].rejected[].host number
clients[].rejected[].client number
`

func TestSummaryHasTheFieldsThatReadersRelyOn(t *testing.T) {
	dir := t.TempDir()
	if err := Run([]string{"-duration", "15s", "-carrier", "direct", "-seed", "7", "-o", dir}, io.Discard, nil); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(dir, "summary.json"))
	if err != nil {
		t.Fatal(err)
	}
	var summary map[string]any
	if err := json.Unmarshal(text, &summary); err != nil {
		t.Fatal(err)
	}
	got := map[string]bool{}
	collect("", summary, got)
	want := strings.Split(strings.TrimSpace(summarySchema), "\n")
	for _, field := range want {
		if !got[field] {
			t.Errorf("there is no field %s", field)
		}
		delete(got, field)
	}
	for field := range got {
		if !strings.HasSuffix(field, " null") {
			t.Errorf("field %s is unknown", field)
		}
	}
	if summary["format"] != 1.0 || summary["scenario"] != "first" || summary["seed"] != 7.0 || summary["duration_s"] != 15.0 {
		t.Errorf("the head is %.120s", text)
	}
}

// collect notes the path and the kind of every value in a JSON document.
func collect(path string, v any, into map[string]bool) {
	switch v := v.(type) {
	case map[string]any:
		for key, sub := range v {
			collect(strings.TrimPrefix(path+"."+key, "."), sub, into)
		}
	case []any:
		for _, sub := range v {
			collect(path+"[]", sub, into)
		}
	case string:
		into[path+" string"] = true
	case float64:
		into[path+" number"] = true
	case bool:
		into[path+" truth"] = true
	case nil:
		into[path+" null"] = true
	default:
		into[path+" other"] = true
	}
}
