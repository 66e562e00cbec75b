//go:build !js

package judge

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"sync"

	"driftlab/netsync/guest"
)

// Judge plays all links with all seeds, several at once, and reports each run that has finished. After the first fault of the program it
// begins no other; the error is that fault, and broken the run that it ended.
func Judge(done context.Context, links []Link, seeds []uint64, who Entrant, jobs int, told func(Run)) (j Judgement, broken *Run, err error) {
	j = Judgement{Links: links, Seeds: seeds}
	next, stop := context.WithCancel(done)
	defer stop()
	type finished struct {
		run Run
		err error
	}
	work, out := make(chan [2]int), make(chan finished)
	var all sync.WaitGroup
	for range min(jobs, len(links)*len(seeds)) {
		all.Go(func() {
			for w := range work {
				run, err := Play(done, &links[w[0]], seeds[w[1]], who, len(seeds))
				run.Link = w[0]
				if w[1] > 0 {
					run.Log = "" // which is written of the first seed alone
				}
				out <- finished{run, err}
				if err != nil {
					return // the loop below has the others end too
				}
			}
		})
	}
	go func() {
		defer func() { close(work); all.Wait(); close(out) }()
		for l := range links {
			for s := range seeds {
				select {
				case work <- [2]int{l, s}:
				case <-next.Done():
					return
				}
			}
		}
	}()
	for f := range out {
		if f.err == nil {
			j.take(f.run)
			told(f.run)
			continue
		}
		stop()
		if err == nil {
			err, broken = f.err, &f.run
		}
	}
	j.sort(j.Runs)
	if err == nil {
		err = done.Err()
	}
	if err != nil {
		j.Fault = err.Error()
	}
	return j, broken, err
}

// sort puts runs in the order of their links and seeds.
func (j *Judgement) sort(runs []Run) {
	at := map[uint64]int{}
	for i, seed := range j.Seeds {
		at[seed] = i
	}
	slices.SortFunc(runs, func(a, b Run) int { return cmp.Or(a.Link-b.Link, at[a.Seed]-at[b.Seed]) })
}

// take keeps a finished run. The last one of a link makes its verdict at once, so that stopping a long run needs no wait for sums.
func (j *Judgement) take(r Run) {
	if j.Runs = append(j.Runs, r); j.ofLink == nil {
		j.ofLink, j.made = make([][]Run, len(j.Links)), make([]*Verdict, len(j.Links))
	}
	runs := append(j.ofLink[r.Link], r)
	j.ofLink[r.Link] = runs
	if len(runs) == len(j.Seeds) {
		j.sort(runs)
		v := newVerdict(&j.Links[r.Link], runs)
		j.made[r.Link], j.ofLink[r.Link] = &v, nil
	}
}

// Ours says whether an error of [Judge] is no fault of the program's.
func Ours(err error) bool {
	var fault *guest.Fault
	return !errors.As(err, &fault) || fault.Ours
}
