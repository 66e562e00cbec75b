package config

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"driftlab/internal/damage"
	"driftlab/internal/files"
)

func TestParse(t *testing.T) {
	for _, c := range []struct {
		text string
		want Settings
		err  string // part of the error, "" for none
	}{
		{"", Defaults(), ""},
		{"theme = \"light\"\nscale = 150\nlanguage = \"de\"\nlesson = 7\nwidth = 1280\nheight = 720\n",
			Settings{Theme: "light", View: WatchView, Language: "de", Scale: 150, Memory: DefaultMemory, Volume: 100, Lesson: "lesson-07", Width: 1280, Height: 720}, ""},
		{"memory = 512", Settings{Theme: "dark", View: WatchView, Language: "en", Scale: 100, Memory: 512, Volume: 100}, ""},
		{"memory = 15", Settings{}, "memory: 15 is outside 16..1000"},
		{"memory = 1001", Settings{}, "memory: 1001 is outside 16..1000"},
		{"memory = \"64 MB\"", Settings{}, "memory: 64 MB is not a whole number"},
		{"later = [1, 2]\nscale = 80", Settings{Theme: "dark", View: WatchView, Language: "en", Scale: 80, Memory: DefaultMemory, Volume: 100}, ""},
		{"view = \"lab\"", Settings{Theme: "dark", View: LabView, Language: "en", Scale: 100, Memory: DefaultMemory, Volume: 100}, ""},
		{"view = \"all\"", Settings{}, `view: "all" is unknown (allowed: watch, lab, diagram)`},
		{"theme = \"pink\"", Settings{}, `theme: "pink" is unknown (allowed: dark, light)`},
		{"language = \"tlh\"", Settings{}, `language: "tlh" is unknown (allowed: de, en)`},
		{"scale = 79", Settings{}, "scale: 79 is outside 80..200"},
		{"scale = 201", Settings{}, "scale: 201 is outside 80..200"},
		{"scale = 9223372036854775807", Settings{}, "is outside 80..200"},
		{"scale = 1.5", Settings{}, "scale: 1.5 is not a whole number"},
		{"scale = \"big\"", Settings{}, "scale: big is not a whole number"},
		{"theme = 3", Settings{}, "theme: 3 is not a text in quotes"},
		{"film = \"1920x1080 30 mp4\"", Settings{Theme: "dark", View: WatchView, Language: "en", Scale: 100, Memory: DefaultMemory, Volume: 100, Film: "1920x1080 30 mp4"}, ""},
		{"film = true", Settings{}, "film: true is not a text in quotes"},
		{"film = \"" + strings.Repeat("x", 101) + "\"", Settings{}, "film: 101 bytes is outside 0..100"},
		{"lesson = true", Settings{}, "lesson: true is not a text in quotes"},
		{"width = 40000", Settings{}, "width: 40000 is outside 0..32768"},
		{"theme = \"dark\"\nscale = = 3", Settings{}, "line 2: "},
		{"scale = 100\nscale = 110", Settings{}, "line 2: "},
		{"\x00\xff", Settings{}, "line 1: "},
	} {
		got, _, err := parse(c.text)
		switch {
		case c.err == "" && err != nil, c.err != "" && (err == nil || !strings.Contains(err.Error(), c.err)):
			t.Errorf("%q: error %v, want %q", c.text, err, c.err)
		case c.err != "" && got != Defaults():
			t.Errorf("%q: it is wrong, and %+v holds, not the defaults", c.text, got)
		case c.err == "" && got != c.want:
			t.Errorf("%q: got %+v, want %+v", c.text, got, c.want)
		}
	}
}

func TestWhatIsWrittenIsReadAsTheSame(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := Settings{
			View:     rapid.SampledFrom(Views()).Draw(t, "view"),
			Theme:    rapid.SampledFrom(Themes()).Draw(t, "theme"),
			Language: rapid.SampledFrom(Languages()).Draw(t, "language"),
			Scale:    rapid.IntRange(MinScale, MaxScale).Draw(t, "scale"),
			Memory:   rapid.IntRange(MinMemory, MaxMemory).Draw(t, "memory"),
			Volume:   rapid.IntRange(1, 100).Draw(t, "volume"),
			Lesson:   rapid.SampledFrom([]string{"", "lesson-push", "mine"}).Draw(t, "lesson"),
			Width:    rapid.IntRange(0, maxSize).Draw(t, "width"),
			Height:   rapid.IntRange(0, maxSize).Draw(t, "height"),
			Recent:   rapid.SampledFrom([]string{"", "/x", "/a b/ü.toml\n/\"c\""}).Draw(t, "recent"),
			Film:     rapid.SampledFrom([]string{"", "1280x720 60 gif", "a \"b\""}).Draw(t, "film"),
		}
		text, err := write(s, map[string]any{"later": "kept"})
		if err != nil {
			t.Fatal(err)
		}
		got, others, err := parse(text)
		if err != nil || got != s || others["later"] != "kept" || len(others) != 1 {
			t.Fatalf("%+v is written as %q and read as %+v, %v, %v", s, text, got, others, err)
		}
	})
}

// at returns a store of a file with a content.
func at(t *testing.T, content string) (*Store, string) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "settings.toml")
	if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
		t.Fatal(err)
	}
	return Open(files.Disk{}, path), path
}

func content(t *testing.T, path string) string {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func TestAWrongFileStaysUntilAPersonChangesSomething(t *testing.T) {
	const wrong = "scale = 900\n"
	s, path := at(t, wrong)
	if s.Err() == nil || !strings.Contains(s.Err().Error(), "scale: 900 is outside 80..200") || strings.Contains(s.Err().Error(), "\n") {
		t.Errorf("error %v", s.Err())
	}
	if s.Settings() != Defaults() {
		t.Errorf("%+v hold, not the defaults", s.Settings())
	}
	if err := s.Override(func(s *Settings) { s.Theme = "light" }); err != nil || content(t, path) != wrong {
		t.Errorf("a flag writes the file: %v", err)
	}
	if err := s.Change(func(s *Settings) { s.Scale = 999 }); err == nil || content(t, path) != wrong {
		t.Errorf("a wrong change writes the file: %v", err)
	}
	if err := s.Change(func(s *Settings) { s.Language = "de" }); err != nil {
		t.Fatal(err)
	}
	again := Open(files.Disk{}, path)
	if want := (Settings{Theme: "dark", View: WatchView, Language: "de", Scale: 100, Memory: DefaultMemory, Volume: 100}); again.Err() != nil || again.Settings() != want {
		t.Errorf("after a change the file says %+v, %v, want %+v", again.Settings(), again.Err(), want)
	}
	if got := s.Settings(); got.Theme != "light" || s.Err() != nil {
		t.Errorf("the flag is forgotten: %+v, %v", got, s.Err())
	}
}

func TestKeysOfALaterProgramAreKept(t *testing.T) {
	s, path := at(t, "later = 3\n[table]\nx = \"y\"\n")
	if err := s.Change(func(s *Settings) { s.Scale = 120 }); err != nil {
		t.Fatal(err)
	}
	if got := content(t, path); !strings.Contains(got, "later = 3") || !strings.Contains(got, `x = "y"`) || !strings.Contains(got, "scale = 120") {
		t.Errorf("the file is %q", got)
	}
}

func TestAStoreWithoutAFolderMakesIt(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a", "b", "settings.toml")
	s := Open(files.Disk{}, path)
	if s.Err() != nil {
		t.Fatal(s.Err())
	}
	if err := s.Change(func(s *Settings) { s.Lesson = "lesson-push" }); err != nil {
		t.Fatal(err)
	}
	if got := Open(files.Disk{}, path).Settings().Lesson; got != "lesson-push" {
		t.Errorf("the lesson %q is kept", got)
	}
}

func TestWhatCannotBeReadOrWrittenIsOneLine(t *testing.T) {
	dir := t.TempDir()
	if err := Open(files.Disk{}, dir).Err(); err == nil || !strings.Contains(err.Error(), "not a file") {
		t.Errorf("a folder: %v", err)
	}
	s, path := at(t, strings.Repeat("# long\n", 10000))
	if s.Err() == nil || !strings.Contains(s.Err().Error(), "70000 bytes is outside 0..4096") {
		t.Errorf("a long file: %v", s.Err())
	}
	under := Open(files.Disk{}, filepath.Join(path, "settings.toml")) // a file is no folder
	err := under.Change(func(s *Settings) { s.Theme = "light" })
	if err == nil || strings.Contains(err.Error(), "\n") || !strings.Contains(err.Error(), "are not kept") {
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

func FuzzParse(f *testing.F) {
	f.Add("theme = \"light\"\nscale = 150\n")
	f.Add("scale = 1e400")
	f.Add("width = 99999999999999999999")
	f.Add("[theme]\n")
	f.Add("a = 1979-05-27\nb.c = [{d = nan}]\n")
	damage.Fuzz(f, func(t testing.TB, text string) {
		s, others, err := parse(text)
		if err := s.Check(); err != nil {
			t.Fatalf("wrong settings are returned: %v", err)
		}
		if err != nil {
			if strings.Contains(err.Error(), "\n") {
				t.Fatalf("%q is not one line", err)
			}
			return
		}
		again, err := write(s, others)
		if err != nil {
			return // TOML that can be read and not written, as an array of mixed tables: told, not kept
		}
		if got, _, err := parse(again); err != nil || got != s {
			t.Fatalf("%q is written as %q and read as %+v, %v", text, again, got, err)
		}
	})
}
