package congestion

import "time"

const (
	// Segment is the size of each datagram of a stream in bytes, what the RFCs call MSS.
	Segment = 1200
	// MaxFlight is how many datagrams may be on their way at once, and so what a sender has to remember.
	MaxFlight = 512
	// MaxWindow is the greatest window in bytes.
	MaxWindow = MaxFlight * Segment
)

// A controller says how many bytes may be on their way at once.
type controller interface {
	// window returns that number, at least [Segment] and at most [MaxWindow].
	window() int
	// acknowledged takes the acknowledgement of a datagram that came when flight bytes, this datagram included, were on their way,
	// and what is known of the queue by then.
	acknowledged(queueing time.Duration, flight int)
	// lost takes a loss: at most one each round trip.
	lost(flight int)
	// timedOut takes a time in which nothing at all was acknowledged.
	timedOut(flight int)
}

// A cwnd is the window that a controller steers, in parts of a byte.
type cwnd struct{ parts int64 }

func (c *cwnd) window() int { return int(c.parts / parts) }

// parts are in a byte of a window: what is added to it comes in fractions of a byte.
const parts = 1 << 16

// increase is by how many parts a window grows with one acknowledgement to grow by one segment in a round trip.
func increase(window int64) int64 { return Segment * parts * Segment / (window / parts) }

// bounded keeps a window, in parts, between least bytes and [MaxWindow].
func bounded(window, least int64) int64 { return min(max(window, least*parts), MaxWindow*parts) }
