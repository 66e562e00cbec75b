package congestion

import (
	"time"

	"driftlab/netsync"
)

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
	cwnd
	target time.Duration
}

func (l *ledbat) acknowledged(queueing time.Duration, flight int) {
	l.parts += increase(l.parts) * int64(l.target-queueing) / int64(l.target)
	l.parts = min(l.parts, int64(flight+allowedIncrease)*parts)
	l.parts = bounded(l.parts, leastWindow)
}

func (l *ledbat) lost(int) { l.parts = min(l.parts, bounded(l.parts/2, leastWindow)) }

func (l *ledbat) timedOut(int) { l.parts = Segment * parts }

const (
	// baseHistory is of how many parts of the history the least delay is kept: BASE_HISTORY of RFC 6817.
	baseHistory = 10
	// currentFilter is of how many latest delays the least counts: CURRENT_FILTER, and FILTER is the minimum.
	currentFilter = 4

	// maxDelay bounds what is believed of a delay, a century with any offset of clocks in it, and maxQueueing what of it can
	// be for the queue, so that nothing overflows.
	maxDelay    = 1 << 61
	maxQueueing = 10 * time.Second
)

// A queueMeter tells how long datagrams wait in queues: what they need beyond the least one-way delay of a history
// (RFC 6817, section 2.4.2: base delay and current delay).
//
// Only differences of delays count. So clocks that are wrong by the same amount all the time do not matter; clocks
// that drift apart look like a queue that grows, or hide one.
type queueMeter struct {
	base           [baseHistory]time.Duration // the least delay of each tenth of the history; a ring
	bases          int                        // how many of them are known
	last           int                        // the latest
	period         int64                      // which tenth, counted on the sender's clock, that one is of
	current        [currentFilter]time.Duration
	currents, next int // how many of these are known, and where the next goes
}

// add takes the one-way delay of a datagram that was acknowledged at now.
func (q *queueMeter) add(now netsync.Local, delay, history time.Duration) {
	delay = min(max(delay, -maxDelay), maxDelay)
	switch period := int64(now) / int64(history/baseHistory); {
	case q.bases == 0:
		q.bases, q.period, q.base[0] = 1, period, delay
	case period != q.period:
		q.bases, q.last, q.period = min(q.bases+1, baseHistory), (q.last+1)%baseHistory, period
		q.base[q.last] = delay
	default:
		q.base[q.last] = min(q.base[q.last], delay)
	}
	q.current[q.next] = delay
	q.currents, q.next = min(q.currents+1, currentFilter), (q.next+1)%currentFilter
}

// queueing returns how long the latest have waited, 0 to maxQueueing; ok is false before the first.
func (q *queueMeter) queueing() (d time.Duration, ok bool) {
	if q.bases == 0 {
		return 0, false
	}
	least := func(of []time.Duration) time.Duration {
		d := of[0]
		for _, other := range of[1:] {
			d = min(d, other)
		}
		return d
	}
	return min(max(least(q.current[:q.currents])-least(q.base[:q.bases]), 0), maxQueueing), true
}
