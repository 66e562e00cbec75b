package congestion

import (
	"time"

	"driftlab/netsync"
)

// The bounds of the time after which nothing is expected of what is on its way (RFC 6298, sections 2.4, 2.5 and 2.1).
const (
	minTimeout     = time.Second
	maxTimeout     = time.Minute
	initialTimeout = time.Second
)

// A timer is the retransmission timer of RFC 6298, which has nothing to retransmit here.
type timer struct {
	smooth, variation time.Duration // of round trips
	timeout           time.Duration
	due               netsync.Local // while something is on its way
}

func newTimer() timer { return timer{timeout: initialTimeout} }

func (t *timer) start(now netsync.Local) { t.due = now.Add(t.timeout) }

// observe takes a round trip that ended at now (sections 2.2, 2.3 and 5.3). One that is negative is of a clock that was
// set back.
func (t *timer) observe(now netsync.Local, trip time.Duration) {
	switch trip = min(trip, maxTimeout); {
	case trip < 0:
	case t.smooth == 0:
		t.smooth, t.variation = trip, trip/2
	default:
		t.variation += ((t.smooth - trip).Abs() - t.variation) / 4
		t.smooth += (trip - t.smooth) / 8
	}
	t.timeout = min(max(t.smooth+4*t.variation, minTimeout), maxTimeout)
	t.start(now)
}

// expires says whether the time is over at now; then the next one is twice as long (section 5.5).
func (t *timer) expires(now netsync.Local) bool {
	if t.due.Sub(now) > t.timeout { // the clock was set back
		t.start(now)
	}
	if now < t.due {
		return false
	}
	t.timeout = min(2*t.timeout, maxTimeout)
	return true
}
