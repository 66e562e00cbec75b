//go:build unix

package process

import (
	"os"
	"syscall"
)

// killerOf returns what ends a program and all processes of its group.
func killerOf(p *os.Process) func() { return func() { _ = syscall.Kill(-p.Pid, syscall.SIGKILL) } }
