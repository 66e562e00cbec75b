package program

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"syscall"
	"testing"
)

// deaf returns a full pipe that nobody reads.
func deaf(t *testing.T) *os.File {
	t.Helper()
	r, w, err := os.Pipe()
	check(t, err)
	t.Cleanup(func() { r.Close(); w.Close() })
	fill, err := syscall.Dup(int(w.Fd()))
	check(t, err)
	defer syscall.Close(fill)
	check(t, syscall.SetNonblock(fill, true))
	for err == nil {
		_, err = syscall.Write(fill, make([]byte, 1))
	}
	if !errors.Is(err, syscall.EAGAIN) {
		t.Fatal(err)
	}
	check(t, syscall.SetNonblock(fill, false)) // both have one state
	return w
}

// At the first signal it reports what is finished, to a pipe that nobody reads, and ends a guest that ignores everything.
func TestASecondSignalEndsTheProgramWhateverItIsAt(t *testing.T) {
	for _, sent := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM} {
		if signal.Ignored(sent) {
			continue
		}
		cmd := ownProgram(t, "judge", "-jobs", "1", "sh", "-c", `trap "" INT TERM HUP QUIT; echo $$ >&2; while :; do sleep 1; done`)
		cmd.Stdout = deaf(t)
		lines, err := cmd.StderrPipe()
		check(t, err)
		check(t, cmd.Start())
		var runs, guest int
		if _, err := fmt.Fscanf(lines, "driftlab: 0 of %d runs\nsh: %d\n", &runs, &guest); err != nil {
			t.Fatal(err)
		}
		check(t, cmd.Process.Signal(sent))
		for syscall.Kill(guest, 0) == nil { // then the first signal was received
		}
		check(t, cmd.Process.Signal(sent))
		var exit *exec.ExitError
		if err := cmd.Wait(); !errors.As(err, &exit) || exit.Sys().(syscall.WaitStatus).Signal() != sent { // 130 to a shell, or 143
			t.Errorf("%v: %v", sent, err)
		}
	}
}
