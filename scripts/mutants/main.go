// Command mutants shows what a comparison with Midline can't see: it changes netsync/ports/c/midline.h by one thing at a time, and lists the changes after which
// the program still replies as Midline does.
//
//	go run ./scripts/mutants [-only REGEXP] [-jobs 2]
//
// It changes each named constant by its least step, and each < to <= and the other way round. A change is found if the program replies otherwise to an event
// of -links rare, or of the public links, by what driftlab judge -as midline compares. Of each of the others reasons.txt says why no event can show it, or that
// one could; if it says nothing, the exit code is 1. That the unchanged program is Midline the tests of ports hold.
package main

import (
	"flag"
	"fmt"
	"log"
	"regexp"
	"slices"
	"sync"

	"driftlab/game/judge"
)

const folder = "netsync/ports/c" // where the header and its program are, from the repository's root on

func main() {
	log.SetFlags(0)
	only := flag.String("only", "", "`REGEXP` of changed lines; all others are left out")
	jobs := flag.Int("jobs", 2, "`NUMBER` of changes that are tried at once")
	flag.Parse()
	which, err := regexp.Compile(*only)
	if err != nil {
		log.Fatalf("-only: %v", err)
	}
	known, err := readReasons("scripts/mutants/reasons.txt")
	if err != nil {
		log.Fatal(err)
	}
	r, err := newRig(folder, judge.Rare+","+judge.Public)
	if err != nil {
		log.Fatal(err)
	}
	defer r.close()
	all := slices.DeleteFunc(r.mutants, func(m mutant) bool { return !which.MatchString(m.changed()) })
	if left := r.tryAll(all, known, *jobs); left > 0 {
		r.close()
		log.Fatalf("%d of %d changes are not found, and nothing says why", left, len(all))
	}
}

// tryAll tries changes, tells of those that are not found in their order, and returns how many of them have no reason.
func (r *rig) tryAll(all []mutant, known reasons, jobs int) (left int) {
	found := make([]string, len(all))
	next := make(chan int)
	var workers sync.WaitGroup
	for range jobs {
		workers.Go(func() {
			for i := range next {
				where, err := r.try(&all[i], known[all[i].changed()] != "")
				if err != nil {
					log.Fatal(err)
				}
				found[i] = where
				if where == "" && known[all[i].changed()] == "" {
					fmt.Printf("midline.h:%d: not found: %s\n", all[i].line, all[i].changed())
				}
			}
		})
	}
	for i := range all {
		next <- i
	}
	close(next)
	workers.Wait()
	by := map[string]int{}
	for i := range all {
		why := known[all[i].changed()]
		switch {
		case found[i] != "":
			by["found"]++
			if why != "" {
				fmt.Printf("midline.h:%d: found on %s, and reasons.txt need not name it any more: %s\n", all[i].line, found[i], all[i].changed())
			}
		case why == "":
			left++
		default:
			by["with a reason"]++
		}
	}
	fmt.Printf("%d changes: %d found, %d not found with a reason, %d without\n", len(all), by["found"], by["with a reason"], left)
	return left
}
