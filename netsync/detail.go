package netsync

import "time"

// Detail is an algorithm's view of its own data, for people to look at: the samples it keeps and
// the numbers that it goes by. [Estimator.Explain] fills it; its slices are reused.
type Detail struct {
	Samples []Sample // oldest first; the last [KeptSamples] at most
	Marks   []Mark
}

// KeptSamples is how many samples a [Detail] shows of an algorithm that keeps no ring of its own.
const KeptSamples = 64

// Sample is one measurement as an algorithm took it.
type Sample struct {
	At     Local         // when it arrived, on the algorithm's base
	RTT    time.Duration // round trip, or receive − send where it is of one direction only
	Offset time.Duration // server − local, as this sample alone has it
	Reason Reason
}

// Reason says what became of a sample.
type Reason uint8

// What becomes of samples.
const (
	Accepted      Reason = iota // moved the clock or the statistics it comes from
	Kept                        // counted for statistics, did not move the clock
	TooLate                     // the answer took longer than the algorithm waits
	NotAsked                    // an answer to no question of this join
	AboveCut                    // its round trip is above the algorithm's cut
	InTolerance                 // the clock is near enough already
	NotBest                     // an earlier sample is better
	AlreadySynced               // the algorithm takes one sample only
	Impossible                  // it contradicts itself: a clock was set meanwhile
)

var reasonNames = [...]string{"accepted", "kept", "too late", "not asked for", "above the cut",
	"within tolerance", "not the best", "already synchronised", "impossible"}

// String returns the reason in words.
func (r Reason) String() string { return reasonNames[r] }

// Mark is one number that an algorithm goes by: a percentile, a cut, a minimum, a target.
type Mark struct {
	Name  string
	Value time.Duration
}

func (d *Detail) reset() { d.Samples, d.Marks = d.Samples[:0], d.Marks[:0] }

func (d *Detail) mark(name string, v time.Duration) { d.Marks = append(d.Marks, Mark{name, v}) }

// sampleRing keeps the latest samples of an algorithm that has no use for a ring itself.
type sampleRing struct {
	ring [KeptSamples]Sample
	n    int // samples ever
}

func (r *sampleRing) add(s Sample) {
	r.ring[r.n%KeptSamples] = s
	r.n++
}

// appendTo appends the kept samples, oldest first.
func (r *sampleRing) appendTo(dst []Sample) []Sample {
	for i := max(0, r.n-KeptSamples); i < r.n; i++ {
		dst = append(dst, r.ring[i%KeptSamples])
	}
	return dst
}
