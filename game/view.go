package game

import (
	"driftlab/netsync"
)

// Scene is what one machine shows at one instant. Its slices are reused by the next call that
// fills it.
type Scene struct {
	Platforms []Object
	Players   []Object
	Shots     []Object
	Character Object // the server-controlled one
}

// Object is one thing in a [Scene].
type Object struct {
	ID     int
	Pos    Point // a platform's upper side, a character's feet, a projectile's centre
	Facing int8
	Time   netsync.World // the world time in which it is shown
	Space  TimeSpace
}

// TimeSpace says in which of a client's times an object is shown.
type TimeSpace uint8

const (
	SharedTime    TimeSpace = iota // the clock's reading of the host's now
	ServerTime                     // the time of the states received
	PredictedTime                  // the time of the own player
)

// timeSpaceNames are the names that settings use.
var timeSpaceNames = [...]string{"shared", "server", "predicted"}

// String returns the name that settings use.
func (s TimeSpace) String() string { return timeSpaceNames[s] }

// TimeSpaceNames returns the names of all time spaces, by value.
func TimeSpaceNames() []string { return timeSpaceNames[:] }

// Look chooses how a client shows what a clock decides.
type Look struct {
	Platform TimeSpace // in which time platforms are drawn
	Others   Others    // how the others are shown
	Naive    bool      // projectiles start at their message's arrival instead of their time stamp
}

// Scene fills s with what the host shows when its clock reads now. On the host predicted time and
// server time are the same.
func (h *Host) Scene(now netsync.Local, s *Scene) {
	w := h.World(now)
	t := netsync.NetworkTimeAt(h.cfg.Rate, w)
	s.Platforms = platformsAt(h.cfg.Level, w, SharedTime, s.Platforms[:0])
	s.Character = Object{Pos: h.cfg.Level.PatrollerAt(w), Facing: 1, Time: w}
	s.Players = s.Players[:0]
	for id := range h.peers {
		if id > 0 && !h.peers[id].joined {
			continue
		}
		p := h.players[id]
		pos := p.Pos
		if t.Tick() == h.tick {
			pos = between(h.previous[id], p.Pos, t.Parts())
		}
		s.Players = append(s.Players, Object{ID: id, Pos: pos, Facing: p.Facing, Time: w})
	}
	s.Shots = s.Shots[:0]
	for _, shot := range h.shots {
		if pos, ok := shot.At(w); ok {
			s.Shots = append(s.Shots, Object{ID: int(shot.ID), Pos: pos, Facing: shot.Dir, Time: w})
		}
	}
}

// Scene fills s with what the client shows when its clock reads now. Before the clock is
// synchronised it shows nothing.
func (c *Client) Scene(now netsync.Local, look Look, s *Scene) {
	s.Platforms, s.Players, s.Shots = s.Platforms[:0], s.Players[:0], s.Shots[:0]
	m := c.at(now)
	if !m.OK {
		return
	}
	times := [...]netsync.World{SharedTime: m.Clock.World(), ServerTime: m.Server.World(), PredictedTime: m.Predicted.World()}
	s.Platforms = platformsAt(c.cfg.Level, times[look.Platform], look.Platform, s.Platforms)
	if look.Others == Interpolated {
		c.showOthers(m, s)
	} else {
		c.reckon(look.Others, m, s)
	}
	if pos, facing, ok := c.predict.at(m.Predicted); ok {
		s.Players = append(s.Players, Object{ID: c.cfg.ID, Pos: pos, Facing: facing,
			Time: times[PredictedTime], Space: PredictedTime})
	}
	clock := times[SharedTime]
	for i, shot := range c.shots {
		if look.Naive && shot.ID != 0 {
			delay := c.arrived[i].Sub(shot.Spawn)
			shot.Spawn, shot.End = shot.Spawn.Add(delay), shot.End.Add(delay)
		}
		if pos, ok := shot.At(clock); ok {
			s.Shots = append(s.Shots, Object{ID: int(shot.ID), Pos: pos, Facing: shot.Dir, Time: clock})
		}
	}
}

// showOthers adds what comes from snapshots.
func (c *Client) showOthers(m Moment, s *Scene) {
	a, b, parts := c.others.around(m.Server)
	if a == nil {
		return
	}
	w := m.Server.World()
	if a == b && a.tick != m.Server.Tick() {
		w = c.worldAt(a.tick) // nothing older or newer is kept
	}
	s.Character = Object{Pos: between(a.npc, b.npc, parts), Facing: 1, Time: w, Space: ServerTime}
	for id := range a.avatar {
		if id == c.cfg.ID || !b.present[id] {
			continue
		}
		from := a.avatar[id].Pos
		if !a.present[id] {
			from = b.avatar[id].Pos
		}
		s.Players = append(s.Players, Object{ID: id, Pos: between(from, b.avatar[id].Pos, parts),
			Facing: b.avatar[id].Facing, Time: w, Space: ServerTime})
	}
}

func platformsAt(l *Level, w netsync.World, space TimeSpace, dst []Object) []Object {
	for i, p := range l.Platforms {
		dst = append(dst, Object{ID: i, Pos: p.At(w), Time: w, Space: space})
	}
	return dst
}

// Corrections returns how often the host's state differed from the prediction, and how often the
// clock jumped so far that the prediction started anew.
func (c *Client) Corrections() (corrections, resets uint64) {
	return c.predict.corrections, c.predict.resets
}
