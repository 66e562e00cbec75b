package desktop

import (
	"context"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"driftlab/internal/files"
	"driftlab/internal/files/filetest"
)

// in returns places below a folder.
func in(dir string) places { return places{filepath.Join(dir, "data"), filepath.Join(dir, "config")} }

// put writes a file below a folder, with the folders that it is in.
func put(t *testing.T, dir, name, text string) {
	t.Helper()
	path := filepath.Join(dir, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

const others = "# mine\n[Default Applications]\ntext/html=web.desktop\n\n[Added Associations]\napplication/toml=pad.desktop\ntext/plain=pad.desktop;ed.desktop;\n"

func TestUnregisterLeavesNothingOfWhatRegisterHasMade(t *testing.T) {
	for name, list := range map[string]string{"nobody's list": "", "a person's list": others} {
		dir := t.TempDir()
		for _, folder := range []string{"data", "config"} {
			if err := os.Mkdir(filepath.Join(dir, folder), 0o777); err != nil {
				t.Fatal(err)
			}
		}
		if list != "" {
			put(t, dir, "config/mimeapps.list", list)
			put(t, dir, "data/applications/pad.desktop", "theirs")
		}
		before := filetest.Tree(t, dir)
		for range 2 { // registered again it is the same
			if err := in(dir).register(files.Disk{}, "/opt/drift lab/driftlab"); err != nil {
				t.Fatal(err)
			}
		}
		now := filetest.Tree(t, dir)
		if got := now["config/mimeapps.list"]; strings.Count(got, entryFile) != 3 || !strings.Contains(got, addresses+"="+entryFile+";\n") {
			t.Errorf("%s: %q", name, got)
		}
		if list != "" && !strings.Contains(now["config/mimeapps.list"], "\napplication/toml=pad.desktop;"+entryFile+"\n") {
			t.Errorf("%s: it is not behind what a person has chosen: %q", name, now["config/mimeapps.list"])
		}
		if got := now["data/applications/"+entryFile]; !strings.Contains(got, "\nExec=\"/opt/drift lab/driftlab\" -- %u\n") {
			t.Errorf("%s: %q", name, got)
		}
		for range 2 {
			if err := in(dir).unregister(files.Disk{}); err != nil {
				t.Fatal(err)
			}
		}
		if after := filetest.Tree(t, dir); !maps.Equal(after, before) {
			t.Errorf("%s: there is %q", name, after)
		}
	}
}

func TestWhatAPersonHasChosenForTheProgramGoesWithIt(t *testing.T) {
	list := "[Default Applications]\napplication/toml=" + entryFile + "\ntext/html=web.desktop\n\n[Removed Associations]\napplication/toml=" + entryFile + ";pad.desktop;\n"
	want := "[Default Applications]\ntext/html=web.desktop\n\n[Removed Associations]\napplication/toml=pad.desktop;\n"
	if got := dissociated(list); got != want {
		t.Errorf("it is %q, want %q", got, want)
	}
}

func TestALinkedFolderOrListStaysALink(t *testing.T) {
	dir := t.TempDir()
	put(t, dir, "kept/list", "")
	for _, folder := range []string{"kept/applications", "data", "config"} {
		if err := os.Mkdir(filepath.Join(dir, folder), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	for link, to := range map[string]string{"data/applications": "kept/applications", "config/mimeapps.list": "kept/list"} {
		if err := os.Symlink(filepath.Join(dir, to), filepath.Join(dir, link)); err != nil {
			t.Skip(err)
		}
	}
	if err := in(dir).register(files.Disk{}, "/opt/driftlab"); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(dir, "kept/applications", entryFile)); err != nil {
		t.Error(err)
	}
	if err := in(dir).unregister(files.Disk{}); err != nil {
		t.Fatal(err)
	}
	for _, link := range []string{"data/applications", "config/mimeapps.list"} {
		if info, err := os.Lstat(filepath.Join(dir, link)); err != nil || info.Mode()&os.ModeSymlink == 0 {
			t.Errorf("%s: %v, %v", link, info, err)
		}
	}
	if text, err := os.ReadFile(filepath.Join(dir, "kept/list")); err != nil || len(text) > 0 {
		t.Errorf("the list has %q, %v", text, err)
	}
}

func TestRegisteringMeetsEachFaultOfAFileWhole(t *testing.T) {
	filetest.Writing{
		Prepare: func(t *testing.T, dir string) { put(t, dir, "config/mimeapps.list", others) },
		Write: func(_ context.Context, fsys files.FS, dir string) error {
			return in(dir).register(fsys, "/opt/driftlab")
		},
	}.Faults(t)
}

func TestAListThatCannotBeReadIsLeftAlone(t *testing.T) {
	dir := t.TempDir()
	put(t, dir, "config/mimeapps.list", strings.Repeat("x", maxList+1))
	for what, do := range map[string]func() error{
		"register":   func() error { return in(dir).register(files.Disk{}, "/opt/driftlab") },
		"unregister": func() error { return in(dir).unregister(files.Disk{}) },
	} {
		if err := do(); err == nil || !strings.Contains(err.Error(), "mimeapps.list") {
			t.Errorf("%s: %v", what, err)
		}
	}
	if _, err := os.Lstat(filepath.Join(dir, "data")); err == nil {
		t.Error("something was made")
	}
}

func TestAPathIsWrittenAsADesktopReadsIt(t *testing.T) {
	for program, want := range map[string]string{
		"driftlab":          "driftlab",
		"/opt/a b/driftlab": `"/opt/a b/driftlab"`,
		"/opt/größe/d":      `"/opt/größe/d"`,
		"/opt/100%/d":       `"/opt/100%%/d"`,
		"/opt/a$b`c\"d\\e":  "\"/opt/a\\\\$b\\\\`c\\\\\"d\\\\\\\\e\"",
	} {
		got, err := Entry(program)
		if err != nil || !strings.Contains(got, "\nExec="+want+" -- %u\n") {
			t.Errorf("%q: %v\n%s", program, err, got)
		}
	}
	for _, program := range []string{"/a=b", "/a\nExec=rm"} {
		if got, err := Entry(program); err == nil || strings.Contains(err.Error(), "\n") {
			t.Errorf("%q: %v %q", program, err, got)
		}
	}
}

func TestAFolderThatIsRelativeIsIgnoredAndAPersonWithoutAHomeTold(t *testing.T) {
	home := t.TempDir()
	t.Setenv("HOME", home)
	t.Setenv("USERPROFILE", home)
	t.Setenv("XDG_DATA_HOME", "here")
	t.Setenv("XDG_CONFIG_HOME", filepath.Join(home, "set"))
	if p, err := atHome(); err != nil || p != (places{filepath.Join(home, ".local/share"), filepath.Join(home, "set")}) {
		t.Errorf("%+v, %v", p, err)
	}
	t.Setenv("HOME", "")
	t.Setenv("USERPROFILE", "")
	if p, err := atHome(); err == nil || !strings.HasPrefix(err.Error(), "there is no home folder: ") {
		t.Errorf("%+v, %v", p, err)
	}
}
