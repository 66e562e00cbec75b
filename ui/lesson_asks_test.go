package ui

import (
	"strings"
	"testing"

	"driftlab/netsim"
)

// What a question is about is measured up to the instant at which it is asked, however the window has got there.
func TestAQuestionHasTheNumbersOfTheInstantAtWhichItIsAsked(t *testing.T) {
	for _, l := range walked(t) {
		t.Run(l.Name, func(t *testing.T) {
			a := told(t, l.Name, 1280, 720)
			for _, step := range l.Questions() {
				s := &l.Steps[step]
				a.Seek(max(s.Last()-netsim.Time(400e6*s.Speed), s.At))
				arriveAt(a)
				for range 120 {
					if nextFrame(t, a); a.Session.Now() == s.Last() {
						break
					}
				}
				nextFrame(t, a) // time stands still
				nextFrame(t, a)
				if q, _ := a.lessons.Asks(); q != s.Question {
					t.Fatalf("at %v step %d does not ask", a.Session.Now(), step+1)
				}
				want := l.Readings(a.Session, a.Taught.World, a.Taught.Whole.Readings(), nil)
				if beside := l.Against(a.Taught.World); a.AB.On && beside != a.Taught.World { // what is said of A is A's of now
					l.Beside(a.AB.A.Session, beside, want)
				}
				for i := range want {
					if got := a.Taught.Readings[i]; got != want[i] {
						t.Errorf("step %d: %s is %v, want %v", step+1, l.Figures[i].Name, got, want[i])
					}
				}
				texts := s.Caption.In("en") + s.Question.Ask.In("en")
				for i := range s.Question.Options {
					texts += s.Question.Options[i].Text.In("en")
				}
				if filled := l.Filled(texts, a.Taught.Readings); strings.Contains(filled, "…") && !strings.Contains(texts, "…") {
					t.Errorf("step %d asks about what is not measured: %s", step+1, filled)
				}
			}
		})
	}
}
