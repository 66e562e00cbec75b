//go:build !js

package cli

import (
	"os"
	"syscall"
)

// endings are the signals by which a program is told to end: the last is what a terminal sends that goes away.
var endings = []os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGHUP}
