package ui

import (
	"bytes"
	"fmt"
	"image"
	"strings"
	"testing"
	"time"

	"driftlab/game"
	"driftlab/game/lesson"
	"driftlab/game/session"
	"driftlab/internal/testkit"
	"driftlab/ui/panel"
)

// walked returns the lessons that tests walk through: three, and all of them in the long tests.
func walked(t testing.TB) []*lesson.Lesson { return testkit.Some(t, lesson.All(), 3) }

// TestALessonIsLedThroughByPageDownAlone goes through lessons once for all that look at them on the way: whether a question
// covers what it asks for, has room on a phone and is answered, whether the last step's goal is recognised, and the way back.
// Each lesson is a test of its own, after which its window is gone: all of them together would have gigabytes of checkpoints.
func TestALessonIsLedThroughByPageDownAlone(t *testing.T) {
	for k, l := range walked(t) {
		for n := range testkit.LongCount(1, 2) {
			w := walk{lesson: l, right: (k+n)%2 == 0}
			t.Run(fmt.Sprintf("%s, right %v", l.Name, w.right), func(t *testing.T) {
				w.a = told(t, l.Name, 1280, 720)
				*w.a.Tips = panel.Tips{Only: panel.Rect{W: 1, H: 1}} // nobody points at anything
				w.a.Clock = func() time.Time { return time.Time{} }  // a machine that is too slow says so in the top bar
				w.through(t)
				w.back(t)
				w.toGoal(t)
			})
		}
	}
}

// A walk is one way through a lesson.
type walk struct {
	a      *App
	lesson *lesson.Lesson
	right  bool // whether its first question is answered rightly; the others are by turns
}

// through goes from step to step, and answers.
func (w *walk) through(t *testing.T) {
	a, steps := w.a, w.lesson.Steps
	asked := map[int]bool{}
	for range 6 * len(steps) {
		_, i := a.lessons.Steps()
		if i == len(steps)-1 {
			break
		}
		if q, step := a.lessons.Asks(); q != nil && !asked[step] {
			asked[step] = true
			w.seesRoom(t, step)
			w.answers(t, q, step)
			continue
		}
		a.lessons.NextStep()
		arriveAt(a)
		nextFrame(t, a)
	}
	if _, i := a.lessons.Steps(); i != len(steps)-1 {
		t.Fatalf("it stays at step %d", i+1)
	}
	for _, step := range w.lesson.Questions() {
		if !asked[step] {
			t.Errorf("step %d does not ask", step+1)
		}
	}
}

// back goes a step back from the last one.
func (w *walk) back(t *testing.T) {
	w.a.lessons.LastStep()
	arriveAt(w.a)
	if _, i := w.a.lessons.Steps(); i != len(w.lesson.Steps)-2 {
		t.Errorf("the way back leads to step %d", i+1)
	}
}

// seesRoom looks at a question on a phone, held either way: it can be answered, and its step left, by a finger.
func (w *walk) seesRoom(t *testing.T, step int) {
	a := w.a
	for _, size := range []image.Point{portrait, landscape, {X: 1280, Y: 720}} {
		check(t, a.resize(size.X, size.Y, 1))
		nextFrames(t, a, 2)
		if size.X == 1280 {
			break // as it was before
		}
		if err := questionRoom(a, size); err != nil {
			t.Errorf("%v, step %d: %v", size, step+1, err)
		}
	}
}

// answers answers a question, and looks at what it covers before and no longer afterwards, and at the verdict.
func (w *walk) answers(t *testing.T, q *lesson.Question, step int) {
	a, right := w.a, w.right
	w.right = !w.right
	before, asked := frameOf(t, a), a.Session.Now()
	disturb(a)
	if box := differing(before, frameOf(t, a), a.pixels.X); !box.Empty() {
		t.Errorf("step %d: what is covered shows in %v", step+1, box)
	}
	key := a.Taught.Whole.Outcome().Keys[step].Value
	guess := guessOf(q, key, right)
	a.lessons.Commit(guess)
	arriveAt(a)
	a.Canvas.Listen()
	nextFrame(t, a)
	var said []string
	for _, text := range a.Canvas.Texts() {
		said = append(said, text.Said)
	}
	if first, second, was := a.lessons.VerdictText(step); first == "" || was != right || !strings.Contains(strings.Join(said, " "), first) || !strings.Contains(strings.Join(said, " "), second) {
		t.Errorf("step %d: in the frame after a guess of %v %q and %q are not told: %q", step+1, guess, first, second, said)
	}
	open := frameOf(t, a)
	disturb(a)
	// Where time stands still what was covered is seen by itself: some charts draw what the session says, and
	// nothing disturbs that.
	still := a.Session.Now() == asked && differInUpperHalf(before, open, a.pixels.X, a.Regions.Worlds)
	if !still && differing(open, frameOf(t, a), a.pixels.X).Empty() {
		t.Errorf("step %d: nothing is uncovered by an answer", step+1)
	}
	if goTo(a, max(q.At, a.Session.Now())); a.lessons.Verdict() != step {
		t.Fatalf("step %d: nothing is told of it at %v", step+1, a.Session.Now())
	}
	first, second, was := a.lessons.VerdictText(step)
	if was != right || first == "" || right != (second == "") {
		t.Errorf("step %d: a guess of %v where %v is measured is told so: %q %q", step+1, guess, key, first, second)
	}
	_, answered := a.lessons.Answer(step)
	if _, i := a.lessons.Steps(); i < 0 || !answered {
		t.Errorf("step %d: the answer is forgotten", step+1)
	}
}

// guessOf returns an answer that is right or wrong.
func guessOf(q *lesson.Question, key float64, right bool) float64 {
	guess := key
	for i := range q.Options {
		if ok, _ := q.Judge(q.Options[i].Value, key); q.Kind == lesson.Choice && ok == right || q.Kind != lesson.Choice && !right && !ok {
			guess = q.Options[i].Value
		}
	}
	return guess
}

// toGoal does in the last step what solves it, where it has a goal.
func (w *walk) toGoal(t *testing.T) {
	a, step := w.a, w.lesson.Steps[len(w.lesson.Steps)-1]
	if step.Goal == nil {
		return
	}
	goTo(a, step.At)
	a.Speed = 1
	does := step.Goal.Solution
	for range 60 * 120 {
		for len(does) > 0 && does[0].At <= a.Session.Now() {
			a.Do(does[0])
			does = does[1:]
		}
		if a.passTime(); a.lessons.Player.Goal.Reached {
			return
		}
	}
	t.Errorf("the goal is not recognised at %v: %v", a.Session.Now(), a.Taught.Readings)
}

// disturb changes all that a question covers, and nothing else.
func disturb(a *App) {
	f := &a.Frame
	by := game.Point{X: game.Metre * 2, Y: game.Metre}
	for _, objects := range [][]game.Object{f.Host.Players, f.Host.Platforms, f.Host.Shots} {
		for i := range objects {
			objects[i].Pos = objects[i].Pos.Plus(by)
		}
	}
	for _, facts := range [][]session.Facts{f.Facts, f.Held} {
		for i := range facts {
			facts[i].Error += 77 * time.Millisecond
			facts[i].OWDUp, facts[i].OWDDown = facts[i].OWDUp+time.Millisecond, facts[i].OWDDown+2*time.Millisecond
		}
	}
	f.Now += 123_000_000
}

// differInUpperHalf reports whether pictures differ in the upper half of a place.
func differInUpperHalf(a, b []byte, width int, r panel.Rect) bool {
	from, to := 4*width*int(r.Y), 4*width*int(r.Y+r.H/2)
	return !bytes.Equal(a[from:to], b[from:to])
}
