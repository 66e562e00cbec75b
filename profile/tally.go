package profile

import (
	"math"
	"time"

	"driftlab/netsim"
)

// A tally is what a program tells of all its packets together. Times are round trips.
type tally struct {
	sent, received int
	least, mean    time.Duration
	deviation      time.Duration // standard; negative where it is not known
}

// fit returns the settings of each direction, both alike: the least is the delay, what the mean is above it the
// jitter, and the distribution the one whose deviation is nearest, which for two ways is √2 of each one's.
func (t *tally) fit() netsim.Settings {
	s := netsim.Settings{
		Delay:        (t.least / 2).Round(time.Microsecond),
		Jitter:       ((t.mean - t.least) / 2).Round(time.Microsecond),
		Distribution: netsim.Uniform{},
		Loss:         round(1-math.Sqrt(float64(t.received)/float64(t.sent)), 1e-6),
	}
	if s.Jitter == 0 || t.deviation < 0 {
		return s
	}
	nearest := math.Inf(1)
	for _, d := range netsim.Distributions() {
		far := math.Abs(math.Sqrt2*deviationOf(d, s.Jitter) - float64(t.deviation))
		if far < nearest {
			nearest, s.Distribution = far, d
		}
	}
	return s
}

// deviationOf returns the standard deviation of a distribution's extra delay in nanoseconds.
func deviationOf(d netsim.Distribution, mean time.Duration) float64 {
	const points = 200
	all := quantiles(d, mean, points)
	sum, squares := 0.0, 0.0
	for _, q := range all {
		sum += float64(q)
		squares += float64(q) * float64(q)
	}
	average := sum / points
	return math.Sqrt(max(0, squares/points-average*average))
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
