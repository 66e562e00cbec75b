package cli

import (
	"syscall"
	"unsafe"
)

var (
	kernel32              = syscall.NewLazyDLL("kernel32.dll")
	getConsoleProcessList = kernel32.NewProc("GetConsoleProcessList")
	messageBox            = syscall.NewLazyDLL("user32.dll").NewProc("MessageBoxW")
)

// MessageBox returns a function that shows a line in a box, or nil if someone sees standard error. After a double click nobody
// does: there is no console, or one that closes with the program.
func MessageBox() func(text string) {
	if !unseen() {
		return nil
	}
	return func(text string) {
		line, err := syscall.UTF16PtrFromString(text)
		if err != nil {
			return
		}
		title, _ := syscall.UTF16PtrFromString("driftlab")
		const iconError = 0x10
		messageBox.Call(0, uintptr(unsafe.Pointer(line)), uintptr(unsafe.Pointer(title)), iconError)
	}
}

// unseen reports that standard error leads nowhere, or to a console that no other program shares. After a double click the
// window's library has freed the console that Windows made for the program, and the handle is invalid.
func unseen() bool {
	h, err := syscall.GetStdHandle(syscall.STD_ERROR_HANDLE)
	if err != nil || h == 0 || h == syscall.InvalidHandle {
		return true
	}
	if kind, err := syscall.GetFileType(h); err == nil && (kind == syscall.FILE_TYPE_DISK || kind == syscall.FILE_TYPE_PIPE) {
		return false
	}
	var mode uint32
	if syscall.GetConsoleMode(h, &mode) != nil {
		return true
	}
	var sharing [2]uint32
	n, _, _ := getConsoleProcessList.Call(uintptr(unsafe.Pointer(&sharing)), uintptr(len(sharing)))
	return n <= 1
}
