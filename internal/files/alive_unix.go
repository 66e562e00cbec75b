//go:build unix

package files

import (
	"errors"
	"syscall"
)

// alive says whether there is a process of a number; of one that is another user's the system says so too.
func alive(pid int) bool { return !errors.Is(syscall.Kill(pid, 0), syscall.ESRCH) }
