package encode

import (
	"os/exec"
	"syscall"
)

// createNoWindow is a flag of Windows that package syscall lacks: a console program gets no console.
const createNoWindow = 0x08000000

// detach keeps a console's Ctrl+C from the process, since this program decides how the film ends, and keeps
// a console window from flashing up.
func detach(c *exec.Cmd) {
	c.SysProcAttr = &syscall.SysProcAttr{CreationFlags: createNoWindow | syscall.CREATE_NEW_PROCESS_GROUP}
}
