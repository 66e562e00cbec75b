package ui

import (
	"testing"
	"time"

	"driftlab/game/lesson"
	"driftlab/game/scenario"
	"driftlab/game/scenario/scenariotest"
	"driftlab/netsim"
	"driftlab/ui/config"
	"driftlab/ui/lessons"
	"driftlab/ui/panel"
)

// told opens a lesson step by step, in the Watch view.
func told(t testing.TB, name string, width, height int) *App {
	t.Helper()
	a := newTestApp(t, name, width, height, 1)
	a.prefer(func(s *config.Settings) { s.View = config.WatchView })
	check(t, a.resize(width, height, 1))
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
		for a.Underway() {
			a.Drawn() // as between two frames
			a.passTime()
		}
	}
}

// goTo has the window go to an instant.
func goTo(a *App, at netsim.Time) {
	a.Seek(at)
	arriveAt(a)
}

// toQuestion lets time pass until the question of a step waits.
func toQuestion(t *testing.T, a *App, step int) *lesson.Question {
	t.Helper()
	goTo(a, a.Taught.Lesson.Steps[step].Last())
	q, at := a.lessons.Asks()
	if q == nil || at != step {
		t.Fatalf("%s: step %d does not ask", a.Taught.Lesson.Name, step+1)
	}
	return q
}

func TestTimeStandsAtTheEndOfAStepAndGoesOnFromAQuestion(t *testing.T) {
	a := told(t, "lesson-asymmetric", 1280, 720)
	steps := a.Taught.Lesson.Steps
	goTo(a, steps[0].Last()-5e7)
	for range 30 {
		a.passTime()
	}
	if now := a.Session.Now(); now != steps[0].Last() || !a.lessons.AtEnd() {
		t.Fatalf("time stands at %v, and not at the end of the step, %v", now, steps[0].Last())
	}
	a.lessons.NextStep()
	for range 200 {
		a.passTime()
	}
	if q, step := a.lessons.Asks(); q == nil || step != 1 || !a.Frame.Blind || a.Speed != 0.1 {
		t.Fatalf("the second step does not ask at %v, speed %v", a.Session.Now(), a.Speed)
	}
	if a.print(); a.Fault != english.T("player.refused") {
		t.Errorf("a print is not refused: %q", a.Fault)
	}
	if err := a.Apply(scenario.Event{Rejoin: 1}); err == nil {
		t.Error("the session can be changed before the answer")
	}
	a.lessons.Commit(80)
	for range 30 {
		a.passTime()
	}
	if a.Frame.Blind || a.Session.Now() <= steps[1].Last() {
		t.Errorf("time does not go on after the answer: it is %v", a.Session.Now())
	}
	again := scenariotest.Parse(t, "log.toml", a.Line.Log().Text())
	check(t, a.Open(again, again.Duration))
	goTo(a, steps[2].At)
	if g, ok := a.lessons.Answer(1); !ok || g.Value != 80 {
		t.Errorf("the replay has the answer %v", g)
	}
}

func TestAStepShowsItsDiagramInThePlaceOfTheWorlds(t *testing.T) {
	a := told(t, "lesson-three-times", 1280, 720)
	for step, want := range []string{"", "", "ticks", "ticks"} {
		goTo(a, a.Taught.Lesson.Steps[step].At.Add(time.Second))
		if open := a.Tabs.Tabs[a.Tabs.Open].Key; want != "" && (open != want || a.Regions.Watch.Shown > 0 || a.Regions.Time.H < 0.4*a.Height) {
			t.Errorf("step %d shows %s in %v and %d worlds", step+1, open, a.Regions.Time, a.Regions.Watch.Shown)
		}
		if want == "" && (a.Regions.Time.H > 0 || a.Regions.Watch.Shown != 2) {
			t.Errorf("step %d shows a diagram in %v and %d worlds", step+1, a.Regions.Time, a.Regions.Watch.Shown)
		}
	}
}

func TestAStepThatSaysSoIsCoveredFromItsBeginToItsAnswer(t *testing.T) {
	a := told(t, "lesson-ask-twice", 1280, 720)
	q := a.Taught.Lesson.Steps[0].Question
	goTo(a, netsim.Time(3*time.Second))
	if asked, _ := a.lessons.Asks(); asked != nil || !a.lessons.Hides() {
		t.Errorf("it asks: %v, it covers: %v", asked != nil, a.lessons.Hides())
	}
	if a.lessons.Keys(waitsForAnswer) || !a.lessons.Refused() {
		t.Error("before the question a key answers it, or what tells the truth is not refused")
	}
	toQuestion(t, a, 0)
	a.lessons.Commit(q.Options[0].Value)
	if goTo(a, a.Taught.Lesson.Steps[0].Until.Add(time.Second)); a.lessons.Hides() {
		t.Error("the truth is covered after the answer")
	}
}

func TestAPressOnADotGoesToItsStep(t *testing.T) {
	a := told(t, "lesson-08", 1600, 900)
	nextFrame(t, a)
	all, _ := a.lessons.Steps()
	var dots []lessons.Spot
	for _, s := range a.lessons.Player.Spots {
		if s.Within(a.Regions.Strip) {
			dots = append(dots, s)
		}
	}
	if len(dots) != len(all)+1 { // and the switch of going on by itself
		t.Fatalf("%d places in the strip can be pressed, want a dot for each of %d steps", len(dots), len(all))
	}
	last := dots[1] // they are drawn from the last to the first
	a.pointer = panel.Pointer{X: last.X + last.W/2, Y: last.Y + last.H/2, Pressed: true}
	a.lessons.Point(&a.pointer)
	arriveAt(a)
	if _, now := a.lessons.Steps(); now != len(all)-1 {
		t.Errorf("a press on the last dot goes to step %d of %d", now+1, len(all))
	}
}

func TestAStepOfTwoWorldsShowsADiagramOfBoth(t *testing.T) {
	a := told(t, "lesson-loops", 1280, 720)
	goTo(a, netsim.Time(20*time.Second))
	nextFrame(t, a)
	plan := a.Regions.Watch.Plan
	upper, lower := a.AB.Halves(&a.View, a.Tabs.Inside(&a.View, a.Regions.Time))
	if !plan.Ab || !plan.Diagram || a.Regions.Watch.Shown > 0 || upper.H < 90 || lower.H < 90 {
		t.Errorf("plan %+v, %d worlds, halves %v and %v", plan, a.Regions.Watch.Shown, upper, lower)
	}
}
