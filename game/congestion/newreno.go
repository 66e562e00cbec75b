package congestion

import "time"

// newReno is the congestion control of TCP NewReno: slow start, congestion avoidance, and half of the window at a loss
// (RFC 5681, section 3.1; RFC 6582). It takes no notice of delay, so it goes on until a queue is full.
type newReno struct {
	cwnd
	threshold int64 // below it the window doubles each round trip; in parts
}

const (
	// initialWindow is that of RFC 5681, section 3.1, for segments of 1096 to 2190 bytes.
	initialWindow = 3 * Segment
	// leastThreshold is what a loss leaves at least (equation 4).
	leastThreshold = 2 * Segment
)

// acknowledged leaves the window as it is where less than it is on its way: then something else bounds the stream, and how
// large a window the path bears is not known.
func (n *newReno) acknowledged(_ time.Duration, flight int) {
	switch {
	case flight+Segment <= n.window():
		return
	case n.parts < n.threshold:
		n.parts += Segment * parts
	default:
		n.parts += increase(n.parts)
	}
	n.parts = bounded(n.parts, Segment)
}

func (n *newReno) lost(flight int) {
	n.threshold = bounded(int64(flight)*parts/2, leastThreshold)
	n.parts = n.threshold
}

func (n *newReno) timedOut(flight int) {
	n.threshold = bounded(int64(flight)*parts/2, leastThreshold)
	n.parts = Segment * parts
}
