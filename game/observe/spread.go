package observe

import "math/bits"

const (
	// subBits sets the fineness of a histogram: 2^subBits steps an octave, so that a quantile is right
	// to 0.05 %.
	subBits = 10
	// pageBits sets how many steps have their counts in one page: a quarter of an octave.
	pageBits = 8
)

// A Histogram counts durations ≥ 0 in nanoseconds in steps of constant relative width. Its memory
// depends on how far apart the values are, not on how many there are: a page of counts is there from the first value
// in it on. A clock's errors are in few, and every checkpoint of a session has a copy of them.
//
// A clock's error mostly stays in one step for many ticks. They are counted here and put among the
// counts together: with hundreds of clocks those are too many to be in the processor's cache.
type Histogram struct {
	pages  []*histogramPage // nil for those that hold nothing
	total  uint64           // in pages
	latest int              // step
	run    uint32           // values in a row in it that are not in pages yet
}

type histogramPage [1 << pageBits]uint32

// Add takes one, which must not be negative.
func (h *Histogram) Add(v int64) {
	if i := bucket(v, subBits); i != h.latest {
		h.flush()
		h.latest = i
	}
	h.run++
}

func (h *Histogram) flush() {
	if h.run == 0 {
		return
	}
	n := h.latest >> pageBits
	if n >= len(h.pages) {
		h.pages = append(h.pages, make([]*histogramPage, n+1-len(h.pages))...)
	}
	if h.pages[n] == nil {
		h.pages[n] = new(histogramPage)
	}
	h.pages[n][h.latest%len(h.pages[n])] += h.run
	h.total += uint64(h.run)
	h.run = 0
}

// bucket returns the index of a value, with 2^fine steps an octave: exact below 2^(fine+1), then by octave.
func bucket(v int64, fine int) int {
	shift := bits.Len64(uint64(v)) - fine - 1
	if shift <= 0 {
		return int(v)
	}
	return shift<<fine + int(v>>shift)
}

// middle returns the middle of a bucket.
func middle(i, fine int) int64 {
	shift := i>>fine - 1
	if shift <= 0 {
		return int64(i)
	}
	low := int64(i-shift<<fine) << shift
	return low + 1<<shift/2
}

// Quantile returns the smallest value that at least share percent of all values do not exceed, to
// the middle of its step; 0 if there are none.
func (h *Histogram) Quantile(percent uint64) int64 {
	h.flush()
	want := (h.total*percent + 99) / 100
	var seen uint64
	for page, counts := range h.pages {
		if counts == nil {
			continue
		}
		for i, n := range counts {
			seen += uint64(n)
			if n > 0 && seen >= want {
				return middle(page<<pageBits+i, subBits)
			}
		}
	}
	return 0
}

// A Spread sums up how far something was off its place or its time, over all samples: in nanoseconds or
// in micrometres. Its zero value has no samples.
type Spread struct {
	Count uint64
	Sum   int64 // signed
	Total int64 // of the absolute values
	Worst int64 // absolute
}

// Add takes one sample.
func (s *Spread) Add(v int64) {
	s.Count++
	s.Sum += v
	s.Total += max(v, -v)
	s.Worst = max(s.Worst, v, -v)
}

// Bias returns the signed mean, in which behind and ahead cancel out.
func (s Spread) Bias() int64 { return s.Sum / int64(max(s.Count, 1)) }

// Mean returns the mean of the absolute values.
func (s Spread) Mean() int64 { return s.Total / int64(max(s.Count, 1)) }
