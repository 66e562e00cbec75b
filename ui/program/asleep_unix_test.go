//go:build unix

package program

import (
	"syscall"
	"testing"
	"time"
)

// Closing a laptop stops the program.
func TestNoTimePassesInTheSessionWhileTheMachineSleeps(t *testing.T) {
	p := sit(t, how{unseen: true})
	signal := func(s syscall.Signal) {
		check(t, p.program.Process.Signal(s))
	}
	start, before := time.Now(), p.saved().Duration
	signal(syscall.SIGSTOP)
	stopped := time.Now()
	time.Sleep(time.Second)
	asleep := time.Since(stopped)
	signal(syscall.SIGCONT)
	gone := p.saved().Duration - before
	// Ebitengine makes up for at most a twelfth of a second: here for the window's earlier delay, and for the sleep.
	if most := time.Since(start) - asleep + 2*time.Second/12 + time.Second/60; gone <= 0 || gone > most {
		t.Errorf("with %v of sleep %v of virtual time go by, want at most %v", asleep, gone, most)
	}
}
