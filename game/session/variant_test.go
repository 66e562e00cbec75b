package session

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"driftlab/game/scenario"
	"driftlab/game/scenario/scenariotest"
	"driftlab/netsim"
)

const withVariantsText = `format = 3
clients = 2
duration = "20s"

[clock.slot-64]
algorithm = "slot"
ring = 64
poll = "1s"
piggyback = "1s"

[clock.npm]
algorithm = "simpson"
package = "on"
pause = "1s"

[clock.world-ask]
algorithm = "rtt2-world"

[clock.unreal-5]
algorithm = "unreal"
version = "5"

[clock.short]
algorithm = "timesync"
window = "500ms"

[set]
client2.algorithm = "slot-64"
link.jitter = "10ms"
`

var variantNames = []string{"slot-64", "npm", "world-ask", "unreal-5", "short"}

func runVariants(t *testing.T, sc *scenario.Scenario) (files map[string]string, log *scenario.Scenario) {
	t.Helper()
	dir := t.TempDir()
	writeRun(t, sc, netsim.NewDirect(), dir)
	files = map[string]string{}
	for _, name := range outputFiles {
		files[name] = readFile(t, dir, name)
	}
	return files, scenariotest.Parse(t, "log", files[LogFile])
}

// rowsOf returns the rows of clock.csv that are of a clock, or of all but some.
func rowsOf(csv string, is func(clock string) bool) (rows []string) {
	for _, row := range strings.Split(csv, "\n") {
		if f := strings.Split(row, ","); len(f) > 2 && is(f[2]) {
			rows = append(rows, row)
		}
	}
	return rows
}

func TestAVariantIsRacedDrivesAndIsPlayedAgain(t *testing.T) {
	t.Parallel()
	sc := scenariotest.Parse(t, "variants", withVariantsText)
	first, log := runVariants(t, sc)
	for _, name := range variantNames {
		if rows := rowsOf(first[ClockFile], func(c string) bool { return c == name }); len(rows) < 1000 {
			t.Errorf("%s has %d rows", name, len(rows))
		}
		if !strings.Contains(first[SummaryFile], fmt.Sprintf("%q", name)) {
			t.Errorf("%s is not in the summary", name)
		}
	}
	if !strings.Contains(first[SummaryFile], `"driving": "slot-64"`) {
		t.Error("it drives nothing")
	}
	if log.Text() != first[LogFile] || !strings.Contains(log.Text(), "[clock.slot-64]\nalgorithm = \"slot\"\npoll = \"1s\"\npiggyback = \"1s\"\nring = \"64\"\n") {
		t.Errorf("the log is\n%s", log.Text())
	}
	again, _ := runVariants(t, log)
	for name := range first {
		if again[name] != first[name] {
			t.Errorf("played again, %s is another", name)
		}
	}
}

func TestVariantsChangeNothingForTheOthers(t *testing.T) {
	t.Parallel()
	sc := scenariotest.Parse(t, "variants", strings.Replace(withVariantsText, `client2.algorithm = "slot-64"`, "", 1))
	with, _ := runVariants(t, sc)
	sc.Clocks = nil
	without, _ := runVariants(t, sc)
	others := func(c string) bool { return !slices.Contains(variantNames, c) }
	a, b := rowsOf(with[ClockFile], others), rowsOf(without[ClockFile], others)
	if len(a) < 1000 || strings.Join(a, "\n") != strings.Join(b, "\n") {
		t.Errorf("%d rows of the others are not %d", len(a), len(b))
	}
}

func TestAVariantThatCannotBeIsToldWithItsLine(t *testing.T) {
	t.Parallel()
	many := "format = 3\n"
	for i := range scenario.MaxVariants + 1 {
		many += fmt.Sprintf("[clock.a%02d]\nalgorithm = \"slot\"\n", i)
	}
	for text, want := range map[string]string{
		"format = 3\n[clock.x]\nring = 64\n":                                          `line 2: clock.x: unknown algorithm ""`,
		"format = 3\n[clock.x]\nalgorithm = \"sundial\"\n":                            `line 3: clock.x: unknown algorithm "sundial" (nearest: `,
		"format = 3\n[clock.slot]\nalgorithm = \"slot\"\n":                            `line 3: clock.slot: the name is taken`,
		"format = 3\n[clock.Slot64]\nalgorithm = \"slot\"\n":                          `line 3: clock.Slot64: a name has 1..24 small letters, digits and hyphens`,
		"format = 3\n[clock.x]\nalgorithm = \"slot\"\nring = 65\n":                    `line 4: clock.x.ring: 65 is outside 1..64`,
		"format = 3\n[clock.x]\nalgorithm = \"slot\"\nrings = 6\n":                    `line 4: unknown key "clock.x.rings"`,
		"format = 3\n[clock.x]\nalgorithm = \"slot\"\npoll = \"1s\"\n":                `line 3: clock.x.piggyback: 3s is outside 100ms..1s`,
		"format = 3\nclock = 3\n":                                                     `line 2: clock: 3 is not a table`,
		"format = 3\n[clock]\nx = 3\n":                                                `line 3: x: 3 is not a table`,
		"format = 3\n[set]\nclient.algorithm = \"sundial\"\n":                         `line 3: client.algorithm: "sundial" is unknown (nearest: `,
		"format = 3\n[[event]]\nat = \"1s\"\nset = {client.algorithm = \"slot-9\"}\n": `"slot-9" is unknown`,
		many: "clock: 17 variants is outside 0..16",
	} {
		_, err := scenario.Parse("x", text)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.60q: got %v, want %s", text, err, want)
		}
	}
	sc := scenariotest.Parse(t, "variants", withVariantsText)
	s := newSession(t, sc, nil)
	if err := s.Set("client.algorithm", "slot-65"); err == nil || !strings.Contains(err.Error(), `"slot-65" is unknown (nearest: slot-6`) || !strings.Contains(err.Error(), "slot-64") {
		t.Errorf("got %v", err)
	}
	if err := s.Set("client1.algorithm", "npm"); err != nil || s.Facts(1).Driving != "npm" {
		t.Errorf("%v: %s drives", err, s.Facts(1).Driving)
	}
	advance(t, s, time.Second, time.Second)
	if again, err := scenario.Parse("log", s.Log().Text()); err != nil || again.Text() != s.Log().Text() {
		t.Errorf("%v: the log is\n%s", err, s.Log().Text())
	}
}

func TestASharedTextCarriesVariants(t *testing.T) {
	t.Parallel()
	sc := scenariotest.Parse(t, "variants", withVariantsText)
	text, _, err := sc.Share()
	if err != nil {
		t.Fatal(err)
	}
	got, err := scenario.ParseShared(text, "")
	if err != nil || got.Text() != sc.Text() {
		t.Errorf("%v: got\n%s", err, got.Text())
	}
}
