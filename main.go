// Driftlab shows network clocks at work, on an emulated network, beside the true time.
package main

import (
	"os"

	"driftlab/ui/program"
)

func main() { os.Exit(program.Main(os.Args[1:])) }
