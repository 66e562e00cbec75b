package ui

import (
	"strings"
	"testing"
	"unicode"

	"github.com/ebitenui/ebitenui/widget"
	"github.com/hajimehoshi/ebiten/v2"

	"driftlab/netsim"
	"driftlab/ui/config"
)

func TestTabLeadsOutOfTheWindowAtTheEndsOfItsControls(t *testing.T) {
	for _, view := range config.Views() {
		a := withSettings(t, 1280, 720, config.Settings{View: view})
		if tab, shift := a.tabEnds(); tab || !shift {
			t.Errorf("%s: where nothing has the keyboard Tab leads out: %v, Shift+Tab: %v", view, tab, shift)
		}
		n := 0
		for tab := false; !tab; n++ {
			if n > 300 {
				t.Fatalf("%s: Tab does not lead out", view)
			}
			a.ui.ChangeFocus(widget.FOCUS_NEXT)
			var shift bool
			if tab, shift = a.tabEnds(); shift != (n == 0) {
				t.Errorf("%s: at control %d Shift+Tab leads out: %v", view, n, shift)
			}
		}
		t.Logf("%s: %d controls", view, n)
	}
}

func TestTheChosenCardIsToldInWords(t *testing.T) {
	a := newTestApp(t, "accuracy-asymmetric", 1280, 720, 1)
	if got := a.tellPage().Card; !strings.HasPrefix(got, "Client 1, clock ") || !strings.Contains(got, "Round trip: unknown estimated, unknown true.") {
		t.Errorf("before anything has arrived: %s", got)
	}
	nextFrames(t, a, 300)
	if got := a.tellPage().Card; !strings.Contains(got, "One-way delay up: 50.0 ms estimated, 30.0 ms true.") {
		t.Errorf("after 5 s: %s", got)
	}
	a.Frame.Blind = true
	if got := a.tellPage().Card; strings.Contains(got, "true") || !strings.Contains(got, "One-way delay up: 50.0 ms estimated.") {
		t.Errorf("where the truth is hidden: %s", got)
	}
}

func TestThePageIsToldOfTheInstantAtWhichTimeComesToStand(t *testing.T) {
	a := newTestApp(t, "accuracy-asymmetric", 1280, 720, 1)
	a.Paused = true
	var told []config.Told
	a.opt.Tell = func(now config.Told) { told = append(told, now) }
	still := config.Told{Playing: true, Sentence: "the same"} // what changes with the time, such as a card, would be told at once
	talk := func(at netsim.Time) {
		still.At = at
		a.talk.tell(a, still)
	}
	for at := range netsim.Time(100) {
		talk(at)
	}
	if n := len(told); n > 100/tellEvery+1 || n < 100/tellEvery {
		t.Errorf("while time goes on the page is told of it %d times in 100 updates", n)
	}
	for range tellEvery {
		talk(99)
	}
	if at := told[len(told)-1].At; at != 99 {
		t.Errorf("time stands at 99, and the page was last told %d", at)
	}
	before := len(told)
	for range 2 * tellEvery {
		talk(99)
	}
	if len(told) != before {
		t.Error("nothing is new, and the page is told of it")
	}
	talk(7)
	still.Playing = false
	talk(8)
	if n := len(told); n != before+2 || told[n-2].At != 7 || told[n-1].Playing {
		t.Errorf("time has gone back and then stopped, and the page was told %v", told[before:])
	}
}

func TestThePageIsToldAnErrorBesideALessonsTask(t *testing.T) {
	a := told(t, "lesson-peek", 1280, 720)
	a.ShowError(errFull)
	if now := a.tellPage(); now.Sentence != a.Told()+"\n"+errFull.Error() || !now.Failed {
		t.Errorf("it is told %q", now.Sentence)
	}
}

func TestEachControlTellsItsNameKindAndValue(t *testing.T) {
	for _, view := range config.Views() {
		for _, language := range config.Languages() {
			a := withSettings(t, 1280, 720, config.Settings{View: view, Language: language})
			for range a.ui.Container.GetFocusers() {
				a.ui.ChangeFocus(widget.FOCUS_NEXT)
				said := a.tellPage().Focus
				name, kind, _ := strings.Cut(said, ", ")
				if strings.IndexFunc(name, unicode.IsLetter) < 0 || kind == "" {
					t.Errorf("%s, %s: a %T tells %q", view, language, a.ui.GetFocusedWidget(), said)
				}
			}
		}
	}
}

// ask brings the window to where a step asks.
func ask(t *testing.T, a *App, step int) {
	t.Helper()
	goTo(a, a.Taught.Lesson.Steps[step].Last())
	nextFrames(t, a, 3)
	if q, at := a.lessons.Asks(); q == nil || at != step {
		t.Fatalf("at %v step %d does not ask", a.Session.Now(), step+1)
	}
}

func TestALessonsQuestionItsAnswersAndTheVerdictAreToldInWords(t *testing.T) {
	for _, language := range config.Languages() {
		a := told(t, "lesson-lift-server-time", 1280, 720)
		check(t, a.prefer(func(s *config.Settings) { s.Language = language }))
		nextFrame(t, a)
		steps := a.Taught.Lesson.Steps
		choice := steps[0].Question
		if now := a.tellPage(); now.Asked != "" || now.Focus != "" {
			t.Errorf("%s: before anything is asked it tells %q and %q", language, now.Asked, now.Focus)
		}
		ask(t, a, 0)
		now := a.tellPage()
		for i := range choice.Options {
			if option := choice.Options[i].Text.In(language); !strings.Contains(now.Asked, option) {
				t.Errorf("%s: the answer %q is not told: %s", language, option, now.Asked)
			}
		}
		if want := "1)  " + choice.Options[0].Text.In(language) + ", " + a.Words.T("card.spoken-unchosen"); !strings.HasPrefix(now.Asked, choice.Ask.In(language)) || now.Focus != want {
			t.Errorf("%s: asked, it tells %q and %q", language, now.Asked, now.Focus)
		}
		for range 2 {
			a.lessons.Arrows(func(k ebiten.Key) bool { return k == ebiten.KeyArrowRight })
		}
		if want := "2)  " + choice.Options[1].Text.In(language) + ", " + a.Words.T("card.spoken-chosen"); a.tellPage().Focus != want {
			t.Errorf("%s: turned to the second answer it tells %q", language, a.tellPage().Focus)
		}
		a.lessons.Commit(choice.Options[1].Value)
		nextFrame(t, a)
		first, second, _ := a.lessons.VerdictText(0)
		if now := a.tellPage(); first == "" || now.Focus != "" || now.Asked != strings.TrimSpace(first+"\n"+second) {
			t.Errorf("%s: answered, it tells %q and %q", language, now.Asked, now.Focus)
		}
		ask(t, a, 1)
		a.lessons.Arrows(func(k ebiten.Key) bool { return k == ebiten.KeyArrowLeft })
		if got := a.tellPage().Focus; !strings.HasPrefix(got, steps[1].Question.Ask.In(language)+", "+a.Words.T("card.spoken-slider")) || !strings.HasSuffix(got, "\u00a0ms") {
			t.Errorf("%s: a number that is asked for tells %q", language, got)
		}
		if got := a.tellPage().Asked; got != steps[1].Question.Ask.In(language)+"\n"+a.Words.T("player.spoken-keys") {
			t.Errorf("%s: of a number that is asked for it tells %q", language, got)
		}
		a.lessons.Commit(100)
		goTo(a, steps[len(steps)-1].At)
		for range 3 {
			if nextFrame(t, a); !a.lessons.Player.Summary {
				a.lessons.NextStep()
			}
		}
		if now := a.tellPage(); !a.lessons.Player.Summary || !strings.Contains(now.Asked, choice.Ask.In(language)) {
			t.Errorf("%s: the list of answers is told as %q", language, now.Asked)
		}
	}
}
