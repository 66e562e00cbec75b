package files

import (
	"errors"
	"syscall"
)

// What package syscall does not have of Windows' constants.
const (
	queryLimitedInformation = 0x1000
	invalidParameter        = syscall.Errno(87)
	stillActive             = 259
)

// alive says whether there is a process of a number. One that may not be asked is there.
func alive(pid int) bool {
	h, err := syscall.OpenProcess(queryLimitedInformation, false, uint32(pid))
	if err != nil {
		return !errors.Is(err, invalidParameter)
	}
	defer syscall.CloseHandle(h)
	var code uint32
	return syscall.GetExitCodeProcess(h, &code) != nil || code == stillActive
}
