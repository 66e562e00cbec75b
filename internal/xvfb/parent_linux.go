package xvfb

import (
	"os/exec"
	"runtime"
	"syscall"
)

// withParent has the kernel kill the server when the thread that starts it ends, which is this program's
// main thread where the main goroutine calls Start.
func withParent(c *exec.Cmd) {
	runtime.LockOSThread()
	c.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL, Setpgid: true}
}
