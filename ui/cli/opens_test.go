package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestAFileIsNoUnknownCommand(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, name := range []string{"trace.csv", "plain"} {
		check(t, os.WriteFile(name, nil, 0o600))
	}
	check(t, os.Mkdir("folder", 0o700))
	for word, want := range map[string]bool{
		"gone.toml": true, "a.session.toml": true, "GONE.TXT": true, "trace.csv": true, "plain": true, "driftlab1:abc.def": true,
		"rnu": false, "folder": false, "gone.csv": false, "": false,
	} {
		if Opens(word) != want {
			t.Errorf("%q: %v", word, !want)
		}
	}
}

func TestTheWindowSavesWhereAPersonFindsItAndMayWrite(t *testing.T) {
	home := t.TempDir()
	t.Setenv("HOME", home)
	t.Setenv("USERPROFILE", home)
	saved := func() string {
		t.Helper()
		w, err := ParseWindow(nil, env(nil))
		check(t, err)
		return w.Log
	}
	work := t.TempDir()
	t.Chdir(work)
	for range 2 { // whether it exists or not
		if got, want := saved(), filepath.Join(work, "session.toml"); got != want {
			t.Errorf("in a folder of the person's it is %q, want %q", got, want)
		}
		check(t, os.WriteFile("session.toml", []byte("seed = 1\n"), 0o600))
	}
	t.Chdir(filepath.VolumeName(home) + string(filepath.Separator))
	if got, want := saved(), filepath.Join(home, "session.toml"); got != want {
		t.Errorf("at the root it is %q, want %q", got, want)
	}
	documents := filepath.Join(home, "Documents")
	check(t, os.Mkdir(documents, 0o700))
	if got, want := saved(), filepath.Join(documents, "session.toml"); got != want {
		t.Errorf("at the root it is %q, want %q", got, want)
	}
	if w, err := ParseWindow([]string{"-log", "mine.toml"}, env(nil)); err != nil || w.Log != "mine.toml" {
		t.Errorf("what a person has named is %q, %v", w.Log, err)
	}
}

func TestWhatADesktopHandsOverIsOneThingToOpenAndNoFlag(t *testing.T) {
	for _, test := range []typing{ // the expected flags, separated by spaces
		{nil, ""},
		{[]string{"driftlab1:abc.def"}, "-open=driftlab1:abc.def"},
		{[]string{"/a b/session.toml"}, "-open=/a b/session.toml"},
		{[]string{"-screenshot=/a"}, "-open=-screenshot=/a"},
		{[]string{"file:///a%20b/gr%C3%B6%C3%9Fe.toml"}, "-open=/a b/größe.toml"},
	} {
		if got, err := FromDesktop(test.args); err != nil || strings.Join(got, " ") != test.want {
			t.Errorf("%q: %q, %v", test.args, got, err)
		}
	}
	for want, args := range map[string][]string{
		"--: 3 arguments is outside 0..1": {"driftlab1:abc.def", "-screenshot", "/a"}, // as a quotation mark in an address would have it on Windows
		"another machine":                 {"file://server/share/x.toml"},
	} {
		if got, err := FromDesktop(args); Status(err) != 2 || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %q, %v", args, got, err)
		}
	}
}

func TestAnAddressFromADesktopIsASharedText(t *testing.T) {
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	text, _, err := mustScenario(t, "-seed", "7").Share()
	check(t, err)
	scheme, _, _ := strings.Cut(text, ":")
	entry, err := os.ReadFile("../../scripts/release/parts/org.driftlab.Driftlab.desktop")
	if err != nil || !strings.Contains(string(entry), ";x-scheme-handler/"+scheme+";") {
		t.Errorf("Share copies %.20q, which desktops do not know: %v", text, err)
	}
	flags, err := FromDesktop([]string{text})
	check(t, err)
	if w, err := ParseWindow(flags, env(nil)); err != nil || w.Scenario.Seed != 7 {
		t.Errorf("it opens %+v, %v", w, err)
	}
}
