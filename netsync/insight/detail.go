// Package insight is what a clock shows people about itself: the samples that it keeps, the numbers that it uses, and what
// is measured of it at every tick. It knows the times and estimators of package netsync, and no algorithm.
//
// A program that only wants to know the time does not need it.
package insight

import (
	"time"

	"driftlab/netsync"
)

// Detail is an algorithm's view of its own data, for display: the samples that it keeps and the numbers that it uses. An
// [Explainer] fills it; its slices are reused.
type Detail struct {
	View    View
	Samples []Sample // oldest first; the last [KeptSamples] at most
	Marks   []Mark
	Minima  []Minima // only of [clocks.TimeSync], oldest first
	// Points are the measurements of an algorithm that looks at each direction by itself, in any order. They form two
	// clouds, and Line is what the algorithm has drawn between them.
	Points  []Point
	Line    Line
	HasLine bool
}

// A Point is what one datagram shows of the offset, server − local: too large by its delay if it travelled up, too small by
// its delay if it travelled down. So the points of the uplink have a floor, those of the downlink a ceiling, and the clock
// lies between.
type Point struct {
	At      netsync.Local // when the client sent it, or received it
	Offset  time.Duration
	Up      bool
	Skipped bool // the algorithm does not count it
}

// A Line is where an algorithm puts the offset at any local time, and between which edges.
type Line struct {
	At          netsync.Local
	Offset      time.Duration // at At
	PPB         int64         // what it gains, in ns a second
	Floor, Ceil time.Duration // how far the floor of the uplink's points is above the line, and the ceiling of the downlink's below it
}

// OffsetAt returns the offset at a local time.
func (l *Line) OffsetAt(at netsync.Local) time.Duration {
	return l.Offset + time.Duration(int64(at.Sub(l.At)/time.Microsecond)*l.PPB/1_000_000)
}

// A View says how the samples and marks of a [Detail] are to be drawn.
type View uint8

// The views.
const (
	Offsets   View = iota // each sample's offset, and what the clock made of it
	OneAnswer             // the one answer that set the clock
	Ring                  // round trips, their percentiles and the cut, offsets and the tolerance
	Round                 // one round of answers, their median and deviation
	Filter                // delays and offsets of a clock filter
	OneWay                // one-way delays, which contain no round trip, and both minima
	TwoTimes              // one time behind the host and one ahead, and their targets
	Averages              // moving averages of round trips and offsets
	TwoClouds             // the points of both directions, and the line between them
)

// KeptMinima is how many rows of minima a [Detail] has at most: 25.6 s.
const KeptMinima = 128

// KeptSamples is how many samples a [Detail] shows of an algorithm that keeps no ring of its own.
const KeptSamples = 64

// Sample is one measurement as an algorithm took it.
type Sample struct {
	At     netsync.Local // when it arrived, on the algorithm's base
	RTT    time.Duration // round trip, or receive − send if it is of one direction only
	Offset time.Duration // server − local, by this sample alone
	Clock  time.Duration // server − local, by the clock once it had taken the sample
	Reason Reason
	// Counted says that the sample is among those that the algorithm's statistics use now: Slot's ring of round trips,
	// Simpson's round, SNTP's filter, the values in an average.
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

// Reason says what the algorithm did with a sample, and why.
type Reason uint8

// The reasons.
const (
	Accepted      Reason = iota // moved the clock or the statistics it comes from
	Kept                        // used for statistics, did not move the clock
	TooLate                     // the answer took longer than the algorithm waits
	NotAsked                    // an answer to no question of this join
	AboveCut                    // its round trip is above the algorithm's cut
	InTolerance                 // the clock is close enough already
	NotBest                     // an earlier sample is better
	AlreadySynced               // the algorithm takes one sample only
	Impossible                  // it contradicts itself: a clock was set meanwhile
)

var reasonNames = [...]string{"accepted", "kept", "too late", "not asked for", "above the cut",
	"within tolerance", "not the best", "already synchronised", "impossible"}

// String returns the reason in words.
func (r Reason) String() string { return reasonNames[r] }

// Mark is one number that an algorithm uses: a percentile, a cut, a minimum, a target.
type Mark struct {
	Name  string
	Value time.Duration
}

// The marks that are shown outside the list.
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

// Mark returns the value of a mark; ok is false if there is none of that name.
func (d *Detail) Mark(name string) (v time.Duration, ok bool) {
	for _, m := range d.Marks {
		if m.Name == name {
			return m.Value, true
		}
	}
	return 0, false
}

// Reset empties d so that an [Explainer] can fill it, and sets how it is to be drawn.
func (d *Detail) Reset(v View) {
	d.View, d.Samples, d.Marks, d.Minima, d.Points = v, d.Samples[:0], d.Marks[:0], d.Minima[:0], d.Points[:0]
	d.Line, d.HasLine = Line{}, false
}

// Put adds a mark.
func (d *Detail) Put(name string, v time.Duration) { d.Marks = append(d.Marks, Mark{name, v}) }

// An Explainer is an [netsync.Estimator] that can show people the data that it uses.
type Explainer interface {
	// Explain empties d and fills it with the samples and the numbers that the algorithm uses.
	Explain(d *Detail)
}

// Explain fills d with the data that an estimator uses. It leaves d empty if the estimator is no [Explainer].
func Explain(e netsync.Estimator, d *Detail) {
	if x, ok := e.(Explainer); ok {
		x.Explain(d)
		return
	}
	d.Reset(Offsets)
}

// Minima is what [clocks.TimeSync] measured during a short time. All delays are given by its clock as it is now. So at the
// end both minima meet at the same delay; the distance between them at an earlier time is twice the error that the clock had
// then, compared with now.
type Minima struct {
	At    netsync.Local // the first datagram of that time
	Least time.Duration // the fastest trip down of that time
	Down  time.Duration // the window's minimum of the trips down
	Up    time.Duration // the minimum of the trips up that the host had reported; meaningful if HasUp
	HasUp bool
}

// A Glance is what is measured of a clock at every tick: its time, and those parts of its [netsync.Status] that the
// measuring needs.
type Glance struct {
	Synchronised   bool
	HasOWD         bool
	Time           netsync.Server
	Steps          uint64
	OWDUp, OWDDown time.Duration
}

// A Glancer is an [netsync.Estimator] that can fill a [Glance] directly, without its whole status.
type Glancer interface {
	// Glance fills g with what is measured of the clock at now.
	Glance(now netsync.Local, g *Glance)
}

// Fill fills g from a clock's status and its time; ok says whether the clock is synchronised.
func (g *Glance) Fill(s *netsync.Status, t netsync.Server, ok bool) {
	g.Synchronised, g.HasOWD, g.Time, g.Steps = ok, s.HasOWD, t, s.Steps
	g.OWDUp, g.OWDDown = s.OWDUp, s.OWDDown
}

// KeptTrips is how many of its latest trips a [TripMeter] uses: about a second's worth.
const KeptTrips = 64

// Trips are the one-way delays of the latest datagrams, [KeptTrips] at most.
type Trips struct {
	Count               int // 0 if nothing is known; the other fields are meaningful only if it is more
	Latest, Least, Mean time.Duration
}

// A TripMeter takes one-way delays of the downlink as they come. Its zero value has none.
type TripMeter struct {
	kept [KeptTrips]time.Duration
	n    uint64 // ever
	sum  time.Duration
}

// Add takes the one-way delay of the latest datagram.
func (m *TripMeter) Add(d time.Duration) {
	slot := &m.kept[m.n%KeptTrips]
	m.sum += d - *slot
	*slot = d
	m.n++
}

// Trips summarises the latest trips.
func (m *TripMeter) Trips() (t Trips) {
	if t.Count = int(min(m.n, KeptTrips)); t.Count == 0 {
		return t
	}
	t.Latest = m.kept[(m.n-1)%KeptTrips]
	t.Mean = m.sum / time.Duration(t.Count)
	t.Least = t.Latest
	for _, d := range m.kept[:t.Count] {
		t.Least = min(t.Least, d)
	}
	return t
}
