package scenario

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"time"

	"driftlab/netsim"
)

// A Step is one of a lesson's: a part of its time, with what happens in it and how it is looked at. A scenario has the
// events and cuts of its steps among its own; package lesson reads what a step says and asks.
type Step struct {
	At, Until netsim.Time // the last has no end, and an Until of 0
	// Solution is what reaches the goal of the step, after its begin: for tests of the lesson, nothing that happens.
	Solution []Event
}

// MaxSteps is how many steps a lesson has at most.
const MaxSteps = 12

// Beside is the layout of a step in which a lesson's worlds are compared: the first and the second, with the same luck.
const Beside = "ab"

// stepKeys are all that a step may have. Package lesson reads those that are not named here.
var stepKeys = []string{"until", "caption", "set", "rejoin", "event", "solution",
	"layout", "client", "with", "subject", "strip", "controls", "numbers",
	"ends", "speed", "view", "diagram", "clocks", "points", "figure", "covered", "heard", "question", "goal"}

// steps reads the steps of a file, and appends what happens in them and how they are looked at to the scenario's own.
func (t *table) steps(sc *Scenario) {
	tables := t.tables("step")
	if len(tables) > MaxSteps {
		t.fault(fmt.Sprintf("step[%d]", MaxSteps+1), fmt.Errorf("step: %d is outside 0..%d", len(tables), MaxSteps))
	}
	if len(tables) == 0 {
		return
	}
	if len(sc.Watch) > 0 {
		t.fault("watch[1]", errors.New("watch: the steps of a lesson say how it is looked at"))
	}
	cut, begin := DefaultWatch(), netsim.Time(0)
	for i := 0; i < len(tables) && t.err == nil; i++ {
		s := &tables[i]
		s.only(stepKeys...)
		step := Step{At: begin}
		if _, ok := s.values["until"]; ok || i < len(tables)-1 {
			step.Until = netsim.Time(s.duration("until", "", "12s"))
			if s.err == nil && (step.Until <= begin || step.Until > netsim.Time(sc.Duration)) {
				s.fail("until", "%v is not after the step's begin, %v, and up to the lesson's duration, %v", time.Duration(step.Until), time.Duration(begin), sc.Duration)
			}
		}
		sc.Events = append(sc.Events, s.begins(sc, begin)...)
		sc.Events = append(sc.Events, s.within(sc, "event", step)...)
		step.Solution = s.within(sc, "solution", step)
		cut = s.cut(sc, cut, begin)
		sc.Watch, sc.Steps, begin = append(sc.Watch, cut), append(sc.Steps, step), step.Until
		t.err = s.err
	}
	slices.SortStableFunc(sc.Events, func(a, b Event) int { return cmp.Compare(a.At, b.At) })
}

// begins reads what happens as the step begins.
func (t *table) begins(sc *Scenario, at netsim.Time) []Event {
	ev := Event{At: at, Caption: t.words("caption"), Rejoin: t.clients("rejoin"), Set: t.assignments()}
	t.check(&ev, sc, "")
	if ev.Caption == "" && ev.Empty() {
		return nil
	}
	return []Event{ev}
}

// within reads what happens in the step, or reaches its goal, at instants after its begin.
func (t *table) within(sc *Scenario, key string, step Step) (all []Event) {
	tables := t.tables(key)
	for i := 0; i < len(tables) && t.err == nil; i++ {
		e := &tables[i]
		e.only(slices.Concat(eventKeys, []string{"every", "until"})...)
		for _, at := range e.instants() {
			ev := e.eventAt(step.At + at)
			if t.err = e.err; at > netsim.Time(MaxDuration) || step.Until > 0 && ev.At >= step.Until {
				e.fail("at", "%v after the step's begin is not before its end, at %v", time.Duration(at), time.Duration(step.Until))
				t.err = e.err
			}
			t.check(&ev, sc, key+"["+strconv.Itoa(i+1)+"].")
			all = append(all, ev)
		}
		if t.err == nil {
			t.err = e.err
		}
	}
	return all
}

// instants returns when an event of a step happens, after the step's begin: once, at its instant; or, if it has every, then
// from its instant on (at, or every itself) once in each such time, until included.
func (t *table) instants() []netsim.Time {
	_, repeats := t.values["every"]
	_, ends := t.values["until"]
	switch {
	case !repeats && ends:
		t.fail("until", "there is no every")
		return nil
	case repeats && !ends:
		t.fail("until", "is missing")
		return nil
	}
	from := "at"
	if _, ok := t.values["at"]; repeats && !ok {
		from = "every"
	}
	first := t.duration(from, "", "4s")
	if from == "at" && first < 0 {
		t.fail(from, "%v is before the step's begin", first)
	}
	if !repeats || t.err != nil {
		return []netsim.Time{netsim.Time(first)}
	}
	every, last := t.duration("every", "", "4s"), t.duration("until", "", "52s")
	switch {
	case t.err != nil:
		return nil
	case every <= 0:
		t.fail("every", "%v is not longer than 0s", every)
		return nil
	case last < first:
		t.fail("until", "%v is before the first time, %v", last, first)
		return nil
	}
	n := int64((last-first)/every) + 1
	if err := spend(&t.parser.files.spent.repeats, n, maxRepeats, "repeated events"); err != nil {
		t.fault("every", err)
		return nil
	}
	all := make([]netsim.Time, n)
	for i := range all {
		all[i] = netsim.Time(first + time.Duration(i)*every)
	}
	return all
}

// check refuses what is out of range, on its own line.
func (t *table) check(ev *Event, sc *Scenario, at string) {
	var bad invalid
	if err := ev.validate(sc.Clients); errors.As(err, &bad) {
		keys := bad.within(t.at+at, "step").keys
		if t.err == nil {
			t.err = t.parser.fault(t.parser.firstOf(keys), bad.err)
		}
	}
}

// cut reads how the step is looked at; what it does not say is as in the step before it, but that each step asks for numbers
// by itself.
func (t *table) cut(sc *Scenario, w Watch, at netsim.Time) Watch {
	w.At, w.Numbers = at, false
	if layout := t.choice("layout", w.Layout, append(WatchLayouts(), Beside)); layout == Beside {
		w.Layout = WatchSolo
	} else {
		w.Layout = layout
	}
	t.looks(&w)
	var bad invalid
	if err := w.validate(sc.Clients); errors.As(err, &bad) {
		t.fault(bad.keys[0], bad.err)
	}
	return w
}

// Lines returns on which line of a file each key stands under its dotted name; what an array holds is numbered from 1.
func Lines(src string) map[string]int {
	lines, _, _ := keyLines(src)
	return lines
}
