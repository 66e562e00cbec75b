// Command randomlinks draws scenarios of random links and machines, on which clocks are compared that nobody has tuned for them, and
// compares them there.
//
//	go run ./scripts/randomlinks -n 1000 -seed 3501 -o DIR      writes them as scenarios
//	go run ./scripts/randomlinks -n 1000 -seed 3501 -run        runs them, and says who was the nearest
//	go run ./scripts/randomlinks -seed 3509,3510 -run -lost     and says of those on which that was not Midline why, beside an oracle (oracle.go)
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
	"runtime"
	"strconv"
	"strings"
	"sync"
)

func main() {
	n := flag.Int("n", 1000, "how many links of each seed")
	first := flag.Int("first", 0, "the first of them")
	seeds := flag.String("seed", "3501", "of their luck, or several with commas")
	dir := flag.String("o", "", "folder for their files; none are written without it")
	run := flag.Bool("run", false, "run them")
	lost := flag.Bool("lost", false, "with -run: say why those were lost on which Midline was not the nearest")
	flag.Parse()
	var links []*link
	for text := range strings.SplitSeq(*seeds, ",") {
		seed, err := strconv.ParseUint(text, 10, 64)
		if err != nil {
			log.Fatalf("-seed: %q is not a number", text)
		}
		for i := *first; i < *first+*n; i++ {
			links = append(links, draw(seed, i))
		}
	}
	if *dir != "" {
		if err := write(links, *dir); err != nil {
			log.Fatal(err)
		}
	}
	if !*run {
		return
	}
	all, err := playAll(links)
	if err != nil {
		log.Fatal(err)
	}
	for _, r := range all {
		fmt.Println(r)
	}
	fmt.Print(all)
	if *lost {
		fmt.Print("\n", all.lost())
	}
}

// write writes links as scenarios.
func write(links []*link, dir string) error {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	for _, l := range links {
		if err := os.WriteFile(filepath.Join(dir, l.name+".toml"), []byte(l.text()), 0o666); err != nil {
			return err
		}
	}
	return nil
}

// playAll runs links, as many at once as there are processors.
func playAll(links []*link) (tally, error) {
	all, errs := make(tally, len(links)), make([]error, len(links))
	next := make(chan int)
	var workers sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		workers.Go(func() {
			for i := range next {
				all[i], errs[i] = play(links[i])
			}
		})
	}
	for i := range links {
		next <- i
	}
	close(next)
	workers.Wait()
	for i, err := range errs {
		if err != nil {
			return nil, fmt.Errorf("%s: %w", links[i].name, err)
		}
	}
	return all, nil
}
