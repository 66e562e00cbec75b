//go:build unix

package encode

import (
	"os/exec"
	"syscall"
)

// detach keeps a terminal's Ctrl+C from the process: this program gets it and decides how the film ends.
func detach(c *exec.Cmd) { c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }
