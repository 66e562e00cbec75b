package game

import (
	"time"

	"driftlab/internal/param"
	"driftlab/netsync"
	"driftlab/netsync/unity"
)

// Scene is what one machine shows at one instant. Its slices are reused by the next call that
// fills it.
type Scene struct {
	OK        bool // the machine knows the time, so it has something to show
	Platforms []Object
	Players   []Object
	Shots     []Object
	Strikes   []Strike // recent ends of projectiles
	Character Object   // the server-controlled one
	Riding    []Riding // how well riders match their platforms
	Token     Token
	HasBall   bool
	Ball      Object // if HasBall; its ID is how often it has been touched

	Plain bool // leave out velocities, poses and strikes, which are only for drawing
}

// Object is one thing in a [Scene].
type Object struct {
	ID     int
	Pos    Point // a platform's upper side, a player's feet, a projectile's centre
	Facing int8
	Ride   int8          // what a player or the character stands on
	Vel    Point         // velocity a second, relative to the platform that it rides
	Time   netsync.World // the world time in which it is shown
	Space  TimeSpace
	Eased  Point // how far error smoothing still shows it from its newest course
	Pose   Pose

	// Of a player, if hits cost pips: how many it has, and how long it can't be hit; while that is more than [ShieldTime] it is
	// out.
	Pips uint8
	Out  time.Duration
}

// TimeSpace is one of a client's times, in which an object is shown.
type TimeSpace uint8

const (
	SharedTime    TimeSpace = iota // the clock's reading of the host's now
	ServerTime                     // the time of interpolated snapshots
	PredictedTime                  // the time of the client's player
	NearTime                       // predicted time near the client's player, server time elsewhere, and blended on the way
)

// timeSpaceNames are the names that settings use.
var timeSpaceNames = [...]string{"shared", "server", "predicted", "near"}

// String returns the name that settings use.
func (s TimeSpace) String() string { return timeSpaceNames[s] }

// clear empties a scene.
func (s *Scene) clear() {
	s.HasBall = false
	s.Platforms, s.Players, s.Shots, s.Strikes, s.Riding = s.Platforms[:0], s.Players[:0], s.Shots[:0], s.Strikes[:0], s.Riding[:0]
}

// Look chooses how a client shows what depends on a clock.
type Look struct {
	Platform TimeSpace // the time in which platforms are drawn
	Others   Others    // how the others are shown
	Shots    ShotMode  // how projectiles are shown
}

// LookFields are the settings of a look.
var LookFields = []param.Field[Look]{
	param.Int(param.Param{Name: "platform.time", Label: "Platforms", Called: "platforms", Unit: param.Choice, Choices: timeSpaceNames[:],
		Help: "time in which the client draws platforms; near is predicted time near its own player, server time elsewhere"},
		func(l *Look) *TimeSpace { return &l.Platform }),
	param.Int(param.Param{Name: "others.show", Label: "Others", Called: "other players", Unit: param.Choice, Choices: othersNames[:],
		Help: "how the client shows other players: between two snapshots, or extrapolated by dead reckoning"},
		func(l *Look) *Others { return &l.Others }),
	param.Int(param.Param{Name: "projectile.spawn", Label: "Projectiles", Called: "projectiles", Unit: param.Choice, Choices: shotModeNames[:],
		Help: "how the client shows projectiles: moved forward from their timestamp, started when their message arrives, placed where each frame's message says, or its own at once"},
		func(l *Look) *ShotMode { return &l.Shots }),
}

// Scene fills s with what the host shows when its clock reads now. On the host, predicted time and server time are the same.
func (h *Host) Scene(now netsync.Local, s *Scene) {
	if h.cfg.Level.Empty() {
		s.clear()
		s.OK = true
		return
	}
	w := h.World(now)
	t := unity.NetworkTimeAt(h.cfg.Rate, w)
	l := h.cfg.Level
	s.OK, s.Platforms, s.Players, s.Riding = true, s.Platforms[:0], s.Players[:0], s.Riding[:0]
	for i, p := range l.Platforms {
		s.Platforms = append(s.Platforms, Object{ID: i, Pos: p.At(w), Vel: s.velocity(&p, w), Time: w})
	}
	s.Character = Object{Pos: l.PatrollerAt(w), Ride: l.Patroller, Time: w}
	s.walk(l)
	if l.Patroller >= 0 {
		s.ride(l, Character, int(l.Patroller), s.Character.Pos, l.Patrol.At(w), w)
	}
	for id := range h.peers {
		if id > 0 && !h.peers[id].joined {
			continue
		}
		last := stride{h.previous[id], h.players[id], h.tick, h.cfg.Rate, partsOf(h.tick, t)}
		last.show(l, Object{ID: id, Time: w}, &h.poses[id], w.Add(-mix(last.a.Lag, last.b.Lag, last.parts).Over(last.rate)), s)
	}
	l.showToken(h.token, h.token.at, w, s)
	if l.Ball {
		pos, vel := h.ball.along(l, w)
		s.showBall(pos, vel, h.ball.number, w)
	}
	s.Shots, s.Strikes = s.Shots[:0], s.Strikes[:0]
	h.shots.from(w, func(shot *Shot) {
		if shot.Spawn <= w {
			s.Shots = append(s.Shots, shot.object(int(shot.ID), shot.along(w), w))
		}
	})
	if !s.Plain {
		h.showStrikes(w, s)
	}
}

// Scene fills s with what the client shows when its clock reads now, nothing before the clock is synchronised.
func (c *Client) Scene(now netsync.Local, look Look, s *Scene) {
	s.clear()
	m := c.Moment(now)
	if s.OK = m.OK; !m.OK || c.cfg.Level.Empty() {
		return
	}
	c.showPlatforms(look, m, s)
	if look.Others == Interpolated {
		c.showOthers(m, nil, s)
	} else {
		c.reckon(look.Others, m, s)
	}
	switch {
	case c.Authority == ServerAuthority:
		c.showReceived(m, s)
	case c.predict.started:
		c.showOwn(m, s)
	}
	c.showShots(look, m, s)
	if !s.Plain {
		c.showStrikes(look, m, s)
	}
	c.cfg.Level.showToken(c.token, max(c.token.at, c.predict.ticks.at(c.predict.tick).took), m.Predicted.World(), s)
	if c.cfg.Level.Ball {
		at := m.Predicted.World().Add(-c.shotsBehind(look.Shots, m)) // as far behind as its own projectiles
		pos, vel := c.shownBall(look, at)
		s.showBall(pos, vel, c.ball.told.number, at)
		if look.Shots == PredictedShots && c.Authority != ServerAuthority {
			s.Ball.Space = PredictedTime
		}
	}
}

// showPlatforms adds the platforms; riders refer to them.
func (c *Client) showPlatforms(look Look, m Moment, s *Scene) {
	for i, p := range c.cfg.Level.Platforms {
		w, space := c.spaces.time(i, look.Platform, m)
		s.Platforms = append(s.Platforms, Object{ID: i, Pos: p.At(w), Vel: s.velocity(&p, w), Time: w, Space: space})
	}
}

// showOwn adds the client's player. A rider is drawn as far from its platform as it was when the newest tick was played. That is on
// it if its lag is that of the drawn platform, and stays so in a pause, when server time approaches predicted time and no ticks are
// played.
func (c *Client) showOwn(m Moment, s *Scene) {
	// Draw within the last tick, so that the player moves smoothly.
	last := stride{b: *c.predict.state(c.predict.tick), tick: c.predict.tick, rate: m.Predicted.Rate(), parts: wholeTick}
	last.a = last.b
	if c.predict.tick > c.predict.first {
		last.a, last.parts = *c.predict.state(c.predict.tick - 1), partsOf(c.predict.tick, m.Predicted)
	}
	rode := m.Predicted.World()
	if last.rides() {
		// How much the player's lag differs from its platform's: it is at most [MaxLag], and changes by at most a tick per tick.
		a, b := c.predict.missedAt(&last.a, last.tick-1), c.predict.missedAt(&last.b, last.tick)
		parts := a*wholeTick + (b-a)*last.parts
		rode = s.Platforms[last.b.Ride].Time.Add(-time.Duration(parts / int64(last.rate*Subticks)))
	}
	last.show(c.cfg.Level, Object{ID: c.cfg.ID, Time: m.Predicted.World(), Space: PredictedTime}, &c.poses[c.cfg.ID], rode, s)
}

// showReceived adds the client's player as the host's snapshots have it.
func (c *Client) showReceived(m Moment, s *Scene) {
	a, b, parts, shown := c.others.received(m)
	if a == nil {
		return
	}
	from, to := a.own.player(), b.own.player()
	o := Object{ID: c.cfg.ID, Facing: to.Facing, Time: shown}
	s.Players = append(s.Players, c.showBetween(o, from.avatar(o.ID), to.avatar(o.ID), a.at, b.at, parts, s))
}
