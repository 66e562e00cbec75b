package clocks

import (
	"time"

	"driftlab/internal/param"
	"driftlab/netsync"
	"driftlab/netsync/internal/gear"
)

// MidlineConfig holds the constants of [Midline] and of its host's side, [MidlinePeer].
type MidlineConfig struct {
	// Wander is how far the client's rate may walk at random in a second, in ppb: it bounds how long a line is believed. The interval
	// that the clock states goes by what has been seen of it, where that is more.
	Wander int64
	// Asymmetry bounds by how much one way may take longer than the other; 0 is not known. The interval that the clock
	// states is the narrower for it, and nothing else.
	Asymmetry time.Duration
	// Shown is what the clock's time is.
	Shown MidlineShown
	// Back is what a shown clock does that is more than a second ahead of the host's, as after the host has restarted.
	Back MidlineBack
	// Without leaves a part of the algorithm out, to see what that is worth.
	Without MidlinePart
}

// MidlineShown is what the time of a [Midline] is.
type MidlineShown uint8

const (
	// ShownLine is the line as it was fitted last. It jumps.
	ShownLine MidlineShown = iota
	// ShownSlewed runs faster or slower to get to the line, and never goes back.
	ShownSlewed
)

// MidlineBack is how a shown clock of a [Midline] that is more than a second ahead gets back.
type MidlineBack uint8

const (
	// BackStep sets it back at once. Nothing else sets it back.
	BackStep MidlineBack = iota
	// BackSlew has it run at half speed, and never go back.
	BackSlew
)

// MidlinePart is a part of [Midline] that can be left out.
type MidlinePart uint8

const (
	withoutNothing MidlinePart = iota
	withoutPaths
	withoutEvidence
	withoutCentre
	withoutEarly
	withoutSway
	withoutPairs
)

// DefaultMidline returns the constants that are recommended.
func DefaultMidline() MidlineConfig { return param.Defaults(MidlineConstants) }

// MidlineConstants are what can be set of the clock. They must not be changed.
var MidlineConstants = []netsync.Constant[MidlineConfig]{
	param.Int(param.Param{Name: "wander", Unit: param.PPM, Min: 1, Max: 10_000, Default: 30,
		Help: "how far the rate of the client's clock may walk at random in a second"},
		func(c *MidlineConfig) *int64 { return &c.Wander }),
	gear.Span("asymmetry", "how much longer one direction may take than the other, for the stated interval; 0s is unknown", 0, 10*time.Second, 0,
		func(c *MidlineConfig) *time.Duration { return &c.Asymmetry }),
	param.Int(param.Param{Name: "shown", Unit: param.Choice, Choices: []string{"line", "slewed"}, Default: 1,
		Help: "whether its time is the line itself, which jumps with each new fit, or slews to the line and never goes back"},
		func(c *MidlineConfig) *MidlineShown { return &c.Shown }),
	param.Int(param.Param{Name: "back", Unit: param.Choice, Choices: []string{"step", "slew"},
		Help: "whether a clock more than a second ahead of the host's, as when the host restarts, is set back at once or runs at half speed until it is right"},
		func(c *MidlineConfig) *MidlineBack { return &c.Back }),
	param.Int(param.Param{Name: "without", Unit: param.Choice, Choices: []string{"nothing", "paths", "evidence", "centre", "early", "sway", "pairs"},
		Help: "a part to leave out, to see what it is worth"},
		func(c *MidlineConfig) *MidlinePart { return &c.Without }),
}

// Validate reports the first constant out of range.
func (c MidlineConfig) Validate() error { return param.Validate(MidlineConstants, &c) }

// bias returns by how much a line over a window may be wrong at its end as the rate wanders, in parts: 0.3·ρ·W^1.5, and beyond an hour in proportion.
func (c *MidlineConfig) bias(micros int64) int64 {
	const hour = 3_600_000_000
	walks := min(micros, hour)
	return min(mulDiv(c.Wander*(walks*squareRoot(walks)/1_000_000)/1000*3*micro/10_000, max(micros, hour), hour), 1<<52)
}
