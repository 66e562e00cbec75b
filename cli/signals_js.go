package cli

import "os"

// hangUp is what a terminal that goes away sends.
var hangUp []os.Signal
