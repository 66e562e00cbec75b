//go:build unix

package filmpanel

import (
	"io"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"testing"
)

func TestAFilmIsOverThoughAProcessIsLeftThatHoldsWhatItsMakerSaid(t *testing.T) {
	if _, err := exec.LookPath("setsid"); err != nil {
		t.Skip("there is no setsid here")
	}
	child, err := follow("sh", "-c", "setsid sleep 3600 & echo $! >&2")
	check(t, err)
	said, _ := io.ReadAll(child.Reports)
	left, err := strconv.Atoi(strings.TrimSpace(string(said)))
	if err != nil {
		t.Fatalf("it says %q", said)
	}
	defer syscall.Kill(left, syscall.SIGKILL)
	if err := child.Wait(); err != nil {
		t.Error(err)
	}
}
