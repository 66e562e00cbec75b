package ui

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/hajimehoshi/ebiten/v2"

	"driftlab/game/scenario"
	"driftlab/internal/files"
	"driftlab/ui/config"
	"driftlab/ui/finder"
	"driftlab/ui/words"
)

// seekFor opens the palette, types, and presses Enter.
func (a *App) seekFor(text string) {
	if !a.finder.Open() {
		a.finder.Toggle()
	}
	a.finder.Write([]rune(text))
	a.finder.Press(ebiten.KeyEnter)
}

func inLanguage(t *testing.T, view, language string, width, height int) *App {
	t.Helper()
	a := newTestApp(t, "first", width, height, 1)
	check(t, a.prefer(func(s *config.Settings) { s.View, s.Language = view, language }))
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
		found := finder.Matching(a.Things(), name)
		if len(found) == 0 || found[0].Note != name && !slices.ContainsFunc(found, func(e finder.Thing) bool { return e.Note == name }) {
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
			if nextFrames(t, a, 6); a.Regions.Watching || !a.ui.HasFocus() {
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
			if a.showControl(table[i].Name); a.Notice != english.T("find.other-clock") {
				t.Errorf("%s: %q", table[i].Name, a.Notice)
			}
			return
		}
	}
	t.Error("no other clock has constants")
}

func TestLessonsScenariosClientsAndCommandsAreFound(t *testing.T) {
	a := inLanguage(t, config.WatchView, "de", 1600, 900)
	if a.seekFor("client 2"); a.Deck.Chosen != 2 || a.finder.Open() {
		t.Errorf("client %d is chosen", a.Deck.Chosen)
	}
	if a.seekFor("lesson-asymmetric"); a.Session.Scenario().Name != "lesson-asymmetric" {
		t.Errorf("%s runs", a.Session.Scenario().Name)
	}
	nextFrame(t, a)
	if a.seekFor("arenas/duel"); a.Session.Scenario().Name != "arenas/duel" {
		t.Errorf("%s runs, %q", a.Session.Scenario().Name, a.Fault)
	}
	nextFrame(t, a)
	a.Paused = false
	if a.seekFor(words.English().T("keys.play")); !a.Paused {
		t.Error("the command in English does nothing")
	}
}

func TestInBlindModeTheFinderHasNoSettings(t *testing.T) {
	a := inLanguage(t, config.LabView, "en", 1600, 900)
	a.blind.Toggle()
	for _, e := range a.Things() {
		if e.Kind == "setting" {
			t.Fatalf("%s is found", e.Label)
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

func TestWhatWasOpenedOrSavedLastIsFoundAsLongAsItIsThere(t *testing.T) {
	a := newTestApp(t, "first", 1600, 900, 1)
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	dir := t.TempDir()
	settings := filepath.Join(t.TempDir(), "settings.toml")
	a.opt.Config = config.Open(files.Disk{}, settings)
	one, gone, trace := filepath.Join(dir, "one.toml"), filepath.Join(dir, "gone.toml"), filepath.Join(dir, "trace.txt")
	for path, text := range map[string]string{one: "format = 3\nname = \"one\"\n", gone: "format = 3\nname = \"gone\"\n", trace: "1\n2\n3\n"} {
		check(t, os.WriteFile(path, []byte(text), 0o600))
	}
	for _, path := range []string{trace, gone, one} { // a trace is no experiment
		if a.share.OpenText(path); a.Fault != "" {
			t.Fatal(a.Fault)
		}
	}
	a.share.SaveLog()
	a.arrived(t)
	saved := a.share.Saved(a.Line.Branch())
	if want, got := []string{saved, one, gone}, a.opt.Config.Settings().Recents(); !slices.Equal(got, want) {
		t.Fatalf("remembered are %q, want %q", got, want)
	}
	check(t, os.Remove(gone))
	a.opt.Config = config.Open(files.Disk{}, settings) // as after another start
	var labels []string
	for _, f := range a.findableRecents() {
		labels = append(labels, f.Label)
	}
	if want := []string{filepath.Base(saved), "one.toml", english.T("find.forget")}; !slices.Equal(labels, want) {
		t.Errorf("found are %q, want %q", labels, want)
	}
	a.Open(a.Session.Scenario(), 0)
	if a.seekFor("one.toml"); a.Session.Scenario().Name != "one" || !strings.Contains(a.Notice, "one") {
		t.Errorf("%q runs: %s %s", a.Session.Scenario().Name, a.Fault, a.Notice)
	}
	if a.seekFor("forget"); len(a.findableRecents()) != 0 || a.Notice != english.T("find.forgotten") {
		t.Errorf("forgotten: %q %q", a.Notice, a.Fault)
	}
}
