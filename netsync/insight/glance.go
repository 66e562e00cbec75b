package insight

import (
	"time"

	"driftlab/netsync"
)

// A Glance is what is measured of a clock at every tick: its time, and those parts of its [netsync.Status] that the
// measuring needs.
type Glance struct {
	Synchronised   bool
	HasOWD         bool
	Time           netsync.Server
	Steps          uint64
	OWDUp, OWDDown time.Duration
}

// A Glancer is an [netsync.Estimator] that can fill a [Glance] directly, without its whole status.
type Glancer interface {
	// Glance fills g with what is measured of the clock at now.
	Glance(now netsync.Local, g *Glance)
}

// Fill fills g from a clock's status and its time; ok says whether the clock is synchronised.
func (g *Glance) Fill(s *netsync.Status, t netsync.Server, ok bool) {
	g.Synchronised, g.HasOWD, g.Time, g.Steps = ok, s.HasOWD, t, s.Steps
	g.OWDUp, g.OWDDown = s.OWDUp, s.OWDDown
}
