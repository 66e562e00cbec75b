package cli

import (
	"bytes"
	"errors"
	"flag"
	"image"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"driftlab/assets"
	"driftlab/game/scenario"
	"driftlab/internal/files/filetest"
	"driftlab/internal/testkit"
	"driftlab/ui/film/encode"
)

// scenarioOf reads the shared flags and returns the resulting scenario.
func scenarioOf(args ...string) (*scenario.Scenario, error) {
	f := NewFlags("test")
	if err := f.Parse(args, env(io.Discard), "test"); err != nil {
		return nil, err
	}
	return f.Scenario()
}

func mustScenario(t *testing.T, args ...string) *scenario.Scenario {
	t.Helper()
	sc, err := scenarioOf(args...)
	check(t, err)
	return sc
}

func writeFile(t *testing.T, text string) (path string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "own.toml")
	filetest.Write(t, path, text)
	return path
}

func TestWrongFlagsAreUsageErrorsThatSayWhatIsAllowed(t *testing.T) {
	for _, test := range []typing{
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
		{[]string{"-replay", "nowhere.toml"}, `-replay: scenario "nowhere.toml": no such file`},
		{[]string{"-replay", ""}, "-replay: it is empty"},
		{[]string{"-open", ""}, "-open: it is empty"},
		{[]string{"-set", "link.delay"}, `-set: "link.delay" is not KEY=VALUE`},
		{[]string{"-set", "colour=red"}, `-set: unknown key "colour" (nearest: `},
		{[]string{"-set", "link.delay=80"}, `-set: link.up.delay: "80" is not a duration with its unit, such as 80ms (range 0s..30s)`},
		{[]string{"-set", "link.delay=31s"}, "-set: link.up.delay: 31s is outside 0s..30s"},
		{[]string{"-set", "link.up.loss=NaN"}, `-set: link.up.loss: "NaN" is not a number (range 0..1)`},
		{[]string{"-set", "link.rate=2Mbps"}, `-set: link.up.rate: "2Mbps" has an unknown unit (allowed: kbit, Mbit, Gbit, bit/s) (range 0..10000000000)`},
		{[]string{"-set", "link.queue=64 KB"}, `-set: link.up.queue: "64 KB" has an unknown unit (allowed: kB, MB, bytes, B)`},
		{[]string{"-set", "client2.link.up.loss=3"}, "-set: client2.link.up.loss: 3 is outside 0..1"},
		{[]string{"-set", "client2.skew=200000"}, "-set: client2.skew: 200000 is outside -100000..100000"},
		{[]string{"-set", "link.up.loss=2"}, "-set: link.up.loss: 2 is outside 0..1"},
		{[]string{"-set", "client.algorithm=sundial"}, `-set: client.algorithm: "sundial" is unknown (nearest: `},
		{[]string{"-set", "client0.skew=1"}, `-set: client0.skew: client: "0" is outside 1..64`},
		{[]string{"-set", "client9.skew=1"}, "client9.skew: client 9 is outside 1..3"},
		{[]string{"-clients", "1", "-set", "client2.skew=1"}, "client2.skew: client 2 is outside 1..1"},
		{[]string{"-set", "client1.tick.rate=30"}, "-set: client1.tick.rate: there is one for the session, not one per client"},
	} {
		var out bytes.Buffer
		err := Run(test.args, env(&out))
		wantUsage(t, test.args, err, test.want)
		if out.Len() > 0 {
			t.Errorf("%v: wrote %q", test.args, out.String())
		}
	}
}

func TestWindowsFlagsAreCheckedTheSameWay(t *testing.T) {
	for _, test := range []typing{
		{[]string{"-after", "1s"}, "-after: there is no -screenshot"},
		{[]string{"-after", "-1s", "-screenshot", "x.png"}, "-after: -1s is outside 0s..8784h0m0s"},
		{[]string{"-carrier", "pigeon"}, `-carrier: "pigeon" is unknown`},
		{[]string{"-clients", "65"}, "-clients: 65 is outside 1..64"},
		{[]string{"-o", "x"}, "flag provided but not defined: -o"},
		{[]string{"-screenshot", "x.png", "-after", "9s", "-duration", "7s"}, "-after: 9s is later than -duration, 7s"},
		{[]string{"-screenshot", "x.png", "-duration", "3s"}, "-after: 5s is later than -duration, 3s"},
		{[]string{"-screenshot", "nowhere/x.png"}, `-screenshot: folder "nowhere" cannot be written to: `},
		{[]string{"-screenshot", "."}, `-screenshot: ".": it is a folder`},
	} {
		_, err := ParseWindow(test.args, env(io.Discard))
		wantUsage(t, test.args, err, test.want)
	}
	w, err := ParseWindow([]string{"-duration", "7s", "-screenshot", "x.png", "-after", "5s"}, env(io.Discard))
	if err != nil || w.End != 7*time.Second || w.After != 5*time.Second || w.Scenario.Name != "first" {
		t.Errorf("got %+v, %v", w, err)
	}
	if w, err := ParseWindow(nil, env(io.Discard)); err != nil || w.End != 0 {
		t.Errorf("without -duration the window ends at %v, %v", w.End, err)
	}
}

func TestHelpListsEveryFlag(t *testing.T) {
	var out bytes.Buffer
	if err := Run([]string{"-h"}, env(&out)); !errors.Is(err, flag.ErrHelp) {
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
	if _, err := ParseWindow([]string{"-h"}, env(&out)); !errors.Is(err, flag.ErrHelp) {
		t.Errorf("got %v", err)
	}
	if !strings.HasPrefix(out.String(), overview()) || !strings.Contains(out.String(), "  -screenshot FILE") {
		t.Errorf("got\n%s", out.String())
	}
}

func TestAScreenshotIsTriedWithoutATrace(t *testing.T) {
	var picture strings.Builder
	check(t, encode.WritePicture(&picture, image.NewGray(image.Rect(0, 0, 1, 1))))
	old := writeFile(t, picture.String())
	if _, err := ParseWindow([]string{"-screenshot", old}, env(io.Discard)); err != nil {
		t.Error(err)
	}
	text, err := os.ReadFile(old)
	entries, _ := os.ReadDir(filepath.Dir(old))
	if err != nil || string(text) != picture.String() || len(entries) != 1 {
		t.Errorf("left is %q, %v, %v", text, entries, err)
	}
}

func TestReplayStandsAlone(t *testing.T) {
	log := writeFile(t, "format = 3\nname = \"kept\"\nseed = 3\n")
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
	own := writeFile(t, `format = 3
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
	names := assets.ScenarioNames()
	for _, k := range testkit.Sample(t, len(names), 5) {
		name := names[k-1]
		for _, clients := range []string{"1", "2", "64"} {
			err := Run([]string{"-scenario", name, "-clients", clients, "-duration", "2s", "-carrier", "direct"}, env(io.Discard))
			if err != nil {
				t.Errorf("%s with %s clients: %v", name, clients, err)
			}
		}
	}
}

func TestKeysListsEveryKeyInOneLine(t *testing.T) {
	var out bytes.Buffer
	Keys(nil, env(&out))
	lines := strings.Split(out.String(), "\n")
	all := scenario.LinkKeys() // once for both directions
	for _, k := range scenario.Keys() {
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
		for _, want := range []string{k.Unit.Name, k.Range(), k.Standard(), k.Help} {
			if !strings.Contains(lines[at], want) {
				t.Errorf("%q does not tell %q", lines[at], want)
			}
		}
	}
}

func TestKeysNamesTheSettingThatLimitsARange(t *testing.T) {
	limited := 0
	for _, k := range listedKeys() {
		if k.Text != nil || len(k.Choices) > 0 {
			continue
		}
		said := strings.Contains(rangeOf(k), "(limited by ")
		if said {
			limited++
		}
		lo, hi := k.Bounds()
		for _, v := range []int64{lo, hi} {
			if _, err := scenarioOf("-set", k.Name+"="+k.Format(v)); err != nil && !said {
				t.Errorf("%s is listed as %s, and %v", k.Name, rangeOf(k), err)
			}
		}
	}
	if limited == 0 {
		t.Error("no range is limited")
	}
}

func TestHelpOfACommandIsWhatItSaysOfItself(t *testing.T) {
	for _, c := range commandsOf() {
		if c.Run == nil || c.Name == "" {
			continue
		}
		said := func(name string, args ...string) string {
			var out bytes.Buffer
			e := env(&out)
			if err := Find(commandsOf(), name).Run(args, e); !errors.Is(err, flag.ErrHelp) {
				t.Errorf("%s %v: %v", name, args, err)
			}
			return out.String()
		}
		if got, want := said("help", c.Name), said(c.Name, "-h"); got != want || want == "" {
			t.Errorf("help %s says %q, want %q", c.Name, got, want)
		}
	}
	if err := Find(commandsOf(), "help").Run([]string{"juge"}, env(io.Discard)); Status(err) != 2 || !strings.Contains(err.Error(), `unknown command "juge" (nearest: judge`) {
		t.Error(err)
	}
}

// A typing is a command line and what it must lead to.
type typing struct {
	args []string
	want string
}

// check ends a test that has met an error.
func check(t rapid.TB, err error) {
	if err != nil {
		t.Helper()
		t.Fatal(err)
	}
}

// wantUsage expects a usage error of one line that contains a text.
func wantUsage(t testing.TB, typed any, err error, want string) {
	t.Helper()
	var usage Usage
	if !errors.As(err, &usage) || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "\n") {
		t.Errorf("%v: got %v, want the usage error %s", typed, err, want)
	}
}
