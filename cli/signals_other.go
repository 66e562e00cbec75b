//go:build !js

package cli

import (
	"os"
	"syscall"
)

// hangUp is what a terminal that goes away sends.
var hangUp = []os.Signal{syscall.SIGHUP}
