package cli

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"driftlab/internal/files"
	"driftlab/internal/files/filetest"
)

func TestWrongFlagsOfLinkAreUsageErrorsInOneLine(t *testing.T) {
	bad := writeFile(t, "{\n\"round_trips\": [\n{\"lost\": \"maybe\"}\n]}")
	for _, test := range []typing{
		{[]string{"-colour"}, "flag provided but not defined: -colour"},
		{[]string{"4g", "3g"}, `unexpected argument "3g": the source is "4g" already`},
		{[]string{"-from", "4g", "3g"}, `unexpected argument "3g": the source is "4g" already`},
		{[]string{"nowhere", "-to", "netem"}, `"nowhere": no such file, and no preset has this name (nearest: `},
		{[]string{"-to", "netem"}, "-from is missing"},
		{[]string{"-from", ""}, "-from is missing"},
		{[]string{"-from", "nowhere"}, `-from: "nowhere": no such file, and no preset has this name (nearest: `},
		{[]string{"-from", "preset:6g"}, `-from: preset "6g" is unknown (nearest: 3g, 4g,`},
		{[]string{"-from", bad}, `", line 3: lost: "maybe" is unknown (allowed: false, true, true_up, true_down)`},
		{[]string{"-from", "4g", "-to", "ns3"}, `-to: "ns3" is unknown (nearest: csv, netem, unity)`},
		{[]string{"-from", "4g", "-to", "csv"}, `-to: csv: "4g" has no measured delays; irtt and ping have`},
		{[]string{"-from", "4g", "-client", "1"}, `-from: "4g": only a scenario has clients to choose from`},
		{[]string{"-from", "first", "-client", "4"}, `-from: scenario "first": client 4 is outside 1..3`},
		{[]string{"-from", "first", "-client", "65"}, "-client: 65 is outside 1..64"},
		{[]string{"-from", "4g", "-begin", "1s"}, `-from: "4g": only a measurement has a part to choose`},
		{[]string{"-from", bad, "-begin", "-1s"}, "-begin: -1s is negative"},
		{[]string{"-from", bad, "-begin", "2s", "-end", "1s"}, "-end: 1s is not after -begin 2s"},
		{[]string{"-from", "4g", "-o", filepath.Join(bad, "x")}, "-o: "},
	} {
		var out, warn bytes.Buffer
		err := Link(test.args, warned(&out, &warn))
		wantUsage(t, test.args, err, test.want)
		if out.Len() > 0 {
			t.Errorf("%v: wrote %q", test.args, out.String())
		}
	}
}

func TestLinkSaysWhatAFileIsAndHowItKnew(t *testing.T) {
	fping := writeFile(t, "192.0.2.1 : 20.0 21.0\n192.0.2.2 : 40.0 41.0\n")
	for _, args := range [][]string{{fping, "-of", "192.0.2.2"}, {"-of", "2", fping}, {"-from", fping, "-of", "2"}} {
		var out, warn bytes.Buffer
		check(t, Link(args, warned(&out, &warn)))
		if !strings.Contains(out.String(), `link.up.delay = "20ms"`) || !strings.HasPrefix(warn.String(), fmt.Sprintf("driftlab: %q: it is fping's text, by its line 1\n", fping)) {
			t.Errorf("%v: got %s, %s", args, out.String(), warn.String())
		}
	}
}

func TestLinkReadsStandardInput(t *testing.T) {
	for _, args := range [][]string{{"-"}, {"-from", "-"}, {"-from", "ping:-"}, {"-", "-o", filepath.Join(t.TempDir(), "x")}} {
		var out, warn bytes.Buffer
		e := warned(&out, &warn)
		e.In = strings.NewReader("PING x\nicmp_seq=1 time=20 ms\n")
		check(t, Link(args, e))
		if text := out.String(); len(args) < 3 && (!strings.Contains(text, `link.up.delay = "10ms"`) || !strings.HasPrefix(text, "# standard input: ")) {
			t.Errorf("%v: got %s", args, text)
		}
	}
	for piped, want := range map[string]string{
		"":                         `"standard input" is empty`,
		"format = 3\n":             `"standard input": it is a scenario, which is read from a file`,
		"hello\n":                  `"standard input": it is neither a scenario nor a measurement that is known`,
		strings.Repeat("x", 1<<17): `"standard input"`,
	} {
		e := env(io.Discard)
		e.In = strings.NewReader(piped)
		if err := Link([]string{"-"}, e); err == nil || !strings.HasPrefix(err.Error(), want) || Status(err) != 2 {
			t.Errorf("%.20q: got %v, want %s", piped, err, want)
		}
	}
	if err := Link([]string{"-"}, env(io.Discard)); Status(err) != 2 {
		t.Errorf("without one: %v", err)
	}
}

func TestLinkWritesToAFileOrToTheOutput(t *testing.T) {
	file := filepath.Join(t.TempDir(), "4g.sh")
	var out, none, warn bytes.Buffer
	check(t, Link([]string{"-from", "4g", "-to", "netem"}, warned(&out, &warn)))
	check(t, Link([]string{"-from", "4g", "-to", "netem", "-o", file}, warned(&none, &warn)))
	text, err := os.ReadFile(file)
	if err != nil || string(text) != files.Sealed(out.String(), "# ") || none.Len() > 0 || !strings.Contains(out.String(), "tc qdisc replace dev $IFACE root") {
		t.Errorf("got %q, %q, %v", text, none.String(), err)
	}
	if warn.Len() > 0 {
		t.Errorf("it warns %q", warn.String())
	}
}

func TestLinkWarnsOfWhatItHadToAssume(t *testing.T) {
	ping := writeFile(t, "PING x\nicmp_seq=1 time=20 ms\n")
	var out, warn bytes.Buffer
	check(t, Link([]string{"-from", ping, "-to", "unreal"}, warned(&out, &warn)))
	if !strings.Contains(warn.String(), "driftlab: warning: ping only knows round trips: each is split evenly.\n") || !strings.Contains(out.String(), "NetEmulation.PktLagMin 10\n") {
		t.Errorf("got %q and %q", warn.String(), out.String())
	}
}

func TestLinkDoesNotWriteOverItsSource(t *testing.T) {
	ping := writeFile(t, "PING x\nicmp_seq=1 time=20 ms\n")
	for _, from := range []string{ping, "ping:" + ping} {
		err := Link([]string{"-from", from, "-to", "csv", "-o", ping}, env(io.Discard))
		if want := fmt.Sprintf("-o: %q: it would replace what is read", ping); err == nil || err.Error() != want {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}

func TestLinkWritesAFileThatIsNamedAsItsPreset(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, from := range []string{"4g", "preset:4g", "first"} {
		for range 2 {
			if err := Link([]string{"-from", from, "-to", "netem", "-o", strings.TrimPrefix(from, "preset:")}, env(io.Discard)); err != nil {
				t.Error(err)
			}
		}
	}
}

func TestLinkListsItsFlags(t *testing.T) {
	var out bytes.Buffer
	if err := Link([]string{"-h"}, env(&out)); !errors.Is(err, flag.ErrHelp) {
		t.Errorf("got %v", err)
	}
	for _, name := range []string{"-from", "-to", "-o", "-client", "-begin", "-end"} {
		if !strings.Contains(out.String(), "  "+name+" ") {
			t.Errorf("%s is not in\n%s", name, out.String())
		}
	}
}

func TestTheDocumentHasTheListThatLinkPrints(t *testing.T) {
	var out bytes.Buffer
	check(t, Link(nil, env(&out)))
	text := filetest.Read(t, filepath.Join("..", "..", "docs", "links.md"))
	if !strings.Contains(string(text), out.String()) {
		t.Errorf("docs/links.md does not have\n%s", out.String())
	}
}

func TestLinkWritesADissectorAloneOrBesideALink(t *testing.T) {
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	read := func(name string) string {
		data, err := os.ReadFile(at(name))
		if err != nil {
			t.Error(err)
		}
		return string(data)
	}
	var alone, text bytes.Buffer
	check(t, Link([]string{"-dissector", at("alone.lua")}, env(&alone)))
	if want := at("alone.lua") + " is for Wireshark or tshark, with -X lua_script:FILE\n"; alone.String() != want {
		t.Errorf("got %q, want %q", alone.String(), want)
	}
	check(t, Link([]string{"4g", "-to", "netem", "-dissector", at("beside.lua"), "-o", at("4g.sh")}, env(io.Discard)))
	check(t, Link([]string{"4g", "-to", "netem", "-dissector", at("text.lua")}, env(&text)))
	if read("alone.lua") != read("beside.lua") || read("alone.lua") != read("text.lua") || read("4g.sh") != files.Sealed(text.String(), "# ") {
		t.Error("beside a link it is another script, or another link")
	}
	check(t, Run([]string{"-duration", "100ms", "-carrier", "direct", "-clocks", "all", "-dissector", at("run.lua")}, quick()))
	if read("alone.lua") != read("run.lua") {
		t.Error("run -clocks all writes another script")
	}
}

func TestTheDissectorOfALinkKnowsTheClocksOfItsScenario(t *testing.T) {
	dir := t.TempDir()
	sc := filepath.Join(dir, "own.toml")
	own := "format = 3\ntitle = \"t\"\nclients = 1\nduration = \"1s\"\n[clock.mine]\nalgorithm = \"slot\"\n"
	filetest.Write(t, sc, own)
	script := filepath.Join(dir, "own.lua")
	check(t, Link([]string{sc, "-dissector", script}, env(io.Discard)))
	if data, err := os.ReadFile(script); err != nil || !strings.Contains(string(data), `= "mine"`) {
		t.Errorf("%v, %s", err, data)
	}
}
