package files

import (
	"errors"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// writeRun writes three files and their manifest into a folder, and one elsewhere, all with the same text.
func writeRun(fsys FS, dir, text string) error {
	s := NewSet(fsys)
	defer s.Abandon()
	folder, err := s.Folder(filepath.Join(dir, "out"), ManifestFile)
	if err != nil {
		return err
	}
	var parts []*Part
	for _, name := range []string{"clock.csv", "plots/a.png", "session.toml"} {
		p, err := folder.Create(name)
		if err != nil {
			return err
		}
		parts = append(parts, p)
	}
	p, err := s.Own(filepath.Join(dir, "trace"))
	if err != nil {
		return err
	}
	for _, p := range append(parts, p) {
		p.WriteString(text)
	}
	return s.Commit()
}

// tree returns the text of each file below a folder, by its name from there.
func tree(t *testing.T, dir string) map[string]string {
	t.Helper()
	all := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if info, err := os.Stat(path); err != nil || info.IsDir() {
			return err
		}
		text, err := os.ReadFile(path)
		name, _ := filepath.Rel(dir, path)
		all[filepath.ToSlash(name)] = string(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func TestFilesOfASetAreThereTogetherWithTheirManifest(t *testing.T) {
	dir := t.TempDir()
	for _, text := range []string{"first", "second"} {
		if err := writeRun(Disk{}, dir, text); err != nil {
			t.Fatal(err)
		}
		got := tree(t, dir)
		names := slices.Sorted(maps.Keys(got))
		if want := []string{"out/clock.csv", "out/manifest.sha256", "out/plots/a.png", "out/session.toml", "trace"}; !slices.Equal(names, want) {
			t.Errorf("files %q, want %q", names, want)
		}
		for _, name := range names {
			if name != "out/manifest.sha256" && got[name] != text {
				t.Errorf("%s has %q, want %q", name, got[name], text)
			}
		}
		sum, _ := Sum(Disk{}, filepath.Join(dir, "trace"))
		if want := manifestHead + sum + "  clock.csv\n" + sum + "  plots/a.png\n" + sum + "  session.toml\n"; got["out/manifest.sha256"] != want {
			t.Errorf("manifest\n%swant\n%s", got["out/manifest.sha256"], want)
		}
	}
}

func TestAFailedStepLeavesAllOldOrAllNewAndSaysIt(t *testing.T) {
	for _, test := range []struct {
		write func(fsys FS, dir, text string) error
		parts []string // that were adopted
	}{
		{writeRun, nil},
		{adoptFilm, []string{"a.part.mp4", "a.part.csv"}},
	} {
		for k := 1; failedStep(t, test.write, test.parts, k); k++ {
		}
	}
}

// failedStep has the k-th step of a writing fail, and says whether there is one.
func failedStep(t *testing.T, write func(fsys FS, dir, text string) error, parts []string, k int) bool {
	t.Helper()
	full := errors.New("no space left on device")
	dir := t.TempDir()
	if err := write(Disk{}, dir, "old"); err != nil {
		t.Fatal(err)
	}
	before := tree(t, dir)
	for _, name := range parts {
		if before[name] != "" {
			t.Fatalf("%s is there still", name)
		}
		before[name] = "new"
	}
	faulty := &Faulty{FS: Disk{}, Fail: k, Err: full}
	err := write(faulty, dir, "new")
	if faulty.Steps() < k {
		if k < 10 {
			t.Errorf("there were %d steps only", k)
		}
		return false
	}
	if !errors.Is(err, full) || strings.Contains(err.Error(), "\n") {
		t.Errorf("step %d: error %v, want one line with %q", k, err, full)
	}
	after := tree(t, dir)
	for name, text := range after {
		if before[name] == "" && !strings.HasSuffix(name, partEnding) {
			t.Errorf("step %d: %s is litter with %q (%v)", k, name, text, err)
		}
		if before[name] == "" && !strings.Contains(err.Error(), partEnding) {
			t.Errorf("step %d: %s is there, and the error does not say so: %v", k, name, err)
		}
	}
	for name, text := range before {
		if after[name] != text {
			t.Errorf("step %d: %s has %q, want %q (%v)", k, name, after[name], text, err)
		}
	}
	return true
}

// mortal is a file system in whose k-th change the program dies.
type mortal struct {
	Disk
	left int
}

type death struct{}

func (m *mortal) step() {
	if m.left--; m.left <= 0 { // what is deferred does nothing any more either
		panic(death{})
	}
}

func (m *mortal) Create(name string) (File, error) { m.step(); return m.Disk.Create(name) }
func (m *mortal) Link(from, to string) error       { m.step(); return m.Disk.Link(from, to) }
func (m *mortal) Rename(from, to string) error     { m.step(); return m.Disk.Rename(from, to) }
func (m *mortal) Remove(name string) error         { m.step(); return m.Disk.Remove(name) }

// Claim is let go by the system when a program dies.
func (m *mortal) Claim(string) (func(), error) { return func() {}, nil }

// dies says whether the program dies while it writes. MkdirAll is no change where the folders are there.
func (m *mortal) dies(write func(*mortal) error) (dead bool) {
	defer func() {
		if r := recover(); r != nil {
			if _, dead = r.(death); !dead {
				panic(r)
			}
		}
	}()
	if err := write(m); err != nil {
		panic(err)
	}
	return false
}

func TestWhatDiesAmongItsRenamesIsRefusedUntilItIsWrittenAgain(t *testing.T) {
	for _, test := range []struct {
		write func(fsys FS, dir, text string) error
		names []string
	}{
		{writeRun, []string{"out/session.toml", "out/clock.csv", "out/plots/a.png"}},
		{adoptFilm, []string{"a.mp4", "a.csv", "a.srt"}},
	} {
		refused := 0
		for k, dead := 1, true; dead; k++ {
			dir := t.TempDir()
			if err := test.write(Disk{}, dir, "old"); err != nil {
				t.Fatal(err)
			}
			dead = (&mortal{left: k}).dies(func(m *mortal) error { return test.write(m, dir, "new") })
			got, texts := tree(t, dir), map[string]bool{}
			for _, name := range test.names {
				texts[got[name]] = true
			}
			whole := Whole(Disk{}, filepath.Join(dir, test.names[0]))
			if (len(texts) > 1) != (whole != nil) || len(texts) == 1 && !texts["old"] && !texts["new"] {
				t.Errorf("death in change %d: there is %q, and it says %v", k, got, whole)
			}
			if whole != nil {
				refused++
			}
			if err := errors.Join(test.write(Disk{}, dir, "newer"), Whole(Disk{}, filepath.Join(dir, test.names[0]))); err != nil {
				t.Errorf("death in change %d: cannot be written again: %v", k, err)
			}
			for _, name := range test.names {
				if text := tree(t, dir)[name]; text != "newer" {
					t.Errorf("death in change %d: %s has %q", k, name, text)
				}
			}
		}
		if refused == 0 {
			t.Error("no death came among the renames")
		}
	}
}

func TestAFileThatIsNotAsTheManifestHasItIsNotReplaced(t *testing.T) {
	for _, change := range []struct {
		name string
		do   func(path string) error
	}{
		{"edited", func(path string) error { return os.WriteFile(path, []byte("mine"), 0o666) }},
		{"a link", func(path string) error {
			os.Remove(path)
			other := filepath.Join(filepath.Dir(path), "other")
			if err := os.WriteFile(other, []byte("mine"), 0o666); err != nil {
				return err
			}
			return os.Symlink(other, path)
		}},
		{"below a link", func(path string) error {
			plots, other := filepath.Join(filepath.Dir(path), "plots"), filepath.Join(filepath.Dir(path), "other")
			if err := os.Rename(plots, other); err != nil {
				return err
			}
			return os.Symlink(other, plots)
		}},
		{"without its manifest", func(path string) error { return os.Remove(filepath.Join(filepath.Dir(path), ManifestFile)) }},
		{"under another manifest", func(path string) error {
			return os.WriteFile(filepath.Join(filepath.Dir(path), ManifestFile), []byte("[somebody's]\n"), 0o666)
		}},
		{"a folder", func(path string) error { os.Remove(path); return os.Mkdir(path, 0o777) }},
	} {
		t.Run(change.name, func(t *testing.T) {
			dir := t.TempDir()
			if err := writeRun(Disk{}, dir, "old"); err != nil {
				t.Fatal(err)
			}
			if err := change.do(filepath.Join(dir, "out", "session.toml")); err != nil {
				t.Skip(err)
			}
			before := tree(t, dir)
			err := writeRun(Disk{}, dir, "new")
			if err == nil || strings.Contains(err.Error(), "\n") {
				t.Errorf("error %v, want one line", err)
			}
			if after := tree(t, dir); !maps.Equal(after, before) {
				t.Errorf("now there is %q, before %q", after, before)
			}
		})
	}
}

func TestNoNameOfAnInputIsEverWritten(t *testing.T) {
	dir := t.TempDir()
	input := filepath.Join(dir, "input")
	if err := os.WriteFile(input, []byte("mine"), 0o666); err != nil {
		t.Fatal(err)
	}
	names := []string{input, dir + "/./input", dir + "/sub/../input"}
	os.Mkdir(filepath.Join(dir, "sub"), 0o777)
	for name, link := range map[string]func(string) error{
		"symbolic": func(to string) error { return os.Symlink(input, to) },
		"hard":     func(to string) error { return os.Link(input, to) },
	} {
		if link(filepath.Join(dir, name)) == nil {
			names = append(names, filepath.Join(dir, name))
		}
	}
	if os.Symlink(dir, filepath.Join(dir, "sub", "up")) == nil {
		names = append(names, filepath.Join(dir, "sub", "up", "input"))
	}
	for _, name := range names {
		if err := Write(Disk{}, name, "theirs", input); err == nil {
			t.Errorf("%s was written", name)
		}
		if err := NewSet(Disk{}, input).CanWrite(name); err == nil {
			t.Errorf("%s could be written", name)
		}
	}
	if text, _ := os.ReadFile(input); string(text) != "mine" {
		t.Errorf("the input has %q", text)
	}
	if got := tree(t, filepath.Join(dir, "sub")); len(got) > 1 {
		t.Errorf("litter: %q", got)
	}
}

func TestWhatIsForgottenGoesUnlessSomebodyHasChangedIt(t *testing.T) {
	dir := t.TempDir()
	write := func(forgets func(string) bool, names ...string) {
		t.Helper()
		s := NewSet(Forced{Disk{}})
		defer s.Abandon()
		f, err := s.Folder(dir, ManifestFile)
		if err != nil {
			t.Fatal(err)
		}
		f.Forgets = forgets
		for _, name := range names {
			p, err := f.Create(name)
			if err != nil {
				t.Fatal(err)
			}
			p.WriteString("text")
		}
		if err := s.Commit(); err != nil {
			t.Fatal(err)
		}
	}
	write(nil, "logs/a", "logs/b", "logs/edited", "table")
	if err := os.WriteFile(filepath.Join(dir, "logs", "edited"), []byte("a person's"), 0o666); err != nil {
		t.Fatal(err)
	}
	write(func(name string) bool { return strings.HasPrefix(name, "logs/") }, "logs/a")
	manifest, err := os.ReadFile(filepath.Join(dir, ManifestFile))
	if err != nil {
		t.Fatal(err)
	}
	for name, stays := range map[string]bool{"logs/a": true, "logs/b": false, "logs/edited": true, "table": true} {
		_, err := os.Stat(filepath.Join(dir, name))
		if is := err == nil; is != stays || strings.Contains(string(manifest), "  "+name+"\n") != stays {
			t.Errorf("%s is there: %v\n%s", name, is, manifest)
		}
	}
}

func TestTwoFilesOfASetHaveTwoNames(t *testing.T) {
	dir := t.TempDir()
	s := NewSet(Disk{})
	defer s.Abandon()
	if _, err := s.Own(filepath.Join(dir, "a")); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{dir + "/a", dir + "/x/../a", partName(dir+"/a", 1), strings.TrimSuffix(partName(dir+"/a", 1), partEnding) + backupEnding} {
		if _, err := s.Own(name); err == nil {
			t.Errorf("%s was begun twice", name)
		}
	}
}

func TestAPartIsNeverOpenedThroughALink(t *testing.T) {
	dir := t.TempDir()
	secret, place := filepath.Join(dir, "secret"), filepath.Join(dir, "a")
	if err := os.WriteFile(secret, []byte("mine"), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{partName(place, 1), strings.TrimSuffix(partName(place, 2), partEnding) + backupEnding} {
		if err := os.Symlink(secret, name); err != nil {
			t.Skip(err)
		}
	}
	for _, text := range []string{"one", "two"} {
		if err := Write(Disk{}, place, text); err != nil {
			t.Fatal(err)
		}
	}
	if got := tree(t, dir); got["secret"] != "mine" || got["a"] != "two" || len(got) != 4 {
		t.Errorf("there is %q", got)
	}
}
