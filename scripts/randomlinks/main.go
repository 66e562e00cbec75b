// Command randomlinks draws scenarios of random links and machines, on which clocks are compared that nobody has tuned for them, and
// compares them there.
//
//	go run ./scripts/randomlinks -n 1000 -seed 3501 -o DIR      writes them as scenarios
//	go run ./scripts/randomlinks -n 1000 -seed 3501 -run        runs them, and says who was the nearest
//
// Every key that touches a link, a machine's loop or its oscillator is drawn, each way and each machine on its own: draw.go has the ranges,
// and why some keys are left out. The least delays of both ways differ. Half of that difference is in every clock that goes by both ways,
// and would hide how these differ; it is known and constant, and is taken off (run.go).
package main

import (
	"flag"
	"fmt"
	"log"
	"os"
	"path/filepath"
)

func main() {
	n := flag.Int("n", 1000, "how many links")
	first := flag.Int("first", 0, "the first of them")
	seed := flag.Uint64("seed", 3501, "of their luck")
	dir := flag.String("o", "", "folder for their files; none are written without it")
	run := flag.Bool("run", false, "run them")
	flag.Parse()
	if *dir != "" {
		if err := os.MkdirAll(*dir, 0o777); err != nil {
			log.Fatal(err)
		}
	}
	var all tally
	for i := *first; i < *first+*n; i++ {
		l := draw(*seed, i)
		if *dir != "" {
			if err := os.WriteFile(filepath.Join(*dir, l.name+".toml"), []byte(l.text()), 0o666); err != nil {
				log.Fatal(err)
			}
		}
		if !*run {
			continue
		}
		r, err := play(l)
		if err != nil {
			log.Fatalf("%s: %v", l.name, err)
		}
		fmt.Println(r)
		all = append(all, r)
	}
	if *run {
		fmt.Print(all)
	}
}
