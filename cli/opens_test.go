package cli

import (
	"os"
	"path/filepath"
	"testing"
)

func TestAFileIsNoUnknownCommand(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, name := range []string{"trace.csv", "plain"} {
		if err := os.WriteFile(name, nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir("folder", 0o700); err != nil {
		t.Fatal(err)
	}
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
		if err != nil {
			t.Fatal(err)
		}
		return w.Log
	}
	t.Chdir(t.TempDir())
	if got := saved(); got != "session.toml" {
		t.Errorf("in a folder of the person's it is %q", got)
	}
	t.Chdir(filepath.VolumeName(home) + string(filepath.Separator))
	if got, want := saved(), filepath.Join(home, "session.toml"); got != want {
		t.Errorf("at the root it is %q, want %q", got, want)
	}
	documents := filepath.Join(home, "Documents")
	if err := os.Mkdir(documents, 0o700); err != nil {
		t.Fatal(err)
	}
	if got, want := saved(), filepath.Join(documents, "session.toml"); got != want {
		t.Errorf("at the root it is %q, want %q", got, want)
	}
	if w, err := ParseWindow([]string{"-log", "mine.toml"}, env(nil)); err != nil || w.Log != "mine.toml" {
		t.Errorf("what a person has named is %q, %v", w.Log, err)
	}
}
