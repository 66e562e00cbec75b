package ui

import (
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"driftlab/internal/await"
	"driftlab/scenario"
	"driftlab/ui/uitest"
)

// found returns the files of a pattern in the folder where the driven program puts its own.
func (d *driver) found(pattern string) []string {
	d.Helper()
	all, err := filepath.Glob(filepath.Join(filepath.Dir(d.log), pattern))
	if err != nil {
		d.Fatal(err)
	}
	return all
}

// TestAPersonFilmsTheSession has the built program make a film and a plot by their keys; then it is killed
// while it makes another film.
func TestAPersonFilmsTheSession(t *testing.T) {
	d := newDriver(t, newTestApp(t, "first", drivenWidth, drivenHeight, 1))
	d.key("space")
	d.key("r")
	d.key("period")
	d.key("period")
	d.key("r")
	d.key("e")
	d.until("the plot is there", func() bool { return len(d.found("first-error-*.png")) == 1 && len(d.found("first-error-*.svg")) == 1 })
	film := d.filmIsThere()
	sc, err := scenario.Load(strings.TrimSuffix(film, ".mp4") + ".session.toml")
	if err != nil || sc.Name != "first" {
		t.Fatal(sc, err)
	}
	if info, err := os.Stat(film); err != nil || info.Size() < 1000 {
		t.Error("the film is too small", err)
	}
	d.until("no part is left over", func() bool { return len(d.found("*.part.*")) == 0 })
	d.killedWhileFilming()
}

// filmIsThere waits for the only film.
func (d *driver) filmIsThere() string {
	d.Helper()
	var all []string
	d.until("the film is there", func() bool {
		all = d.found("*[0-9]s.mp4")
		return len(all) > 0
	})
	return all[0]
}

// killedWhileFilming kills the program while it makes a film: the session is whole, no film has the final
// name, and nobody goes on with it.
func (d *driver) killedWhileFilming() {
	d.key("r")
	d.key("space")
	for range 3 {
		d.key("bracketright")
	}
	d.frames(60) // of the window, at 8× the speed: the film has many more
	d.key("r")
	var parts []string
	d.until("another film is begun", func() bool { parts = d.found("*.part.mp4"); return len(parts) == 1 })
	if err := d.program.Process.Kill(); err != nil {
		d.Fatal(err)
	}
	d.program.Wait()
	log := strings.TrimSuffix(parts[0], ".part.mp4") + ".session.toml"
	if sc, err := scenario.Load(log); err != nil || sc.Duration == 0 {
		d.Errorf("the session is not safe: %v", err)
	}
	await.NoProcessOf(d, log) // the film does not go on without its program
	if now := d.found("*[0-9]s.mp4"); len(now) != 1 {
		d.Errorf("the films are %q", now)
	}
}

// TestAFullDiskIsToldOfAndTheSessionIsSafe has the program put its files onto a disk of its own that is too
// small for what stands beside a film.
func TestAFullDiskIsToldOfAndTheSessionIsSafe(t *testing.T) {
	behind := []string{"unshare", "-rm", "sh", "-c", `mount -t tmpfs -o size=64k tmpfs "FILES" && exec "$0" "$@"`}
	if out, err := exec.Command("unshare", "-rm", "sh", "-c", "mount -t tmpfs -o size=64k tmpfs /tmp").CombinedOutput(); err != nil {
		t.Skipf("no disk can be mounted here: %v %s", err, out)
	}
	d := newDriver(t, newTestApp(t, "first", drivenWidth, drivenHeight, 1), behind...)
	d.key("space")
	d.key("r")
	d.key("period")
	d.key("r")
	d.until("the bottom bar says what went wrong", func() bool {
		return paint(d.see(), d.model.Regions.Bottom, uitest.BytesOf(d.model.Theme.ErrorText)) > 200
	})
	// The disk is the program's alone, as it sees it.
	within := filepath.Join("/proc", strconv.Itoa(d.program.Process.Pid), "root", filepath.Dir(d.log))
	entries, err := os.ReadDir(within)
	if err != nil {
		t.Fatal(err)
	}
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
		case strings.HasSuffix(e.Name(), ".mp4") && !strings.HasSuffix(e.Name(), ".part.mp4"):
			t.Errorf("there is a film, %s", e.Name())
		}
	}
	if sessions != 1 {
		t.Errorf("%d sessions in %v", sessions, entries)
	}
}
