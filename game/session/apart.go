package session

import (
	"time"

	"driftlab/game"
	"driftlab/netsim"
	"driftlab/netsync"
)

// Apart says, in world time, by how much a client's shared time is ahead of the host's, and why.
type Apart struct {
	Clock    time.Duration // the driving clock is wrong
	Dilation time.Duration // the client reckons with other rates of the host's world than there were
	// Follows says that server time and predicted time go by the driving clock, so that both parts are in them too.
	Follows bool
	// World says that the clock estimates world time: so does its error.
	World bool
}

// Of divides by how much something is shown ahead of the host: what the clock's error makes of it, what dilation, and the rest,
// which is its time provider's, or due to how it is sent. The three are the whole, to the nanosecond.
func (a *Apart) Of(space game.TimeSpace, ahead time.Duration) (clock, dilation, rest time.Duration) {
	if space != game.SharedTime && !a.Follows {
		return 0, 0, ahead
	}
	return a.Clock, a.Dilation, ahead - a.Clock - a.Dilation
}

// apart finds the parts of a client whose driving clock is wrong by so much.
func (s *Session) apart(n *clientNode, now netsim.Time, wrong time.Duration, m *game.Moment) (a Apart) {
	a.Follows, a.World = n.client.TimesFollow(), s.clocks[n.client.Driving()].Base == netsync.BaseWorld
	host := s.host.local(now)
	if a.Clock = wrong; !a.World {
		a.Clock = s.host.host.World(host.Add(wrong)).Sub(s.HostWorld())
	}
	if m.OK {
		a.Dilation = m.Clock.World().Sub(s.HostWorld()) - a.Clock
	}
	return a
}
