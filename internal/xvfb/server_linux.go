package xvfb

import (
	"os/exec"
	"runtime"
	"syscall"

	"github.com/ebitengine/purego"
)

// OnLost has do called when the X server that this program draws on is gone. Without it Xlib says so in words of
// its own and ends the program at once; it cannot continue either way, so do has to end it. It may be called on
// any thread, while others draw. Where there is no Xlib nothing happens.
func OnLost(do func()) {
	lib, err := purego.Dlopen("libX11.so.6", purego.RTLD_LAZY|purego.RTLD_GLOBAL) // the same that windows are made with
	if err != nil {
		return
	}
	set, err := purego.Dlsym(lib, "XSetIOErrorHandler")
	if err != nil {
		return
	}
	purego.SyscallN(set, purego.NewCallback(func(display uintptr) uintptr {
		do()
		return 0
	}))
}

// withParent has the kernel kill the server when the thread that starts it ends, which is this program's
// main thread where the main goroutine calls Start.
func withParent(c *exec.Cmd) {
	runtime.LockOSThread()
	c.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL, Setpgid: true}
}
