package midline

import "time"

// A State is how far a client has come.
type State uint8

const (
	// StateJoining is before the host's time is known, and whenever it is not known any more: the event says why.
	StateJoining State = iota
	// StateSettling is in the first ten seconds after the time became known or was set: it may still be set forward by little.
	StateSettling
	// StateSteady is from then on.
	StateSteady
	// StateLost is when the host has not been heard for five seconds.
	StateLost
)

var stateNames = [...]string{"joining", "settling", "steady", "lost"}

// String returns the state's name.
func (s State) String() string {
	if int(s) < len(stateNames) {
		return stateNames[s]
	}
	return "unknown"
}

// A Status is what a client has measured and counted, to be logged; docs/production.md says what it tells. While a client is joining, Offset, Rate,
// Age and Aside are 0.
type Status struct {
	State     State
	Offset    time.Duration // the host's time less the client's clock
	Rate      int64         // by how much the host's clock runs faster than the client's, in ppb
	RoundTrip time.Duration // the least, 0 before it is measured
	Age       time.Duration // for how long offset and rate have been measured, since the start or since a clock was set
	Aside     int           // how many of the 384 fastest datagrams that are remembered do not count now, as in a queue

	Sent     uint64 // heads that Packet has returned
	Received uint64 // the host's datagrams
	Refused  uint64 // datagrams that are not of this format
	Rejected uint64 // the host's reports and answers that were of no use
	Steps    uint64 // times the clock was set
}

// Status returns what is known when the client's clock reads now.
func (c *Client) Status(now Local) Status {
	r := c.Now(now)
	now = now.Add(c.cfg.half())
	of := c.clock.Status(now)
	s := Status{RoundTrip: of.RTT, Sent: c.sent, Received: of.Used, Refused: c.refused, Rejected: of.Rejected, Steps: of.Steps}
	if !r.Known {
		return s
	}
	s.Offset, s.State = of.Offset+c.cfg.half(), StateSteady
	var young bool
	if s.Rate, s.Age, s.Aside, young = c.clock.Line(now); young {
		s.State = StateSettling
	}
	if r.Event == Lost {
		s.State = StateLost
	}
	return s
}
