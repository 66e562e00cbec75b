//go:build !windows

package cli

import "syscall"

// closedPipe are the errors of a pipe without a reader.
var closedPipe = []error{syscall.EPIPE}
