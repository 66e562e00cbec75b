package cli

import "os"

// endings are the signals that ask a program to end. WebAssembly has none.
var endings []os.Signal

// brokenPipe is the signal for writing to a pipe without a reader; nil for none.
var brokenPipe os.Signal
