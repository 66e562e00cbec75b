package process

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"runtime"
	"syscall"
	"testing"

	"driftlab/internal/testkit"
	"driftlab/netsync/guest"
)

func TestAProgramOutlivesTheThreadThatAskedForIt(t *testing.T) {
	p := program(t, "serve rtt2", patient())
	var s *Process
	var err error
	var thread int
	done := make(chan bool)
	go func() {
		defer close(done)
		runtime.LockOSThread() // and ends with it
		if thread = syscall.Gettid(); thread != os.Getpid() {
			s, _, err = Start(context.Background(), p, guest.Hello{Client: 1, Seed: 1, TickRate: 60})
		}
	}()
	<-done
	if thread == os.Getpid() {
		t.Skip("the main thread, which ends with the program")
	}
	if err != nil {
		t.Fatal(err)
	}
	defer s.End()
	testkit.Until(t, "its thread is gone", func() bool {
		_, gone := os.Stat(fmt.Sprintf("/proc/self/task/%d", thread))
		return errors.Is(gone, fs.ErrNotExist)
	})
	if _, err := s.Exchange(&guest.Event{N: 1, Kind: guest.Wake}); err != nil {
		t.Error(err)
	}
}
