package lessons

import (
	"strings"
	"testing"

	"driftlab/game/lesson"
	"driftlab/internal/testkit"
	"driftlab/netsim"
)

// What a question is about is measured up to the instant at which it is asked, however the window has got there.
func TestAQuestionHasTheNumbersOfTheInstantAtWhichItIsAsked(t *testing.T) {
	for _, l := range testkit.Some(t, lesson.All(), 3) {
		t.Run(l.Name, func(t *testing.T) {
			r := told(t, l.Name)
			for _, step := range l.Questions() {
				s := &l.Steps[step]
				r.Travel.Seek(max(s.Last()-netsim.Time(400e6*s.Speed), s.At))
				r.arrive()
				for range 120 {
					if r.pass(1); r.Picture.Session.Now() == s.Last() {
						break
					}
				}
				r.pass(1) // time stands still
				r.pass(1)
				if q, _ := r.room.Asks(); q != s.Question {
					t.Fatalf("at %v step %d does not ask", r.Picture.Session.Now(), step+1)
				}
				want := l.Readings(r.Picture.Session, r.Picture.Taught.World, r.Picture.Taught.Whole.Readings(), nil)
				if beside := l.Against(r.Picture.Taught.World); r.Picture.AB.On && beside != r.Picture.Taught.World { // what is said of A is A's of now
					l.Beside(r.Picture.AB.A.Session, beside, want)
				}
				for i := range want {
					if got := r.Picture.Taught.Readings[i]; got != want[i] {
						t.Errorf("step %d: %s is %v, want %v", step+1, l.Figures[i].Name, got, want[i])
					}
				}
				texts := s.Caption.In("en") + s.Question.Ask.In("en")
				for i := range s.Question.Options {
					texts += s.Question.Options[i].Text.In("en")
				}
				if filled := l.Filled(texts, r.Picture.Taught.Readings); strings.Contains(filled, "…") && !strings.Contains(texts, "…") {
					t.Errorf("step %d asks about what is not measured: %s", step+1, filled)
				}
			}
		})
	}
}
