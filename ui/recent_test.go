package ui

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/ebitenui/ebitenui/widget"

	"driftlab/config"
	"driftlab/internal/files"
	"driftlab/ui/picture"
	"driftlab/ui/widgets"
)

func TestWhatWasOpenedOrSavedLastIsFoundAsLongAsItIsThere(t *testing.T) {
	a, _ := newShareApp(t)
	dir := t.TempDir()
	settings := filepath.Join(t.TempDir(), "settings.toml")
	a.opt.Config = config.Open(files.Disk{}, settings)
	one, gone, trace := filepath.Join(dir, "one.toml"), filepath.Join(dir, "gone.toml"), filepath.Join(dir, "trace.txt")
	for path, text := range map[string]string{one: "format = 2\nname = \"one\"\n", gone: "format = 2\nname = \"gone\"\n", trace: "1\n2\n3\n"} {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, path := range []string{trace, gone, one} { // a trace is no experiment
		if a.openText(path); a.Fault != "" {
			t.Fatal(a.Fault)
		}
	}
	a.saveLog()
	a.arrived(t)
	saved := a.saved[a.Line.Branch()].path
	if want, got := []string{saved, one, gone}, a.opt.Config.Settings().Recents(); !slices.Equal(got, want) {
		t.Fatalf("remembered are %q, want %q", got, want)
	}
	if err := os.Remove(gone); err != nil {
		t.Fatal(err)
	}
	a.opt.Config = config.Open(files.Disk{}, settings) // as after another start
	var labels []string
	for _, f := range a.findableRecents() {
		labels = append(labels, f.Label)
	}
	if want := []string{filepath.Base(saved), "one.toml", english.T("find.forget")}; !slices.Equal(labels, want) {
		t.Errorf("found are %q, want %q", labels, want)
	}
	a.load(a.Session.Scenario())
	if a.seekFor("one.toml"); a.Session.Scenario().Name != "one" || !strings.Contains(a.Notice, "one") {
		t.Errorf("%q runs: %s %s", a.Session.Scenario().Name, a.Fault, a.Notice)
	}
	if a.seekFor("forget"); len(a.findableRecents()) != 0 || a.Notice != english.T("find.forgotten") {
		t.Errorf("forgotten: %q %q", a.Notice, a.Fault)
	}
}

func TestWhatWasOpenedOrSavedLastIsUnderShareToo(t *testing.T) {
	a, _ := newShareApp(t)
	a.opt.Config = config.Open(files.Disk{}, filepath.Join(t.TempDir(), "settings.toml"))
	dir := t.TempDir()
	for i := range recentButtons + 1 {
		path := filepath.Join(dir, string(rune('a'+i))+strings.Repeat(" long", i*10)+".toml")
		if err := os.WriteFile(path, []byte("format = 2\nname = \"it is "+string(rune('a'+i))+"\"\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		if a.openText(path); a.Fault != "" {
			t.Fatal(a.Fault)
		}
	}
	a.openShare()
	rows := a.recentRows(a.share.panel.theme, a.share.panel.Close)
	if len(rows) != recentButtons {
		t.Fatalf("there are %d of %d", len(rows), recentButtons)
	}
	_, low := a.share.panel.PreferredSize()
	rows[1].(*widget.Container).Children()[0].(*widgets.Button).Click()
	nextFrame(t, a)
	if want := "it is " + string(rune('a'+recentButtons-1)); a.Session.Scenario().Name != want || a.share.panel.IsOpen() {
		t.Errorf("a click opens %q, want %q: %s", a.Session.Scenario().Name, want, a.Fault)
	}
	if err := a.opt.Config.Forget(); err != nil {
		t.Fatal(err)
	}
	a.openShare()
	if _, h := a.share.panel.PreferredSize(); h >= low {
		t.Errorf("with nothing remembered the panel is %d high, and was %d", h, low)
	}
	if l := picture.MinimumHeight - picture.BarHeight; low > l {
		t.Errorf("it is %d high, and the smallest window has %d", low, l)
	}
}
