package ui

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"time"

	"driftlab/config"
	"driftlab/game"
	"driftlab/lesson"
	"driftlab/netsim"
	"driftlab/scenario"
	"driftlab/session"
	"driftlab/ui/diagram"
	"driftlab/ui/panel"
)

// told opens a lesson that is told step by step, in the Watch view.
func told(t testing.TB, name string, width, height int) *App {
	t.Helper()
	a := newTestApp(t, name, width, height, 1)
	a.prefer(func(s *config.Settings) { s.View = config.WatchView })
	if err := a.resize(width, height, 1); err != nil {
		t.Fatal(err)
	}
	<-a.Taught.Whole.Finished
	arriveAt(a)
	return a
}

// arriveAt lets updates pass until the window has come to where it is to go.
func arriveAt(a *App) {
	for range 3 {
		a.arrangeWatch()
		a.arrange()
		a.passTime()
		for a.underway() {
			a.travel.since = time.Time{} // as between two frames
			a.passTime()
		}
	}
}

// toQuestion goes on until the question of a step waits.
func toQuestion(t *testing.T, a *App, step int) *lesson.Question {
	t.Helper()
	a.Seek(a.Taught.Lesson.Steps[step].Last())
	arriveAt(a)
	q, at := a.asks()
	if q == nil || at != step {
		t.Fatalf("%s: step %d does not ask", a.Taught.Lesson.Name, step+1)
	}
	return q
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
	for i := range f.Errors {
		f.Errors[i].Err += 77 * time.Millisecond
	}
	f.Now += 123_000_000
}

func TestAQuestionCoversWhatItAsksForToThePixel(t *testing.T) {
	for _, l := range lesson.All() {
		for _, step := range l.Questions() {
			t.Run(fmt.Sprintf("%s-%d", l.Name, step+1), func(t *testing.T) {
				a := told(t, l.Name, 1280, 720)
				a.clock = func() time.Time { return time.Time{} } // a machine that is too slow says so in the top bar
				q := toQuestion(t, a, step)
				nextFrame(t, a)
				before, asked := frameOf(t, a), a.Session.Now()
				disturb(a)
				if box := differing(before, frameOf(t, a), a.Width); !box.Empty() {
					t.Errorf("what is covered shows in %v", box)
				}
				a.commit(q.Options[0].Value)
				arriveAt(a)
				nextFrame(t, a)
				open := frameOf(t, a)
				disturb(a)
				// Where time stands still what was covered is seen by itself: some charts draw what the session says, and
				// nothing disturbs that.
				still := a.Session.Now() == asked && differInUpperHalf(before, open, a.Width, a.Regions.Worlds)
				if !still && differing(open, frameOf(t, a), a.Width).Empty() {
					t.Error("nothing is uncovered by an answer")
				}
			})
		}
	}
}

// differInUpperHalf reports whether pictures differ in the upper half of a place.
func differInUpperHalf(a, b []byte, width int, r panel.Rect) bool {
	from, to := 4*width*int(r.Y), 4*width*int(r.Y+r.H/2)
	return !bytes.Equal(a[from:to], b[from:to])
}

// Each is a test of its own, after which its window is gone: all of them together would have gigabytes of checkpoints.
func TestEveryQuestionIsAnsweredRightAndWrong(t *testing.T) {
	for _, l := range lesson.All() {
		for _, step := range l.Questions() {
			for _, right := range []bool{true, false} {
				t.Run(fmt.Sprintf("%s/%d/%v", l.Name, step+1, right), func(t *testing.T) { answered(t, l.Name, step, right) })
			}
		}
	}
}

// answered answers the question of a lesson's step.
func answered(t *testing.T, name string, step int, right bool) {
	a := told(t, name, 1280, 720)
	q := toQuestion(t, a, step)
	key := a.Taught.Whole.Outcome().Keys[step].Value
	guess := key
	for i := range q.Options {
		if ok, _ := q.Judge(q.Options[i].Value, key); q.Kind == lesson.Choice && ok == right || q.Kind != lesson.Choice && !right && !ok {
			guess = q.Options[i].Value
		}
	}
	a.commit(guess)
	a.Seek(max(q.At, a.Session.Now()))
	arriveAt(a)
	if a.player.verdict(a) != step {
		t.Fatalf("nothing is told of it at %v", a.Session.Now())
	}
	first, second, was := a.player.verdictText(a, step)
	if was != right || first == "" || right != (second == "") {
		t.Errorf("a guess of %v where %v is measured is told so: %q %q", guess, key, first, second)
	}
	if _, i := a.steps(); i < 0 || a.player.answer(step) == nil {
		t.Error("the answer is forgotten")
	}
}

func TestTimeStandsAtTheEndOfAStepAndGoesOnFromAQuestion(t *testing.T) {
	a := told(t, "lesson-asymmetric", 1280, 720)
	steps := a.Taught.Lesson.Steps
	a.Seek(steps[0].Last() - 5e7)
	arriveAt(a)
	for range 30 {
		a.passTime()
	}
	if now := a.Session.Now(); now != steps[0].Last() || !a.atEnd() {
		t.Fatalf("time stands at %v, and not at the end of the step, %v", now, steps[0].Last())
	}
	a.nextStep()
	for range 200 {
		a.passTime()
	}
	if q, step := a.asks(); q == nil || step != 1 || !a.Frame.Blind || a.Speed != 0.1 {
		t.Fatalf("the second step does not ask at %v, speed %v", a.Session.Now(), a.Speed)
	}
	a.print()
	if a.message != english.T("player.refused") {
		t.Errorf("a print is not refused: %q", a.message)
	}
	if err := a.apply(scenario.Event{Rejoin: 1}); err == nil {
		t.Error("the session can be changed before the answer")
	}
	a.commit(80)
	for range 30 {
		a.passTime()
	}
	if a.Frame.Blind || a.Session.Now() <= steps[1].Last() {
		t.Errorf("time does not go on after the answer: it is %v", a.Session.Now())
	}
	if log := a.Line.Log().Text(); !strings.Contains(log, "guess = {step = 2, value = 80.0, took = ") {
		t.Errorf("the log has not got the answer:\n%s", log)
	}
	again, err := scenario.Parse("log.toml", a.Line.Log().Text())
	if err != nil {
		t.Fatal(err)
	}
	if err := a.loadLog(again); err != nil {
		t.Fatal(err)
	}
	a.Seek(steps[2].At)
	arriveAt(a)
	if g := a.player.answer(1); g == nil || g.Value != 80 {
		t.Errorf("the replay has the answer %v", g)
	}
}

func TestPageDownAloneLeadsThroughALesson(t *testing.T) {
	for _, l := range lesson.All() {
		if len(l.Steps) > 0 {
			t.Run(l.Name, func(t *testing.T) { ledThrough(t, l) })
		}
	}
}

// ledThrough goes through a lesson and a step back.
func ledThrough(t *testing.T, l *lesson.Lesson) {
	a := told(t, l.Name, 1280, 720)
	for range 4 * len(l.Steps) {
		a.nextStep()
		arriveAt(a)
		nextFrame(t, a)
		if _, i := a.steps(); i == len(l.Steps)-1 {
			break
		}
	}
	if _, i := a.steps(); i != len(l.Steps)-1 {
		t.Errorf("it stays at step %d", i+1)
	}
	a.lastStep()
	arriveAt(a)
	if _, i := a.steps(); i != len(l.Steps)-2 {
		t.Errorf("the way back leads to step %d", i+1)
	}
}

func TestAGoalIsRecognisedAfterASecond(t *testing.T) {
	for _, l := range lesson.All() {
		if n := len(l.Steps); n == 0 || l.Steps[n-1].Goal == nil {
			continue
		}
		a := told(t, l.Name, 1280, 720)
		step := l.Steps[len(l.Steps)-1]
		a.Seek(step.At)
		arriveAt(a)
		a.Speed = 1
		does := step.Goal.Solution
		for range 60 * 120 {
			for len(does) > 0 && does[0].At <= a.Session.Now() {
				a.do(does[0])
				does = does[1:]
			}
			a.passTime()
			if a.player.goal.reached {
				break
			}
		}
		if !a.player.goal.reached {
			t.Errorf("%s: the goal is not recognised at %v: %v", l.Name, a.Session.Now(), a.Taught.Readings)
		}
	}
}

func TestTheSummaryIsWrittenAsCSVAndJSON(t *testing.T) {
	a := told(t, "lesson-asymmetric", 1280, 720)
	toQuestion(t, a, 1)
	a.commit(40)
	a.Seek(a.Taught.Lesson.Steps[1].Question.At)
	arriveAt(a)
	all := a.player.outcomes(a)
	if len(all) != 2 || !all[0].Right || all[0].Guess == nil || *all[0].Guess != 40 || all[1].Guess != nil {
		t.Errorf("got %+v", all)
	}
	for _, format := range []string{"CSV", "JSON"} {
		a.exportSummary(format)
		if a.message != "" || !strings.Contains(a.notice, "lesson-asymmetric-answers") {
			t.Errorf("%s: %q, %q", format, a.message, a.notice)
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
	a := told(t, "lesson-asymmetric", 1280, 720)
	a.player.auto = true
	updates := 0
	for ; updates < 60*60; updates++ {
		a.passTime()
		if _, i := a.steps(); i == 2 {
			break
		}
	}
	words := 0
	for i := range 2 {
		s := &a.Taught.Lesson.Steps[i]
		words += len(strings.Fields(s.Caption.In("en")))
	}
	if most := float64(lesson.WordsASecond*updates) / 60; float64(words) > most {
		t.Errorf("%d words are gone after %d updates", words, updates)
	}
	if updates == 60*60 {
		t.Error("it does not go on by itself")
	}
}

func TestAStepShowsItsDiagramInThePlaceOfTheWorlds(t *testing.T) {
	a := told(t, "lesson-three-times", 1280, 720)
	for step, want := range []string{"", "", "ticks", "ticks"} {
		a.Seek(a.Taught.Lesson.Steps[step].At.Add(time.Second))
		arriveAt(a)
		if open := a.Tabs.Tabs[a.Tabs.Open].Key(); want != "" && (open != want || a.Regions.Watch.Shown > 0 || a.Regions.Time.H < 0.4*float32(a.Height)) {
			t.Errorf("step %d shows %s in %v and %d worlds", step+1, open, a.Regions.Time, a.Regions.Watch.Shown)
		}
		if want == "" && (a.Regions.Time.H > 0 || a.Regions.Watch.Shown != 2) {
			t.Errorf("step %d shows a diagram in %v and %d worlds", step+1, a.Regions.Time, a.Regions.Watch.Shown)
		}
	}
}

func TestThePlotOfAStepShowsTheLessonSoFarAsMuchAsIsRemembered(t *testing.T) {
	for name, step := range map[string]int{"lesson-drift": 1, "lesson-slew-snap": 3} {
		a := told(t, name, 1280, 720)
		a.Seek(a.Taught.Lesson.Steps[step].At.Add(time.Second))
		arriveAt(a)
		plot := a.Tabs.Tabs[a.Tabs.Open].(*diagram.ErrorPlot)
		if want := min(time.Duration(a.Taught.Lesson.Steps[step].Until), plot.Axis.Most); plot.Axis.Span != want {
			t.Errorf("%s: it shows %v, want %v", name, plot.Axis.Span, want)
		}
	}
}

func TestTheFirstExchangeFillsTheDiagramThatTellsOfIt(t *testing.T) {
	a := told(t, "lesson-ask-once", 1280, 720)
	a.Seek(a.Taught.Lesson.Steps[2].At)
	arriveAt(a)
	if d := a.Tabs.Tabs[a.Tabs.Open].(*diagram.SpaceTime); d.Axis.Span != 360*time.Millisecond {
		t.Errorf("it shows %v", d.Axis.Span)
	}
	a = told(t, "lesson-stream", 1280, 720)
	if d := a.Tabs.Tabs[a.Tabs.Open].(*diagram.SpaceTime); d.Axis.Span != diagram.SpaceTimeSpan {
		t.Errorf("later exchanges are shown over %v", d.Axis.Span)
	}
}

func TestAStepThatSaysSoIsCoveredFromItsBeginToItsAnswer(t *testing.T) {
	a := told(t, "lesson-ask-twice", 1280, 720)
	q := a.Taught.Lesson.Steps[0].Question
	a.Seek(netsim.Time(3 * time.Second))
	arriveAt(a)
	if asked, _ := a.asks(); asked != nil || !a.hides() {
		t.Errorf("it asks: %v, it covers: %v", asked != nil, a.hides())
	}
	if a.lessonKeys() || !a.refused() {
		t.Error("before the question a key answers it, or what tells the truth is not refused")
	}
	toQuestion(t, a, 0)
	a.commit(q.Options[0].Value)
	a.Seek(a.Taught.Lesson.Steps[0].Until.Add(time.Second))
	arriveAt(a)
	if a.hides() {
		t.Error("the truth is covered after the answer")
	}
}

func TestTwoWorldsOfALessonAreToldByItsWordsAndNamedByTheirTitles(t *testing.T) {
	a := told(t, "lesson-ask-twice", 1280, 720)
	if !a.worldsBeside() || !strings.HasPrefix(a.Told(), "Two worlds.") {
		t.Errorf("worlds beside each other: %v, told: %q", a.worldsBeside(), a.Told())
	}
	if first, second := a.WorldTitle(a.AB.A.Session), a.WorldTitle(a.Session); first != "the one" || second != "the other" {
		t.Errorf("A is %q and B %q", first, second)
	}
}

func TestAPressOnADotGoesToItsStep(t *testing.T) {
	a := told(t, "lesson-08", 1600, 900)
	nextFrame(t, a)
	all, _ := a.steps()
	var dots []button
	for _, s := range a.player.spots {
		if s.Within(a.Regions.Strip) {
			dots = append(dots, s)
		}
	}
	if len(dots) != len(all)+1 { // and the switch of going on by itself
		t.Fatalf("%d places in the strip can be pressed, want a dot for each of %d steps", len(dots), len(all))
	}
	last := dots[1] // they are drawn from the last to the first
	a.pointer = panel.Pointer{X: last.X + last.W/2, Y: last.Y + last.H/2, Pressed: true}
	a.player.point(a)
	arriveAt(a)
	if _, now := a.steps(); now != len(all)-1 {
		t.Errorf("a press on the last dot goes to step %d of %d", now+1, len(all))
	}
}

func TestAStepOfTwoWorldsShowsADiagramOfBoth(t *testing.T) {
	a := told(t, "lesson-loops", 1280, 720)
	a.Seek(netsim.Time(20 * time.Second))
	arriveAt(a)
	nextFrame(t, a)
	plan := a.Regions.Watch.Plan
	upper, lower := a.AB.Halves(&a.View, a.Tabs.Inside(&a.View, a.Regions.Time))
	if !plan.Ab || !plan.Diagram || a.Regions.Watch.Shown > 0 || upper.H < 90 || lower.H < 90 {
		t.Errorf("plan %+v, %d worlds, halves %v and %v", plan, a.Regions.Watch.Shown, upper, lower)
	}
}
