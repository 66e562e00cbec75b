// Command lte takes the grid of whole milliseconds out of Mahimahi's traces, for two links of docs/clock.md.
//
//	go run ./scripts/lte TRACES DIR    writes the traces of a folder, each line at a random moment of its millisecond
package main

import (
	"log"
	"os"
)

func main() {
	if len(os.Args) != 3 {
		log.Fatal("usage: lte TRACES DIR")
	}
	if err := ditherAll(os.Args[1], os.Args[2]); err != nil {
		log.Fatal(err)
	}
}
