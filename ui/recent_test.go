package ui

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"driftlab/internal/files"
	"driftlab/ui/config"
)

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
