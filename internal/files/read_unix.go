//go:build unix

package files

import "syscall"

// withoutWaiting opens a pipe without waiting for its other end.
const withoutWaiting = syscall.O_NONBLOCK
