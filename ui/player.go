package ui

import (
	"math"
	"slices"
	"time"

	"driftlab/config"
	"driftlab/lesson"
	"driftlab/netsim"
	"driftlab/scenario"
	"driftlab/timeline"
	"driftlab/ui/diagram"
	"driftlab/ui/panel"
)

// A player tells a lesson of steps in the Watch view. Which step it is follows from the instant, and what was answered
// from the session's log: it remembers only what is no part of the session.
type player struct {
	auto     bool
	step     int // whose speed and view are in force, −1 for none
	released int // the step beyond whose end time may go, −1 for none
	passed   [scenario.MaxSteps]bool
	since    int     // updates for which the step has been in sight, or time has stood still at its end
	value    float64 // what is about to be answered: a value, or of a choice the option's place
	touched  bool    // it has been chosen
	dragging bool
	begun    time.Time // real time at which the question was asked
	given    []reply   // in the order of the log
	of       marksOf   // the log that given was read from
	keys     [scenario.MaxSteps]lesson.Reading
	goal     goalState
	summary  bool
	spots    []button // what can be pressed, as drawn last
}

// reply is an answer that is in the session's log.
type reply struct {
	scenario.Guess
	at netsim.Time
}

// goalState is how far a person is on the way to the goal.
type goalState struct {
	since   netsim.Time // from when on it has been met, −1 while it is not
	reached bool
	after   time.Duration // the step's begin
}

// A button is a place that can be pressed.
type button struct {
	panel.Rect
	do   func(a *App)
	drag bool // it goes on while the button is held
}

func newPlayer() player {
	return player{step: panel.Nobody, released: panel.Nobody, goal: goalState{since: -1}}
}

// telling reports whether the window tells a lesson step by step: in the Watch view, and not where nobody can go on.
func (a *App) telling() bool {
	l := a.Taught.Lesson
	return l != nil && len(l.Steps) > 0 && a.Shows() == config.WatchView && !a.Unattended
}

// steps returns the lesson's steps and which one it is now.
func (a *App) steps() (all []lesson.Step, now int) {
	all = a.Taught.Lesson.Steps
	return all, a.Taught.Lesson.StepAt(a.Session.Now())
}

// atEnd reports whether time stands at the end of the present step, until a person goes on.
func (a *App) atEnd() bool {
	all, i := a.steps()
	s := &all[i]
	return s.Until > 0 && s.Waits && a.Session.Now() >= s.Last() && a.player.released != i
}

// asks returns the question that waits for an answer, nil for none, and its step.
func (a *App) asks() (q *lesson.Question, step int) {
	if !a.telling() || a.Underway() || !a.atEnd() {
		return nil, 0
	}
	all, i := a.steps()
	if a.player.passed[i] || a.player.answer(i) != nil {
		return nil, 0
	}
	return all[i].Question, i
}

// Hides says whether the truth must not be shown: until a question is answered, and in blind mode.
func (a *App) Hides() bool { return a.blind.Hides() || a.player.covers(a) }

// Asking reports whether a question waits for its answer.
func (a *App) Asking() bool { return a.player.asking(a) }

// Allow returns how much of a time may pass.
func (a *App) Allow(d time.Duration) time.Duration { return a.player.allow(a, d) }

// Blind reports whether the truth is hidden until it is asked for.
func (a *App) Blind() bool { return a.blind.On() }

// EndBlind shows the truth again.
func (a *App) EndBlind() {
	if a.blind.On() {
		a.blind.Toggle()
	}
}

func (k *player) asking(a *App) bool {
	q, _ := a.asks()
	return q != nil
}

// covers reports whether a question covers the truth, or is about to be asked in a step that is covered from its begin.
func (k *player) covers(a *App) bool {
	if k.asking(a) || !a.telling() {
		return k.asking(a)
	}
	all, i := a.steps()
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

// begin starts anew for a session.
func (k *player) begin() {
	auto := k.auto
	*k = newPlayer()
	k.auto = auto
}

// allow returns how much of a time may pass: not beyond the end of a step at which time stands still.
func (k *player) allow(a *App, d time.Duration) time.Duration {
	if !a.telling() {
		return d
	}
	all, i := a.steps()
	if s := &all[i]; s.Until > 0 && s.Waits && k.released != i {
		return max(min(d, s.Last().Sub(a.Session.Now())), 0)
	}
	return d
}

// update brings the player up to the session's present, and goes on by itself where that is asked for.
func (k *player) update(a *App) {
	if !a.telling() {
		k.step = panel.Nobody
		return
	}
	k.read(a.Line)
	all, i := a.steps()
	if i != k.step {
		k.enter(a, i)
	}
	if k.released >= 0 && k.released != i {
		k.released = panel.Nobody
	}
	k.since++
	q, _ := a.asks()
	if q != nil && k.begun.IsZero() {
		k.ask(a, q)
	} else if q == nil {
		k.begun = time.Time{}
	}
	k.measure(a)
	if k.auto && k.due(a, all, i) {
		a.nextStep()
	}
}

// enter puts a step's speed and view in force.
func (k *player) enter(a *App, i int) {
	all, _ := a.steps()
	s := &all[i]
	k.step, k.since, k.touched = i, 0, false
	a.markStep(i)
	a.course.enter(a.Taught.Lesson, i)
	a.Speed = s.Speed
	switch beside := a.worldsBeside(); {
	case s.Beside && !beside && (a.Taught.World > 0 || !all[0].Beside): // the session goes on, with what was answered in it
		a.ShowOutcome("", a.besideSession())
	case s.Beside != beside:
		a.toggleBeside()
	}
	if s.Diagram != "" {
		a.Tabs.Show(s.Diagram)
	}
	switch tab := a.Tabs.Tabs[a.Tabs.Open].(type) {
	case *diagram.ErrorPlot:
		tab.Pins = append(tab.Pins[:0], s.Clocks...)
		tab.Axis.Show(time.Duration(max(s.At, s.Until)))
	case *diagram.SpaceTime:
		if s.Diagram == tab.Key() { // the first exchange fills it, as it is told
			tab.Axis.Span = min(max(time.Duration(s.Until), tab.Axis.Least), diagram.SpaceTimeSpan)
		}
	case *diagram.Population:
		tab.Picked = append(tab.Picked[:0], s.Clocks...)
	}
}

// read finds the answers in the session's log.
func (k *player) read(line *timeline.Line) {
	of := marksOf{line, line.Branch(), line.Events()}
	if of == k.of {
		return
	}
	k.of, k.given = of, k.given[:0]
	for _, ev := range line.Log().Events {
		if ev.Guess != nil {
			k.given = append(k.given, reply{*ev.Guess, ev.At})
		}
	}
}

// ask begins to wait for an answer.
func (k *player) ask(a *App, q *lesson.Question) {
	k.begun, k.touched, k.value = a.Clock(), false, 0
	if q.Kind != lesson.Choice {
		k.value = q.At01(0.5)
	}
}

// due reports whether the player is to go on by itself: time stands, and what was to be read has been.
func (k *player) due(a *App, all []lesson.Step, i int) bool {
	s := &all[i]
	text := s.Caption.In(a.Words.Name())
	if q := s.Question; q != nil {
		text += " " + q.Ask.In(a.Words.Name())
		for j := range q.Options {
			text += " " + q.Options[j].Text.In(a.Words.Name())
		}
	}
	read := time.Duration(k.since) * time.Second / 60
	return i < len(all)-1 && a.atEnd() && read >= lesson.ReadingTime(text)
}

// measure reads the keys of the questions whose instants have come, and whether the goal is met.
func (k *player) measure(a *App) {
	l, now := a.Taught.Lesson, a.Session.Now()
	for _, i := range l.Questions() {
		q := l.Steps[i].Question
		if now < q.At {
			k.keys[i] = lesson.Reading{}
		} else if !k.keys[i].OK {
			k.keys[i] = k.key(a, i)
		}
	}
	last := len(l.Steps) - 1
	g := l.Steps[last].Goal
	switch {
	case g == nil && now >= l.Steps[last].At:
		a.markDone()
	case g == nil || now < l.Steps[last].At:
		k.goal = goalState{since: -1}
	case k.goal.reached:
	case !g.Met(a.Taught.Readings):
		k.goal.since = -1
	case k.goal.since < 0 || now < k.goal.since:
		k.goal.since = now
	case now.Sub(k.goal.since) >= lesson.GoalHolds:
		k.goal.reached, k.goal.after = true, now.Sub(l.Steps[last].At)
		a.markDone()
	}
}

// key returns what the key of a question came to: in this session, where its instant has just come, and where one has
// leapt beyond that in a whole run.
func (k *player) key(a *App, step int) (r lesson.Reading) {
	l := a.Taught.Lesson
	q := l.Steps[step].Question
	f := &l.Figures[q.Key]
	const soon = 100 * time.Millisecond
	if f.Live(a.Taught.World) && a.Session.Now().Sub(q.At) <= soon {
		r.Value, r.OK = f.Of(a.Session)
	} else if out := a.Taught.Whole.Outcome(); out != nil {
		r = out.Keys[step]
	}
	return r
}

// verdict returns the last question whose key has been seen and that was answered, −1 for none.
func (k *player) verdict(a *App) int {
	all := a.Taught.Lesson.Questions()
	slices.Reverse(all)
	for _, i := range all {
		if k.keys[i].OK && k.answer(i) != nil {
			return i
		}
	}
	return -1
}

// nextStep goes on: beyond a question that nobody answers, beyond the end at which time stands, or to that end.
func (a *App) nextStep() {
	k := &a.player
	all, i := a.steps()
	s := &all[i]
	q, _ := a.asks()
	switch {
	case k.summary:
		k.summary = false
		a.followingLesson()
		return
	case q != nil:
		k.passed[i] = true
		k.goOn(i, q)
	case a.course.list != nil && i >= a.course.now().Last && (s.Question == nil || k.passed[i] || k.answer(i) != nil):
		a.nextPart()
	case i == len(all)-1 && len(a.Taught.Lesson.Questions()) > 0:
		k.summary = true
	case i == len(all)-1:
		a.followingLesson()
	case a.atEnd():
		k.released = i
	case s.Question != nil && k.answer(i) == nil && !k.passed[i]:
		a.Seek(s.Last())
	default:
		a.Seek(s.Until)
	}
	a.Paused = false
}

// goOn lets time go on from a question, but where what was asked for can be seen at once.
func (k *player) goOn(step int, q *lesson.Question) {
	if k.since = 0; q.At > k.of.line.Now() {
		k.released = step
	}
}

// lastStep goes back: to the step's begin, or from there to that of the step before.
func (a *App) lastStep() {
	k := &a.player
	all, i := a.steps()
	if k.summary {
		k.summary = false
		return
	}
	if k.since < 60 && !a.atEnd() {
		if part := a.course.now(); part != nil && i <= part.First {
			a.lastPart()
			return
		}
		i = max(i-1, 0)
	}
	k.released, k.step, a.Paused = panel.Nobody, panel.Nobody, false
	a.Seek(all[i].At)
}

// commit answers the question with a value.
func (a *App) commit(value float64) {
	q, i := a.asks()
	if q == nil {
		return
	}
	k := &a.player
	took := max(a.Clock().Sub(k.begun), 0).Round(time.Millisecond)
	rounded := math.Round(value*1e6) / 1e6
	if err := a.Line.Do(scenario.Event{Guess: &scenario.Guess{Step: i + 1, Value: rounded, Took: took}}); err != nil {
		a.ShowOutcome("", err)
		return
	}
	a.Arrive()
	k.read(a.Line)
	k.goOn(i, q)
}
