package lessons

import (
	"math"
	"slices"
	"time"

	"driftlab/game/lesson"
	"driftlab/game/scenario"
	"driftlab/game/timeline"
	"driftlab/netsim"
	"driftlab/ui/config"
	"driftlab/ui/diagram"
	"driftlab/ui/layout"
	"driftlab/ui/panel"
	"driftlab/ui/travel"
)

// A player tells a lesson of steps in the Watch view. Which step it is follows from the instant, and what was answered
// from the session's log: it remembers only what is no part of the session.
type player struct {
	Auto     bool // it continues by itself
	step     int  // whose speed and view are in force, −1 for none
	released int  // the step beyond whose end time may go, −1 for none
	passed   [scenario.MaxSteps]bool
	since    int     // updates for which the step has been in sight, or time has stood still at its end
	value    float64 // what is about to be answered: a value, or of a choice the option's place
	touched  bool    // it has been chosen
	typed    typedNumber
	dragging bool
	begun    time.Time       // real time at which the question was asked
	given    []reply         // in the order of the log
	changed  bool            // something else is in the log that the lesson has not got
	of       travel.LogState // the log that given was read from
	keys     [scenario.MaxSteps]lesson.Reading
	Goal     goalState
	Summary  bool   // the answers are listed
	Spots    []Spot // what can be pressed, as drawn last
	scroll   scroll
	line     layout.Line // of a question's options, and then of the text beside the dots
	told     verdictTold // in this frame
}

// reply is an answer that is in the session's log.
type reply struct {
	scenario.Guess
	at netsim.Time
}

// goalState is how far a person is on the way to the goal.
type goalState struct {
	since   netsim.Time // from when on it has been met, −1 while it is not
	Reached bool
	after   time.Duration // the step's begin
}

// A Spot is a place that can be pressed.
type Spot struct {
	panel.Rect
	do   func(rm *Room)
	drag bool // it continues while the button is held
}

func newPlayer() player {
	return player{step: panel.Nobody, released: panel.Nobody, Goal: goalState{since: -1}}
}

// Telling reports whether the window tells a lesson step by step: in the Watch view, and not where nobody can continue.
func (rm *Room) Telling() bool {
	l := rm.picture.Taught.Lesson
	return l != nil && len(l.Steps) > 0 && rm.window.Shows() == config.WatchView && !rm.picture.Unattended
}

// Steps returns the lesson's steps and which one it is now.
func (rm *Room) Steps() (all []lesson.Step, now int) {
	all = rm.picture.Taught.Lesson.Steps
	return all, rm.picture.Taught.Lesson.StepAt(rm.picture.Session.Now())
}

// AtEnd reports whether time stands at the end of the present step, until a person continues.
func (rm *Room) AtEnd() bool {
	all, i := rm.Steps()
	s := &all[i]
	return s.Until > 0 && s.Waits && rm.picture.Session.Now() >= s.Last() && rm.Player.released != i
}

// Asks returns the question that waits for an answer, nil for none, and its step.
func (rm *Room) Asks() (q *lesson.Question, step int) {
	if !rm.Telling() || rm.travel.Underway() || !rm.AtEnd() {
		return nil, 0
	}
	all, i := rm.Steps()
	if rm.Player.passed[i] || rm.Player.answer(i) != nil {
		return nil, 0
	}
	return all[i].Question, i
}

// Hides says whether the truth must not be shown: until a question is answered, and in blind mode.
func (rm *Room) Hides() bool { return rm.blind.Hides() || rm.Player.covers(rm) }

// Asking reports whether a question waits for its answer.
func (rm *Room) Asking() bool {
	q, _ := rm.Asks()
	return q != nil
}

// covers reports whether a question covers the truth, or is about to be asked in a step that is covered from its start.
func (k *player) covers(rm *Room) bool {
	if rm.Asking() || !rm.Telling() {
		return rm.Asking()
	}
	all, i := rm.Steps()
	return i >= 0 && all[i].Covered && k.released != i && !k.passed[i] && k.answer(i) == nil
}

// answer returns what was answered to the question of a step last, nil for nothing.
func (k *player) answer(step int) *reply {
	for i := len(k.given) - 1; i >= 0; i-- {
		if k.given[i].Step == step+1 {
			return &k.given[i]
		}
	}
	return nil
}

// Begin restarts for a session.
func (rm *Room) Begin() {
	auto := rm.Player.Auto
	rm.Player = newPlayer()
	rm.Player.Auto = auto
}

// Allow returns how much of a time may pass: not beyond the end of a step at which time stands still.
func (rm *Room) Allow(d time.Duration) time.Duration {
	if !rm.Telling() {
		return d
	}
	all, i := rm.Steps()
	if s := &all[i]; s.Until > 0 && s.Waits && rm.Player.released != i {
		return max(min(d, s.Last().Sub(rm.picture.Session.Now())), 0)
	}
	return d
}

// Pass brings the player up to the session's present, and continues by itself where that is asked for.
func (rm *Room) Pass() {
	k := &rm.Player
	if !rm.Telling() {
		k.step = panel.Nobody
		return
	}
	k.read(rm.picture.Line)
	all, i := rm.Steps()
	if i != k.step {
		k.enter(rm, i)
	}
	if k.released >= 0 && k.released != i {
		k.released = panel.Nobody
	}
	k.since++
	q, _ := rm.Asks()
	if q != nil && k.begun.IsZero() {
		k.begun, k.touched, k.value, k.typed = rm.travel.Clock(), false, 0, typedNumber{}
		if q.Kind != lesson.Choice {
			k.value = q.At01(0.5)
		}
	} else if q == nil {
		k.begun = time.Time{}
	}
	k.measure(rm)
	if k.Auto && k.due(rm, all, i) {
		rm.NextStep()
	}
}

// enter puts a step's speed and view in force.
func (k *player) enter(rm *Room, i int) {
	all, _ := rm.Steps()
	s := &all[i]
	k.step, k.since, k.touched = i, 0, false
	rm.markStep(i)
	rm.Course.enter(rm.picture.Taught.Lesson, i)
	rm.picture.Speed = s.Speed
	switch beside := rm.Beside(); {
	case s.Beside && !beside && (rm.picture.Taught.World > 0 || !all[0].Beside): // the session continues, with what was answered in it
		rm.lines.ShowOutcome("", rm.besideSession())
	case s.Beside != beside:
		rm.ToggleBeside()
	}
	if s.Heard {
		rm.window.OfferSound()
	}
	if s.Diagram != "" {
		rm.picture.Tabs.Show(s.Diagram)
	}
	rm.picture.Hover.Pins = append(rm.picture.Hover.Pins[:0], s.Clocks...)
	open := &rm.picture.Tabs.Tabs[rm.picture.Tabs.Open]
	switch tab := open.Tab.(type) {
	case *diagram.ErrorPlot:
		tab.Axis.Show(time.Duration(max(s.At, s.Until)))
	case *diagram.SpaceTime:
		if s.Diagram == open.Key { // the first exchange fills it while the text explains it
			tab.Axis.Span = min(max(time.Duration(s.Until), tab.Axis.Least), diagram.SpaceTimeSpan)
		}
	case *diagram.Population:
		tab.Picked = append(tab.Picked[:0], s.Clocks...)
	}
}

// read finds the answers in the session's log.
func (k *player) read(line *timeline.Line) {
	of := travel.LogOf(line)
	if of == k.of {
		return
	}
	k.of, k.given = of, k.given[:0]
	others := 0
	for _, ev := range line.Log().Events {
		switch {
		case ev.Guess != nil:
			k.given = append(k.given, reply{*ev.Guess, ev.At})
		case ev.Bots == nil: // a bot's keys are no person's change
			others++
		}
	}
	k.changed = others != len(line.Session().Scenario().Events)
}

// due reports whether the player should continue by itself: time stands, and the text has been read.
func (k *player) due(rm *Room, all []lesson.Step, i int) bool {
	s := &all[i]
	text := s.Caption.In(rm.picture.Words.Name())
	if q := s.Question; q != nil {
		text += " " + q.Ask.In(rm.picture.Words.Name())
		for j := range q.Options {
			text += " " + q.Options[j].Text.In(rm.picture.Words.Name())
		}
	}
	read := time.Duration(k.since) * time.Second / 60
	return i < len(all)-1 && rm.AtEnd() && read >= lesson.ReadingTime(text)
}

// measure reads the keys of the questions whose instants have come, and whether the goal is met.
func (k *player) measure(rm *Room) {
	l, now := rm.picture.Taught.Lesson, rm.picture.Session.Now()
	for _, i := range l.Questions() {
		q := l.Steps[i].Question
		if now < q.At {
			k.keys[i] = lesson.Reading{}
		} else if !k.keys[i].OK {
			k.keys[i] = k.key(rm, i)
		}
	}
	last := len(l.Steps) - 1
	g := l.Steps[last].Goal
	switch {
	case g == nil && now >= l.Steps[last].At:
		rm.MarkDone()
	case g == nil || now < l.Steps[last].At:
		k.Goal = goalState{since: -1}
	case k.Goal.Reached:
	case !g.Met(rm.picture.Taught.Readings):
		k.Goal.since = -1
	case k.Goal.since < 0 || now < k.Goal.since:
		k.Goal.since = now
	case now.Sub(k.Goal.since) >= lesson.GoalHolds:
		k.Goal.Reached, k.Goal.after = true, now.Sub(l.Steps[last].At)
		rm.MarkDone()
	}
}

// key returns what the key of a question came to: in this session, where its instant has just come, and where one has
// jumped beyond that in a whole run.
func (k *player) key(rm *Room, step int) (r lesson.Reading) {
	l := rm.picture.Taught.Lesson
	q := l.Steps[step].Question
	f := &l.Figures[q.Key]
	const soon = 100 * time.Millisecond
	if f.Live(rm.picture.Taught.World) && rm.picture.Session.Now().Sub(q.At) <= soon {
		r.Value, r.OK = f.Of(rm.picture.Session)
	} else if out := rm.picture.Taught.Whole.Outcome(); out != nil {
		r = out.Keys[step]
	}
	return r
}

// Verdict returns the last question that was answered, −1 for none.
func (rm *Room) Verdict() int {
	for _, i := range slices.Backward(rm.picture.Taught.Lesson.Questions()) {
		if rm.Player.answer(i) != nil {
			return i
		}
	}
	return -1
}

// NextStep continues: beyond a question that nobody answers, beyond the end at which time stands, or to that end.
func (rm *Room) NextStep() {
	k := &rm.Player
	all, i := rm.Steps()
	s := &all[i]
	q, _ := rm.Asks()
	switch {
	case k.Summary:
		k.Summary = false
		rm.Following()
		return
	case q != nil:
		k.passed[i] = true
		k.goOn(i, q)
	case rm.Course.List != nil && i >= rm.Course.now().Last && (s.Question == nil || k.passed[i] || k.answer(i) != nil):
		rm.nextPart()
	case i == len(all)-1 && len(rm.picture.Taught.Lesson.Questions()) > 0:
		k.Summary = true
	case i == len(all)-1:
		rm.Following()
	case rm.AtEnd():
		k.released = i
	case s.Question != nil && k.answer(i) == nil && !k.passed[i]:
		rm.travel.Seek(s.Last())
	default:
		rm.travel.Seek(s.Until)
	}
	rm.picture.Paused = false
}

// goOn lets time continue after a question, unless the answer can be seen at once.
func (k *player) goOn(step int, q *lesson.Question) {
	if k.since = 0; q.At > k.of.Line.Now() {
		k.released = step
	}
}

// LastStep goes back: to the step's begin, or from there to that of the step before.
func (rm *Room) LastStep() {
	k := &rm.Player
	all, i := rm.Steps()
	if k.Summary {
		k.Summary = false
		return
	}
	if k.since < 60 && !rm.AtEnd() {
		if part := rm.Course.now(); part != nil && i <= part.First {
			rm.lastPart()
			return
		}
		i = max(i-1, 0)
	}
	k.released, k.step, rm.picture.Paused = panel.Nobody, panel.Nobody, false
	rm.travel.Seek(all[i].At)
}

// Commit answers the question with a value.
func (rm *Room) Commit(value float64) {
	q, i := rm.Asks()
	if q == nil || rm.travel.Turn.Stands() {
		return
	}
	k := &rm.Player
	took := max(rm.travel.Clock().Sub(k.begun), 0).Round(time.Millisecond)
	rounded := math.Round(value*1e6) / 1e6
	if err := rm.picture.Line.Do(scenario.Event{Guess: &scenario.Guess{Step: i + 1, Value: rounded, Took: took}}); err != nil {
		rm.lines.ShowError(err)
		return
	}
	rm.travel.Arrive()
	k.read(rm.picture.Line)
	k.goOn(i, q)
}
