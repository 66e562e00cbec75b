package insight

import (
	"time"

	"driftlab/netsync"
)

// A Glance is what is measured of a clock at every tick: its time, and of its [netsync.Status] what that asks for.
type Glance struct {
	Synchronised   bool
	HasOWD         bool
	Time           netsync.Server
	Steps          uint64
	OWDUp, OWDDown time.Duration
}

// A Glancer is an [netsync.Estimator] that gives a [Glance] at once.
type Glancer interface {
	// Glance fills g with what is measured of the clock at now.
	Glance(now netsync.Local, g *Glance)
}

// Fill fills g with that of a clock whose status holds what a glance takes of it, and whose time is this.
func (g *Glance) Fill(s *netsync.Status, t netsync.Server, ok bool) {
	g.Synchronised, g.HasOWD, g.Time, g.Steps = ok, s.HasOWD, t, s.Steps
	g.OWDUp, g.OWDDown = s.OWDUp, s.OWDDown
}
