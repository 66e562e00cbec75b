package gear

import (
	"time"

	"driftlab/netsync"
	"driftlab/netsync/insight"
)

// SampleRing keeps the latest samples of an algorithm that needs no ring for itself.
//
// The ring is allocated apart from the algorithm, since every frame reads the algorithm but not its samples: with many
// clients the algorithms then fill a sixth of the memory pages.
type SampleRing struct {
	ring []insight.Sample // KeptSamples, allocated with the first sample
	n    int              // number of samples so far
}

// Add keeps a sample.
func (r *SampleRing) Add(s insight.Sample) {
	if r.ring == nil {
		r.ring = make([]insight.Sample, insight.KeptSamples)
	}
	r.ring[r.n%insight.KeptSamples] = s
	r.n++
}

// Settle notes the clock's offset after the latest sample.
func (r *SampleRing) Settle(clock time.Duration) { r.ring[(r.n-1)%insight.KeptSamples].Clock = clock }

// Number returns the number of the latest sample: how many came before it.
func (r *SampleRing) Number() int { return r.n - 1 }

// Judge notes what became of a sample, by its number, if the ring still has it.
func (r *SampleRing) Judge(number int, reason insight.Reason) {
	if r.n-number <= insight.KeptSamples {
		r.ring[number%insight.KeptSamples].Reason = reason
	}
}

// Explain empties d, sets how it is to be drawn, and fills it with the kept samples, oldest first.
func (r *SampleRing) Explain(d *insight.Detail, v insight.View) {
	d.Reset(v)
	for i := max(0, r.n-insight.KeptSamples); i < r.n; i++ {
		d.Samples = append(d.Samples, r.ring[i%insight.KeptSamples])
	}
}

// ExplainAccepted is Explain where those samples count that moved the clock or its statistics.
func (r *SampleRing) ExplainAccepted(d *insight.Detail, v insight.View) {
	r.Explain(d, v)
	for i := range d.Samples {
		d.Samples[i].Counted = d.Samples[i].Reason == insight.Accepted
	}
}

// CountLatest marks the latest n samples among those that are measurements.
func CountLatest(samples []insight.Sample, n int) {
	for i := len(samples) - 1; i >= 0 && n > 0; i-- {
		if s := &samples[i]; s.Usable() {
			s.Counted = true
			n--
		}
	}
}

// Adopt notes in a status that one sample has set the clock to offset, which moved it by step.
func Adopt(s *netsync.Status, offset, step time.Duration) {
	if s.Synchronised {
		s.LastStep = step
	}
	s.Synchronised = true
	s.Offset = offset
	s.Used++
	s.Steps++
}
