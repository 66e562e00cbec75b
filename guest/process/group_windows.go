package process

import (
	"os"
	"syscall"
)

// ownGroup has a program take no key that ends this one.
func ownGroup() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{CreationFlags: syscall.CREATE_NEW_PROCESS_GROUP}
}

// killGroup ends the program. What it has started itself keeps running: package syscall has no job objects.
func killGroup(p *os.Process) { _ = p.Kill() }

func closeOnExec(string) {} // Windows has a program inherit what it is told to, and nothing else

// groupTakes knows nothing here.
func groupTakes(int) (memory int64, processes int) { return 0, 0 }
