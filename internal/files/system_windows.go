package files

import (
	"errors"
	"syscall"
)

// What package syscall does not have of Windows' constants.
const (
	deleteOnClose           = 0x04000000
	sharingViolation        = syscall.Errno(32)
	queryLimitedInformation = 0x1000
	invalidParameter        = syscall.Errno(87)
	stillActive             = 259
)

// withoutWaiting is nothing, since opening a file never waits.
const withoutWaiting = 0

// systemFailures are ERROR_HANDLE_DISK_FULL and ERROR_DISK_FULL.
var systemFailures = []error{syscall.Errno(39), syscall.Errno(112)}

// claim takes a lock file, which nobody else can open and which the system removes with its last handle,
// however the program ends.
func claim(lock string) (release func(), err error) {
	name, err := syscall.UTF16PtrFromString(lock)
	if err != nil {
		return func() {}, nil
	}
	h, err := syscall.CreateFile(name, syscall.GENERIC_READ|syscall.GENERIC_WRITE, 0, nil, syscall.OPEN_ALWAYS,
		syscall.FILE_ATTRIBUTE_NORMAL|deleteOnClose, 0)
	switch {
	case errors.Is(err, sharingViolation), errors.Is(err, syscall.ERROR_ACCESS_DENIED): // the second while it is being removed
		return nil, ErrClaimed
	case err != nil:
		return func() {}, nil
	}
	return func() { syscall.CloseHandle(h) }, nil
}

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
