package programs

import (
	"os/exec"
	"syscall"
)

// createNoWindow is a flag of Windows that package syscall does not have: a program for consoles gets none.
const createNoWindow = 0x08000000

// WithoutConsole keeps a console from flashing up.
func WithoutConsole(c *exec.Cmd) {
	c.SysProcAttr = &syscall.SysProcAttr{CreationFlags: createNoWindow}
}
