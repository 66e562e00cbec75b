//go:build unix

package process

import (
	"os"
	"strconv"
	"syscall"
)

// killerOf returns what ends a program and all processes of its group.
func killerOf(p *os.Process) func() { return func() { _ = syscall.Kill(-p.Pid, syscall.SIGKILL) } }

func closeOnExec(name string) {
	if fd, err := strconv.Atoi(name); err == nil && fd > 2 {
		syscall.CloseOnExec(fd)
	}
}
