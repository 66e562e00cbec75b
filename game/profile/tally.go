package profile

import (
	"math"
	"sync"
	"time"

	"driftlab/netsim"
)

// A tally is what a program tells of all its packets together. Times are round trips.
type tally struct {
	sent, received int
	least, mean    time.Duration
	deviation      time.Duration // standard; negative where it is not known
	greatest       time.Duration // 0 where it is not known
}

// fit returns the settings of each direction, both alike: the least is the delay, what the mean is above it the
// jitter, and the distribution the one whose deviation is nearest, which for two ways is √2 of each one's. Where that
// is not known it is the one whose greatest of as many is nearest.
func (t *tally) fit() netsim.Settings {
	s := netsim.Settings{
		Delay:        (t.least / 2).Round(time.Microsecond),
		Jitter:       ((t.mean - t.least) / 2).Round(time.Microsecond),
		Distribution: netsim.Uniform{},
		Loss:         round(1-math.Sqrt(float64(t.received)/float64(t.sent)), 1e-6),
	}
	if s.Jitter == 0 || t.deviation < 0 && t.greatest == 0 {
		return s
	}
	nearest := math.Inf(1)
	for i, d := range netsim.Distributions() {
		shape := shapes()[i]
		far := math.Abs(math.Sqrt2*deviationOf(shape)*s.Jitter.Seconds() - float64(t.deviation))
		if t.deviation < 0 {
			greatest := float64(shape[shapePoints-1-shapePoints/(2*max(1, t.received))]) * s.Jitter.Seconds()
			far = math.Abs(greatest - float64(t.greatest-t.least)/2)
		}
		if far < nearest {
			nearest, s.Distribution = far, d
		}
	}
	return s
}

// shapePoints is by how many quantiles the shape of a distribution is known.
const shapePoints = 200

// shapes returns the quantiles of all distributions for a mean extra delay of a second, to which others are in
// proportion. They take some milliseconds, once.
var shapes = sync.OnceValue(func() (all [][]time.Duration) {
	for _, d := range netsim.Distributions() {
		all = append(all, quantiles(d, time.Second, shapePoints))
	}
	return all
})

// deviationOf returns the standard deviation of delays that are quantiles in nanoseconds.
func deviationOf(all []time.Duration) float64 {
	sum, squares := 0.0, 0.0
	for _, q := range all {
		sum += float64(q)
		squares += float64(q) * float64(q)
	}
	n := float64(len(all))
	return math.Sqrt(max(0, squares/n-sum/n*sum/n))
}

// quietPings adds up pings that tell only of all their packets.
type quietPings struct {
	pings    int
	sent     int
	received int
	least    time.Duration
	sum      float64 // of the round trips, ns
	squares  float64
	vague    bool // some do not tell their deviation
}

// add adds a ping, if it tells its times.
func (q *quietPings) add(b *pingBlock) {
	if !b.extremes {
		return
	}
	if q.pings++; q.pings == 1 {
		q.least = b.least
	}
	n, mean, dev := float64(b.received), float64(b.mean), float64(max(0, b.dev))
	q.sent, q.received, q.least = q.sent+b.sent, q.received+b.received, min(q.least, b.least)
	q.sum += n * mean
	q.squares += n * (mean*mean + dev*dev)
	q.vague = q.vague || b.dev < 0
}

// tally returns all of them together.
func (q *quietPings) tally() *tally {
	mean := q.sum / float64(q.received)
	t := &tally{sent: q.sent, received: q.received, least: min(q.least, MaxRoundTrip), mean: min(time.Duration(mean), MaxRoundTrip), deviation: -1}
	if !q.vague {
		t.deviation = time.Duration(math.Sqrt(max(0, q.squares/float64(q.received)-mean*mean)))
	}
	return t
}
