//go:build unix

package program

import (
	"syscall"
	"testing"
	"time"
)

// A laptop that is closed is a program that is stopped.
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
	// Ebitengine makes up for a twelfth of a second at most: here for what the window was behind before, and for the sleep.
	if most := time.Since(start) - asleep + 2*time.Second/12 + time.Second/60; gone <= 0 || gone > most {
		t.Errorf("with %v of sleep %v of virtual time go by, want at most %v", asleep, gone, most)
	}
}
