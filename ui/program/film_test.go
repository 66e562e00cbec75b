package program

import (
	"bufio"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"driftlab/game/scenario"
	"driftlab/internal/palette"
	"driftlab/internal/testkit"
	"driftlab/ui/config"
	"driftlab/ui/panel"
	"driftlab/ui/picture"
	"driftlab/ui/uitest"
)

// found returns the files that match a pattern in the program's folder.
func (p *person) found(pattern string) []string {
	p.Helper()
	all, err := filepath.Glob(filepath.Join(filepath.Dir(p.log), pattern))
	check(p, err)
	return all
}

// asGIF chooses a format for films that is made quickly.
const asGIF = "film = \"1280x720 24 gif none\"\n"

// TestAKeyMakesAFilmAndNothingOfItGoesOnWithoutTheWindow films two frames, and kills the program while it makes another film.
func TestAKeyMakesAFilmAndNothingOfItGoesOnWithoutTheWindow(t *testing.T) {
	p := sit(t, how{unseen: true, settings: asGIF})
	for _, key := range []string{"space", "r", "period", "period", "r"} {
		p.key(key)
		p.saved() // so each key comes in another update
	}
	p.until("the film is there", func() bool { return len(p.found("*[0-9]s.gif")) == 1 })
	film := p.found("*[0-9]s.gif")[0]
	if sc, err := scenario.Load(strings.TrimSuffix(film, ".gif") + ".session.toml"); err != nil || sc.Name != "first" {
		t.Error(sc, err)
	}
	p.until("no part is left over", func() bool { return len(p.found("*.part.*")) == 0 })
	p.killedWhileFilming()
}

// killedWhileFilming kills the program while it makes a film: the session is complete, no film has the final name, and no process
// continues it.
func (p *person) killedWhileFilming() {
	for _, key := range []string{"r", "space", "bracketright", "bracketright", "bracketright"} {
		p.key(key)
	}
	begin := p.saved().Duration
	p.logs("there is much to film", func(sc *scenario.Scenario) bool { return sc.Duration > begin+10*time.Second })
	p.key("r")
	var parts []string
	p.until("another film is begun", func() bool { parts = p.found("*.part.gif"); return len(parts) == 1 })
	end(p.program)
	log := strings.TrimSuffix(parts[0], ".part.gif") + ".session.toml"
	if sc, err := scenario.Load(log); err != nil || sc.Duration == 0 {
		p.Errorf("the session is not safe: %v", err)
	}
	testkit.NoProcessOf(p, log) // the film doesn't continue without its program
	if now := p.found("*[0-9]s.gif"); len(now) != 1 {
		p.Errorf("the films are %q", now)
	}
}

// TestAFullDiskIsToldOfAndTheSessionIsSafe lets the program write to a disk that is too small for the files beside a film.
func TestAFullDiskIsToldOfAndTheSessionIsSafe(t *testing.T) {
	testkit.LongOnly(t)
	if out, err := exec.Command("unshare", "-rm", "sh", "-c", "mount -t tmpfs -o size=64k tmpfs /tmp").CombinedOutput(); err != nil {
		t.Skipf("no disk can be mounted here: %v %s", err, out)
	}
	p := sit(t, how{settings: asGIF + "theme = \"dark\"\n",
		behind: []string{"unshare", "-rm", "sh", "-c", `mount -t tmpfs -o size=64k tmpfs "FILES" && exec "$0" "$@"`}})
	// Only the program sees this disk.
	within := filepath.Join("/proc", strconv.Itoa(p.program.Process.Pid), "root", filepath.Dir(p.log))
	scale := picture.Fitted(small.X, small.Y)
	l := picture.NewLayout(panel.NewRect(0, 0, float32(float64(small.X)/scale), float32(float64(small.Y)/scale)), 0, config.LabView)
	shows := func(what string, bar panel.Rect) {
		p.until(what, func() bool {
			return uitest.Paint(p.see(), bar.Pixels(scale), uitest.BytesOf(palette.Dark().Error)) > 20
		})
	}
	for _, key := range []string{"F3", "space", "r"} {
		p.key(key)
	}
	shows("the top bar says that it is recorded", l.Top)
	p.key("period")
	p.key("r")
	shows("the bottom bar has the sign of something that went wrong", l.Bottom)
	entries, err := os.ReadDir(within)
	check(t, err)
	sessions := 0
	for _, e := range entries {
		switch {
		case strings.HasSuffix(e.Name(), ".session.toml"):
			text, err := os.ReadFile(filepath.Join(within, e.Name())) // which scenario.Load would not, below /proc
			if err != nil {
				t.Error(err)
			}
			if _, err := scenario.Parse(e.Name(), string(text)); err != nil {
				t.Error(err)
			}
			sessions++
		case strings.HasSuffix(e.Name(), ".gif") && !strings.HasSuffix(e.Name(), ".part.gif"):
			t.Errorf("there is a film, %s", e.Name())
		}
	}
	if sessions != 1 {
		t.Errorf("%d sessions in %v", sessions, entries)
	}
}

// TestAFilmInTheBackgroundShowsNoWindow watches the display while a film is made: a window manager gives the keyboard to each
// window that appears.
func TestAFilmInTheBackgroundShowsNoWindow(t *testing.T) {
	need(t, "Xvfb", "xdotool")
	display := newDisplay(t, 640, 360)
	c := exec.Command(build(t), "record", "-duration", "1m", "-size", "160x90", "-progress", "json", "-o", filepath.Join(t.TempDir(), "film.gif"))
	c.Env = append(os.Environ(), "DISPLAY="+display.Display())
	hold, err := c.StdinPipe() // its end would end the film
	check(t, err)
	defer hold.Close()
	said, err := c.StderrPipe()
	if err == nil {
		err = c.Start()
	}
	check(t, err)
	defer end(c)
	for lines := bufio.NewScanner(said); !strings.HasPrefix(lines.Text(), `{"event":"frame",`); {
		if !lines.Scan() {
			t.Fatal("it ends before the first frame")
		}
	}
	windows := func(which ...string) string { return windowsOn(display.Display(), which...) }
	if windows() == "" {
		t.Error("there is no window at all, so this test sees nothing")
	}
	if found := windows("--onlyvisible"); found != "" {
		t.Errorf("windows are shown: %s", found)
	}
}

// windowsOn returns the program's windows on a display, as xdotool finds them.
func windowsOn(display string, which ...string) string {
	search := exec.Command("xdotool", append(append([]string{"search"}, which...), "--name", "^driftlab")...)
	search.Env = append(os.Environ(), "DISPLAY="+display)
	found, _ := search.Output() // it fails where it finds none
	return string(found)
}

func TestAFilmShowsAWindowOnlyWhereOneIsAskedFor(t *testing.T) {
	need(t, "Xvfb", "xdotool")
	display := newDisplay(t, 640, 360)
	for _, shown := range []bool{true, false} {
		hashes := filepath.Join(t.TempDir(), "hashes")
		c := exec.Command(build(t), "record", "-duration", "1m", "-size", "160x90", "-hashes", hashes, "-o", filepath.Join(t.TempDir(), "film.gif"))
		if shown {
			c.Args = append(c.Args, "-show")
		}
		c.Env = append(os.Environ(), "DISPLAY="+display.Display())
		check(t, c.Start())
		testkit.Until(t, "the first frame is rendered", func() bool {
			parts, _ := filepath.Glob(hashes + "*")
			return slices.ContainsFunc(parts, func(path string) bool {
				info, err := os.Stat(path)
				return err == nil && info.Size() > 0
			})
		})
		found := windowsOn(display.Display(), "--onlyvisible")
		if !shown {
			found += windowsOn(display.Display()) // it has another display
		}
		end(c)
		if (found != "") != shown {
			t.Errorf("with -show %v the windows are %q", shown, found)
		}
	}
}
