package session

import "math/bits"

// subBits sets the fineness of a histogram: 2^subBits steps an octave, so that a quantile is right
// to 0.05 %.
const subBits = 10

// histogram counts durations ≥ 0 in nanoseconds in steps of constant relative width. Its memory
// depends on the largest value only, not on how many there are.
//
// A clock's error mostly stays in one step for many ticks. They are counted here and put among the
// counts together: with hundreds of clocks those are too many to be in the processor's cache.
type histogram struct {
	counts []uint32
	total  uint64 // in counts
	latest int    // step
	run    uint32 // values in a row in it that are not in counts yet
}

func (h *histogram) add(v int64) {
	if i := bucket(v); i != h.latest {
		h.flush()
		h.latest = i
	}
	h.run++
}

func (h *histogram) flush() {
	if h.run == 0 {
		return
	}
	if h.latest >= len(h.counts) {
		h.counts = append(h.counts, make([]uint32, h.latest+1-len(h.counts))...)
	}
	h.counts[h.latest] += h.run
	h.total += uint64(h.run)
	h.run = 0
}

// bucket returns the index of a value: exact below 2^(subBits+1), then by octave.
func bucket(v int64) int {
	shift := bits.Len64(uint64(v)) - subBits - 1
	if shift <= 0 {
		return int(v)
	}
	return shift<<subBits + int(v>>shift)
}

// middle returns the middle of a bucket.
func middle(i int) int64 {
	shift := i>>subBits - 1
	if shift <= 0 {
		return int64(i)
	}
	low := int64(i-shift<<subBits) << shift
	return low + 1<<shift/2
}

// quantile returns the smallest value that at least share percent of all values do not exceed, to
// the middle of its step; 0 if there are none.
func (h *histogram) quantile(percent uint64) int64 {
	h.flush()
	want := (h.total*percent + 99) / 100
	var seen uint64
	for i, n := range h.counts {
		seen += uint64(n)
		if n > 0 && seen >= want {
			return middle(i)
		}
	}
	return 0
}
