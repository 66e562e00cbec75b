package scenario

import (
	"strings"
	"testing"

	"driftlab/netsync/registry"
)

func names(all []registry.Algorithm) string {
	var out []string
	for _, a := range all {
		out = append(out, a.Name)
	}
	return strings.Join(out, " ")
}

func parsed(t *testing.T, src string) *Scenario {
	t.Helper()
	sc, err := Parse("test", "format = 3\n"+src)
	if err != nil {
		t.Fatal(err)
	}
	return sc
}

const publishedNames = "unreal rtt2 rtt2-world slot simpson timesync unity mirror sntp"

func TestWhatNamesNoClocksRunsThePublishedOnes(t *testing.T) {
	t.Parallel()
	sc := parsed(t, "")
	if got := names(sc.Algorithms()); got != publishedNames {
		t.Error(got)
	}
	if strings.Contains(sc.Text(), "clocks") {
		t.Error(sc.Text())
	}
}

func TestOnlyTheClocksThatAScenarioNamesRun(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ src, want string }{
		{`clocks = "timesync"`, "timesync"},
		{`clocks = ["timesync", "slot"]`, "slot timesync"},
		{`clocks = " slot , timesync,slot"`, "slot timesync"},
		{`clocks = "published"`, publishedNames},
		{`clocks = "all"`, names(registry.Algorithms())},
		{"clocks = \"timesync\"\n[clock.mine]\nalgorithm = \"slot\"", "timesync mine"},
		{`clocks = "slot"`, "slot timesync"}, // which drives where nothing is said
		{"clocks = \"slot\"\n[set]\nclient.algorithm = \"slot\"", "slot"},
		{"clocks = \"timesync\"\n[set]\nclient1.client.algorithm = \"sntp\"", "timesync sntp"},
		{"clocks = \"timesync\"\n[[event]]\nat = \"1s\"\nset = {client.algorithm = \"mirror\"}", "timesync mirror"},
		{"clocks = \"timesync\"\n[set]\ntime.provider = \"unity\"", "timesync unity"},
		{"clocks = \"timesync\"\n[set]\ntime.provider = \"direct\"", "timesync"},
	} {
		sc := parsed(t, c.src)
		if got := names(sc.Algorithms()); got != c.want {
			t.Errorf("%s: %s, want %s", c.src, got, c.want)
		}
		again, err := Parse("again", sc.Text())
		if err != nil {
			t.Fatal(err)
		}
		if got := names(again.Algorithms()); got != c.want {
			t.Errorf("%s: written and read again: %s, want %s", c.src, got, c.want)
		}
	}
}

func TestARosterOfUnknownClocksIsRefused(t *testing.T) {
	t.Parallel()
	for src, want := range map[string]string{
		`clocks = "nosuch"`:     `line 2: clocks: "nosuch" is unknown (nearest: ours, `,
		`clocks = ""`:           `line 2: clocks: "" is unknown`,
		`clocks = ["slot", 5]`:  `line 2: clocks: "5" is unknown`,
		`clocks = 3`:            `line 2: clocks: 3 is neither a text nor a list of them`,
		`clocks = "slot,,sntp"`: `line 2: clocks: "" is unknown`,
		"clocks = \"slot\"\n[[event]]\nat = \"1s\"\nlose = {client = 1, way = \"up\", clock = \"sntp\", number = 1}": `lose.clock: "sntp" is unknown (allowed: `,
	} {
		if _, err := Parse("test", "format = 3\n"+src); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", src, err, want)
		}
	}
}

func TestAnEventCannotNeedAClockThatDoesNotRun(t *testing.T) {
	t.Parallel()
	s := parsed(t, `clocks = "timesync"`).Begin()
	for _, c := range []struct{ set, want string }{
		{"client.algorithm=slot", "client.algorithm: slot does not run in this session: its clocks were chosen before it began"},
		{"client2.time.provider=unity", "client2.time.provider: unity does not run in this session"},
		{"client.algorithm=timesync", ""},
		{"slot.ring=20", ""}, // it stands, and nobody goes by it
	} {
		set, err := ParseAssignment(strings.Split(c.set, "=")[0], strings.Split(c.set, "=")[1])
		if err != nil {
			t.Fatal(err)
		}
		err = s.Check(&Event{Set: set}, nil, nil)
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s: %v, want %q", c.set, err, c.want)
		}
	}
}

func TestAdmittedClocksRun(t *testing.T) {
	t.Parallel()
	sc := parsed(t, `clocks = "timesync"`)
	for _, value := range []string{"timesync", "slot", "slot"} {
		set, err := ParseAssignment("client.algorithm", value)
		if err != nil {
			t.Fatal(err)
		}
		sc.Admit(set)
	}
	if sc.ClockList != "timesync,slot" {
		t.Error(sc.ClockList)
	}
}
