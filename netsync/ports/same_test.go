//go:build !js

package ports

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"driftlab/game/judge"
	"driftlab/game/judge/conformance"
	"driftlab/game/judge/process"
	"driftlab/game/scenario"
	"driftlab/internal/testkit"
	"driftlab/netsync/guest"
	"driftlab/netsync/registry"
)

// mostEvents is more than a session has: nothing of one is left out.
const mostEvents = 200_000

func original(t *testing.T) registry.Algorithm {
	t.Helper()
	a, err := registry.Lookup("midline")
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// pair starts a program as a port of Midline.
func pair(t *testing.T, program ...string) *conformance.Pair {
	t.Helper()
	limits := process.DefaultLimits()
	limits.First, limits.Later, limits.Whole = 5*time.Minute, 5*time.Minute, 5*time.Hour // however busy the machine
	p, end, err := conformance.Start(context.Background(), &process.Program{Path: program[0], Args: program[1:], Limits: limits, Errors: os.Stderr}, original(t))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(end)
	return p
}

// tapesOf plays a session with Midline and returns what both its halves were told.
func tapesOf(t *testing.T, sc *scenario.Scenario, most int) []conformance.Tape {
	t.Helper()
	tapes, err := conformance.Record(sc, original(t), most)
	if err != nil {
		t.Fatal(err)
	}
	if len(tapes) != 2 || len(tapes[guest.Client].Events) < 100 {
		t.Fatalf("%s has %d tapes", sc.Name, len(tapes))
	}
	return tapes
}

// difference tells a port the events of tapes, and returns where it first replies otherwise, or nil.
func difference(t *testing.T, p *conformance.Pair, tapes []conformance.Tape) *conformance.Difference {
	t.Helper()
	for i := range tapes {
		d, err := p.Compare(tapes[i].Role, tapes[i].Events)
		if err != nil {
			t.Fatal(err)
		}
		if d != nil {
			return d
		}
	}
	return nil
}

// links returns public links, or those of a folder.
func links(t *testing.T, list string) []judge.Link {
	t.Helper()
	all, err := judge.Load(list, "all")
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// same holds that a port is Midline: on one session, or all public links × 20 seeds and 204 drawn ones where the long tests are asked for.
func same(t *testing.T, p *conformance.Pair) {
	t.Helper()
	of, seeds := links(t, "frames"), uint64(1)
	if testkit.LongTests() {
		of, seeds = links(t, judge.Public), 20
	}
	played := 0
	try := func(l judge.Link, seed uint64) {
		sc, _, err := l.With(seed)
		if err != nil {
			t.Fatal(err)
		}
		if d := difference(t, p, tapesOf(t, sc, mostEvents)); d != nil {
			t.Errorf("%s, seed %d: %v", l.Name, seed, d)
		}
		played++
	}
	for _, l := range of {
		for seed := range seeds {
			try(l, seed+1)
		}
	}
	if testkit.LongTests() {
		for _, l := range links(t, judge.Random) {
			for seed := range uint64(12) {
				try(l, seed+1)
			}
		}
	}
	t.Logf("%d sessions", played)
}

func TestTheHeaderIsMidlineInC(t *testing.T) {
	t.Parallel()
	same(t, pair(t, gcc.build(t, "c/judge.c")))
}

func TestTheHeaderIsMidlineInCPlusPlus(t *testing.T) {
	t.Parallel()
	same(t, pair(t, gpp.build(t, "c/judge.c")))
}

func TestTheFileIsMidlineInCSharp(t *testing.T) {
	t.Parallel()
	same(t, pair(t, csharp(t, "csharp/Judge.cs")...))
}

func TestTheModuleIsMidlineInTypeScript(t *testing.T) {
	t.Parallel()
	same(t, pair(t, typescript(t, "judge.mjs")...))
}

func TestTheFileInCSharpAllocatesNothingAfterConstruction(t *testing.T) {
	t.Parallel()
	program := csharp(t, "csharp/Allocated.cs")
	if out, err := exec.Command(program[0], program[1:]...).Output(); err != nil || string(out) != "True 0\n" {
		t.Errorf("it says %q, %v", out, err)
	}
}

func TestTheEndOfEachRareLinkIsReached(t *testing.T) {
	t.Parallel()
	for _, l := range links(t, judge.Rare) {
		for _, tape := range tapesOf(t, l.Scenario, conformance.MaxEvents) {
			if len(tape.Events) == conformance.MaxEvents {
				t.Errorf("%s: the %v's tape has no more than %d events", l.Name, tape.Role, conformance.MaxEvents)
			}
		}
	}
}

// Each is a fault in one number, which the comparison has to find.
func TestAFaultInAPortIsFound(t *testing.T) {
	t.Parallel()
	usual, all := tapesOf(t, links(t, "wifi")[0].Scenario, 4000), links(t, judge.Rare)
	rare := func(name string) []conformance.Tape {
		i := slices.IndexFunc(all, func(l judge.Link) bool { return l.Name == "rare-"+name })
		return tapesOf(t, all[i].Scenario, conformance.MaxEvents)
	}
	for what, fault := range map[string]struct {
		old, new string
		tapes    []conformance.Tape
	}{
		"the interval is too narrow":            {"mdl_max(4 * sigma, ", "mdl_max(3 * sigma, ", usual},
		"the host reports too seldom":           {"2 * MDL_SECOND : mdl_clamp", "3 * MDL_SECOND : mdl_clamp", usual},
		"a round of the fit is left out":        {"MDL_FIT_ROUNDS = 3", "MDL_FIT_ROUNDS = 2", usual},
		"turns before the zero are rounded up":  {"MDL_TURN / 2)) >> 27", "MDL_TURN / 2)) / MDL_TURN", rare("turn")},
		"a line is grown a second later":        {"MDL_GROWN = 60000000", "MDL_GROWN = 61000000", rare("shorter-up-55")},
		"a flag is lost beyond the 191st point": {"c->many[i] = (uint8_t)many;", "c->many[i] = (uint8_t)(i < 191 && many);", rare("points")},
	} {
		t.Run(what, func(t *testing.T) {
			t.Parallel()
			text := read(t, "c/midline.h")
			if strings.Count(text, fault.old) != 1 {
				t.Fatalf("midline.h has %q %d times", fault.old, strings.Count(text, fault.old))
			}
			dir := written(t, map[string]string{"midline.h": strings.Replace(text, fault.old, fault.new, 1), "judge.c": read(t, "c/judge.c")})
			if d := difference(t, pair(t, gcc.build(t, filepath.Join(dir, "judge.c"))), fault.tapes); d == nil {
				t.Error("it is not found")
			} else {
				t.Log(d)
			}
		})
	}
}
