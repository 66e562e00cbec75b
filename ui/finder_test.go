package ui

import (
	"slices"
	"strings"
	"testing"

	"github.com/hajimehoshi/ebiten/v2"
	"pgregory.net/rapid"

	"driftlab/config"
	"driftlab/scenario"
	"driftlab/ui/words"
)

func TestWhatIsFoundHasAllWordsAndWhereWordsBeginGoesFirst(t *testing.T) {
	text := rapid.StringMatching(`[a-cä ]{0,6}`)
	rapid.Check(t, func(t *rapid.T) {
		var all []findable
		for range rapid.IntRange(0, 12).Draw(t, "things") {
			all = append(all, findable{label: text.Draw(t, "label"), tip: text.Draw(t, "tip"), names: []string{text.Draw(t, "name")}})
		}
		one := rapid.StringMatching(`[a-cä]{1,2}`)
		word, more := one.Draw(t, "word"), one.Draw(t, "more")
		found := matching(all, word)
		before := -1
		for i := range found {
			e := &found[i]
			called := e.label + "|" + e.names[0]
			if !strings.Contains(called+"|"+e.tip, word) {
				t.Fatalf("%q is found for %q", called, word)
			}
			rank := 2
			switch {
			case slices.ContainsFunc(strings.FieldsFunc(called, func(r rune) bool { return r == ' ' || r == '|' }), func(w string) bool { return strings.HasPrefix(w, word) }):
				rank = 0
			case strings.Contains(called, word):
				rank = 1
			}
			if rank < before {
				t.Fatalf("%q comes after what fits worse: %v", called, found)
			}
			before = rank
		}
		for _, e := range all {
			if strings.Contains(e.label+"|"+e.names[0], word) && !slices.ContainsFunc(found, func(f findable) bool { return f.label == e.label && f.names[0] == e.names[0] }) {
				t.Fatalf("%q is not found for %q", e.label, word)
			}
		}
		if n := len(matching(all, strings.ToUpper(word)+"  "+more)); n > len(found) {
			t.Fatalf("one word more finds %d of %d", n, len(found))
		}
	})
	if n := len(matching(make([]findable, 7), " ")); n != 7 {
		t.Errorf("nothing typed finds %d of 7", n)
	}
}

// seekFor opens the palette, types, and presses Enter.
func (a *App) seekFor(text string) {
	if !a.finder.open {
		a.toggleFinder()
	}
	a.finder.write([]rune(text))
	a.finder.press(a, ebiten.KeyEnter)
}

func inLanguage(t *testing.T, view, language string, width, height int) *App {
	t.Helper()
	a := newTestApp(t, "first", width, height, 1)
	if err := a.prefer(func(s *config.Settings) { s.View, s.Language = view, language }); err != nil {
		t.Fatal(err)
	}
	nextFrame(t, a)
	return a
}

func TestEverySettingIsFoundAndItsControlGetsTheKeyboard(t *testing.T) {
	a := inLanguage(t, config.LabView, "en", 1600, 900)
	table := scenario.Keys()
	for i := range table {
		name := table[i].BothWays()
		if _, constant := table[i].Group().(*scenario.ClockGroup); table[i].Fixed() || constant || name == "link.delay" {
			continue
		}
		found := matching(a.findables(), name)
		if len(found) == 0 || found[0].note != name && !slices.ContainsFunc(found, func(e findable) bool { return e.note == name }) {
			t.Errorf("%s is not found", name)
		}
		if _, ok := a.controls.homes[name]; !ok {
			t.Errorf("%s has no control", name)
		}
	}
	for _, name := range namedControls {
		if _, ok := a.controls.homes["controls."+name]; !ok {
			t.Errorf("%s has no control", name)
		}
	}
}

func TestASettingThatIsFoundInWatchIsShownInTheLabWithTheKeyboard(t *testing.T) {
	for _, width := range []int{1600, 1280} {
		a := inLanguage(t, config.WatchView, "de", width, 720)
		for _, text := range []string{"hits.rewind", "reorder"} {
			a.seekFor(text)
			for range 6 {
				nextFrame(t, a)
			}
			if a.Regions.Watching || !a.ui.HasFocus() {
				t.Fatalf("%s at %d: watching is %v, the keyboard is a control's is %v", text, width, a.Regions.Watching, a.ui.HasFocus())
			}
			r, view := a.ui.GetFocusedWidget().GetWidget().Rect, a.controls.scroll.GetWidget().Rect
			if !r.In(view) {
				t.Errorf("%s at %d: the control is at %v, outside of %v", text, width, r, view)
			}
		}
	}
}

func TestTheConstantsOfAClockThatDrivesNobodyLeadToItsChoice(t *testing.T) {
	a := inLanguage(t, config.LabView, "en", 1600, 900)
	a.controls.set(0, "client.algorithm", "slot")
	a.showControl("slot.ring")
	if _, ok := a.controls.homes["slot.ring"]; !ok || a.Notice != "" {
		t.Errorf("the constant is not shown: %q", a.Notice)
	}
	table := scenario.Keys()
	for i := range table {
		_, constant := table[i].Group().(*scenario.ClockGroup)
		if constant && !strings.HasPrefix(table[i].Name, "slot.") {
			a.showControl(table[i].Name)
			if a.Notice != english.T("find.other-clock") {
				t.Errorf("%s: %q", table[i].Name, a.Notice)
			}
			return
		}
	}
	t.Error("no other clock has constants")
}

func TestLessonsScenariosClientsAndCommandsAreFound(t *testing.T) {
	a := inLanguage(t, config.WatchView, "de", 1600, 900)
	a.seekFor("client 2")
	if a.Deck.Chosen != 2 || a.finder.open {
		t.Errorf("client %d is chosen", a.Deck.Chosen)
	}
	a.seekFor("lesson-asymmetric")
	if a.Session.Scenario().Name != "lesson-asymmetric" {
		t.Errorf("%s runs", a.Session.Scenario().Name)
	}
	nextFrame(t, a)
	a.seekFor("arenas/duel")
	if a.Session.Scenario().Name != "arenas/duel" {
		t.Errorf("%s runs, %q", a.Session.Scenario().Name, a.Fault)
	}
	nextFrame(t, a)
	a.Paused = false
	a.seekFor(words.English().T("keys.play"))
	if !a.Paused {
		t.Error("the command in English does nothing")
	}
	a.toggleFinder()
	a.finder.write([]rune("qqqq"))
	a.finder.press(a, ebiten.KeyEnter)
	if !a.finder.open || len(a.finder.found) != 0 {
		t.Error("Enter on nothing closes the palette")
	}
	a.finder.press(a, ebiten.KeyBackspace)
	a.finder.press(a, ebiten.KeyEscape)
	if a.finder.open {
		t.Error("it stays open")
	}
}

func TestTheFinderIsGoneThroughByKeys(t *testing.T) {
	a := inLanguage(t, config.LabView, "en", 1280, 720)
	a.toggleFinder()
	nextFrame(t, a)
	f, n := &a.finder, len(a.finder.found)
	for _, step := range []struct {
		key  ebiten.Key
		want int
	}{{ebiten.KeyArrowUp, 0}, {ebiten.KeyArrowDown, 1}, {ebiten.KeyEnd, n - 1}, {ebiten.KeyArrowDown, n - 1}, {ebiten.KeyPageUp, n - 1 - finderRows}, {ebiten.KeyHome, 0}} {
		f.press(a, step.key)
		a.Canvas.Reset()
		f.draw(a, a.Canvas)
		if f.chosen != step.want || f.chosen < f.first || f.chosen >= f.first+len(f.rows) {
			t.Errorf("%v: %d is chosen, want %d; %d rows from %d", step.key, f.chosen, step.want, len(f.rows), f.first)
		}
	}
}

func TestInBlindModeTheFinderHasNoSettings(t *testing.T) {
	a := inLanguage(t, config.LabView, "en", 1600, 900)
	a.blind.Toggle()
	for _, e := range a.findables() {
		if e.kind == "setting" {
			t.Fatalf("%s is found", e.label)
		}
	}
}

func TestEveryScenarioOfTheProgramIsFound(t *testing.T) {
	for _, sc := range ownScenarios() {
		again, err := scenario.Load(sc.Name)
		if err != nil || again.Title != sc.Title {
			t.Errorf("%s: %v", sc.Name, err)
		}
	}
}
