//go:build !js

package cli

import (
	"os"
	"syscall"
)

// endings are the signals that ask a program to end: a terminal that closes sends SIGHUP, Ctrl-\ sends SIGQUIT.
var endings = []os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGQUIT}

// brokenPipe is the signal for writing to a pipe without a reader; nil for none.
var brokenPipe os.Signal = syscall.SIGPIPE
