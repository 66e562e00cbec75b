//go:build !js

package judge

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"driftlab/game/judge/draw"
	"driftlab/game/scenario"
	"driftlab/netsim"
	"driftlab/netsync/registry"
)

// Of a link without jitter, whose ways take and carry unlike much, half of the difference is all that is wrong.
func TestHalfOfTheDifferenceOfTheEmptyPathsIsTakenOffOnADrawnLink(t *testing.T) {
	t.Parallel()
	sc, err := scenario.Parse("clean", `format = 3
clients = 1
duration = "60s"
clocks = "published,midline"
[set]
arena = "none"
link.up.delay = "90ms"
link.up.rate = 500000
link.down.delay = "20ms"
datagrams.up.size = 200
datagrams.down.size = 60
datagrams.up.rate = 20
datagrams.down.rate = 59.94
client.skew = 20
`)
	if err != nil {
		t.Fatal(err)
	}
	clean := draw.Link{Scenario: sc, Up: draw.Path{Delay: 90 * time.Millisecond, Rate: 500_000, Size: 200}, Down: draw.Path{Delay: 20 * time.Millisecond, Size: 60}}
	run, err := (&act{clock: "midline", drawn: &clean}).score(context.Background(), sc)
	if err != nil {
		t.Fatal(err)
	}
	if own := run.Scores[0]; own.Clock != "midline" || !own.Known || own.RMS > .02 || own.Worst < own.RMS {
		t.Errorf("Midline has %+v", own)
	}
	near := 0
	for _, s := range run.Scores[1:] {
		if s.RMS < 2 {
			near++
		}
	}
	if near < 3 {
		t.Errorf("it isn't taken off those of %+v", run.Scores)
	}
	if o := run.Beside[0]; o.RMS > .001 || !o.Known {
		t.Errorf("the oracle has %+v", o)
	}
}

func TestNoErrorCountsWhileNoClockCanKnowThatAClockWasSet(t *testing.T) {
	t.Parallel()
	f := fair{upset: []netsim.Time{netsim.Time(20 * time.Second)}}
	for at, want := range map[time.Duration]bool{9 * time.Second: false, 10 * time.Second: true, 20*time.Second - 1: true, 20 * time.Second: false, 22*time.Second - 1: false, 22 * time.Second: true} {
		if f.counts(netsim.Time(at)) != want {
			t.Errorf("at %v it is %v", at, !want)
		}
	}
}

// builtInClocks is how many a program is scored beside.
var builtInClocks = len(registry.Algorithms())

func TestDrawnLinksCompareAClockWithEachRivalAndAnOracle(t *testing.T) {
	links, err := Load("random", "sleep,wifi")
	if err != nil {
		t.Fatal(err)
	}
	seeds := []uint64{1}
	j, _, err := Judge(context.Background(), links, seeds, Entrant{Program: small(t, "midline")}, 2, func(Run) {})
	if err != nil {
		t.Fatal(err)
	}
	builtIn, _, err := Judge(context.Background(), links, seeds, Entrant{Clock: "midline"}, 2, func(Run) {})
	if err != nil {
		t.Fatal(err)
	}
	all, own := j.contests(), builtIn.contests()
	if len(all) != 3 || all[0].name != "sleep" || all[2].name != "all" || all[2].links != 2 || len(all[2].rivals) != builtInClocks || len(own[2].rivals) != builtInClocks-1 {
		t.Fatalf("%+v", all)
	}
	for i := range all {
		if a, b := all[i].own.median(), own[i].own.median(); math.Abs(a-b) > .3*b+.01 || all[i].own.clock != "midline (yours)" {
			t.Errorf("%s: the program is %v ms wrong, and the clock that it is %v", all[i].name, a, b)
		}
	}
	if o := all[2].beside[0]; o.median() <= 0 || o.median() > 5 {
		t.Errorf("the oracle has %+v", o)
	}
	full, few := &all[2].rivals[slices.IndexFunc(all[2].rivals, func(s side) bool { return s.clock == "midline" })], &all[2].beside[1]
	if few.clock != ThriftyName || few.median() <= full.median() || few.median() > 5*full.median() || few.bytes < .1*full.bytes || few.bytes > .6*full.bytes {
		t.Errorf("with few heads Midline has %+v, with all %+v", few, full)
	}
	text := j.Contests()
	for _, want := range []string{"\nsleep\t1\t", "\nall\t2\t", "\noracle\t", "\nmidline-6\t", "\nquake3\t", "midline (yours)\t"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not in\n%s", want, text)
		}
	}
	var table bytes.Buffer
	if err := j.WriteCSV(&table); err != nil || strings.Count(table.String(), ",oracle,") != 2 {
		t.Errorf("%s, %v", &table, err)
	}
	if report := j.Markdown(); !strings.Contains(report, "| clock | sleep | wifi | all |") || !strings.Contains(report, "| **") == strings.Contains(report, "## random-") {
		t.Error(report)
	}
	if v := j.Verdicts(); len(v) != 2 || !strings.HasPrefix(v[0].Text, "sleep: midline (yours) is ") {
		t.Errorf("%+v", v)
	}
}

func TestALinkIsLostByFarIfAClockIsMoreThanTwiceAsWrongAndMoreThanAMillisecondBeyond(t *testing.T) {
	t.Parallel()
	run := func(own float64, rivals ...float64) (r Run) {
		for i, ms := range append([]float64{own}, rivals...) {
			r.Scores = append(r.Scores, Score{Clock: fmt.Sprint("clock", i), Known: ms > 0, RMS: ms, Bytes: 10})
		}
		r.Beside = []Score{{Clock: OracleName, Known: true, RMS: .1}}
		return r
	}
	c := newContest("x", []Run{run(2.2, 1, 1.15), run(.9, .1, 2), run(0, 5, 0), run(5, 0, 5)})
	for i, want := range []struct{ nearer, far int }{{1, 2}, {1, 0}} {
		if s := c.rivals[i]; s.nearer != want.nearer || s.far != want.far {
			t.Errorf("to %s it has lost by far %d times and was nearer %d times, want %v", s.clock, s.far, s.nearer, want)
		}
	}
	if c.far != 2 || c.lost() != "clock1 2" || c.beside[0].far != 3 {
		t.Errorf("in all %d, %q, to the oracle %d", c.far, c.lost(), c.beside[0].far)
	}
}

// The limits are those of R's binom.test.
func TestIntervalsAreExact(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		k, n        int
		least, most float64
	}{{0, 60, 0, .05962949}, {2, 60, .004064, .115290}, {60, 60, .94037051, 1}, {10, 1020, .004712, .017956}, {5, 10, .187086, .812914}} {
		if least, most := exact(c.k, c.n); math.Abs(least-c.least) > 2e-5 || math.Abs(most-c.most) > 2e-5 {
			t.Errorf("%d of %d: %.6f to %.6f, want %v to %v", c.k, c.n, least, most, c.least, c.most)
		}
	}
}
