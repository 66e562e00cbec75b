package cli

import "syscall"

// closedPipe are the errors of a pipe without a reader: ERROR_BROKEN_PIPE and ERROR_NO_DATA.
var closedPipe = []error{syscall.ERROR_BROKEN_PIPE, syscall.Errno(232)}
