package clocks

import (
	"time"

	"driftlab/netsync"
	"driftlab/netsync/insight"
	"driftlab/netsync/internal/gear"
)

// An offsetClock is what clocks have in common that know the time as the local time plus one offset.
type offsetClock struct {
	offset  time.Duration // server − local
	status  netsync.Status
	samples gear.SampleRing
}

// ServerTime returns the local time plus the offset in use.
func (c *offsetClock) ServerTime(now netsync.Local) (netsync.Server, bool) {
	return now.Plus(c.offset), c.status.Synchronised
}

// Glance implements [insight.Glancer].
func (c *offsetClock) Glance(now netsync.Local, g *insight.Glance) {
	t, ok := c.ServerTime(now)
	g.Fill(&c.status, t, ok)
}
