package config

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"driftlab/internal/files"
	"driftlab/internal/files/filetest"
	"driftlab/internal/testkit"
)

func TestAFileThatCannotBeReadIsPutAside(t *testing.T) {
	t.Parallel()
	for _, unreadable := range []string{strings.Repeat("# long\n", 10000), "\x00\x01\n\xff"} {
		s, path := at(t, unreadable)
		if err := s.Err(); err == nil || strings.Contains(err.Error(), "\n") || !strings.HasSuffix(err.Error(), `renames the file to "settings.toml.bad"`) {
			t.Errorf("error %v", err)
		}
		if err := s.Change(func(s *Settings) {}); err != nil || content(t, path) != unreadable {
			t.Errorf("what changes nothing puts it aside: %v", err)
		}
		err := s.Change(func(s *Settings) { s.Theme = "light" })
		var put *PutAside
		if !errors.As(err, &put) || put.As != path+".bad" || strings.Contains(err.Error(), "\n") || !strings.Contains(err.Error(), `It is now "settings.toml.bad"`) {
			t.Fatalf("error %v", err)
		}
		if got := content(t, path+".bad"); got != unreadable {
			t.Errorf("put aside is %.40q", got)
		}
		if got := content(t, path); got != firstLine+"theme = \"light\"\n" {
			t.Errorf("the file is %q", got)
		}
		if err := s.Change(func(s *Settings) { s.Scale = 120 }); err != nil || s.Settings().Theme != "light" {
			t.Errorf("the next change: %v, %+v", err, s.Settings())
		}
	}
}

func TestWhatWasPutAsideIsNotOverwrittenWithoutNeed(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "settings.toml")
	for n := range maxBad + 2 {
		check(t, os.WriteFile(path, fmt.Appendf(nil, "\x00 %d", n), 0o644))
		if err := Open(files.Disk{}, path).Change(func(s *Settings) { s.Theme = "light" }); !errors.As(err, new(*PutAside)) {
			t.Fatal(err)
		}
	}
	if first, last := content(t, path+".bad"), content(t, path+".bad.9"); first != "\x00 0" || last != "\x00 10" {
		t.Errorf("the first is %q, the last %q", first, last)
	}
	if left := filetest.Tree(t, filepath.Dir(path)); len(left) != maxBad+1 {
		t.Errorf("there are %d files", len(left))
	}
}

func TestTwoWindowsDoNotUndoEachOthersChanges(t *testing.T) {
	t.Parallel()
	one, path := at(t, "later = 1\n")
	other := Open(files.Disk{}, path)
	for n := range 3 { // in turns
		for _, err := range []error{
			one.Change(func(s *Settings) { s.Theme = "light" }), other.Change(func(s *Settings) { s.Scale = 110 + 10*n }),
			one.Change(func(s *Settings) { s.MarkDone(fmt.Sprint("one-", n)) }), other.Change(func(s *Settings) { s.MarkDone(fmt.Sprint("other-", n)) }),
			one.Remember(fmt.Sprint("/one/", n)), other.Remember(fmt.Sprint("/other/", n)),
		} {
			check(t, err)
		}
	}
	want := with(func(s *Settings) {
		s.Theme, s.Scale, s.Done = "light", 130, "one-0 other-0 one-1 other-1 one-2 other-2"
		s.Recent = "/other/2\n/one/2\n/other/1\n/one/1\n/other/0\n/one/0"
	})
	if again := Open(files.Disk{}, path); again.Err() != nil || again.Settings() != want || !strings.Contains(content(t, path), "later = 1\n") {
		t.Errorf("the file says %+v, %v", again.Settings(), again.Err())
	}
	if other.Settings().Theme != "dark" || one.Settings().Scale != 100 || other.Settings().Done != want.Done {
		t.Errorf("in use are %+v and %+v", one.Settings(), other.Settings())
	}
}

func TestWindowsThatWriteAtOnceLoseNothing(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "settings.toml")
	const windows, lessons = 4, 5
	written := make(chan error)
	for w := range windows {
		go func() {
			s := Open(files.Disk{}, path)
			var err error
			for n := range lessons {
				err = s.Change(func(s *Settings) { s.MarkDone(fmt.Sprintf("%d-%d", w, n)) })
			}
			for len(s.owed) > 0 { // the others have held the file for too long: the next change writes it
				err = s.Change(func(*Settings) {})
			}
			written <- err
		}()
	}
	for range windows {
		if err := <-written; err != nil {
			t.Error(err)
		}
	}
	if got := strings.Fields(Open(files.Disk{}, path).Settings().Done); len(got) != windows*lessons {
		t.Errorf("of %d lessons %d are done: %v", windows*lessons, len(got), got)
	}
}

// held is a file system on which another window writes as long as on says so.
type held struct {
	files.Disk
	on *bool
}

func (h held) Claim(name string) (func(), error) {
	if *h.on {
		return nil, files.ErrClaimed
	}
	return h.Disk.Claim(name)
}

func TestAWindowThatHoldsTheSettingsIsNotWaitedForForEver(t *testing.T) {
	t.Parallel()
	path, on, waited := filepath.Join(t.TempDir(), "settings.toml"), true, time.Duration(0)
	s := Open(held{on: &on}, path)
	s.pause = func(d time.Duration) { waited += d }
	err := s.Change(func(s *Settings) { s.Theme = "light" })
	if err == nil || !strings.Contains(err.Error(), "another window is writing") || strings.Contains(err.Error(), "\n") || s.Settings().Theme != "light" {
		t.Errorf("error %v, in use %+v", err, s.Settings())
	}
	if waited == 0 || waited > 50*time.Millisecond {
		t.Errorf("it has waited for %v", waited)
	}
	on = false
	if err := s.Change(func(s *Settings) { s.Scale = 120 }); err != nil || content(t, path) != firstLine+"scale = 120\ntheme = \"light\"\n" {
		t.Errorf("the next change: %v, %q", err, content(t, path))
	}
}

// renaming is a file system that can't give files second names.
type renaming struct{ files.FS }

func (renaming) Link(string, string) error { return errors.ErrUnsupported }

func TestABadFileIsPutAsideOrStaysWhateverFails(t *testing.T) {
	t.Parallel()
	for what, names := range map[string]func(files.FS) files.FS{
		"second names":    func(fsys files.FS) files.FS { return fsys },
		"no second names": func(fsys files.FS) files.FS { return renaming{fsys} },
	} {
		w := filetest.Writing{
			Prepare: func(t *testing.T, dir string) {
				check(t, os.WriteFile(filepath.Join(dir, "settings.toml"), []byte("\x00"), 0o644))
			},
			Write: func(_ context.Context, fsys files.FS, dir string) error {
				err := Open(names(fsys), filepath.Join(dir, "settings.toml")).Change(func(s *Settings) { s.MarkDone("b") })
				var put *PutAside
				if errors.As(err, &put) && content(t, put.As) == "\x00" {
					return nil
				}
				return err
			},
		}
		t.Run(what, w.Faults)
	}
}

func TestWhatIsWrittenIsNeverTooLongToBeRead(t *testing.T) {
	t.Parallel()
	s, path := at(t, "later = 3\n")
	if err := s.Change(func(s *Settings) {
		for n := range 1000 {
			s.MarkDone(fmt.Sprint("lesson-", n))
		}
		s.Film = strings.Repeat("\"", maxFilm)
	}); err != nil {
		t.Fatal(err)
	}
	for n := range MaxRecent {
		check(t, s.Remember(strings.Repeat("\"", maxRecentBytes/MaxRecent-4)+fmt.Sprint(n)))
	}
	again := Open(files.Disk{}, path)
	if again.Err() != nil || !again.Settings().HasDone("lesson-999") || again.Settings().HasDone("lesson-0") || len(again.Settings().Recents()) != MaxRecent {
		t.Errorf("it is read as %.200v, %v", again.Settings(), again.Err())
	}
	if n := len(content(t, path)); n > 12000 {
		t.Errorf("the lists take %d bytes", n)
	}
	full, path := at(t, "later = \""+strings.Repeat("x", maxFile-100)+"\"\n")
	before := content(t, path)
	if err := full.Change(func(s *Settings) { s.Film = strings.Repeat("f", maxFilm) }); err == nil || !strings.Contains(err.Error(), "is outside 0..16384") || content(t, path) != before {
		t.Errorf("a file that is full: %v", err)
	}
}

// kept fails if a change loses a valid setting, or one that this program doesn't know.
func kept(t rapid.TB, text string, change func(*Settings)) {
	says, all, wrong := parse(text)
	if err := says.Check(); err != nil {
		t.Fatalf("%q: wrong settings are returned: %v", text, err)
	}
	if wrong != nil && strings.Contains(wrong.Error(), "\n") {
		t.Fatalf("%q: %q is not one line", text, wrong)
	}
	if all == nil { // the file is put aside
		return
	}
	next, before := says, maps.Clone(all)
	change(&next)
	after, err := turn(all, says, next)
	if err != nil {
		return // there is no room, and the file stays
	}
	got, now, _ := parse(after)
	if got != next {
		t.Fatalf("%q is written as %q and read as %+v, not as %+v", text, after, got, next)
	}
	old, turned := says.all(), next.all()
	for i := range old {
		if a, b := old[i].said(), turned[i].said(); !reflect.DeepEqual(a, b) { // it was changed
			delete(before, old[i].name)
			delete(now, old[i].name)
		}
	}
	if !same(before, now) {
		t.Fatalf("%q is written as %q: %v, not %v", text, after, now, before)
	}
}

// same compares decoded values: NaN equals NaN.
func same(a, b any) bool {
	switch a := a.(type) {
	case float64:
		b, ok := b.(float64)
		return ok && (a == b || math.IsNaN(a) && math.IsNaN(b))
	case map[string]any:
		b, ok := b.(map[string]any)
		for name := range a {
			if _, there := b[name]; !there || !same(a[name], b[name]) {
				return false
			}
		}
		return ok && len(a) == len(b)
	}
	if a, b := reflect.ValueOf(a), reflect.ValueOf(b); a.Kind() == reflect.Slice && b.Kind() == reflect.Slice && a.Len() == b.Len() {
		for i := range a.Len() {
			if !same(a.Index(i).Interface(), b.Index(i).Interface()) {
				return false
			}
		}
		return true
	}
	return reflect.DeepEqual(a, b)
}

// lines are lines of settings files, from this program and a later one, and damaged ones.
var lines = []string{
	"theme = \"light\"", "theme = \"contrast\"", "scale = 120 # mine", "scale = \"large\"", "scale.x = 3", "done = 'a b'", "done = [\"a\"]",
	"recent = [\n  \"/a\", # one\n  '/b',\n]", "recent = [{}]", "recent = [3, \"/a\"]", "lesson = 7", "\"volume\" = 50", "memory = 1_00",
	"later = \"\"\"\n[theme]\nscale = 3\"\"\"\"", "later.on = nan", "more = { a = 1, b = [ 1,\n 2 ] }", "day = 1979-05-27 07:32:00", "", "# note", "x = '''\n'''",
	"[later]", "[[list]]", "[scale]", "[theme.day]", "scale = = 3", "recent = [", "done = \"a", "]", "\x00", "\xff", "film", "= 3", "a.\"b.c\" . d = 1", "\r",
}

func TestAWriteAfterAReadLosesNothing(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		text := strings.Join(rapid.SliceOf(rapid.SampledFrom(lines)).Draw(t, "lines"), rapid.SampledFrom([]string{"\n", "\r\n"}).Draw(t, "end"))
		to := drawn(t)
		which := rapid.IntRange(0, len(to.all())-1).Draw(t, "which")
		kept(t, text, func(s *Settings) {
			if k, v := s.all()[which], to.all()[which]; k.text != nil {
				*k.text = *v.text
			} else {
				*k.number = *v.number
			}
		})
	})
}

func FuzzParse(f *testing.F) {
	f.Add("theme = \"light\"\nscale = 150\n")
	f.Add("scale = 1e400")
	f.Add("width = 99999999999999999999")
	f.Add("[theme]\n")
	f.Add("a = 1979-05-27\nb.c = [{d = nan}]\n")
	f.Add(strings.Join(lines[:20], "\n"))
	f.Add(strings.Join(lines, "\n"))
	testkit.FuzzDamaged(f, func(t testing.TB, text string) {
		if len(text) > maxFile {
			return
		}
		kept(t, text, func(s *Settings) { s.Theme, s.Scale, s.Volume = "light", 110, 50 })
		kept(t, text, func(s *Settings) { s.MarkDone("b") })
		kept(t, text, func(s *Settings) { s.Recent = "" })
	})
}
