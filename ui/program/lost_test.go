package program

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"driftlab/game/scenario"
	"driftlab/ui/film/render"
)

// TestAWindowWhoseDisplayEndsSaysSoAndKeepsTheRecording ends the window's X server during a recording.
func TestAWindowWhoseDisplayEndsSaysSoAndKeepsTheRecording(t *testing.T) {
	p := sit(t, how{unseen: true})
	dir := filepath.Dir(p.log)
	kept := filepath.Join(dir, "first-film-rec.session.toml")
	p.key("r")
	p.until("the recording is on the disk", func() bool {
		_, err := os.Stat(kept)
		return err == nil
	})
	p.display.Stop()
	err := p.program.Wait()
	if code, ended := status(err); !ended || code != 1 {
		t.Errorf("it ends with %v", err)
	}
	said := strings.TrimSpace(p.said.String())
	p.said.Reset()
	if want := render.OwnLine + "the display that the window was on has ended; a recording that ran is kept in " + dir; said != want {
		t.Errorf("it says %q, want %q", said, want)
	}
	if _, err := scenario.Load(kept); err != nil {
		t.Errorf("the recording cannot be opened: %v", err)
	}
}

func TestWithoutADisplayTheWindowSaysWhatToDo(t *testing.T) {
	need(t, "Xvfb")
	for _, test := range []struct {
		display []string
		want    string
	}{
		{nil, "no display was found, so there is no window: set DISPLAY, put xvfb-run in front, or use driftlab run"},
		{[]string{"DISPLAY=:99999"}, "no window could be opened ("},
	} {
		c := exec.Command(build(t))
		c.Dir = t.TempDir()
		c.Env = append(slices.DeleteFunc(os.Environ(), func(v string) bool { return strings.HasPrefix(v, "DISPLAY=") }), "XDG_CONFIG_HOME="+c.Dir)
		c.Env = append(c.Env, test.display...)
		out, err := c.CombinedOutput()
		if code, ended := status(err); !ended || code != 1 || !strings.HasPrefix(string(out), render.OwnLine+test.want) || strings.Count(string(out), "\n") != 1 {
			t.Errorf("%q: %v: %s", test.display, err, out)
		}
	}
}
