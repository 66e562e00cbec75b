package ui

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"driftlab/ui/config"
	"driftlab/ui/draw"
)

// The card of a step kept room for a question that was not asked: a quarter of a telephone was empty.
func TestAStepsCardOnATelephoneIsAsHighAsItsTexts(t *testing.T) {
	for n, l := range walked(t) {
		a := told(t, l.Name, portrait.X, portrait.Y)
		a.Clock = func() time.Time { return time.Time{} }
		a.prefer(func(s *config.Settings) { s.Language = config.Languages()[n%len(config.Languages())] })
		check(t, a.resize(portrait.X, portrait.Y, 1))
		for i := range l.Steps {
			to(t, a, i)
			cardIsFull(t, a, fmt.Sprintf("%s, step %d", l.Name, i+1))
			if q, _ := a.lessons.Asks(); q != nil {
				a.lessons.Commit(guessOf(q, a.Taught.Whole.Outcome().Keys[i].Value, i%2 == 0))
				goTo(a, max(q.At, a.Session.Now()))
				cardIsFull(t, a, fmt.Sprintf("%s, the verdict of step %d", l.Name, i+1))
			}
		}
	}
}

// cardIsFull looks for a hole in a step's card, and at whether all that it has is there.
func cardIsFull(t *testing.T, a *App, where string) {
	t.Helper()
	for _, fault := range stepFaults(t, a) {
		t.Errorf("%s: %s", where, fault)
	}
	a.lessons.BeginDraw()
	step := a.Regions.Watch.Caption
	feet := []float32{step.Y}
	for _, w := range writings(t, a, func(c *draw.Canvas) { a.lessons.DrawStep(c, step) }) {
		feet = append(feet, w.at.Y, w.at.Y+w.at.H)
	}
	for _, s := range a.lessons.Player.Spots {
		feet = append(feet, s.Y, s.Y+s.H)
	}
	slices.Sort(feet)
	for i := range feet[1:] {
		if gap := feet[i+1] - feet[i]; gap > 40 {
			t.Errorf("%s: the card, %v, is empty from %v to %v", where, step, feet[i], feet[i+1])
		}
	}
}

// A telephone is often too slow for its speed, and "Lesson 2" was cut to "Les…" by what says so.
func TestALessonsNumberIsNotCutByWhatASlowTelephoneSays(t *testing.T) {
	for _, language := range config.Languages() {
		a := told(t, "lesson-ask-once", portrait.X, portrait.Y)
		a.prefer(func(s *config.Settings) { s.Language = language })
		check(t, a.resize(portrait.X, portrait.Y, 1))
		a.Lag.Speed = "0.06×"
		a.Lag.Text = a.Words.F("bars.slow", a.Lag.Speed)
		all := writings(t, a, func(c *draw.Canvas) { a.top.draw(c, a.Tips, a.Regions.Top) })
		if !slices.ContainsFunc(all, func(w writing) bool { return w.text == a.lessons.Number() }) {
			t.Errorf("%s: the bar has %v, and not %q", language, all, a.lessons.Number())
		}
		for _, fault := range crowded(all, a.Regions.Top) {
			t.Errorf("%s: %s", language, fault)
		}
	}
}
