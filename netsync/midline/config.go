package midline

import (
	"driftlab/netsync"
	"driftlab/netsync/clocks"
)

type (
	// A Local is a reading of a client's own clock, in ns.
	Local = netsync.Local
	// A Server is a reading of the host's clock, in ns.
	Server = netsync.Server
	// Config holds the constants of a client's clock. [DefaultConfig] has the recommended ones.
	Config = clocks.MidlineConfig
)

// Values of Config.Shown and Config.Back.
const (
	ShownLine   = clocks.ShownLine
	ShownSlewed = clocks.ShownSlewed
	BackStep    = clocks.BackStep
	BackSlew    = clocks.BackSlew
)

// DefaultConfig returns the constants that are recommended.
func DefaultConfig() Config { return clocks.DefaultMidline() }
