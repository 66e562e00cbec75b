package game

import (
	"time"

	"driftlab/netsync"
)

// A Pose is what a figure has done recently; its gait, lean and face are drawn from it. It is derived from the states that a machine
// plays or receives. Checkpoints contain it, states and datagrams do not.
//
// Its world times are in the time in which the object is shown. They may be ahead of it: what has been received may not be shown
// yet. 0 is never.
type Pose struct {
	Walked  Length        // distance on whatever it stood on; of a projectile, distance flown
	Landed  netsync.World // when it last landed
	Left    netsync.World // when it last left the ground
	Turned  netsync.World
	Hit     netsync.World // when it was hit, by the host's decision
	Cheered netsync.World // when the host counted a hit of its own
	Refused netsync.World // when the host refused one
	Impact  Speed         // speed of the latest landing, ≥ 0
}

// poseGap is the longest gap between two states that are compared. After a longer one the figure starts afresh.
const poseGap = 500 * time.Millisecond

// posing is a pose with the latest state that it was derived from. It is updated for each figure in each state, so it avoids
// divisions except at landings.
type posing struct {
	Pose
	at     netsync.World // of the state, 0 before the first
	x, y   Length        // its feet
	foot   Length        // along what it stands on
	sank   Length        // fall since the previous state
	in     time.Duration // and its duration
	ride   int8
	facing int8
	pips   uint8
}

// see takes the next state, of world time at. The time in which the figure is shown is at shown already.
func (p *posing) see(l *Level, x, y Length, ride, facing int8, pips uint8, lag Lag, rateHz int, at, shown netsync.World) {
	dt := at.Sub(p.at)
	known := p.at != 0 && dt > 0 && dt <= poseGap
	p.at = at
	if known && pips < p.pips {
		p.Hit = max(at, shown)
	}
	p.pips = pips
	if known && x == p.x && y == p.y && ride == p.ride && facing == p.facing && ride < 0 {
		p.sank = 0
		return
	}
	foot := x
	if ride >= 0 {
		foot -= l.Platforms[ride].sideways(at, lag, rateHz)
	}
	if known {
		when := max(at, shown)
		if facing != p.facing {
			p.Turned = when
		}
		switch {
		case ride == p.ride && ride != Airborne:
			p.Walked += max(foot-p.foot, p.foot-foot)
		case ride == Airborne && p.ride != Airborne:
			p.Left = when
		case ride != Airborne && p.ride == Airborne:
			p.Landed, p.Impact = when, max(rate(p.sank, p.in), 0)
		}
	}
	p.sank, p.in = 0, dt
	if known && ride == Airborne {
		p.sank = p.y - y
	}
	p.x, p.y, p.foot, p.ride, p.facing = x, y, foot, ride, facing
}

// sideways returns the x of a platform's middle at a world time for a rider with a lag.
func (p *Platform) sideways(w netsync.World, lag Lag, rateHz int) Length {
	if p.A.X == p.B.X {
		return p.A.X
	}
	return p.At(w.Add(-lag.Over(rateHz))).X
}

// shown returns the pose of a figure that is shown with its feet at foot along what it rides: before the latest state, or
// extrapolated beyond it.
func (p *posing) shown(ride int8, foot Length, beyond bool) Pose {
	pose := p.Pose
	if ride == Airborne || ride != p.ride {
		return pose
	}
	way := max(foot-p.foot, p.foot-foot)
	if way > Metre {
		return pose
	}
	if beyond {
		way = -way
	}
	pose.Walked -= way
	return pose
}

// seeReceived updates the poses from a snapshot of a world time.
func (c *Client) seeReceived(p *baseline, w netsync.World) {
	if c.cfg.Unseen {
		return
	}
	u, shown := &c.unposed, c.othersTime(c.moment)
	p.crowd.uses++
	u.list[u.count] = unposedFrame{p.crowd, w, shown}
	if u.count++; u.count == len(u.list) {
		for id := range c.poses[:p.seats] {
			if id != c.cfg.ID {
				u.see(&c.poses[id], id, &c.cfg)
			}
		}
		for i := range u.list {
			c.cfg.Crowds.drop(u.list[i].crowd)
		}
		*u = unposed{}
	}
	if c.Authority == ServerAuthority {
		own := p.own.player()
		c.poses[c.cfg.ID].see(c.cfg.Level, own.Pos.X, own.Pos.Y, own.Ride, own.Facing, own.Pips, own.Lag, c.cfg.Rate, w, shown)
	}
}

// unposed are the latest snapshots that the others' poses have not seen yet. They see several at once, player by player, since
// loading 64 poses at each snapshot of each client would fill a processor's cache.
type unposed struct {
	list  [8]unposedFrame
	count int
}

type unposedFrame struct {
	*crowd
	at, shown netsync.World
}

// see updates the pose of one of the others.
func (u *unposed) see(p *posing, id int, cfg *ClientConfig) {
	for i := range u.list[:u.count] {
		f := &u.list[i]
		if r := &f.rows[id]; f.here[id] && f.age[id] == 0 {
			p.see(cfg.Level, Length(r[0]), Length(r[1]), int8(r[2]), int8(2*r[3]-1), uint8(r[5]), Lag(r[4]), cfg.Rate, f.at, f.shown)
		}
	}
}

// noticed returns when an event of a world time happens to a figure on the client's screen: not before now.
func (c *Client) noticed(id int, at netsync.World) netsync.World {
	if id == c.cfg.ID && c.Authority != ServerAuthority {
		return max(at, c.moment.Predicted.World())
	}
	return max(at, c.othersTime(c.moment))
}

// pose sets the pose of a figure that is shown with its feet at foot along what it rides.
func (c *Client) pose(o *Object, foot Length, beyond bool) {
	if o.ID >= 0 { // the character's pose depends on time alone
		p := c.poses[o.ID]
		c.unposed.see(&p, o.ID, &c.cfg)
		o.Pose = p.shown(o.Ride, foot, beyond)
	}
}

// walk sets the facing and pose of the server-controlled character, which depend on time alone, as its walk does.
func (s *Scene) walk(l *Level) {
	o := &s.Character
	if s.Plain {
		o.Facing = 1
		return
	}
	half := max(l.Patrol.takes(l.Patrol.way())/2, 1)
	o.Vel, o.Facing = l.Patrol.velocity(o.Time), 1
	if o.Vel.X < 0 {
		o.Facing = -1
	}
	o.Pose.Walked = l.Patrol.Speed.Over(time.Duration(o.Time))
	o.Pose.Turned = netsync.World(time.Duration(o.Time) / half * half)
}

// velocity returns a platform's velocity if the scene needs it.
func (s *Scene) velocity(p *Platform, w netsync.World) Point {
	if s.Plain {
		return Point{}
	}
	return p.velocity(w)
}

// velocity returns a platform's velocity at a world time, in length a second.
func (p *Platform) velocity(w netsync.World) Point {
	const little = time.Millisecond
	d := p.At(w.Add(little)).Sub(p.At(w))
	sign := func(v Length) Length {
		switch {
		case v > 0:
			return Length(p.Speed)
		case v < 0:
			return -Length(p.Speed)
		}
		return 0
	}
	return Point{sign(d.X), sign(d.Y)}
}

// speedOf returns the velocity of a motion in a span, in length a second.
func speedOf(way Point, span time.Duration) Point {
	return Point{Length(rate(way.X, span)), Length(rate(way.Y, span))}
}
