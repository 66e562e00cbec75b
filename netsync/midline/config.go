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
