package timeline

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"driftlab/game"
	"driftlab/game/observe"
	"driftlab/game/scenario"
	"driftlab/netsim"
	"driftlab/netsim/vnet"
)

const frame = time.Second / 60

// instants are those at which something happens in newScenario, and others.
var instants = []time.Duration{0, 1, frame, 300 * time.Millisecond, 500 * time.Millisecond, 777777777,
	time.Second - 1, time.Second, time.Second + 1, 1200 * time.Millisecond, 2500 * time.Millisecond}

// mustBeStraight compares a line with a straight run of its log, and its tape as far as it goes.
func mustBeStraight(t rapid.TB, l *Line, tape *listTape) {
	t.Helper()
	s, want := straight(t, l.Log(), l.Now())
	defer s.Close()
	if got, want := stateText(l.Session()), stateText(s); got != want {
		t.Fatalf("at %v the line differs from a straight run:\n%s", time.Duration(l.Now()), difference(got, want))
	}
	if l.taped < l.begin {
		return
	}
	check(t, s.Advance(l.taped.Sub(s.Now())))
	if got, want := tape.text(l.begin, l.taped), want.text(l.begin, l.taped); got != want {
		t.Fatalf("the tape from %v to %v differs from a straight run's:\n%s", l.begin, l.taped, difference(got, want))
	}
	if l.taped < l.Now() || l.End() < l.taped {
		t.Fatalf("now %v, taped %v, end %v", l.Now(), l.taped, l.End())
	}
}

// difference returns the first line in which two texts differ.
func difference(got, want string) string {
	a, b := strings.Split(got, "\n"), strings.Split(want, "\n")
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			k := 0
			for k < min(len(a[i]), len(b[i])) && a[i][k] == b[i][k] {
				k++
			}
			from := max(k-60, 0)
			return a[i][from:min(k+100, len(a[i]))] + "\n" + b[i][from:min(k+100, len(b[i]))]
		}
	}
	return "one is longer"
}

func TestALineIsAtAnyInstantWhereAStraightRunIs(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		tape := &listTape{}
		opt := Options{Tape: tape, Length: rapid.SampledFrom([]time.Duration{0, 1500 * time.Millisecond}).Draw(t, "length"),
			Memory: rapid.SampledFrom([]int{0, 1, 8 << 20}).Draw(t, "memory")}
		if rapid.Bool().Draw(t, "vnet") {
			opt.NewCarrier = vnet.New
		}
		l := newLine(t, opt)
		defer l.Close()
		// The time after which the checkpoints lie closer, so that short sessions have many.
		l.points.step = netsim.Time(rapid.SampledFrom([]time.Duration{100 * time.Millisecond, 250 * time.Millisecond, time.Second}).Draw(t, "step"))
		instant := func() netsim.Time { return netsim.Time(rapid.SampledFrom(instants).Draw(t, "instant")) }
		logs := map[int]string{}
		steps := 0
		t.Repeat(map[string]func(*rapid.T){
			"advance": func(*rapid.T) { check(t, l.Advance(rapid.SampledFrom(instants[:7]).Draw(t, "step"))) },
			"seek":    func(*rapid.T) { check(t, l.Seek(instant())) },
			"begin a way and go a piece of it": func(*rapid.T) {
				check(t, l.SeekStart(instant()))
				_, _, err := l.Work(100 * time.Millisecond)
				check(t, err)
			},
			"event":  func(*rapid.T) { check(t, l.Do(drawEvent(t))) },
			"tick":   func(*rapid.T) { check(t, l.Seek(l.Ticks(rapid.IntRange(-2, 2).Draw(t, "ticks")))) },
			"packet": func(*rapid.T) { check(t, l.StepPacket(rapid.Bool().Draw(t, "back"))) },
			"branch": func(*rapid.T) {
				check(t, l.Select(rapid.IntRange(0, len(l.branches)-1).Draw(t, "branch")))
				if rapid.Bool().Draw(t, "wait") {
					check(t, l.finish())
				}
			},
			"adopt": func(*rapid.T) {
				script := l.branches[rapid.IntRange(0, len(l.branches)-1).Draw(t, "whose")].script
				script = script[:rapid.IntRange(0, len(script)).Draw(t, "how much")]
				check(t, l.Adopt(script, instant()))
			},
			"divert": func(*rapid.T) {
				ev := drawEvent(t)
				ev.At = min(instant(), l.Now())
				check(t, l.Divert(ev, instant()))
			},
			"": func(*rapid.T) {
				if l.Busy() {
					return
				}
				if steps++; steps%4 == 0 { // a straight run takes long, and what is wrong stays wrong
					mustBeStraight(t, l, tape)
				}
				for i := range l.branches {
					text := scriptText(l.branches[i].script)
					if was, seen := logs[i]; i != l.current && seen && was != text {
						t.Fatalf("branch %d has changed while another was current: %q, was %q", i, text, was)
					}
				}
				logs[l.current] = scriptText(l.branches[l.current].script)
			},
		})
		check(t, l.finish())
		mustBeStraight(t, l, tape)
	})
}

func scriptText(script []scenario.Event) (text string) {
	for i := range script {
		text += time.Duration(script[i].At).String() + strings.Join(script[i].Lines(), ",") + ";"
	}
	return text
}

func TestAnEventInThePastBranchesAndTheOldBranchStaysAsItWas(t *testing.T) {
	t.Parallel()
	l := newLine(t, Options{})
	check(t, l.Advance(2*time.Second))
	check(t, l.Do(set(t, "link.up.delay", "10ms")))
	check(t, l.Advance(2*time.Second))
	before := stateText(l.Session())

	check(t, l.Seek(netsim.Time(1500*time.Millisecond)))
	for _, value := range []string{"81ms", "95ms", "120ms"} { // a slider is pulled
		check(t, l.Do(set(t, "link.up.delay", value)))
	}
	if l.Branch() != 1 || l.End() != l.Now() {
		t.Fatalf("branch %d, end %v", l.Branch(), l.End())
	}
	check(t, l.Advance(time.Second))
	check(t, l.Do(scenario.Event{Rejoin: 1})) // at the end of what is known: no other branch
	other := stateText(l.Session())
	got := l.Branches(nil)
	if len(got) != 2 || got[0].Parent != -1 || got[1].Parent != 0 || got[1].At != netsim.Time(1500*time.Millisecond) ||
		got[0].End != netsim.Time(4*time.Second) || strings.Join(got[1].Event.Lines(), " ") != "link.up.delay=120ms" {
		t.Fatalf("branches %+v", got)
	}

	check(t, l.Select(0))
	check(t, l.finish())
	if l.Now() != netsim.Time(2500*time.Millisecond) || l.End() != netsim.Time(4*time.Second) {
		t.Fatalf("at %v of %v", l.Now(), l.End())
	}
	check(t, l.Seek(l.End()))
	if stateText(l.Session()) != before {
		t.Error("the old branch has changed")
	}
	check(t, l.Select(1))
	check(t, l.finish())
	if stateText(l.Session()) != other {
		t.Error("the new branch has changed")
	}
}

func TestABadEventInThePastBeginsNoBranch(t *testing.T) {
	t.Parallel()
	tape := &listTape{}
	l := newLine(t, Options{Tape: tape})
	check(t, l.Advance(2*time.Second))
	check(t, l.Seek(netsim.Time(time.Second)))
	if err := l.Do(scenario.Event{Rejoin: 9}); err == nil || !strings.Contains(err.Error(), "rejoin: client 9 is outside 1..2") {
		t.Fatalf("error %v", err)
	}
	if len(l.Branches(nil)) != 1 || l.End() != netsim.Time(2*time.Second) {
		t.Error("there is a branch")
	}
	mustBeStraight(t, l, tape)
}

func TestAStepToAPacketStopsAtEveryInstantAtWhichOneIsSentOrArrives(t *testing.T) {
	t.Parallel()
	tape := &listTape{}
	l := newLine(t, Options{Tape: tape})
	check(t, l.Advance(2*time.Second))
	end := l.Now()
	var there []netsim.Time
	for range 100 {
		check(t, l.StepPacket(false))
		there = append(there, l.Now())
	}
	s, packets := straight(t, l.Log(), l.Now())
	defer s.Close()
	want := map[netsim.Time]bool{}
	for _, r := range packets.rows {
		if r.at > end && (strings.Contains(r.text, " packet ") || strings.Contains(r.text, " arrival ")) {
			want[r.at] = true
		}
	}
	if len(want) != len(there) {
		t.Errorf("%d instants were stopped at, there are %d", len(there), len(want))
	}
	for i := len(there) - 2; i >= 0; i-- {
		check(t, errors.Join(l.StepPacket(true), l.finish()))
		if l.Now() != there[i] || !want[l.Now()] {
			t.Fatalf("back at %v, there at %v", l.Now(), there[i])
		}
	}
}

func TestCheckpointsKeepWithinTheirMemoryAndNoGapIsLong(t *testing.T) {
	l := newLine(t, Options{Memory: 40 << 20})
	for range 60 {
		check(t, l.Advance(3*time.Second))
		if l.points.bytes > 40<<20 {
			t.Fatalf("%d bytes at %v", l.points.bytes, l.Now())
		}
	}
	last := netsim.Time(0)
	for _, p := range append(l.points.list[1:], checkpoint{at: l.Now()}) {
		if p.at-last > l.points.step {
			t.Errorf("nothing between %v and %v", last, p.at)
		}
		last = p.at
	}
	if gap := time.Duration(l.points.step); gap > 32*time.Second || len(l.points.list) < 5 {
		t.Errorf("%d checkpoints, %v apart", len(l.points.list), gap)
	}
}

func TestALoggedSessionCanBeGoneThroughAtOnce(t *testing.T) {
	t.Parallel()
	tape := observe.NewTape(2)
	l := newLine(t, Options{Length: 2 * time.Minute, Tape: tape})
	if l.End() != netsim.Time(2*time.Minute) {
		t.Fatalf("it ends at %v", l.End())
	}
	check(t, l.SeekStart(netsim.Time(100*time.Second)))
	done, share, err := l.Work(25 * time.Second)
	for !done && err == nil && share < 0.25 { // each 8 s of the way end with a checkpoint, which is copied in pieces
		done, share, err = l.Work(25 * time.Second)
	}
	if done || err != nil || share != 0.32 || !l.Busy() || l.Target() != netsim.Time(100*time.Second) {
		t.Fatalf("done %v, share %v, %v; now %v", done, share, err, l.Now())
	}
	check(t, l.finish())
	s, whole := straight(t, l.Log(), l.Now())
	defer s.Close()
	if stateText(s) != stateText(l.Session()) {
		t.Error("the state differs")
	}
	if first, end := tape.Packets(l.Now().Add(-Reach), l.Now()); end-first < 1500 || len(whole.rows) == 0 {
		t.Errorf("the tape has %d packets", end-first)
	}
	check(t, l.Seek(netsim.Time(50*time.Second)))
	if first, end := tape.Packets(l.Now().Add(-Reach), l.Now()); end-first < 1500 {
		t.Errorf("back at 50 s the tape has %d packets", end-first)
	}
}

func TestABranchThatIsChosenOnTheWayIsGoneToAtOnce(t *testing.T) {
	t.Parallel()
	tape := &listTape{}
	l := newLine(t, Options{Tape: tape})
	for i, delay := range []string{"10ms", "100ms", "200ms"} { // each of which parts from the one before
		check(t, l.Advance(15*time.Second))
		check(t, l.Seek(netsim.Time(5-i)*netsim.Time(time.Second)))
		check(t, l.Do(set(t, "link.up.delay", delay)))
	}
	check(t, l.Seek(netsim.Time(12*time.Second)))
	for _, branch := range []int{1, 2, 0, 3, 1} {
		check(t, l.Select(branch))
		_, _, err := l.Work(time.Second)
		check(t, err)
		if !l.Busy() || l.Now() != netsim.Time(12*time.Second) {
			t.Fatalf("to branch %d: at %v, busy %v", branch, l.Now(), l.Busy())
		}
	}
	check(t, l.finish())
	if l.Branch() != 1 || l.Now() != netsim.Time(12*time.Second) {
		t.Errorf("branch %d at %v", l.Branch(), l.Now())
	}
	mustBeStraight(t, l, tape)
}

// Poses and strikes are no part of the state that is hashed: they come from it on the way, and a way back has them all the same.
func TestWhatFiguresAreDrawnFromIsTheSameAfterGoingBack(t *testing.T) {
	t.Parallel()
	sc := newScenario(t)
	sc.Set = append(sc.Set, set(t, "arena", "duel").Set...)
	sc.Set = append(sc.Set, set(t, "bots", "live").Set...)
	l := newLine(t, Options{Scenario: sc})
	texts := func() (all []string) {
		for range 90 {
			check(t, l.Advance(50*time.Millisecond))
			var scene game.Scene
			for id := 0; id <= l.Session().Clients(); id++ {
				if id == 0 {
					l.Session().Scene(0, &scene)
				} else {
					l.Session().Scene(id, &scene)
				}
				all = append(all, fmt.Sprintf("%+v", scene))
			}
		}
		return all
	}
	check(t, l.Advance(3*time.Second))
	at := l.Session().Now()
	first := texts()
	check(t, l.Seek(at))
	if again := texts(); !slices.Equal(first, again) {
		t.Error("a scene that is gone through again is another one")
	}
	all := strings.Join(first, "")
	for _, what := range []string{"Landed:[1-9]", "Left:[1-9]", "Turned:[1-9]", "Hit:[1-9]", "Strikes:\\[{"} {
		if !regexp.MustCompile(what).MatchString(all) {
			t.Errorf("no %s in any scene: the test shows nothing", what)
		}
	}
}
