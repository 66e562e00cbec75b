package session

import (
	"time"

	"driftlab/game/scenario"
)

// botLease is how long bots go by what they are told by an event: half a second.
const botLease = 500 * time.Millisecond

// Presses returns what bots have pressed since the last call, machine after machine. The first call has the session keep it
// from then on, for good: it is for a session that is looked ahead in.
func (s *Session) Presses() *scenario.Bots {
	found := s.host.host.AppendPresses(nil)
	for _, c := range s.clients {
		found = c.client.AppendPresses(found)
	}
	return &scenario.Bots{Presses: found}
}

// CanLead says whether bots of another world can play what those of this one press, tick for tick: both look where they go, in
// the same arena at the same rate, and the other's are not to go by themselves.
func (s *Session) CanLead(other *Session) bool {
	mine, its := scenario.Worlds.Of(s.standing, 0), scenario.Worlds.Of(other.standing, 0)
	return mine.Live && its.Live && !its.Own && mine.Arena == its.Arena && mine.Rate == its.Rate
}
