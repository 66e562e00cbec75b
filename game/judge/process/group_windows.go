package process

import (
	"os"
	"sync"
	"syscall"
	"unsafe"

	"golang.org/x/sys/windows"
)

// ownGroup has a program take no key that ends this one.
func ownGroup() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{CreationFlags: syscall.CREATE_NEW_PROCESS_GROUP}
}

// killerOf puts a program that has just started into a job of its own, and returns what ends it with all that it has started since. They end
// with this program too, whose handle is the job's only one. A system that allows no job ends the program alone.
func killerOf(p *os.Process) func() {
	leave := func() {}
	if job, err := newJob(uint32(p.Pid)); err == nil {
		leave = sync.OnceFunc(func() { windows.CloseHandle(job) })
	}
	return func() {
		leave()
		_ = p.Kill()
	}
}

// newJob makes a job that ends with its handle, and puts a process into it.
func newJob(pid uint32) (windows.Handle, error) {
	job, err := windows.CreateJobObject(nil, nil)
	if err != nil {
		return 0, err
	}
	var limits windows.JOBOBJECT_EXTENDED_LIMIT_INFORMATION
	limits.BasicLimitInformation.LimitFlags = windows.JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE
	_, err = windows.SetInformationJobObject(job, windows.JobObjectExtendedLimitInformation, uintptr(unsafe.Pointer(&limits)), uint32(unsafe.Sizeof(limits)))
	var process windows.Handle
	if err == nil {
		process, err = windows.OpenProcess(windows.PROCESS_SET_QUOTA|windows.PROCESS_TERMINATE, false, pid)
	}
	if err == nil {
		err = windows.AssignProcessToJobObject(job, process)
		windows.CloseHandle(process)
	}
	if err != nil {
		windows.CloseHandle(job)
	}
	return job, err
}

func closeOnExec(string) {} // on Windows a program inherits only what is named

// groupTakes knows nothing here.
func groupTakes(int) (memory int64, processes int) { return 0, 0 }
