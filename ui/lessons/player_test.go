package lessons

import (
	"strings"
	"testing"
	"time"

	"driftlab/game/lesson"
	"driftlab/internal/testkit"
	"driftlab/netsim"
	"driftlab/ui/diagram"
)

func TestTheSummaryIsWrittenAsCSVAndJSON(t *testing.T) {
	r := told(t, "lesson-asymmetric")
	r.ask(t, 1)
	r.room.Commit(40)
	r.to(r.Picture.Taught.Lesson.Steps[1].Question.At)
	all := r.room.Outcomes()
	if len(all) != 2 || !all[0].Right || all[0].Guess == nil || *all[0].Guess != 40 || all[1].Guess != nil {
		t.Errorf("got %+v", all)
	}
	for _, format := range []string{"CSV", "JSON"} {
		if r.room.Export(format); r.Lines.Fault != "" || !strings.Contains(r.Lines.Notice, "lesson-asymmetric-answers") {
			t.Errorf("%s: %q, %q", format, r.Lines.Fault, r.Lines.Notice)
		}
	}
}

func TestAutoNeverShowsMoreThanThreeWordsASecond(t *testing.T) {
	for _, l := range lesson.All() {
		for i := range l.Steps[:max(len(l.Steps)-1, 0)] {
			text := l.Steps[i].Caption.In("en")
			if n, d := len(strings.Fields(text)), lesson.ReadingTime(text); float64(n) > lesson.WordsASecond*d.Seconds()+1e-9 {
				t.Errorf("%s, step %d: %d words in %v", l.Name, i+1, n, d)
			}
		}
	}
	r := told(t, "lesson-asymmetric")
	r.room.Player.Auto = true
	updates := 0
	for ; updates < 60*60; updates++ {
		r.pass(1)
		if _, i := r.room.Steps(); i == 2 {
			break
		}
	}
	words := 0
	for i := range 2 {
		s := &r.Picture.Taught.Lesson.Steps[i]
		words += len(strings.Fields(s.Caption.In("en")))
	}
	if most := float64(lesson.WordsASecond*updates) / 60; float64(words) > most {
		t.Errorf("%d words are gone after %d updates", words, updates)
	}
	if updates == 60*60 {
		t.Error("it does not go on by itself")
	}
}

func TestThePlotOfAStepShowsTheLessonSoFarAsMuchAsIsRemembered(t *testing.T) {
	for name, step := range map[string]int{"lesson-drift": 1, "lesson-slew-snap": 3} {
		r := told(t, name)
		r.to(r.Picture.Taught.Lesson.Steps[step].At.Add(time.Second))
		plot := r.Picture.Tabs.Tabs[r.Picture.Tabs.Open].Tab.(*diagram.ErrorPlot)
		if want := min(time.Duration(r.Picture.Taught.Lesson.Steps[step].Until), plot.Axis.Most); plot.Axis.Span < want {
			t.Errorf("%s: it shows %v, want %v at least", name, plot.Axis.Span, want)
		}
	}
}

func TestTheFirstExchangeFillsTheDiagramThatTellsOfIt(t *testing.T) {
	r := told(t, "lesson-ask-once")
	r.to(r.Picture.Taught.Lesson.Steps[2].At)
	if d := r.Picture.Tabs.Tabs[r.Picture.Tabs.Open].Tab.(*diagram.SpaceTime); d.Axis.Span != 360*time.Millisecond {
		t.Errorf("it shows %v", d.Axis.Span)
	}
	r = told(t, "lesson-stream")
	if d := r.Picture.Tabs.Tabs[r.Picture.Tabs.Open].Tab.(*diagram.SpaceTime); d.Axis.Span != diagram.SpaceTimeSpan {
		t.Errorf("later exchanges are shown over %v", d.Axis.Span)
	}
}

func TestTwoWorldsOfALessonAreToldByItsWordsAndNamedByTheirTitles(t *testing.T) {
	r := told(t, "lesson-ask-twice")
	if !r.room.Beside() || !strings.HasPrefix(r.Picture.Told(), "Two worlds.") {
		t.Errorf("worlds beside each other: %v, told: %q", r.room.Beside(), r.Picture.Told())
	}
	if first, second := r.Picture.WorldTitle(r.Picture.AB.A.Session), r.Picture.WorldTitle(r.Picture.Session); first != "one world" || second != "the other" {
		t.Errorf("A is %q and B %q", first, second)
	}
}

// What a question is about is measured up to the instant at which it is asked, however the window has got there.
func TestAQuestionHasTheNumbersOfTheInstantAtWhichItIsAsked(t *testing.T) {
	for _, l := range testkit.Some(t, lesson.All(), 3) {
		t.Run(l.Name, func(t *testing.T) {
			r := told(t, l.Name)
			for _, step := range l.Questions() {
				s := &l.Steps[step]
				r.to(max(s.Last()-netsim.Time(400e6*s.Speed), s.At))
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
