package program

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"driftlab/game/scenario"
	"driftlab/internal/files/filetest"
	"driftlab/internal/testkit"
	"driftlab/ui/film/encode"
)

// asProgram in the environment makes the test binary the program itself.
const asProgram = "DRIFTLAB_TEST_AS_PROGRAM"

func TestMain(m *testing.M) {
	if os.Getenv(asProgram) != "" {
		os.Exit(Main(os.Args[1:]))
	}
	code := m.Run()
	os.RemoveAll(builtIn)
	os.Exit(code)
}

// program returns the program with arguments and without a display: it must start one.
func program(t *testing.T, args ...string) *exec.Cmd {
	t.Helper()
	if testing.Short() {
		t.Skip("it starts programs and X servers")
	}
	if runtime.GOOS != "linux" {
		t.Skip("it starts an X server of its own on Linux only")
	}
	if _, err := exec.LookPath("Xvfb"); err != nil {
		t.Skip(err)
	}
	self, err := os.Executable()
	check(t, err)
	c := exec.Command(self, args...)
	c.Env = append(slices.DeleteFunc(os.Environ(), func(v string) bool { return strings.HasPrefix(v, "DISPLAY=") }), asProgram+"=1")
	return c
}

// servers lists the X servers that a process has started.
func servers(t *testing.T, parent int) (pids []string) {
	t.Helper()
	stats, err := filepath.Glob("/proc/[0-9]*/stat")
	check(t, err)
	for _, stat := range stats {
		text, err := os.ReadFile(stat)
		if err != nil {
			continue // it has ended
		}
		fields := strings.Fields(string(text[bytes.LastIndexByte(text, ')')+1:])) // state, parent, …
		if bytes.Contains(text, []byte("(Xvfb)")) && fields[1] == strconv.Itoa(parent) && fields[0] != "Z" {
			pids = append(pids, filepath.Base(filepath.Dir(stat)))
		}
	}
	return pids
}

// broken starts a film of half a minute, ends the program with a signal while it renders, and returns the folder, its output, and
// its exit status.
func broken(t *testing.T, sent syscall.Signal) (dir, said string, status int) {
	t.Helper()
	dir = t.TempDir()
	out := filepath.Join(dir, "x.gif")
	filetest.Write(t, out, encode.Stamp+": older")
	c := program(t, "record", "-from", "1s", "-duration", "30s", "-size", "160x90", "-progress", "json", "-o", out)
	stderr, err := c.StderrPipe()
	check(t, err)
	check(t, c.Start())
	lines := awaitFrames(t, c, stderr, 8) // more than can wait for the encoder
	before := servers(t, c.Process.Pid)
	if len(before) != 1 {
		t.Errorf("it has the X servers %v", before)
	}
	check(t, c.Process.Signal(sent))
	rest, _ := io.ReadAll(lines)
	var exit *exec.ExitError
	if err := c.Wait(); err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	for _, pid := range before {
		testkit.Until(t, "the X server "+pid+" has ended", func() bool { return !isXvfb(pid) }) // the kernel may need a moment
	}
	if text, err := os.ReadFile(out); err != nil || string(text) != encode.Stamp+": older" {
		t.Errorf("the older film is now %.40q, %v", text, err)
	}
	// It has not replaced the older film.
	if _, err := scenario.Load(filepath.Join(dir, "x.part.session.toml")); err != nil {
		t.Errorf("the session is lost: %v", err)
	}
	return dir, string(rest), c.ProcessState.ExitCode()
}

func isXvfb(pid string) bool {
	text, err := os.ReadFile(filepath.Join("/proc", pid, "stat"))
	return err == nil && bytes.Contains(text, []byte("(Xvfb)")) && !bytes.Contains(text, []byte(") Z"))
}

func TestAFilmThatIsInterruptedLeavesNoHalfFilmAndNoServer(t *testing.T) {
	for _, sent := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP} {
		if signal.Ignored(sent) { // as with nohup; then the program ignores it too
			continue
		}
		_, said, status := broken(t, sent)
		if status != 130 || !strings.Contains(said, "driftlab: the film was cancelled after ") || !strings.Contains(said, `{"event":"failed","text":"the film was cancelled after `) || !strings.Contains(said, "x.part.session.toml") {
			t.Errorf("%v: status %d, %s", sent, status, said)
		}
	}
}

func TestAFilmWhoseProgramIsKilledLeavesNoHalfFilmAndNoServer(t *testing.T) {
	broken(t, syscall.SIGKILL)
}

// TestAFilmWhoseDisplayEndsSaysWhatIsLeft kills the X server that the program has started for a film.
func TestAFilmWhoseDisplayEndsSaysWhatIsLeft(t *testing.T) {
	c := program(t, "record", "-duration", "30s", "-size", "160x90", "-progress", "json", "-o", "film.gif", "-hashes", "hashes")
	c.Dir = t.TempDir()
	stderr, err := c.StderrPipe()
	if err == nil {
		err = c.Start()
	}
	check(t, err)
	defer c.Process.Kill()
	lines := awaitFrames(t, c, stderr, 1)
	for _, pid := range servers(t, c.Process.Pid) {
		number, err := strconv.Atoi(pid)
		check(t, err)
		server, err := os.FindProcess(number)
		if err == nil {
			err = server.Kill()
		}
		check(t, err)
	}
	said, _ := io.ReadAll(lines)
	var exit *exec.ExitError
	if err := c.Wait(); !errors.As(err, &exit) || exit.ExitCode() != 1 {
		t.Errorf("it ends with %v", err)
	}
	all := strings.Split(strings.TrimSpace(string(said)), "\n")
	last := all[len(all)-1]
	for _, want := range []string{"driftlab: the film was broken off after ", "the X server on which it was drawn has ended", "in film.part.gif", "its session is in film.part.session.toml"} {
		if !strings.Contains(last, want) {
			t.Errorf("it says %q, not %q", last, want)
		}
	}
	if _, err := scenario.Load(filepath.Join(c.Dir, "film.part.session.toml")); err != nil {
		t.Error(err)
	}
	if left, err := filepath.Glob(filepath.Join(c.Dir, "*hashes*")); err != nil || len(left) > 0 {
		t.Errorf("%q is left", left)
	}
}

// awaitFrames reads a film's reports until it has made enough frames, and returns the rest.
func awaitFrames(t *testing.T, c *exec.Cmd, said io.Reader, frames int) (rest io.Reader) {
	t.Helper()
	lines, before := bufio.NewReader(said), ""
	for {
		line, err := lines.ReadString('\n')
		before += line
		if err != nil {
			c.Wait()
			t.Fatalf("it ended before: %s", before)
		}
		done := 0
		if fmt.Sscanf(line, `{"event":"frame","done":%d`, &done); done >= frames {
			return lines
		}
	}
}

func TestAFilmIsMadeWithoutADisplay(t *testing.T) {
	out := filepath.Join(t.TempDir(), "x.gif")
	c := program(t, "record", "-duration", "1s", "-end-seconds", "0s", "-fps", "10", "-size", "160x90", "-o", out, "-progress", "json")
	text, err := c.CombinedOutput()
	if err != nil || !strings.Contains(string(text), `{"event":"begin","frames":10,"encoder":"`) || !strings.Contains(string(text), `{"event":"frame","done":10,"frames":10}`) || !strings.Contains(string(text), out+": 10 frames, 1.000 s at 10 a second, 160×90: ") {
		t.Errorf("%v: %s", err, text)
	}
	if _, err := os.Stat(out); err != nil {
		t.Error(err)
	}
}

func TestWithoutXvfbItSaysWhatToInstall(t *testing.T) {
	out := filepath.Join(t.TempDir(), "x.gif")
	c := program(t, "record", "-duration", "1s", "-o", out)
	c.Env = append(c.Env, "PATH=")
	text, err := c.CombinedOutput()
	var exit *exec.ExitError
	if !errors.As(err, &exit) || exit.ExitCode() != 1 || strings.Count(string(text), "\n") != 1 || !strings.Contains(string(text), "apt-get install xvfb") {
		t.Errorf("%v: %s", err, text)
	}
}

func TestABadFlagOfAFilmIsStatusTwo(t *testing.T) {
	c := program(t, "record", "-fps", "0")
	text, err := c.CombinedOutput()
	var exit *exec.ExitError
	if !errors.As(err, &exit) || exit.ExitCode() != 2 || string(text) != "driftlab: -fps: 0 is outside 1..120\n" {
		t.Errorf("%v: %s", err, text)
	}
}

// check ends a test that has met an error.
func check(t testing.TB, err error) {
	if err != nil {
		t.Helper()
		t.Fatal(err)
	}
}
