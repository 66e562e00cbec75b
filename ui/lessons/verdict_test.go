package lessons

import (
	"strings"
	"testing"

	"driftlab/lesson"
	"driftlab/scenario"
)

func TestAVerdictHasTheRightOptionsWordsAndNoCode(t *testing.T) {
	r := newRig(t, "lesson-asymmetric")
	for _, c := range []struct{ unit, words, figure, right, wrong string }{
		{"", "client 2", "4", "", "client 2"},
		{"ms", "one-way delay", "133 ms", "133 ms", "one-way delay (133 ms)"},
	} {
		f := &lesson.Figure{Measure: lesson.Measure{Unit: c.unit}}
		if got := measuredChoice(f, c.words, c.figure, true); got != c.right {
			t.Errorf("where it was guessed %q, want %q", got, c.right)
		}
		if got := measuredChoice(f, c.words, c.figure, false); got != c.wrong {
			t.Errorf("where it was not guessed %q, want %q", got, c.wrong)
		}
	}
	k := r.room.player
	for _, l := range lesson.All() {
		r.Picture.Taught.Lesson = l
		r.Picture.Taught.Readings = make([]lesson.Reading, len(l.Figures))
		for step, s := range l.Steps {
			q := s.Question
			if q == nil || q.Kind != lesson.Choice {
				continue
			}
			for right := range q.Options {
				for guess := range q.Options {
					k.keys[step] = lesson.Reading{Value: q.Options[right].Value, OK: true}
					k.given = []reply{{Guess: scenario.Guess{Step: step + 1, Value: q.Options[guess].Value}}}
					first, _, _ := k.verdictText(r.room, step)
					said, guessed := r.room.filled(q.Options[right].Text), r.room.filled(q.Options[guess].Text)
					if !strings.Contains(first, said) {
						t.Errorf("lesson %d, step %d: %q does not say %q", l.Number, step+1, first, said)
					}
					for _, o := range k.outcomes(r.room) {
						if line := k.sumLine(r.room, &o); o.Step == step+1 && (!strings.Contains(line, "Guessed: "+guessed) || !strings.Contains(line, "Measured: "+said)) {
							t.Errorf("lesson %d, step %d: the summary's %q does not say %q and %q", l.Number, step+1, line, guessed, said)
						}
					}
				}
			}
		}
	}
}

func TestOnlyALessonOfShotsTellsAGuessInTheirMetres(t *testing.T) {
	for name, want := range map[string]bool{"lesson-lift-server-time": false, "lesson-asymmetric": true} {
		if r := newRig(t, name); r.room.shoots() != want {
			t.Errorf("%s: %v", name, r.room.shoots())
		}
	}
}

func TestNoVerdictComesAfterTheNextQuestion(t *testing.T) {
	for _, l := range lesson.All() {
		asked := l.Questions()
		for i, step := range asked[:max(len(asked)-1, 0)] {
			if q, next := l.Steps[step].Question, &l.Steps[asked[i+1]]; q.At > next.Last() {
				t.Errorf("lesson %d: what step %d asks is measured at %v, after the question of step %d at %v", l.Number, step+1, q.At, asked[i+1]+1, next.Last())
			}
		}
	}
}
