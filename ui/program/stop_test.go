//go:build unix

package program

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"driftlab/game/scenario"
	"driftlab/internal/files/filetest"
	"driftlab/internal/testkit"
)

// ownProgram returns the program with some arguments.
func ownProgram(t *testing.T, args ...string) *exec.Cmd {
	t.Helper()
	self, err := os.Executable()
	check(t, err)
	cmd := exec.Command(self, args...)
	cmd.Env = append(os.Environ(), asProgram+"=1")
	return cmd
}

// written waits until files named *.partial below a folder have enough bytes; it returns false if the program has ended before.
func written(t *testing.T, dir string, bytes int64, ended <-chan error) bool {
	t.Helper()
	for {
		select {
		case err := <-ended:
			t.Errorf("it has ended by itself: %v", err)
			return false
		default:
		}
		parts, _ := filepath.Glob(filepath.Join(dir, "*", "*.partial"))
		all := int64(0)
		for _, part := range parts {
			if info, err := os.Stat(part); err == nil {
				all += info.Size()
			}
		}
		if all >= bytes {
			return true
		}
	}
}

func TestARunThatIsSignalledWritesWhatItHasAndSaysHowMuchThatIs(t *testing.T) {
	dir := t.TempDir()
	args := []string{"run", "-carrier", "direct", "-o", filepath.Join(dir, "out"), "-pcapng", filepath.Join(dir, "out", "a.pcapng")}
	if out, err := ownProgram(t, append(args, "-duration", "1s")...).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	before, stopped := filetest.Tree(t, dir), ""
	for range testkit.LongCount(1, 30) {
		for _, sent := range []os.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGQUIT} {
			if signal.Ignored(sent) { // as with nohup; then the program ignores it too
				continue
			}
			cmd := ownProgram(t, append(args, "-duration", "8000h")...)
			var out, lines bytes.Buffer
			cmd.Stdout, cmd.Stderr = &out, &lines
			check(t, cmd.Start())
			ended := make(chan error, 1)
			go func() { ended <- cmd.Wait() }()
			if !written(t, dir, rand.Int64N(4<<20), ended) {
				return
			}
			check(t, cmd.Process.Signal(sent))
			var exit *exec.ExitError
			if err := <-ended; !errors.As(err, &exit) || exit.ExitCode() != 130 {
				t.Errorf("%v: %v", sent, err)
			}
			if line := lines.String(); strings.Count(line, "\n") != 1 || !strings.HasPrefix(line, "driftlab: stopped at ") ||
				!strings.HasSuffix(line, "s of 8000h0m0s\n") || !strings.Contains(out.String(), "of 8000h0m0s. The table and all files are of that part alone.\n") {
				t.Errorf("%v: it says %q and %q", sent, line, out.String())
			}
			after := filetest.Tree(t, dir)
			for name, text := range after {
				if old, ok := before[name]; !ok || old == text && strings.HasSuffix(name, "summary.json") && lines.String() != stopped {
					t.Errorf("%v: %s is left, or of the run before", sent, name)
				}
			}
			before, stopped = after, lines.String()
			if sc, err := scenario.Load(filepath.Join(dir, "out", "session.toml")); err != nil || sc.Duration >= 8000*time.Hour {
				t.Errorf("%v: the log can't be played again: %v", sent, err)
			}
		}
	}
}
