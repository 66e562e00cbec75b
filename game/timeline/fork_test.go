package timeline

import (
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"driftlab/netsim"
)

func TestForkedLinesAreIndependent(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		tapes := [2]*listTape{{}, nil}
		lines := [2]*Line{newLine(t, Options{Tape: tapes[0], Memory: rapid.SampledFrom([]int{0, 8 << 20}).Draw(t, "memory")})}
		lines[0].points.step = netsim.Time(250 * time.Millisecond)
		move := func(l *Line) {
			switch rapid.IntRange(0, 2).Draw(t, "move") {
			case 0:
				check(t, l.Advance(rapid.SampledFrom(instants[:7]).Draw(t, "step")))
			case 1:
				check(t, l.SeekStart(netsim.Time(rapid.SampledFrom(instants).Draw(t, "instant"))))
			default:
				check(t, l.Do(drawEvent(t)))
			}
		}
		for range rapid.IntRange(0, 8).Draw(t, "before") {
			move(lines[0])
		}
		check(t, lines[0].finish())
		tapes[1] = &listTape{rows: slices.Clone(tapes[0].rows)}
		var err error
		lines[1], err = lines[0].Fork(newDirect, tapes[1])
		check(t, err)
		if a, b := lines[0], lines[1]; a.Now() != b.Now() || a.End() != b.End() || stateText(a.Session()) != stateText(b.Session()) {
			t.Fatalf("%v of %v became %v of %v", a.Now(), a.End(), b.Now(), b.End())
		}
		for range rapid.IntRange(0, 8).Draw(t, "after") {
			move(lines[rapid.IntRange(0, 1).Draw(t, "which")])
		}
		for i, l := range lines {
			check(t, l.finish())
			mustBeStraight(t, l, tapes[i])
			check(t, l.Close())
		}
	})
}

func TestAForkHasNoMoreThanItsOwnWay(t *testing.T) {
	t.Parallel()
	l := newLine(t, Options{})
	defer l.Close()
	check(t, l.Advance(2*time.Second))
	check(t, l.Seek(netsim.Time(time.Second)))
	check(t, l.Do(set(t, "link.loss", "1%")))
	f, err := l.Fork(newDirect, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if f.BranchCount() != 1 || f.Events() != l.Events() || f.Now() != l.Now() {
		t.Errorf("%d branches, %d events, at %v", f.BranchCount(), f.Events(), f.Now())
	}
	before := stateText(l.Session())
	check(t, f.Advance(time.Second))
	if stateText(l.Session()) != before {
		t.Error("the line has gone along with its fork")
	}
}

func TestAnEarlierSessionGoesTheSameWayAndLeavesTheLineWhereItIs(t *testing.T) {
	t.Parallel()
	tape := &listTape{}
	l := newLine(t, Options{Tape: tape})
	defer l.Close()
	for _, at := range []time.Duration{700 * time.Millisecond, 2300 * time.Millisecond} {
		check(t, l.Advance(at-time.Duration(l.Now())))
		check(t, l.Do(set(t, "link.up.delay", "90ms")))
	}
	check(t, l.Advance(time.Second))
	was, rows := stateText(l.Session()), len(tape.rows)
	for _, at := range []netsim.Time{0, 650e6, 1500e6, 2900e6} {
		s, err := l.Earlier(at)
		if err != nil {
			t.Fatal(err)
		}
		if s.Now() > at {
			t.Fatalf("asked for %v it is at %v", at, s.Now())
		}
		check(t, s.Advance(at.Sub(s.Now())))
		want, _ := straight(t, l.Log(), at)
		if got, want := stateText(s), stateText(want); got != want {
			t.Errorf("at %v it differs from a straight run:\n%s", time.Duration(at), difference(got, want))
		}
		s.Close()
		want.Close()
	}
	if stateText(l.Session()) != was || len(tape.rows) != rows {
		t.Errorf("the line has changed, or its tape from %d to %d rows", rows, len(tape.rows))
	}
}
