package cli

import "os"

// endings are the signals by which a program is told to end. WebAssembly has none, and may not ask for them.
var endings []os.Signal

// brokenPipe is the signal that comes with writing to a pipe that nobody reads; nil for none.
var brokenPipe os.Signal
