package ui

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"driftlab/internal/await"
	"driftlab/scenario"
	"driftlab/ui/filming"
)

// TestAFilmWhoseDisplayEndsSaysWhatIsLeft kills the X server that the program has started for a film.
func TestAFilmWhoseDisplayEndsSaysWhatIsLeft(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes a while")
	}
	needTools(t, "Xvfb")
	dir := t.TempDir()
	c := exec.Command(build(t), "record", "-duration", "2m", "-size", "320x180", "-o", "film.gif", "-hashes", "hashes")
	c.Dir = dir
	c.Env = slices.DeleteFunc(os.Environ(), func(v string) bool { return strings.HasPrefix(v, "DISPLAY=") })
	var said bytes.Buffer
	c.Stderr = &said
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	defer end(c)
	part := filepath.Join(dir, "film.part.gif")
	await.Until(t, "the film is begun", func() bool {
		info, err := os.Stat(part)
		return err == nil && info.Size() > 20_000
	})
	server, err := os.FindProcess(childOf(t, c.Process.Pid, "Xvfb"))
	if err == nil {
		err = server.Kill()
	}
	if err != nil {
		t.Fatal(err)
	}
	var exit *exec.ExitError
	if err := c.Wait(); !errors.As(err, &exit) || exit.ExitCode() != 1 {
		t.Errorf("it ends with %v", err)
	}
	lines := strings.Split(strings.TrimSpace(said.String()), "\n")
	last := lines[len(lines)-1]
	for _, want := range []string{filming.OwnLine + "the film was broken off after ", "the X server on which it was drawn has ended", "in film.part.gif", "its session is in film.part.session.toml"} {
		if !strings.Contains(last, want) {
			t.Errorf("it says %q, not %q", last, want)
		}
	}
	if _, err := scenario.Load(filepath.Join(dir, "film.part.session.toml")); err != nil {
		t.Error(err)
	}
	if left, err := filepath.Glob(filepath.Join(dir, "*hashes*")); err != nil || len(left) > 0 {
		t.Errorf("%q is left", left)
	}
}

// childOf returns the process that another has started from a program.
func childOf(t *testing.T, parent int, program string) int {
	t.Helper()
	all, _ := filepath.Glob("/proc/[0-9]*/stat")
	for _, file := range all {
		text, err := os.ReadFile(file)
		if err != nil {
			continue // it has ended meanwhile
		}
		var pid, of int
		var name, state string
		if _, err := fmt.Sscan(string(text), &pid, &name, &state, &of); err == nil && of == parent && name == "("+program+")" {
			return pid
		}
	}
	t.Fatal("there is no " + program + " of " + strconv.Itoa(parent))
	return 0
}

// TestAFilmInTheBackgroundShowsNoWindow looks at the display on which one is made: a window manager gives the keyboard to
// each window that appears.
func TestAFilmInTheBackgroundShowsNoWindow(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes a while")
	}
	needTools(t, "Xvfb", "xdotool")
	display := newXServer(t, t.TempDir())
	film := filepath.Join(t.TempDir(), "film.gif")
	c := exec.Command(build(t), "record", "-duration", "1h", "-size", "320x180", "-progress", "json", "-o", film)
	c.Env = append(os.Environ(), "DISPLAY=:"+display.number)
	hold, err := c.StdinPipe() // its end would end the film
	if err == nil {
		err = c.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	defer hold.Close()
	defer end(c)
	await.Until(t, "frames are there", func() bool {
		info, err := os.Stat(strings.TrimSuffix(film, ".gif") + ".part.gif")
		return err == nil && info.Size() > 20_000
	})
	windows := func(which ...string) string {
		search := exec.Command("xdotool", append(append([]string{"search"}, which...), "--name", "^driftlab")...)
		search.Env = c.Env
		found, _ := search.Output() // it fails where it finds none
		return string(found)
	}
	if windows() == "" {
		t.Error("there is no window at all, so this test sees nothing")
	}
	if found := windows("--onlyvisible"); found != "" {
		t.Errorf("windows are shown: %s", found)
	}
}
