package lesson

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"time"

	"driftlab/game/scenario"
	"driftlab/game/session"
	"driftlab/netsim"
)

// A Check is one number of a lesson against what it must be: of a figure, of a question's key, or of a goal.
type Check struct {
	What, Measured, Over, Wanted string
	OK                           bool
}

// goalWithin is how long, in virtual time, the solution of a goal may take.
const goalWithin = 2 * time.Minute

// Checks runs the lesson and compares its figures, keys and goal with what they must be, in words of a language. stop
// is as of [Lesson.Run].
func (l *Lesson) Checks(language string, stop func() bool) (all []Check, err error) {
	out, err := l.Run(stop)
	if err != nil {
		return nil, err
	}
	for i := range l.Figures {
		if f := &l.Figures[i]; f.Ranged() {
			r := out.Figures[i]
			all = append(all, Check{f.Label.In(language), l.Said(i, r, language), f.Over(language), l.Wanted(i, language), r.OK && r.Value >= f.Least && r.Value <= f.Most})
		}
	}
	for _, i := range l.Questions() {
		all = append(all, l.checkKey(i, out.Keys[i], language))
	}
	if n := len(l.Steps); n > 0 && l.Steps[n-1].Goal != nil {
		c, err := l.checkGoal(n-1, stop)
		if err != nil {
			return nil, err
		}
		all = append(all, c)
	}
	return all, nil
}

// Said writes a reading of a figure with its unit, or in the words of the option that it stands for.
func (l *Lesson) Said(figure int, r Reading, language string) string {
	f := &l.Figures[figure]
	if !r.OK || !f.Measure.codes {
		return f.Shown(r)
	}
	for _, i := range l.Questions() {
		q := l.Steps[i].Question
		if q.Key != figure {
			continue
		}
		if o := &q.Options[q.Nearest(r.Value)]; o.Value == r.Value {
			return o.Text.In(language)
		}
	}
	return f.Shown(r)
}

// Answer writes what the key of a step's question came to: of a choice the words of the right option, with the figure that they
// stand for. The readings fill in what these words name.
func (l *Lesson) Answer(step int, key Reading, readings []Reading, language string) string {
	q := l.Steps[step].Question
	said := l.Said(q.Key, key, language)
	if q.Kind != Choice || !key.OK {
		return said
	}
	option := l.Filled(q.Options[q.Nearest(key.Value)].Text.In(language), readings)
	if said == option {
		return option
	}
	return option + " (" + said + ")"
}

// Wanted writes the range in which a figure must be, or the one value.
func (l *Lesson) Wanted(figure int, language string) string {
	f := &l.Figures[figure]
	if f.Least == f.Most {
		return l.Said(figure, Reading{Value: f.Least, OK: true}, language)
	}
	return f.Range()
}

// Shown writes a reading with its unit.
func (f *Figure) Shown(r Reading) string {
	if !r.OK {
		return "nothing"
	}
	return f.Text(r.Value)
}

// checkKey compares the key of a step's question with what it may be: the value that an option stands for, or what the
// slider has room for.
func (l *Lesson) checkKey(step int, key Reading, language string) Check {
	q := l.Steps[step].Question
	f := &l.Figures[q.Key]
	c := Check{What: fmt.Sprintf("step %d: %s", step+1, q.Ask.In(language)), Measured: f.Shown(key),
		Over: fmt.Sprintf(overAt.In(language), strconv.FormatFloat(time.Duration(q.At+1).Truncate(time.Millisecond).Seconds(), 'f', -1, 64)),
		OK:   key.OK && q.Sound(key.Value)}
	if q.Kind != Choice {
		c.Wanted = f.Measure.text(q.Least, false) + " … " + f.Measure.text(q.Most, true)
		return c
	}
	right := &q.Options[q.Nearest(key.Value)]
	c.Wanted = f.Text(right.Value) + ": " + right.Text.In(language)
	for i := range q.Options {
		if o := &q.Options[i]; (len(o.Says) == 0) != (o == right) {
			c.OK = false // the right one needs no misconception, and each other one has its own
		}
	}
	return c
}

// checkGoal plays the goal's solution, and what comes without it: a goal that is reached by itself is none.
func (l *Lesson) checkGoal(step int, stop func() bool) (c Check, err error) {
	g := l.Steps[step].Goal
	after, reached, err := l.Reach(g.Solution, goalWithin, stop)
	if err != nil {
		return c, err
	}
	_, alone, err := l.Reach(nil, 2*GoalHolds, stop)
	c = Check{What: fmt.Sprintf("step %d: goal", step+1), Measured: "not reached", Over: "after its begin",
		Wanted: fmt.Sprintf("within %v, not by itself", goalWithin), OK: reached && !alone}
	if reached {
		c.Measured = fmt.Sprintf("reached after %.1f s", after.Seconds())
	}
	if alone {
		c.Measured += ", and by itself"
	}
	return c, err
}

// Reach plays the world that the last step is in with what a person does from there on, and returns how long after the
// step's begin the goal had been met for [GoalHolds]. Of two worlds that are compared it is the second.
func (l *Lesson) Reach(does []scenario.Event, within time.Duration, stop func() bool) (after time.Duration, reached bool, err error) {
	step := &l.Steps[len(l.Steps)-1]
	world := 0
	if step.Beside {
		world = 1
	}
	sc := *l.Worlds[world].Scenario
	sc.Events = append(slices.Clone(sc.Events), does...)
	slices.SortStableFunc(sc.Events, func(a, b scenario.Event) int { return cmp.Compare(a.At, b.At) })
	sc.Duration = max(sc.Duration, time.Duration(step.At)+within)
	s, err := session.New(&sc, session.Options{Carrier: netsim.NewDirect()})
	if err != nil {
		return 0, false, err
	}
	defer s.Close()
	const every = 100 * time.Millisecond
	since := netsim.Time(-1)
	readings := make([]Reading, len(l.Figures))
	for at := step.At; at <= step.At.Add(within); at = at.Add(every) {
		if err := playTo(s, at, stop); err != nil {
			return 0, false, err
		}
		for _, n := range step.Goal.Needs {
			readings[n.Figure].Value, readings[n.Figure].OK = l.Figures[n.Figure].Of(s)
		}
		switch {
		case !step.Goal.Met(readings):
			since = -1
		case since < 0:
			since = at
		case at.Sub(since) >= GoalHolds:
			return at.Sub(step.At), true, nil
		}
	}
	return 0, false, nil
}
