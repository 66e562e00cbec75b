package lessons

import (
	"driftlab/assets"
	"strings"
	"testing"

	"driftlab/game/lesson"
	"driftlab/game/scenario"
	"driftlab/ui/words"
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
	k := &r.room.Player
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
					first, _, _ := r.room.VerdictText(step)
					said, guessed := r.room.filled(q.Options[right].Text), r.room.filled(q.Options[guess].Text)
					if !strings.Contains(first, said) {
						t.Errorf("lesson %d, step %d: %q does not say %q", l.Number, step+1, first, said)
					}
					for _, o := range r.room.Outcomes() {
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

// A step with a goal tells how far that is reached, and has no room for a verdict.
func TestEachAnswerIsMeasuredBeforeTheNextQuestionAndTheGoal(t *testing.T) {
	for _, l := range lesson.All() {
		asked := l.Questions()
		for i, step := range asked {
			next := len(l.Steps) - 2
			if i+1 < len(asked) {
				next = asked[i+1]
			} else if l.Steps[next+1].Goal == nil {
				continue
			}
			if at, last := l.Steps[step].Question.At, l.Steps[next].Last(); at > last {
				t.Errorf("lesson %d: what step %d asks is measured at %v, and the last instant to tell of it is %v", l.Number, step+1, at, last)
			}
		}
	}
}

func TestTheVerdictOfEveryAnswerIsToldBeforeAnythingIsMeasured(t *testing.T) {
	for _, l := range lesson.All() {
		r := newRig(t, l.Worlds[0].Scenario.Name)
		r.pass(1)
		<-r.Picture.Taught.Whole.Finished
		for _, language := range assets.Languages() {
			var err error
			r.Picture.Words, err = words.In(language)
			check(t, err)
			for _, step := range l.Questions() {
				r.tellsOfAnswers(t, l, step)
			}
		}
	}
}

// tellsOfAnswers gives each answer to a step's question, where nothing is measured yet, and looks at the verdict.
func (r *rig) tellsOfAnswers(t *testing.T, l *lesson.Lesson, step int) {
	k, q, key := &r.room.Player, l.Steps[step].Question, r.Picture.Taught.Whole.Outcome().Keys[step].Value
	values := []float64{q.Least, q.Most, key}
	if q.Kind == lesson.Choice {
		values = values[:0]
		for i := range q.Options {
			values = append(values, q.Options[i].Value)
		}
	}
	for _, value := range values {
		k.keys = [scenario.MaxSteps]lesson.Reading{}
		k.given = []reply{{Guess: scenario.Guess{Step: step + 1, Value: value}}}
		k.tell(r.room)
		right, option := q.Judge(value, key)
		want := ""
		if !right && option >= 0 {
			want = q.Options[option].Says.In(r.Picture.Words.Name())
		}
		if said := k.told; said.first == "" || said.right != right || said.second != want {
			t.Errorf("lesson %d, step %d: of %v, which is right: %v, is told %q %q, want %q", l.Number, step+1, value, right, said.first, said.second, want)
		}
	}
}

func TestOfASessionThatWasChangedNoVerdictIsExpected(t *testing.T) {
	r := newRig(t, "lesson-asymmetric")
	r.pass(1)
	<-r.Picture.Taught.Whole.Finished
	r.Set(t, 0, "link.delay", "10ms")
	r.pass(2)
	k := &r.room.Player
	k.given = []reply{{Guess: scenario.Guess{Step: 2, Value: 40}}}
	if k.tell(r.room); k.told.first != "Your guess: 40 ms ahead." {
		t.Errorf("told %q", k.told.first)
	}
}

func TestWhatIsToldOfAnAnswerIsNotAnEarlierOnes(t *testing.T) {
	r := told(t, "lesson-lift-server-time")
	answer := func(step int) *lesson.Question {
		q := r.ask(t, step)
		r.room.Commit(q.Options[0].Value)
		return q
	}
	tells := func(want int) {
		t.Helper()
		r.arrive()
		r.pass(1)
		if got := r.room.Verdict(); got != want {
			t.Errorf("at %v step %d's answer is told of, want %d's", r.Picture.Session.Now(), got+1, want+1)
		}
	}
	first := answer(0)
	tells(0)
	r.Travel.Seek(first.At)
	tells(0)
	second := answer(1)
	tells(1)
	r.Travel.Seek(second.At)
	tells(1)
}
