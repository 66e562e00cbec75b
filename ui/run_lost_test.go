package ui

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"driftlab/internal/await"
	"driftlab/internal/xvfb"
	"driftlab/scenario"
	"driftlab/ui/filming"
)

// TestAWindowWhoseDisplayEndsSaysSoAndKeepsTheRecording ends the X server on which the window is, in the middle of a
// recording.
func TestAWindowWhoseDisplayEndsSaysSoAndKeepsTheRecording(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes a while")
	}
	needTools(t, "Xvfb", "xdotool")
	server, err := xvfb.Start(1280, 720)
	if err != nil {
		t.Fatal(err)
	}
	defer server.Stop()
	dir := t.TempDir()
	c := exec.Command(build(t), "-carrier", "direct", "-scenario", "first", "-log", filepath.Join(dir, "session.toml"))
	c.Env = append(os.Environ(), "DISPLAY="+server.Display(), "XDG_CONFIG_HOME="+t.TempDir())
	var said bytes.Buffer
	c.Stderr = &said
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	defer end(c)
	press := exec.Command("xdotool", "search", "--sync", "--onlyvisible", "--name", "^driftlab", "windowfocus", "--sync", "key", "--delay", "100", "r")
	press.Env = c.Env
	if out, err := press.CombinedOutput(); err != nil {
		t.Fatalf("xdotool: %v: %s", err, out)
	}
	kept := filepath.Join(dir, "first-film-rec.session.toml")
	await.Until(t, "the recording is on the disk", func() bool { return exists(kept) })
	server.Stop()
	var exit *exec.ExitError
	if err := c.Wait(); !errors.As(err, &exit) || exit.ExitCode() != 1 {
		t.Errorf("it ends with %v", err)
	}
	if want := filming.OwnLine + "the display that the window was on has ended; a recording that ran is kept in " + dir; strings.TrimSpace(said.String()) != want {
		t.Errorf("it says %q, want %q", said.String(), want)
	}
	if _, err := scenario.Load(kept); err != nil {
		t.Errorf("the recording cannot be opened: %v", err)
	}
}
