// Command lte sets the goals of the two links of docs/clock.md whose traces have no grid of whole milliseconds.
//
//	go run ./scripts/lte -dither TRACES -o DIR             writes the traces, each line at a random moment of its millisecond
//	go run ./scripts/lte -seeds 20 DIR/clock-lte-*.toml    says how far off a prototype is that is told how the links are made
//
// The prototype goes by what Midline goes by, the fastest datagram of each report, and knows more: that the rate does not change, that no path does,
// and nothing of it need be cheap. What it reaches is a goal for a clock that has to find all that out.
package main

import (
	"flag"
	"fmt"
	"log"
	"slices"
)

func main() {
	traces := flag.String("dither", "", "folder of traces to take the grid out of")
	out := flag.String("o", ".", "folder for them")
	seeds := flag.Int("seeds", 20, "how many runs of each scenario")
	flag.Parse()
	if *traces != "" {
		if err := ditherAll(*traces, *out); err != nil {
			log.Fatal(err)
		}
	}
	for _, name := range flag.Args() {
		var all []float64
		for seed := range *seeds {
			c, err := record(name, uint64(seed+1))
			if err != nil {
				log.Fatal(err)
			}
			all = append(all, c.rms())
		}
		slices.Sort(all)
		fmt.Printf("%s: RMS %.4f ms, of %d seeds %.4f to %.4f\n", name, all[len(all)/2], len(all), all[0], all[len(all)-1])
	}
}
