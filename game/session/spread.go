package session

// A Spread sums up how far something was off its place or its time, over all looks at it: in nanoseconds or
// in micrometres. Its zero value is of none.
type Spread struct {
	Count uint64
	Sum   int64 // signed
	Total int64 // of the absolute values
	Worst int64 // absolute
}

func (s *Spread) add(v int64) {
	s.Count++
	s.Sum += v
	s.Total += max(v, -v)
	s.Worst = max(s.Worst, v, -v)
}

// Bias returns the mean, in which what is behind and what is ahead make up for each other.
func (s Spread) Bias() int64 { return s.Sum / int64(max(s.Count, 1)) }

// Mean returns the mean of the absolute values.
func (s Spread) Mean() int64 { return s.Total / int64(max(s.Count, 1)) }
