package congestion

import "time"

// What a [Config] may ask of LEDBAT. RFC 6817 has at most 100 ms for the target, and asks for ten minutes of history.
const (
	MinTarget     = time.Millisecond
	MaxTarget     = 100 * time.Millisecond
	DefaultTarget = 25 * time.Millisecond

	MinHistory     = time.Second
	MaxHistory     = time.Hour
	DefaultHistory = 10 * time.Minute
)

const (
	// allowedIncrease is by how many bytes the window may be above what is on its way: ALLOWED_INCREASE of one segment.
	allowedIncrease = Segment
	// leastWindow is the window below which only a time-out takes it, and the one that it begins with: MIN_CWND and
	// INIT_CWND of two segments.
	leastWindow = 2 * Segment
)

// ledbat is Low Extra Delay Background Transport (RFC 6817, section 2.4.2), with a GAIN of 1. It steers its window so that
// the queueing delay comes to the target: it grows by one segment each round trip where there is no queue, by less the nearer
// the target is, and shrinks beyond it.
type ledbat struct {
	parts  int64 // the window
	target time.Duration
}

func (l *ledbat) window() int { return int(l.parts / parts) }

func (l *ledbat) acknowledged(queueing time.Duration, flight int) {
	l.parts += increase(l.parts) * int64(l.target-queueing) / int64(l.target)
	l.parts = min(l.parts, int64(flight+allowedIncrease)*parts)
	l.parts = bounded(l.parts, leastWindow)
}

func (l *ledbat) lost(int) { l.parts = min(l.parts, bounded(l.parts/2, leastWindow)) }

func (l *ledbat) timedOut(int) { l.parts = Segment * parts }
