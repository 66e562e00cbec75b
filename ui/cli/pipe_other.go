//go:build !windows

package cli

import "syscall"

// closedPipe are the errors of a pipe that nobody reads any more.
var closedPipe = []error{syscall.EPIPE}
