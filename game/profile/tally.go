package profile

import (
	"math"
	"slices"
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
		// The standard deviation of delays that are quantiles in nanoseconds.
		sum, squares := 0.0, 0.0
		for _, q := range shape {
			sum += float64(q)
			squares += float64(q) * float64(q)
		}
		n := float64(len(shape))
		far := math.Abs(math.Sqrt2*math.Sqrt(max(0, squares/n-sum/n*sum/n))*s.Jitter.Seconds() - float64(t.deviation))
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

// tally returns all of them together.
func (q *quietPings) tally() *tally {
	mean := q.sum / float64(q.received)
	t := &tally{sent: q.sent, received: q.received, least: min(q.least, MaxRoundTrip), mean: min(time.Duration(mean), MaxRoundTrip), deviation: -1}
	if !q.vague {
		t.deviation = time.Duration(math.Sqrt(max(0, q.squares/float64(q.received)-mean*mean)))
	}
	return t
}

// A count is how many packets a program itself says it has sent and how many of them it has lost. People cut lines out of
// long texts: what is not in the lines is lost only as far as the program says so. It is 0, 0 if the program does not say.
type count struct{ sent, lost int }

// ownCounts are what a program says of the runs of a text.
type ownCounts struct {
	told   count // in all of them
	runs   int   // that it has counted
	spared int   // packets without an answer in the text that came back, as it says
}

// agree compares the packets of a run with the program's own count of it: of those that are lost, the ones above its count
// came back at an unknown time. firm says of which packets a line tells that they are lost; it takes others first.
func (c *ownCounts) agree(run []trip, told count, firm func(i int) bool) {
	c.told.sent, c.told.lost, c.runs = c.told.sent+told.sent, c.told.lost+told.lost, c.runs+1
	lost := lostOf(run)
	for _, firmToo := range []bool{false, true} {
		for i := range run {
			if lost > told.lost && run[i].lost() && (firmToo || !firm(i)) {
				run[i].fate = untimed
				lost, c.spared = lost-1, c.spared+1
			}
		}
	}
}

// lost says whether nothing came back of a packet.
func (t *trip) lost() bool { return t.fate != returned && t.fate != untimed }

// lostOf counts the lost among packets.
func lostOf(run []trip) (n int) {
	for i := range run {
		if run[i].lost() {
			n++
		}
	}
	return n
}

// unseen returns how many packets must have come back of which no line is left, for the share of losses to be what the
// program itself says.
func (m *measurement) unseen() int {
	if m.told.lost == 0 {
		return 0
	}
	n := math.Ceil(float64(lostOf(m.trips)) * float64(m.told.sent) / float64(m.told.lost))
	return max(0, int(n)-len(m.trips))
}

// sayCounts notes where a program's own count is another than that of the lines, and forgets it where it does not tell of all
// runs.
func (m *measurement) sayCounts(runs int) {
	if m.runs != runs {
		m.told = count{}
	}
	if m.spared > 0 {
		m.note("The summary has more answers (%d) than the lines: they are not counted as lost.", m.spared)
	}
	if m.unseen() > 0 {
		m.note("The lines have only %d of the %d packets, and a larger share of losses: the summary's share counts (%d lost).", len(m.trips), m.told.sent, m.told.lost)
	}
}

// drawsEach is how many draws stand behind one quantile.
const drawsEach = 64

// quantiles returns n evenly spaced quantiles of a distribution's extra delay, in ascending order. It
// draws with luck that is always the same (SplitMix64 of a counter), so they are too, and spreads the
// number on which the delay mainly depends evenly, so they are good.
func quantiles(d netsim.Distribution, mean time.Duration, n int) []time.Duration {
	draws := make([]time.Duration, n*drawsEach)
	stride := math.MaxUint64 / uint64(len(draws))
	var counter uint64
	for i := range draws {
		var u [4]uint64
		for j := range u {
			counter += 0x9e3779b97f4a7c15
			u[j] = splitMix(counter)
		}
		u[0] = uint64(i)*stride + u[0]%stride
		draws[i] = d.Delay(mean, u)
	}
	slices.Sort(draws)
	return quantilesOf(draws, n)
}

// splitMix is the output function of SplitMix64 (Steele, Lea and Flood, OOPSLA 2014).
func splitMix(z uint64) uint64 {
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// quantilesOf returns n evenly spaced quantiles of sorted delays.
func quantilesOf(sorted []time.Duration, n int) []time.Duration {
	out := make([]time.Duration, n)
	for i := range out {
		out[i] = sorted[(2*i+1)*len(sorted)/(2*n)]
	}
	return out
}
