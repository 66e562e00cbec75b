//go:build !js

package cli

import (
	"os"
	"syscall"
)

// endings are the signals by which a program is told to end: SIGHUP is what a terminal sends that goes away, SIGQUIT
// comes by Ctrl-\.
var endings = []os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGQUIT}

// brokenPipe is the signal that comes with writing to a pipe that nobody reads; nil for none.
var brokenPipe os.Signal = syscall.SIGPIPE
