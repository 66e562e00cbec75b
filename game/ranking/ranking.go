// Package ranking says which of several clocks was closest to the truth, and whether that is more than luck. It knows errors and
// seconds; it knows nothing of clocks.
package ranking

import (
	"math"
	"math/rand/v2"
	"time"
)

const (
	// resamplings is how often the seconds are drawn again, and most of them is in how many a winner must have the least error.
	resamplings = 200
	most        = 190
	// leastBlocks is how many seconds it takes to name a winner: of two equal clocks one is ahead in each of four seconds by luck
	// one time in eight.
	leastBlocks = 5
	// maxBlocks bounds a record's memory, and what a ranking costs. Beyond this many seconds, blocks of one become blocks of two.
	maxBlocks = 256
)

// Alike is how many times as large as the least error another may be to count as equally close.
const Alike = 1.1

// A block is what is kept of a clock's errors in one second.
type block struct {
	count   uint32
	squares float64 // ms²
}

// A Record sums up the errors of several clocks, second by second since one instant.
type Record struct {
	clocks int
	shift  uint    // a block is 2^shift seconds long
	blocks []block // by time, then by clock
}

// NewRecord returns an empty record of some clocks.
func NewRecord(clocks int) Record { return Record{clocks: clocks} }

// Add takes an error of a clock in milliseconds, so long after the record began.
func (r *Record) Add(clock int, since time.Duration, ms float64) {
	i := max(int(since/time.Second), 0)
	for i>>r.shift >= maxBlocks {
		r.halve()
	}
	i >>= r.shift
	for len(r.blocks) < (i+1)*r.clocks {
		r.blocks = append(r.blocks, block{})
	}
	b := &r.blocks[i*r.clocks+clock]
	b.count++
	b.squares += float64(ms * ms)
}

// halve makes one block of each two.
func (r *Record) halve() {
	r.shift++
	n := len(r.blocks) / r.clocks
	for i := range n {
		for c := range r.clocks {
			b := r.blocks[i*r.clocks+c]
			to := &r.blocks[i/2*r.clocks+c]
			if i%2 == 0 {
				*to = block{}
			}
			to.count += b.count
			to.squares += b.squares
		}
	}
	r.blocks = r.blocks[:(n+1)/2*r.clocks]
}

// Errors returns one clock's part of the record. It changes as the record does.
func (r *Record) Errors(clock int) Errors { return Errors{r.blocks, clock, r.clocks, r.shift} }

// Errors are one clock's errors, second by second.
type Errors struct {
	blocks        []block
	clock, clocks int
	shift         uint
}

// Join returns the errors of one clock in several runs, one after the other, in at most this number of blocks.
func Join(runs []Errors, atMost int) Errors {
	all := Record{clocks: 1}
	for _, e := range runs {
		r := e.alone()
		for len(r.blocks) > max(atMost/len(runs), 1) {
			r.halve()
		}
		all.blocks = append(all.blocks, r.blocks...)
	}
	for len(all.blocks) > max(atMost, 1) {
		all.halve()
	}
	return Errors{blocks: all.blocks, clocks: 1}
}

// alone returns a record of the one clock.
func (e *Errors) alone() Record {
	r := Record{clocks: 1, shift: e.shift}
	for i := range e.len() {
		r.blocks = append(r.blocks, e.at(i))
	}
	return r
}

func (e *Errors) len() int {
	if e.clocks == 0 {
		return 0
	}
	return len(e.blocks) / e.clocks
}

// Whole returns the errors of the first seconds. A block of several seconds that is not over then is left out.
func (e Errors) Whole(seconds int) Errors {
	e.blocks = e.blocks[:min(len(e.blocks), seconds>>e.shift*e.clocks)]
	return e
}

func (e *Errors) at(i int) block { return e.blocks[i*e.clocks+e.clock] }

// rms returns the root mean square (RMS) in ms where each block counts as often as said; ok is false if none of these has errors.
func (e *Errors) rms(times []uint32) (ms float64, ok bool) {
	count, squares := uint64(0), 0.0
	for i, n := range times[:min(len(times), e.len())] {
		b := e.at(i)
		count += uint64(b.count) * uint64(n)
		squares += float64(b.squares * float64(n))
	}
	if count == 0 {
		return 0, false
	}
	return math.Sqrt(squares / float64(count)), true
}

// known returns in how many blocks there are errors.
func (e *Errors) known() (blocks int) {
	for i := range e.len() {
		if e.at(i).count > 0 {
			blocks++
		}
	}
	return blocks
}

// A Result is what can be said of the clock with the least error.
type Result int

// The results.
const (
	Nobody Result = iota // fewer than two clocks have errors
	Even                 // the next one's error is larger by a tenth at most
	Brief                // one of the two has errors in fewer than five seconds
	Luck                 // in more than one of twenty resamplings another has the least
	Won
)

// Of compares clocks by the root mean square (RMS) of their errors, over records that began at one instant. Best and next are the
// places of the two least; −1 where there are fewer. Best has won if it has the least error in at least 190 of 200 resamplings: each
// draws as many seconds as there are, with replacement, and the same ones for all clocks (a block bootstrap; Künsch, "The jackknife
// and the bootstrap for general stationary observations", 1989). The draws are the same each time.
func Of(all []Errors) (best, next int, result Result) {
	all = aligned(all)
	n := 0
	for i := range all {
		n = max(n, all[i].len())
	}
	var room [maxBlocks]uint32 // a race is compared in each frame, and allocates nothing
	times := room[:0]          // how often each block is drawn
	for range n {
		times = append(times, 1)
	}
	best, next = least(all, times)
	if next < 0 {
		return best, next, Nobody
	}
	mine, _ := all[best].rms(times)
	other, _ := all[next].rms(times)
	switch {
	case other <= Alike*mine:
		return best, next, Even
	case min(all[best].known(), all[next].known()) < leastBlocks:
		return best, next, Brief
	}
	luck, ahead := rand.NewPCG(1, 2), 0
	for range resamplings {
		clear(times)
		for range times {
			times[luck.Uint64()%uint64(n)]++
		}
		if first, _ := least(all, times); first == best {
			ahead++
		}
	}
	if ahead < most {
		return best, next, Luck
	}
	return best, next, Won
}

// least returns the places of the two clocks with the least errors where each block counts as often as said.
func least(all []Errors, times []uint32) (best, next int) {
	best, next = -1, -1
	var mine, other float64
	for i := range all {
		switch v, ok := all[i].rms(times); {
		case !ok:
		case best < 0 || v < mine:
			best, next, mine, other = i, best, v, mine
		case next < 0 || v < other:
			next, other = i, v
		}
	}
	return best, next
}

// aligned returns the clocks' errors in blocks of one length, which is the longest of theirs.
func aligned(all []Errors) (out []Errors) {
	shift := uint(0)
	one := true
	for i := range all {
		one = one && all[i].shift == all[0].shift
		shift = max(shift, all[i].shift)
	}
	if one {
		return all
	}
	for _, e := range all {
		if e.shift < shift {
			r := e.alone()
			for r.shift < shift {
				r.halve()
			}
			e = r.Errors(0)
		}
		out = append(out, e)
	}
	return out
}
