package insight

import (
	"time"

	"driftlab/netsync"
)

// Detail is an algorithm's view of its own data, for people to look at: the samples it keeps and
// the numbers that it goes by. An [Explainer] fills it; its slices are reused.
type Detail struct {
	View    View
	Samples []Sample // oldest first; the last [KeptSamples] at most
	Marks   []Mark
	Minima  []Minima // of [clocks.TimeSync] alone, oldest first
	// Points are what an algorithm goes by that looks at each way for itself, in any order, and Line what it has put
	// between the two clouds that they are.
	Points  []Point
	Line    Line
	HasLine bool
}

// A Point is what one datagram tells of the offset, server − local: upwards, as much as its delay too much; downwards, as much
// too little. So the points upwards have a floor and those downwards a ceiling, and the clock lies between.
type Point struct {
	At      netsync.Local // when the client sent it, or received it
	Offset  time.Duration
	Up      bool
	Skipped bool // it does not count
}

// A Line is where an algorithm has the offset at any local time, and between which edges.
type Line struct {
	At          netsync.Local
	Offset      time.Duration // at At
	PPB         int64         // that it gains, in ns a second
	Floor, Ceil time.Duration // the floor of the points upwards is so far above it, the ceiling of those downwards so far below
}

// OffsetAt returns the offset at a local time.
func (l *Line) OffsetAt(at netsync.Local) time.Duration {
	return l.Offset + time.Duration(int64(at.Sub(l.At)/time.Microsecond)*l.PPB/1_000_000)
}

// A View is what the samples and marks of a [Detail] are to be looked at as.
type View uint8

// The views.
const (
	Offsets   View = iota // each sample's offset, and what the clock made of it
	OneAnswer             // the one answer that set the clock
	Ring                  // round trips, their percentiles and the cut, offsets and the tolerance
	Round                 // a round of answers, their median and deviation
	Filter                // delays and offsets of a clock filter
	OneWay                // one way's delays, which no round trip is in, and both minima
	TwoTimes              // one time behind the host and one ahead, and their targets
	Averages              // moving averages of round trips and offsets
	TwoClouds             // the points of both ways, and the line between them
)

// KeptMinima is how many rows of minima a [Detail] has at most: 25.6 s.
const KeptMinima = 128

// KeptSamples is how many samples a [Detail] shows of an algorithm that keeps no ring of its own.
const KeptSamples = 64

// Sample is one measurement as an algorithm took it.
type Sample struct {
	At     netsync.Local // when it arrived, on the algorithm's base
	RTT    time.Duration // round trip, or receive − send where it is of one direction only
	Offset time.Duration // server − local, as this sample alone has it
	Clock  time.Duration // server − local, as the clock had it once the sample was dealt with
	Reason Reason
	// Counted says that it is among those that the algorithm's statistics stand on now: Slot's ring of
	// round trips, Simpson's round, SNTP's filter, what an average is of.
	Counted bool
}

// Usable says whether the sample was a measurement at all.
func (s *Sample) Usable() bool {
	switch s.Reason {
	case TooLate, NotAsked, Impossible:
		return false
	}
	return true
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

// The marks that are shown apart from a list.
const (
	MarkP20             = "20th percentile"
	MarkP50             = "50th percentile"
	MarkP80             = "80th percentile"
	MarkTolerance       = "tolerance"
	MarkMedian          = "median"
	MarkDeviation       = "deviation"
	MarkCut             = "cut"
	MarkMean            = "mean offset"
	MarkLeastDelay      = "least delay"
	MarkDistance        = "distance"
	MarkAverageTrip     = "average round trip"
	MarkOffsetDeviation = "offset deviation"
	MarkLeastOffset     = "least offset"
	MarkGreatestOffset  = "greatest offset"
	MarkMeanDifference  = "mean difference"
	MarkMinimumOWD      = "minimum OWD"
	MarkReceiveBuffer   = "receive buffer"
	MarkSendBuffer      = "send buffer"
	MarkPredicted       = "predicted"
	MarkPredictedTarget = "target predicted"
	MarkPredictedGain   = "predicted gain a second"
	MarkServer          = "server"
	MarkServerTarget    = "target server"
	MarkServerGain      = "server gain a second"
	MarkHardReset       = "hard reset"
	MarkDeadZone        = "dead zone"
)

// Mark returns the value of a mark; ok is false where there is none of that name.
func (d *Detail) Mark(name string) (v time.Duration, ok bool) {
	for _, m := range d.Marks {
		if m.Name == name {
			return m.Value, true
		}
	}
	return 0, false
}

// Reset empties d for an [Explainer] that fills it, and says what it is to be looked at as.
func (d *Detail) Reset(v View) {
	d.View, d.Samples, d.Marks, d.Minima, d.Points = v, d.Samples[:0], d.Marks[:0], d.Minima[:0], d.Points[:0]
	d.Line, d.HasLine = Line{}, false
}

// Put adds a mark.
func (d *Detail) Put(name string, v time.Duration) { d.Marks = append(d.Marks, Mark{name, v}) }

// An Explainer is an [netsync.Estimator] that shows people what it goes by.
type Explainer interface {
	// Explain empties d and fills it with the samples and the numbers that the algorithm goes by.
	Explain(d *Detail)
}

// Explain fills d with what an estimator goes by; one that is no [Explainer] leaves it empty.
func Explain(e netsync.Estimator, d *Detail) {
	if x, ok := e.(Explainer); ok {
		x.Explain(d)
		return
	}
	d.Reset(Offsets)
}

// Minima is what [clocks.TimeSync] went by during a short time. All delays are as its clock is now would have
// them. At the end, therefore, both minima meet at the same delay; how far apart they were before is
// twice how far the clock was from where it is.
type Minima struct {
	At    netsync.Local // the first datagram of the time
	Least time.Duration // the fastest trip down of that time
	Down  time.Duration // the window's minimum of the trips down
	Up    time.Duration // the minimum of the trips up that the host had reported; meaningful if HasUp
	HasUp bool
}
