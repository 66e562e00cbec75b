package config

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"driftlab/internal/files"
)

func with(change func(*Settings)) Settings {
	s := Defaults()
	change(&s)
	return s
}

func TestParse(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		text  string
		want  Settings
		wrong string // the start of the fault
	}{
		{"", Defaults(), ""},
		{"theme = \"light\"\nscale = 150\nlanguage = \"de\"\nlesson = 7\nwidth = 1280\nheight = 720\n",
			Settings{Theme: "light", View: WatchView, Numbers: NumbersAsked, Language: "de", Scale: 150, Memory: DefaultMemory, Volume: 100, Lesson: "lesson-07", Width: 1280, Height: 720}, ""},
		{"\ufeffmemory = 512\r\nview = 'lab'\r\n", with(func(s *Settings) { s.Memory, s.View = 512, LabView }), ""},
		{"memory = 15", Defaults(), "memory: 15 is outside 16..1000"},
		{"memory = 1001", Defaults(), "memory: 1001 is outside 16..1000"},
		{"memory = \"64 MB\"", Defaults(), "memory: 64 MB is not a whole number"},
		{"later = [1, 2]\nscale = 80", with(func(s *Settings) { s.Scale = 80 }), ""},
		{"view = \"all\"\nscale = 80", with(func(s *Settings) { s.Scale = 80 }), `view: "all" is unknown (allowed: watch, lab, diagram)`},
		{"theme = \"pink\"", Defaults(), `theme: "pink" is unknown (allowed: dark, light)`},
		{"language = \"tlh\"\ntheme = \"light\"\nscale = 79", with(func(s *Settings) { s.Theme = "light" }),
			`language: "tlh" is unknown (allowed: ` + strings.Join(Languages(), ", ") + `) (and 1 more)`},
		{"scale = 201", Defaults(), "scale: 201 is outside 80..200"},
		{"scale = 9223372036854775807", Defaults(), "scale: 9223372036854775807 is outside 80..200"},
		{"scale = 1.5", Defaults(), "scale: 1.5 is not a whole number"},
		{"scale = \"big\"", Defaults(), "scale: big is not a whole number"},
		{"scale = \"a\\nb\"", Defaults(), `scale: "a\nb" is not a whole number`},
		{"theme = 3", Defaults(), "theme: 3 is not a text in quotes"},
		{"theme.dark = 3", Defaults(), "theme: a table is not a text in quotes"},
		{"[scale]\nx = 3", Defaults(), "scale: a table is not a whole number"},
		{"film = \"1920x1080 30 mp4\"", with(func(s *Settings) { s.Film = "1920x1080 30 mp4" }), ""},
		{"film = true", Defaults(), "film: true is not a text in quotes"},
		{"film = \"" + strings.Repeat("x", 101) + "\"", Defaults(), "film: 101 bytes is outside 0..100"},
		{"lesson = true", Defaults(), "lesson: true is not a text in quotes"},
		{"width = 40000", Defaults(), "width: 40000 is outside 0..32768"},
		{"theme = \"light\"\nscale = = 3\nvolume = 50", Defaults(), "line 2: "},
		{"scale = 12x\nscale = 90", Defaults(), "line 1: "},
		{"scale = 110\nscale = 120", Defaults(), "line 2: "},
		{"recent = [\"/a\",\ndone = \"x y\"\n", Defaults(), "line "},
		{strings.Repeat("a.", 200) + "a = 1", Defaults(), "it is nested too deep"},
		{"a = " + strings.Repeat("{a = ", 200) + "1" + strings.Repeat("}", 200), Defaults(), "it is nested too deep"},
		{"recent = [\"" + strings.Repeat("../../", 200) + "x\"]", with(func(s *Settings) { s.Recent = strings.Repeat("../../", 200) + "x" }), ""},
		{"[later]\nscale = 90", Defaults(), ""},
		{"\x00\xff", Defaults(), "line 1: "},
	} {
		got, _, wrong := parse(c.text)
		if (wrong == nil) != (c.wrong == "") || wrong != nil && (!strings.HasPrefix(wrong.Error(), c.wrong) || strings.Contains(wrong.Error(), "\n")) {
			t.Errorf("%.80q: %v, want %q", c.text, wrong, c.wrong)
		}
		if got != c.want {
			t.Errorf("%q: got %+v, want %+v", c.text, got, c.want)
		}
	}
}

// drawn returns any valid settings.
func drawn(t *rapid.T) Settings {
	return Settings{
		View:     rapid.SampledFrom(Views()).Draw(t, "view"),
		Numbers:  rapid.SampledFrom(NumbersChoices()).Draw(t, "numbers"),
		Theme:    rapid.SampledFrom(Themes()).Draw(t, "theme"),
		Language: rapid.SampledFrom(Languages()).Draw(t, "language"),
		Scale:    rapid.IntRange(MinScale, MaxScale).Draw(t, "scale"),
		Memory:   rapid.IntRange(MinMemory, MaxMemory).Draw(t, "memory"),
		Volume:   rapid.IntRange(1, 100).Draw(t, "volume"),
		Step:     rapid.IntRange(0, 9).Draw(t, "step"),
		Lesson:   rapid.SampledFrom([]string{"", "lesson-push", "mine"}).Draw(t, "lesson"),
		Done:     rapid.SampledFrom([]string{"", "lesson-push", "mine lesson-push"}).Draw(t, "done"),
		Width:    rapid.IntRange(0, maxSize).Draw(t, "width"),
		Height:   rapid.IntRange(0, maxSize).Draw(t, "height"),
		Recent:   rapid.SampledFrom([]string{"", "/x", "/a b/ü.toml\n/\"c\""}).Draw(t, "recent"),
		Film:     rapid.SampledFrom([]string{"", "1280x720 60 gif", "a \"b\""}).Draw(t, "film"),
	}
}

func TestWhatIsWrittenIsReadAsTheSame(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		text := "later = 3\n"
		for range 3 { // zero values are removed when saved next
			want := drawn(t)
			says, all, err := parse(text)
			check(t, err)
			text, err = turn(all, says, want)
			check(t, err)
			if got, _, wrong := parse(text); wrong != nil || got != want || !strings.Contains(text, "later = 3\n") {
				t.Fatalf("%+v is written as %q and read as %+v, %v", want, text, got, wrong)
			}
		}
	})
}

// at returns a store whose file has a content.
func at(t *testing.T, content string) (*Store, string) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "settings.toml")
	check(t, os.WriteFile(path, []byte(content), 0o644))
	return Open(files.Disk{}, path), path
}

func content(t *testing.T, path string) string {
	t.Helper()
	b, err := os.ReadFile(path)
	check(t, err)
	return string(b)
}

func TestASettingsFileKeepsValuesItDoesNotKnow(t *testing.T) {
	t.Parallel()
	const before = "# mine\ntheme = \"contrast\" # later\nscale = 900\n\ndone = \"a b\"\n"
	s, path := at(t, before)
	if err := s.Err(); err == nil || !strings.HasSuffix(err.Error(), `theme: "contrast" is unknown (allowed: dark, light) (and 1 more)`) {
		t.Errorf("error %v", err)
	}
	if want := with(func(s *Settings) { s.Done = "a b" }); s.Settings() != want {
		t.Errorf("%+v hold, not %+v", s.Settings(), want)
	}
	if err := s.Override(func(s *Settings) { s.Theme = "light" }); err != nil || content(t, path) != before {
		t.Errorf("a flag writes the file: %v", err)
	}
	if err := s.Change(func(s *Settings) { s.Scale = 999 }); err == nil || content(t, path) != before {
		t.Errorf("a wrong change writes the file: %v", err)
	}
	after := firstLine + "done = \"a b\"\nlanguage = \"de\"\nscale = 900\ntheme = \"contrast\"\n"
	if err := s.Change(func(s *Settings) { s.Language = "de" }); err != nil || content(t, path) != after {
		t.Errorf("%v, and the file is %q", err, content(t, path))
	}
	if got := s.Settings(); got.Theme != "light" {
		t.Errorf("the flag is forgotten: %+v", got)
	}
	want := strings.Replace(after, "900", "110", 1)
	if err := s.Change(func(s *Settings) { s.Scale = 110 }); err != nil || content(t, path) != want {
		t.Errorf("%v, and after a change of the scale the file is %q", err, content(t, path))
	}
}

func TestKeysOfALaterProgramAreKept(t *testing.T) {
	t.Parallel()
	s, path := at(t, "later = 3\n[scale]\nx = \"y\" # why\n[table]\nday = 1979-05-27\n[[table.list]]\n")
	check(t, s.Change(func(s *Settings) { s.Volume = 50 }))
	want := firstLine + "later = 3\nvolume = 50\n\n[scale]\n  x = \"y\"\n\n[table]\n  day = 1979-05-27\n\n  [[table.list]]\n"
	if got := content(t, path); got != want {
		t.Errorf("the file is %q", got)
	}
	if err := s.Change(func(s *Settings) { s.Scale = 120 }); err != nil || !strings.Contains(content(t, path), "scale = 120\n") || strings.Contains(content(t, path), "[scale]") {
		t.Errorf("%v, and the file is %q", err, content(t, path))
	}
}

func TestAStoreWithoutAFolderMakesIt(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a", "b", "settings.toml")
	s := Open(files.Disk{}, path)
	if s.Err() != nil {
		t.Fatal(s.Err())
	}
	check(t, s.Change(func(s *Settings) { s.Lesson = "lesson-push" }))
	if got := Open(files.Disk{}, path).Settings().Lesson; got != "lesson-push" {
		t.Errorf("the lesson %q is kept", got)
	}
}

func TestWhatCannotBeReadOrWrittenIsOneLine(t *testing.T) {
	dir := t.TempDir()
	if err := Open(files.Disk{}, dir).Err(); err == nil || !strings.Contains(err.Error(), "not a file") {
		t.Errorf("a folder: %v", err)
	}
	path := filepath.Join(dir, "settings.toml")
	check(t, os.WriteFile(path, nil, 0o644))
	under := Open(files.Disk{}, filepath.Join(path, "settings.toml")) // a file is no folder
	err := under.Change(func(s *Settings) { s.Theme = "light" })
	if err == nil || strings.Contains(err.Error(), "\n") || !strings.Contains(err.Error(), "cannot be saved") {
		t.Errorf("no folder: %v", err)
	}
	if under.Settings().Theme != "light" {
		t.Error("what cannot be written does not hold for this run")
	}
}

func TestWithoutAPathNothingIsKept(t *testing.T) {
	s := Open(files.Disk{}, "")
	if err := s.Change(func(s *Settings) { s.Scale = 200 }); err != nil || s.Err() != nil || s.Settings().Scale != 200 {
		t.Errorf("%v, %v, %+v", err, s.Err(), s.Settings())
	}
}

// check ends a test that has met an error.
func check(t rapid.TB, err error) {
	if err != nil {
		t.Helper()
		t.Fatal(err)
	}
}
