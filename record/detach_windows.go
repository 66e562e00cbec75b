package record

import (
	"os/exec"
	"syscall"
)

// detach keeps a console's Ctrl+C from the process, since this program decides how the film ends, and keeps
// a console window from opening.
func detach(c *exec.Cmd) {
	c.SysProcAttr = &syscall.SysProcAttr{HideWindow: true, CreationFlags: syscall.CREATE_NEW_PROCESS_GROUP}
}
