package session

import (
	"time"

	"driftlab/game/scenario"
	"driftlab/netsim"
)

// A convergence finds out when a clock has come near the truth to stay there: at the first tick from which on its
// error was within the bound at every tick for as long as is asked for, or, while that is not over, up to now.
// A first synchronisation says less: that clock may still be anywhere.
type convergence struct {
	from  netsim.Time // of the client's latest joining or the clock's latest start, or of the race
	since netsim.Time // meaningful if near
	near  bool
	held  bool // for so long that it stays with that
}

// see looks at the clock at a tick; ok is false where it knows no time.
func (c *convergence) see(now netsim.Time, err time.Duration, ok bool, m *scenario.Measuring) {
	switch {
	case c.held:
	case !ok || err.Abs() > m.Bound:
		c.near = false
	case !c.near:
		c.near, c.since = true, now
	}
	c.held = c.near && now.Sub(c.since) >= m.Hold
}

// time returns how long it took; ok is false for a clock that has not come near, or has not stayed.
func (c *convergence) time() (d time.Duration, ok bool) {
	if !c.near {
		return 0, false
	}
	return c.since.Sub(c.from), true
}

// restarted marks that one of the client's clocks begins anew. What was measured of it stays.
func (t *truth) restarted(i int, now netsim.Time) {
	c := &t.clocks[i]
	c.follows = false
	c.converged, c.race.converged = convergence{from: now}, convergence{from: now}
}
