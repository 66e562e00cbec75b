//go:build !js

package process

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"driftlab/game/scenario"
	"driftlab/game/scenario/scenariotest"
	"driftlab/internal/files/filetest"
	"driftlab/internal/testkit"
	"driftlab/netsync/guest"
	"driftlab/netsync/registry"
)

// An example is a guest in netsync/guest/examples, and the clock of the registry that it is a port of.
type example struct {
	clock, file string
	tool        string // that it needs
	build       func(t *testing.T, file, tool string) (path string, args []string)
}

func interpreted(_ *testing.T, file, tool string) (string, []string) { return tool, []string{file} }

func compiled(t *testing.T, file, tool string) (string, []string) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "guest")
	if out, err := exec.Command(tool, "-std=c11", "-Wall", "-Wextra", "-Werror", "-O2", "-o", path, file).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return path, nil
}

var examples = []example{
	{"rtt2", "rtt2.py", "python3", interpreted},
	{"sntp", "sntp.c", "cc", compiled},
	{"timesync", "timesync.mjs", "node", interpreted},
}

// program returns what starts the example; without its tool the test is skipped.
func (e example) program(t *testing.T) *Program {
	t.Helper()
	tool, err := exec.LookPath(e.tool)
	if err != nil {
		t.Skipf("there is no %s here: %s is not run", e.tool, e.file)
	}
	path, args := e.build(t, filepath.Join("..", "..", "..", "netsync", "guest", "examples", e.file), tool)
	return &Program{Path: path, Args: args, Limits: patient(), Errors: os.Stderr}
}

// publicLinks are two of the judge's links, and all of them where the long tests are asked for.
func publicLinks(t *testing.T) (links []*scenario.Scenario, seeds uint64) {
	t.Helper()
	names, seeds := []string{"judge-bursts", "judge-sleep"}, uint64(1)
	if testkit.LongTests() {
		names, seeds = []string{"judge-wired", "judge-wifi", "judge-4g", "judge-3g", "judge-satellite", "judge-frames", "judge-bufferbloat",
			"judge-upload", "judge-stream", "judge-handover", "judge-route", "judge-uneven", "judge-bursts", "judge-drift", "judge-sleep"}, 5
	}
	for _, name := range names {
		sc := scenariotest.Load(t, name)
		links = append(links, sc)
	}
	return links, seeds
}

func TestTheExamplesGiveTheBytesOfTheClocksThatTheyArePortsOf(t *testing.T) {
	links, seeds := publicLinks(t)
	for _, e := range examples {
		t.Run(e.file, func(t *testing.T) {
			p := e.program(t)
			a, err := registry.Lookup(e.clock)
			if err != nil {
				t.Fatal(err)
			}
			for _, sc := range links {
				sc.ClockList = scenario.ClockList(e.clock)
				for seed := uint64(1); seed <= seeds; seed++ {
					sc.Seed = seed
					want, _ := played(t, sc)
					clock := opened(t, p)
					as, err := clock.As(a)
					if err != nil {
						t.Fatal(err)
					}
					got, _ := played(t, sc, as)
					if err := clock.Err(); err != nil || got != want || strings.Count(got, "\n") < 1000 {
						t.Errorf("%s, seed %d: %s, %v", sc.Name, seed, firstDifference(want, got), err)
					}
				}
			}
		})
	}
}

func TestEveryExampleIsShort(t *testing.T) {
	for _, e := range examples {
		text := filetest.Read(t, filepath.Join("..", "..", "..", "netsync", "guest", "examples", e.file))
		if lines := bytes.Count(text, []byte("\n")); lines >= 120 {
			t.Errorf("%s has %d lines", e.file, lines)
		}
	}
}

// BenchmarkEvent is what an event through a guest costs: of Python's, beside one of Go.
func BenchmarkEvent(b *testing.B) {
	tool, err := exec.LookPath("python3")
	if err != nil {
		b.Skip("there is no python3 here")
	}
	limits := DefaultLimits()
	limits.Whole = time.Hour
	s, _, err := Start(context.Background(), &Program{Path: tool, Args: []string{filepath.Join("..", "..", "..", "netsync", "guest", "examples", "rtt2.py")}, Limits: limits}, guest.Hello{Client: 1})
	if err != nil {
		b.Fatal(err)
	}
	defer s.End()
	b.ReportAllocs()
	for n := int64(1); b.Loop(); n++ {
		if _, err := s.Exchange(&guest.Event{N: n, Kind: guest.Wake, Now: n}); err != nil {
			b.Fatal(err)
		}
	}
}

func TestThePageOfTheJudgeBeginsWithTheWholeExample(t *testing.T) {
	page := filetest.Read(t, "../../../docs/judge.md")
	text := filetest.Read(t, filepath.Join("..", "..", "..", "netsync", "guest", "examples", "rtt2.py"))
	if at := bytes.Index(page, append([]byte("```python\n"), append(text, "```\n"...)...)); at < 0 || at > 400 {
		t.Errorf("the example is at %d", at)
	}
}
