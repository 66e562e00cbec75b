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
	OK        bool // the machine knows what time it is, and so has something to show
	Platforms []Object
	Players   []Object
	Shots     []Object
	Strikes   []Strike // where projectiles have ended of late
	Character Object   // the server-controlled one
	Riding    []Riding // how those who ride on platforms are aligned with them
	Token     Token
	HasBall   bool
	Ball      Object // where the level has one; its ID is how often it has been touched

	Plain bool // it is to be without speeds, poses and strikes, which are for drawing only
}

// Object is one thing in a [Scene].
type Object struct {
	ID     int
	Pos    Point // a platform's upper side, a character's feet, a projectile's centre
	Facing int8
	Ride   int8          // what a player or the character stands on
	Vel    Point         // how fast it goes, a second; relative to the platform that it rides
	Time   netsync.World // the world time in which it is shown
	Space  TimeSpace
	Eased  Point // how far error smoothing still shows one beside its newest course
	Pose   Pose

	// Of a player, where hits cost pips: how many it has, and how long it cannot be hit yet; as long as that is more than
	// [ShieldTime] it is out.
	Pips uint8
	Out  time.Duration
}

// TimeSpace says in which of a client's times an object is shown.
type TimeSpace uint8

const (
	SharedTime    TimeSpace = iota // the clock's reading of the host's now
	ServerTime                     // the time of the states received
	PredictedTime                  // the time of the own player
	NearTime                       // predicted time near the own player, server time elsewhere, and between the two in between
)

// timeSpaceNames are the names that settings use.
var timeSpaceNames = [...]string{"shared", "server", "predicted", "near"}

// String returns the name that settings use.
func (s TimeSpace) String() string { return timeSpaceNames[s] }

// clear forgets all that is in a scene.
func (s *Scene) clear() {
	s.HasBall = false
	s.Platforms, s.Players, s.Shots, s.Strikes, s.Riding = s.Platforms[:0], s.Players[:0], s.Shots[:0], s.Strikes[:0], s.Riding[:0]
}

// Look chooses how a client shows what a clock decides.
type Look struct {
	Platform TimeSpace // in which time platforms are drawn
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

// Scene fills s with what the host shows when its clock reads now. On the host predicted time and
// server time are the same.
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

// Scene fills s with what the client shows when its clock reads now. Before the clock is
// synchronised it shows nothing.
func (c *Client) Scene(now netsync.Local, look Look, s *Scene) {
	s.clear()
	m := c.at(now)
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
	case c.authority == ServerAuthority:
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
		at := c.ballTime(look.Shots, m.Predicted.World(), m)
		pos, vel := c.shownBall(look, at)
		s.showBall(pos, vel, c.ball.told.number, at)
		if look.Shots == PredictedShots && c.authority != ServerAuthority {
			s.Ball.Space = PredictedTime
		}
	}
}

// showPlatforms adds the platforms, which all that rides refers to.
func (c *Client) showPlatforms(look Look, m Moment, s *Scene) {
	for i, p := range c.cfg.Level.Platforms {
		w, space := c.platformTime(i, look.Platform, m)
		s.Platforms = append(s.Platforms, Object{ID: i, Pos: p.At(w), Vel: s.velocity(&p, w), Time: w, Space: space})
	}
}

// received returns the snapshots before and after server time, how far it lies between them in billionths, and the
// world time that they show; nil before the first.
func (c *Client) received(m Moment) (a, b *view, parts int64, shown netsync.World) {
	a, b, parts = c.others.around(m.Server)
	shown = m.Server.World()
	if a != nil && a == b && a.tick != m.Server.Tick() {
		shown = a.at // nothing older or newer is kept
	}
	return a, b, parts, shown
}

// showOthers adds what comes from snapshots: all, or only the players who may be near a region.
func (c *Client) showOthers(m Moment, only *region, s *Scene) {
	a, b, parts, w := c.received(m)
	if a == nil {
		return
	}
	npc := [2]Avatar{{Ride: c.cfg.Level.Patroller, Pos: a.npc.point()}, {Ride: c.cfg.Level.Patroller, Pos: b.npc.point()}}
	s.Character = c.showBetween(Object{ID: Character, Time: w}, npc[0], npc[1], a.at, b.at, parts, s)
	s.Character.ID = 0
	s.walk(c.cfg.Level)
	for id := range a.rows[:b.seats] {
		if id == c.cfg.ID || !b.here[id] {
			continue
		}
		from, to, parts, shown := a, b, parts, w
		if !a.fresh(id) || !b.fresh(id) {
			if from, to, parts = c.others.aroundPlayer(id, m.Server); from == to {
				shown = min(w, to.at)
			}
		}
		if !from.here[id] {
			from = to
		}
		before, after := from.avatar(id), to.avatar(id)
		if only != nil && !only.near(before.Pos, after.Pos) {
			continue
		}
		if lies(before.Out, c.cfg.Rate) && !lies(after.Out, c.cfg.Rate) {
			before = after // it is back somewhere else: there is no way between
		}
		o := Object{ID: id, Facing: after.Facing, Time: shown, Pips: after.Pips, Out: outTime(after.Out, c.cfg.Rate)}
		s.Players = append(s.Players, c.showBetween(o, before, after, from.at, to.at, parts, s))
	}
}

// showBetween returns o as it is between two states of two world times. One that has been on one platform all the time
// moves with it as it did on the host.
func (c *Client) showBetween(o Object, a, b Avatar, atA, atB netsync.World, parts int64, s *Scene) Object {
	o.Space, o.Ride = ServerTime, rides(a.Ride, b.Ride)
	if b.Ride < 0 || a.Ride != b.Ride {
		o.Pos = between(a.Pos, b.Pos, parts)
		if !s.Plain {
			o.Vel = speedOf(b.Pos.Sub(a.Pos), atB.Sub(atA))
			c.pose(&o, o.Pos.X, false)
		}
		return o
	}
	l, rate := c.cfg.Level, c.cfg.Rate
	from := l.foot(a.Ride, a.Pos, atA.Add(-a.Lag.Over(rate)))
	to := l.foot(b.Ride, b.Pos, atB.Add(-b.Lag.Over(rate)))
	foot := between(from, to, parts)
	rode := o.Time.Add(-mix(a.Lag, b.Lag, parts).Over(rate))
	o.Pos = l.Platforms[b.Ride].At(rode).Plus(foot)
	s.ride(l, o.ID, int(b.Ride), o.Pos, foot, rode)
	if !s.Plain {
		o.Vel = speedOf(to.Sub(from), atB.Sub(atA))
		c.pose(&o, foot.X, false)
	}
	return o
}

// showOwn adds the own player. While it rides, it is drawn as far from the platform as its state was when the
// newest tick was played: where the state has the lag with which the platform is drawn that is on it, and it
// stays there while a pause lets server time come nearer to predicted time and no ticks are played.
func (c *Client) showOwn(m Moment, s *Scene) {
	// The last tick played, so that the player can be shown to move smoothly.
	last := stride{b: *c.predict.state(c.predict.tick), tick: c.predict.tick, rate: m.Predicted.Rate(), parts: wholeTick}
	last.a = last.b
	if c.predict.tick > c.predict.first {
		last.a, last.parts = *c.predict.state(c.predict.tick - 1), partsOf(c.predict.tick, m.Predicted)
	}
	rode := m.Predicted.World()
	if last.rides() {
		// By how much the own player has lagged farther than its platform was shown to: no past older
		// than [MaxLag] is ridden, and a rider's lag changes by a tick a tick at most.
		a, b := c.predict.missedAt(&last.a, last.tick-1), c.predict.missedAt(&last.b, last.tick)
		parts := a*wholeTick + (b-a)*last.parts
		rode = s.Platforms[last.b.Ride].Time.Add(-time.Duration(parts / int64(last.rate*Subticks)))
	}
	last.show(c.cfg.Level, Object{ID: c.cfg.ID, Time: m.Predicted.World(), Space: PredictedTime}, &c.poses[c.cfg.ID], rode, s)
}

// A region is the least upright rectangle around some points; the zero value is around none.
type region struct {
	least, most Point
	any         bool
}

func (r *region) add(p Point) {
	if !r.any {
		*r = region{p, p, true}
		return
	}
	r.least = Point{min(r.least.X, p.X), min(r.least.Y, p.Y)}
	r.most = Point{max(r.most.X, p.X), max(r.most.Y, p.Y)}
}

// nearby is how far from a region a player counts as near: its size, and how far a platform carries it
// off the straight way between two states.
const nearby = 3 * Metre

// near says whether one who goes from a to b may come near the region.
func (r *region) near(a, b Point) bool {
	return min(a.X, b.X) <= r.most.X+nearby && max(a.X, b.X) >= r.least.X-nearby &&
		min(a.Y, b.Y) <= r.most.Y+nearby && max(a.Y, b.Y) >= r.least.Y-nearby
}
