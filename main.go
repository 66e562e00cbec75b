// Driftlab shows network clocks at work: a host and its clients play over an emulated network, and
// the true time stands beside what each of them believes.
package main

import (
	"os"

	"driftlab/ui/program"
)

func main() { os.Exit(program.Main(os.Args[1:])) }
