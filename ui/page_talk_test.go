package ui

import (
	"strings"
	"testing"
	"unicode"

	"github.com/ebitenui/ebitenui/widget"

	"driftlab/config"
	"driftlab/netsim"
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
	for range 300 {
		nextFrame(t, a)
	}
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
