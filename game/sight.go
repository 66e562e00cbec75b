package game

import (
	"time"

	"driftlab/netsync"
)

// A sight says in which times a client shows what it aims by, as it stood when it sent an input: how
// far behind its predicted time, which the input's newest tick tells.
type sight struct {
	framed bool          // it asks for messages of positions
	others time.Duration // the other players
	shots  time.Duration // its own projectiles
}

// maxSight bounds how far behind predicted time a client can say that it shows something.
const maxSight = 2 * time.Second

// wanted returns by how much the host has to take the others back while it moves the client's
// projectiles, so that the two meet as they do on the client's screen.
func (s sight) wanted() time.Duration { return max(s.others-s.shots, 0) }

// sightRing is how many ticks of sights the host keeps for a client: half a second at any rate, and
// inputs do not come earlier than that before their ticks.
const sightRing = 64

// sights are what a client has said of its latest ticks.
type sights struct {
	ring [sightRing]struct {
		tick int64
		sight
	}
	latest sight
	tick   int64 // of latest
}

// put keeps the sight that came with an input up to a tick.
func (s *sights) put(tick int64, v sight) {
	e := &s.ring[tick&(sightRing-1)]
	if tick < s.tick || tick < 0 {
		return // overtaken by a later one
	}
	s.latest, s.tick = v, tick
	e.tick, e.sight = tick, v
}

// at returns what the client saw when it played a tick. For a tick of which its own datagram was lost
// that is the latest.
func (s *sights) at(tick int64) sight {
	if e := s.ring[max(tick, 0)&(sightRing-1)]; e.tick == tick {
		return e.sight
	}
	return s.latest
}

// sight returns what the client has to say of itself now.
func (c *Client) sight(m Moment) sight {
	others := m.Predicted.World().Sub(c.othersTime(m))
	return sight{c.look.Shots == FramedShots, min(max(others, -maxSight), maxSight), c.shotsBehind(c.look.Shots, m)}
}

// shotsBehind returns how far behind predicted time a client that shows its own projectiles so does that.
func (c *Client) shotsBehind(shots ShotMode, m Moment) time.Duration {
	predicted, clock := m.Predicted.World(), m.Clock.World()
	behind := func(w netsync.World) time.Duration { return min(max(predicted.Sub(w), -maxSight), maxSight) }
	if shots == PredictedShots && c.authority == ServerAuthority {
		shots = TimestampedShots // nothing is foreseen
	}
	switch shots {
	case TimestampedShots:
		return behind(clock)
	case NaiveShots, FramedShots: // as far behind as the way takes
		return behind(clock.Add(-m.RTT / 2))
	}
	return 0
}

// othersTime returns the world time in which the other players are shown.
func (c *Client) othersTime(m Moment) netsync.World {
	if c.others.count == 0 {
		return m.Server.World()
	}
	latest := &c.others.ring[c.others.last]
	known := latest.at
	switch {
	case c.look.Others == Interpolated:
		return min(m.Server.World(), known)
	case c.look.Others.naively():
		return known.Add(min(max(m.Clock.World().Sub(latest.arrived), 0), maxReckoning))
	default:
		return known.Add(min(max(m.Clock.World().Sub(known), 0), maxReckoning))
	}
}
