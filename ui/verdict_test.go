package ui

import (
	"testing"

	"driftlab/game/lesson"
)

func TestWhatIsToldOfAnAnswerIsNotAnEarlierOnes(t *testing.T) {
	a := told(t, "lesson-lift-server-time", 1280, 720)
	answer := func(step int) *lesson.Question {
		to(t, a, step)
		a.Paused = false
		a.lessons.Pass()
		q, _ := a.lessons.Asks()
		if q == nil {
			t.Fatalf("step %d asks nothing at %v", step+1, a.Session.Now())
		}
		a.lessons.Commit(q.Options[0].Value)
		return q
	}
	tells := func(want int) {
		t.Helper()
		arriveAt(a)
		nextFrame(t, a)
		if got := a.lessons.Verdict(); got != want {
			t.Errorf("at %v step %d's answer is told of, want %d's", a.Session.Now(), got+1, want+1)
		}
	}
	first := answer(0)
	tells(0)
	a.Seek(first.At)
	tells(0)
	second := answer(1)
	tells(1)
	a.Seek(second.At)
	tells(1)
}
