package files

import (
	"errors"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// contents returns what is in a folder: the text of files, and of links where they lead.
func contents(t *testing.T, dir string) map[string]string {
	t.Helper()
	all := map[string]string{}
	entries, err := os.ReadDir(dir)
	for _, e := range entries {
		path := filepath.Join(dir, e.Name())
		text, _ := os.ReadFile(path)
		to, _ := os.Readlink(path)
		all[e.Name()] = string(text) + to
	}
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// isOurs is the mark of the tests' own format.
var isOurs = HeadHas("ours", 16)

func TestAFileIsReplacedOnlyWhereDriftlabHasWrittenIt(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name   string
		put    func(path string) error
		want   error // nil where it is replaced
		forced bool  // -force replaces it
	}{
		{"nothing", func(string) error { return nil }, nil, true},
		{"an empty file", func(path string) error { return os.WriteFile(path, nil, 0o666) }, nil, true},
		{"ours", func(path string) error { return os.WriteFile(path, []byte("# ours"), 0o666) }, nil, true},
		{"a person's", func(path string) error { return os.WriteFile(path, []byte("thesis"), 0o666) }, ErrForeign, true},
		{"ours, but late", func(path string) error {
			return os.WriteFile(path, []byte(strings.Repeat(" ", 99)+"ours"), 0o666)
		}, ErrForeign, true},
		{"a link to a person's", func(path string) error {
			return errors.Join(os.WriteFile(path+".far", []byte("thesis"), 0o666), os.Symlink(path+".far", path))
		}, ErrLink, false},
		{"a link to ours", func(path string) error {
			return errors.Join(os.WriteFile(path+".far", []byte("ours"), 0o666), os.Symlink(path+".far", path))
		}, ErrLink, false},
		{"a link to nothing", func(path string) error { return os.Symlink(path+".far", path) }, ErrLink, false},
		{"a folder", func(path string) error { return os.Mkdir(path, 0o777) }, errors.New("it is a folder"), false},
	} {
		for _, force := range []bool{false, true} {
			dir := t.TempDir()
			path := filepath.Join(dir, "a")
			if err := test.put(path); err != nil {
				t.Skip(err)
			}
			before := contents(t, dir)
			fsys, want := FS(Disk{}), test.want
			if force {
				fsys = Forced{fsys}
			}
			if force && test.forced {
				want = nil
			}
			err := WriteMarked(fsys, path, isOurs, "ours, new")
			if tried := NewSet(fsys).Try(path, isOurs); (tried == nil) != (want == nil) {
				t.Errorf("%s, force %v: tried before: %v", test.name, force, tried)
			}
			if want == nil {
				if text, _ := os.ReadFile(path); err != nil || string(text) != "ours, new" {
					t.Errorf("%s, force %v: it has %q, %v", test.name, force, text, err)
				}
				continue
			}
			if err == nil || !strings.Contains(err.Error(), want.Error()) || !strings.Contains(err.Error(), `"`+path+`"`) || strings.Contains(err.Error(), "\n") {
				t.Errorf("%s, force %v: got %v, want %v", test.name, force, err, want)
			}
			if after := contents(t, dir); !maps.Equal(after, before) {
				t.Errorf("%s, force %v: there is %q, before %q", test.name, force, after, before)
			}
		}
	}
}

func TestWhatAPersonPutsThereMeanwhileStays(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	path := filepath.Join(dir, "a")
	s := NewSet(Disk{})
	p, err := s.Create(path, isOurs)
	if err != nil {
		t.Fatal(err)
	}
	p.WriteString("ours")
	if err := os.WriteFile(path, []byte("thesis"), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := s.Commit(); !errors.Is(err, errChanged) {
		t.Errorf("got %v", err)
	}
	if got := tree(t, dir); !maps.Equal(got, map[string]string{"a": "thesis"}) {
		t.Errorf("there is %q", got)
	}
}

func TestForceReplacesAFileOfAFolderThatSomebodyHasEdited(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := writeRun(Disk{}, dir, "old"); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, "out", "session.toml")
	if err := os.WriteFile(path, []byte("mine"), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := writeRun(Disk{}, dir, "new"); !errors.Is(err, ErrForeign) || !strings.Contains(err.Error(), "-force") {
		t.Errorf("got %v", err)
	}
	if err := writeRun(Forced{Disk{}}, dir, "new"); err != nil || tree(t, dir)["out/session.toml"] != "new" {
		t.Errorf("with force: %v", err)
	}
	if err := errors.Join(Whole(Disk{}, path), writeRun(Disk{}, dir, "newer")); err != nil {
		t.Errorf("afterwards: %v", err)
	}
}

func TestASealedTextIsKnownUntilItIsChanged(t *testing.T) {
	t.Parallel()
	is := func(text string) bool { return IsSealed(strings.NewReader(text)) }
	for _, text := range []string{"a", "a\n", "a\n\nb", "# SHA-256 of all above: 0\n"} {
		sealed := Sealed(text, "# ")
		if !is(sealed) || !strings.HasPrefix(sealed, text) {
			t.Errorf("%q is not known", sealed)
		}
		for _, other := range []string{text, sealed + "\n", sealed[1:], sealed[:len(sealed)-1], "x" + sealed, strings.Replace(sealed, "# "+seal, "#  "+seal, 1) + "x"} {
			if is(other) {
				t.Errorf("%q is taken for ours", other)
			}
		}
	}
	if IsSealed(io.NewSectionReader(strings.NewReader(Sealed("a", "REM ")), 0, 1<<20)) != true {
		t.Error("another comment is not known")
	}
}

// Whatever a person names is created by its mark. What is replaced whatever is in it is the program's own by its place:
// its settings, what it keeps of files without a path, the session of a recording, the log that a window has saved.
func TestOnlyFilesOfTheProgramsOwnAreReplacedUnasked(t *testing.T) {
	t.Parallel()
	own := []string{"ui/config/store.go", "ui/filmpanel/safe.go", "ui/share/save.go"}
	err := filepath.WalkDir("../..", func(path string, d fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		name, _ := filepath.Rel("../..", path)
		name = filepath.ToSlash(name)
		text, err := os.ReadFile(path)
		for _, call := range []string{"files.Write(", "et.Own"} {
			if strings.Contains(string(text), call) && !slices.Contains(own, name) && !strings.HasPrefix(name, "internal/files/") {
				t.Errorf("%s calls %s…: a file that a person names needs its mark", name, call)
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}
