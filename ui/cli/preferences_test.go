package cli

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"driftlab/assets"
	"driftlab/internal/files/filetest"
	"driftlab/ui/config"
)

// home gives the program an empty configuration folder and returns the settings file's path.
func home(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for _, name := range []string{"XDG_CONFIG_HOME", "HOME", "AppData"} {
		t.Setenv(name, dir)
	}
	return config.File()
}

func TestFlagsGoBeforeTheSettingsFileForOneRun(t *testing.T) {
	path := home(t)
	check(t, os.MkdirAll(filepath.Dir(path), 0o755))
	const kept = "theme = \"light\"\nscale = 120\nmemory = 64\n"
	filetest.Write(t, path, kept)
	for _, c := range []struct {
		args []string
		want config.Settings
	}{
		{nil, config.Settings{Theme: "light", View: config.WatchView, Numbers: config.Defaults().Numbers, Language: "en", Scale: 120, Memory: 64, Volume: 100}},
		{[]string{"-theme", "dark", "-scale", "150%"}, config.Settings{Theme: "dark", View: config.WatchView, Numbers: config.Defaults().Numbers, Language: "en", Scale: 150, Memory: 64, Volume: 100}},
		{[]string{"-language", "de", "-scale", "80", "-memory", "200"}, config.Settings{Theme: "light", View: config.WatchView, Numbers: config.Defaults().Numbers, Language: "de", Scale: 80, Memory: 200, Volume: 100}},
		{[]string{"-memory", "1000 MB"}, config.Settings{Theme: "light", View: config.WatchView, Numbers: config.Defaults().Numbers, Language: "en", Scale: 120, Memory: 1000, Volume: 100}},
		{[]string{"-screenshot", filepath.Join(t.TempDir(), "a.png")}, config.Defaults()},
	} {
		w, err := ParseWindow(c.args, env(io.Discard))
		if err != nil {
			t.Fatalf("%v: %v", c.args, err)
		}
		if got := w.Config.Settings(); got != c.want {
			t.Errorf("%v: %+v, want %+v", c.args, got, c.want)
		}
	}
	if b, err := os.ReadFile(path); err != nil || string(b) != kept {
		t.Errorf("the flags have written %q, %v", b, err)
	}
}

func TestAScenarioThatIsAboutADiagramShowsIt(t *testing.T) {
	home(t)
	for line, want := range map[string]string{
		"-scenario first": config.WatchView, "-scenario bulk": config.DiagramView, "-scenario punch/jitter": config.DiagramView,
		"-scenario bulk -view watch": config.WatchView, "-scenario punch -view lab": config.LabView,
	} {
		if w, err := ParseWindow(strings.Fields(line), env(io.Discard)); err != nil || w.Config.Settings().View != want {
			t.Errorf("%s: %v, %v", line, w, err)
		}
	}
}

func TestWrongPreferencesAreUsageErrors(t *testing.T) {
	home(t)
	for _, c := range []struct{ flag, value, want string }{
		{"-theme", "pink", `-theme: "pink" is unknown (allowed: dark, light)`},
		{"-theme", "", `-theme: "" is unknown`},
		{"-language", "tlh", `-language: "tlh" is unknown (allowed: ` + strings.Join(assets.Languages(), ", ") + `)`},
		{"-scale", "79", `-scale: "79" is not a whole number of percent in 80..200`},
		{"-scale", "201%", `-scale: "201%"`},
		{"-scale", "1.5", `-scale: "1.5"`},
		{"-scale", "", `-scale: ""`},
		{"-scale", "99999999999999999999", `-scale: "9999`},
		{"-memory", "15", `-memory: "15" is not a whole number of MB in 16..1000`},
		{"-memory", "1001MB", `-memory: "1001MB"`},
		{"-memory", "128%", `-memory: "128%"`},
		{"-memory", "", `-memory: ""`},
	} {
		_, err := ParseWindow([]string{c.flag, c.value}, env(io.Discard))
		if _, usage := err.(Usage); !usage || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s %q: %v, want %q", c.flag, c.value, err, c.want)
		}
	}
}
