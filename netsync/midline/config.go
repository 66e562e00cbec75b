package midline

import (
	"fmt"
	"time"

	"driftlab/netsync"
	"driftlab/netsync/clocks"
)

type (
	// A Local is a reading of a client's own clock, in ns.
	Local = netsync.Local
	// A Server is a reading of the host's clock, in ns.
	Server = netsync.Server
)

// Config holds the constants of a client. [DefaultConfig] has the recommended ones.
type Config struct {
	clocks.MidlineConfig
	// Grain is by how much the client's clock moves at once, as a millisecond where it counts milliseconds: 0 to 4 s, the shortest time that
	// a line is fitted to. The interval of each reading is the wider for it.
	Grain time.Duration
	// Rounding is where a reading lies within its grain.
	Rounding Rounding
}

// Rounding is how a coarse clock rounds.
type Rounding uint8

const (
	// Down is the last whole grain, as of a counter: half a grain is added to each reading.
	Down Rounding = iota
	// Either is the last or the next one, at random, as browsers have it that round at a threshold of their own: nothing is added.
	Either
)

const longestGrain = 4 * time.Second

// Validate reports the first constant that is out of range.
func (c Config) Validate() error {
	switch {
	case c.Grain < 0 || c.Grain > longestGrain:
		return fmt.Errorf("midline: grain: %v is outside 0s..%v", c.Grain, longestGrain)
	case c.Rounding > Either:
		return fmt.Errorf("midline: rounding: %d is neither Down (0) nor Either (1)", c.Rounding)
	}
	return c.MidlineConfig.Validate()
}

// half is what is added to readings of the client's clock.
func (c *Config) half() time.Duration {
	if c.Rounding == Either {
		return 0
	}
	return c.Grain / 2
}

// Values of Config.Shown and Config.Back.
const (
	ShownLine   = clocks.ShownLine
	ShownSlewed = clocks.ShownSlewed
	BackStep    = clocks.BackStep
	BackSlew    = clocks.BackSlew
)

// DefaultConfig returns the constants that are recommended.
func DefaultConfig() Config { return Config{MidlineConfig: clocks.DefaultMidline()} }

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
