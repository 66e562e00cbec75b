package lesson

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"driftlab/assets"
	"driftlab/game/scenario"
	"driftlab/game/scenario/scenariotest"
)

func TestEveryLessonShowsItsNumbers(t *testing.T) {
	for _, l := range All() {
		t.Run(l.Name, func(t *testing.T) {
			t.Parallel()
			checks, err := l.Checks(English, nil)
			if err != nil {
				t.Fatal(err)
			}
			for _, c := range checks {
				if !c.OK {
					t.Errorf("%s is %s %s, and must be %s", c.What, c.Measured, c.Over, c.Wanted)
				}
			}
		})
	}
}

func TestTheCutOfLateAnswersHalvesTheError(t *testing.T) {
	t.Parallel()
	out, err := Named("lesson-stream").Run(nil)
	if err != nil {
		t.Fatal(err)
	}
	if r := out.Figures; r[1].Value > r[0].Value/2 {
		t.Errorf("the cut leaves %v of %v ms, more than half", r[1].Value, r[0].Value)
	}
}

func TestLessonsHaveNumbersInOrder(t *testing.T) {
	t.Parallel()
	last := -1
	for _, l := range All() {
		if l.Number <= last {
			t.Errorf("%s has the number %d, after %d", l.Name, l.Number, last)
		}
		last = l.Number
	}
}

func TestNamesOfBeforeLeadToTheLessonsOfNow(t *testing.T) {
	t.Parallel()
	for number := 1; number <= 16; number++ {
		name := fmt.Sprintf("lesson-%02d", number)
		l := scenariotest.Load(t, name)
		if of := Named(name); of == nil || l.Name != of.Worlds[0].Scenario.Name {
			t.Errorf("%s leads to %s, and to the lesson %v", name, l.Name, of)
		}
	}
	for name, number := range map[string]int{"lesson-07": 8, "lesson-08": 7, "lesson-16": 20} {
		if l := Named(name); l.Number != number || Numbered(number) != l {
			t.Errorf("%s has the number %d, want %d", name, l.Number, number)
		}
	}
}

var placeholder = regexp.MustCompile(`\{[^}]*\}`)

func placeholders(text string) []string {
	found := placeholder.FindAllString(text, -1)
	slices.Sort(found)
	return found
}

// texts returns every text of a lesson that a person reads.
func textsOf(l *Lesson) map[string]Words {
	all := map[string]Words{"title": l.Title, "asks": l.Asks, "teaches": l.Teaches, "watch": l.Watch, "try": l.Try}
	if len(l.Steps) > 0 { // their captions say it
		delete(all, "watch")
		delete(all, "try")
	}
	if l.Why != nil { // it says what is wrong, and asks nothing
		delete(all, "watch")
		delete(all, "asks")
		all["caption"] = l.Why.Caption
	}
	for i, step := range l.Steps {
		if q := step.Question; q != nil {
			at := fmt.Sprintf("step %d: ", i+1)
			all[at+"question"] = q.Ask
			for j, o := range q.Options {
				if len(o.Text) > 0 {
					all[fmt.Sprintf("%soption %d", at, j+1)] = o.Text
				}
				if len(o.Says) > 0 {
					all[fmt.Sprintf("%ssentence of option %d", at, j+1)] = o.Says
				}
			}
		}
	}
	for text, words := range l.captions {
		all["caption "+text] = words
	}
	for i := range l.Figures {
		all["label of "+l.Figures[i].Name] = l.Figures[i].Label
	}
	for _, w := range l.Worlds {
		if w.Name != "" {
			all["world "+w.Name] = w.Title
		}
	}
	return all
}

func TestEveryTextIsThereInEveryLanguageWithTheSameFigures(t *testing.T) {
	t.Parallel()
	for _, l := range slices.Concat(All(), Symptoms()) {
		if l.Source == "" && l.Why == nil { // a symptom may have no public report
			t.Errorf("%s: source is missing", l.Name)
		}
		for what, words := range textsOf(l) {
			for _, language := range assets.Languages() {
				if words[language] == "" {
					t.Errorf("%s: %s: it is missing in %q", l.Name, what, language)
				} else if got, want := placeholders(words[language]), placeholders(words[English]); !slices.Equal(got, want) {
					t.Errorf("%s: %s: it has the figures %v in %q, and %v in English", l.Name, what, got, language, want)
				}
			}
		}
	}
}

// captions returns the captions of a world in the order in which they come.
func captions(sc *scenario.Scenario) (all []string) {
	for i := range sc.Events {
		if text := sc.Events[i].Caption; text != "" {
			all = append(all, text)
		}
	}
	return all
}

func TestCaptionsNameFiguresThatAreThereAndSayTheNumbers(t *testing.T) {
	t.Parallel()
	for _, l := range All() {
		used := map[string]bool{}
		for _, w := range l.Worlds {
			all := captions(w.Scenario)
			if len(all) < 2 {
				t.Errorf("%s: %d captions", w.Scenario.Name, len(all))
			}
			if first := w.Scenario.Events[0]; first.At != 0 || first.Caption == "" {
				t.Errorf("%s: it begins without a caption", w.Scenario.Name)
			}
			for _, text := range all {
				if _, ok := l.captions[text]; !ok {
					t.Errorf("%s: the caption %q is in one language only", w.Scenario.Name, text)
				}
				for _, name := range placeholders(text) {
					used[strings.Trim(name, "{|}")] = true
				}
			}
		}
		for name := range used {
			if !slices.ContainsFunc(l.Figures, func(f Figure) bool { return f.Name == name }) {
				t.Errorf("%s: there is no figure %q", l.Name, name)
			}
		}
		for i := range l.Figures {
			if f := &l.Figures[i]; !used[f.Name] && !l.asksFor(i) {
				t.Errorf("%s: no caption tells of %q", l.Name, f.Name)
			}
		}
	}
}

// asksFor reports whether a step shows a figure, asks for it or has it as a goal.
func (l *Lesson) asksFor(figure int) bool {
	return slices.ContainsFunc(l.Steps, func(s Step) bool {
		return s.Figure == figure || s.Question != nil && s.Question.Key == figure ||
			s.Goal != nil && slices.ContainsFunc(s.Goal.Needs, func(n Need) bool { return n.Figure == figure })
	})
}

func TestACaptionHasTheMeasuredNumberInTheLanguageAskedFor(t *testing.T) {
	t.Parallel()
	l := Named("lesson-asymmetric")
	s := started(t, l.Worlds[0].Scenario)
	advance(t, s, 13*time.Second)
	if got := l.Caption(s.Caption(), English, l.Readings(s, 0, nil, nil)); !strings.Contains(got, "Errors: +40.0\u00a0ms, +40.0\u00a0ms, +40") {
		t.Errorf("got %q", got)
	}
	if got := l.Caption(s.Caption(), "de", l.Readings(s, 0, nil, nil)); !strings.Contains(got, "halb 120 − 40") {
		t.Errorf("got %q", got)
	}
	set(t, s, "link.up.delay", "160ms")
	do(t, s, scenario.Event{Rejoin: scenario.AllClients})
	advance(t, s, 5*time.Second)
	if got := l.Caption(s.Caption(), English, l.Readings(s, 0, nil, nil)); strings.HasPrefix(got, "+40.0") {
		t.Errorf("the link has changed, and the caption still says %q", got)
	}
}

func TestWhatCannotBeMeasuredYetIsLeftOpen(t *testing.T) {
	t.Parallel()
	l := Named("lesson-ask-twice")
	s := started(t, l.Worlds[0].Scenario)
	s.Advance(12 * time.Second)
	if got := l.Caption(s.Caption(), English, l.Readings(s, 0, nil, nil)); !strings.Contains(got, "B by …") {
		t.Errorf("got %q", got)
	}
	whole := []Reading{{}, {}, {}, {Value: 40, OK: true}}
	if got := l.Caption(s.Caption(), English, l.Readings(s, 0, whole, nil)); !strings.Contains(got, "B by +40.0\u00a0ms") {
		t.Errorf("got %q", got)
	}
}

// The two worlds of the lesson have the same stamps, so its caption says the same in both, and what it
// says has happened by then.
func TestAFigureOfNoWorldIsOfTheOneThatIsShown(t *testing.T) {
	t.Parallel()
	l := Named("lesson-ask-twice")
	whole := make([]Reading, len(l.Figures))
	for i := range whole {
		whole[i] = Reading{Value: 1e6, OK: true}
	}
	said := make([]string, 2)
	for world := range said {
		s := started(t, l.Worlds[world].Scenario)
		s.Advance(7*time.Second - time.Duration(world)*40*time.Millisecond)
		said[world] = l.Caption(s.Caption(), English, l.Readings(s, world, whole, nil))
	}
	if said[0] != said[1] || strings.Contains(said[0], "1000000") {
		t.Errorf("%q and %q", said[0], said[1])
	}
}

func TestARecordedSessionIsOfItsLesson(t *testing.T) {
	t.Parallel()
	for _, l := range All() {
		for i, w := range l.Worlds {
			copied, err := scenario.Parse("log.toml", w.Scenario.Text())
			if err != nil {
				t.Fatalf("%s: %v", w.Scenario.Name, err)
			}
			if of, world := Of(copied, nil); of != l || world != i {
				t.Errorf("%s is taken for world %d of %v", copied.Name, world, of)
			}
		}
	}
	if l, _ := Of(&scenario.Scenario{Name: "first"}, nil); l != nil {
		t.Errorf("the first scenario is taken for %s", l.Name)
	}
}

// With -clients a lesson's scenario can be run with fewer clients than its figures are of.
func TestALessonRunWithOneClientLeavesTheOthersFiguresOpen(t *testing.T) {
	t.Parallel()
	open := 0
	for _, l := range All() {
		for world := range l.Worlds {
			sc := *l.Worlds[world].Scenario
			sc.Set = slices.DeleteFunc(slices.Clone(sc.Set), func(a scenario.Assignment) bool { return a.Client > 1 })
			sc.Clients, sc.Events, sc.Watch = 1, nil, nil
			s := started(t, &sc)
			s.Advance(2 * time.Second)
			for i := range l.Figures {
				if f := &l.Figures[i]; !l.Readings(s, world, nil, nil)[i].OK && f.Client > 1 {
					open++
				} else if f.Client > 1 && f.Live(world) {
					t.Errorf("lesson %d: %s is measured on client %d of 1", l.Number, f.Name, f.Client)
				}
			}
			s.Close()
		}
	}
	if open == 0 {
		t.Error("no figure is of another client than the first")
	}
}

func TestARunStopsWhenToldTo(t *testing.T) {
	t.Parallel()
	if _, err := All()[0].Run(func() bool { return true }); err == nil || !strings.Contains(err.Error(), "stopped") {
		t.Errorf("got %v", err)
	}
}

func TestALessonIsFoundByItsNumberAndItsName(t *testing.T) {
	t.Parallel()
	for i, name := range assets.LessonNames() {
		if l, err := Find(strconv.Itoa(i)); err != nil || l.Number != i {
			t.Errorf("%d: %v", i, err)
		}
		for _, which := range []string{name, strings.TrimPrefix(name, "lesson-")} {
			if l, err := Find(which); err != nil || l.Name != name {
				t.Errorf("%s: %v", which, err)
			}
		}
	}
	last := len(assets.LessonNames()) - 1
	for _, which := range []string{strconv.Itoa(last + 1), "-1"} { // the second is that of lessons without one
		if _, err := Find(which); err == nil || err.Error() != fmt.Sprintf("%s is outside 0..%d", which, last) {
			t.Errorf("%s: %v", which, err)
		}
	}
}

// After a guess the lesson says what was measured. The next question clears those words: the lessons on asymmetry, on
// asking twice and on pauses measured at its very instant, and nobody saw it.
func TestEveryAnswerIsMeasuredBeforeTheNextQuestion(t *testing.T) {
	for _, l := range All() {
		asks := l.Questions()
		for n, i := range asks {
			if q := l.Steps[i].Question; n+1 < len(asks) && l.Steps[asks[n+1]].Last().Sub(q.At) < time.Second {
				t.Errorf("%s, step %d: the answer is measured at %v, and step %d asks at %v",
					l.Name, i+1, time.Duration(q.At), asks[n+1]+1, time.Duration(l.Steps[asks[n+1]].Last()))
			}
		}
	}
}
