package cli

import (
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"driftlab/internal/desktop"
	"driftlab/internal/files/filetest"
)

func TestADesktopIsToldOfThisProgramAndForgetsIt(t *testing.T) {
	home := t.TempDir()
	t.Setenv("HOME", home)
	t.Setenv("XDG_DATA_HOME", "")
	t.Setenv("XDG_CONFIG_HOME", "")
	before := filetest.Tree(t, home)
	var said strings.Builder
	if err := Register(nil, env(&said)); err != nil {
		t.Fatal(err)
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	entry, err := os.ReadFile(filepath.Join(home, ".local/share/applications", desktop.ID+".desktop"))
	if err != nil || !strings.Contains(string(entry), "TryExec="+self+"\n") || !strings.HasPrefix(said.String(), self+" is now offered") {
		t.Errorf("it says %q, and there is %q, %v", said.String(), entry, err)
	}
	if err := Unregister(nil, env(&said)); err != nil {
		t.Fatal(err)
	}
	after := filetest.Tree(t, home)
	maps.DeleteFunc(after, func(name, _ string) bool { return name == ".config" || name == ".local" || name == ".local/share" }) // every desktop's
	if !maps.Equal(after, before) {
		t.Errorf("there is %q", after)
	}
	t.Setenv("HOME", "")
	for name, do := range map[string]func([]string, Env) error{"register": Register, "unregister": Unregister} {
		if err := do(nil, env(&said)); Status(err) != 2 || err.Error() != name+": there is no home folder: $HOME is not defined" {
			t.Errorf("%s without a home: %v", name, err)
		}
	}
}
