package netsync

import "time"

// sampleRing keeps the latest samples of an algorithm that has no use for a ring itself.
//
// It lies apart from the algorithm, which is read in every frame while the samples are not: with many clients the
// algorithms then fill a sixth of the memory pages.
type sampleRing struct {
	ring []Sample // KeptSamples, from the first on
	n    int      // samples ever
}

func (r *sampleRing) add(s Sample) {
	if r.ring == nil {
		r.ring = make([]Sample, KeptSamples)
	}
	r.ring[r.n%KeptSamples] = s
	r.n++
}

// settle notes where the clock stands once the latest sample has been dealt with.
func (r *sampleRing) settle(clock time.Duration) { r.ring[(r.n-1)%KeptSamples].Clock = clock }

// number returns that of the latest sample: how many came before it.
func (r *sampleRing) number() int { return r.n - 1 }

// judge notes what has become of the sample of a number, where it is kept still.
func (r *sampleRing) judge(number int, reason Reason) {
	if r.n-number <= KeptSamples {
		r.ring[number%KeptSamples].Reason = reason
	}
}

// appendTo appends the kept samples, oldest first.
func (r *sampleRing) appendTo(dst []Sample) []Sample {
	for i := max(0, r.n-KeptSamples); i < r.n; i++ {
		dst = append(dst, r.ring[i%KeptSamples])
	}
	return dst
}

// countLatest marks the latest n samples of those that are measurements.
func countLatest(samples []Sample, n int) {
	for i := len(samples) - 1; i >= 0 && n > 0; i-- {
		if s := &samples[i]; s.usable() {
			s.Counted = true
			n--
		}
	}
}

// countAccepted marks the samples that moved the clock or its statistics.
func countAccepted(samples []Sample) {
	for i := range samples {
		samples[i].Counted = samples[i].Reason == Accepted
	}
}
