package files

import (
	"errors"
	"syscall"
)

// What package syscall does not have of Windows' constants.
const (
	deleteOnClose    = 0x04000000
	sharingViolation = syscall.Errno(32)
)

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
