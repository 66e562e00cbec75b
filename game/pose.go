package game

import (
	"time"

	"driftlab/netsync"
)

// A Pose is what one has done of late, from which a figure's gait, lean and face are drawn. It comes from the states that
// a machine plays or receives, is carried by checkpoints, and is no part of a state: nothing of it is on the wire.
//
// Its world times are of the time in which the object is shown, and may lie ahead of that: what has been received is not yet
// shown then. 0 is never.
type Pose struct {
	Walked  Length        // on whatever it stood on; of a projectile, how far it has flown
	Landed  netsync.World // when it came down last
	Left    netsync.World // when it left what it stood on
	Turned  netsync.World
	Hit     netsync.World // when the host had it hit
	Cheered netsync.World // when a hit of its own was ruled one
	Refused netsync.World // when one was not
	Impact  Speed         // with which it fell when it landed, ≥ 0
}

// poseGap is how far apart two states are at most between which something has happened. After more the newer one is where
// an avatar begins.
const poseGap = 500 * time.Millisecond

// posing is a pose with the latest state that it comes from. It is seen for each avatar of each state, and so divides nothing
// but where one lands.
type posing struct {
	Pose
	at     netsync.World // of the state, 0 before the first
	x, y   Length        // its feet
	foot   Length        // along what it stands on
	sank   Length        // since the state before, in the air
	in     time.Duration // and in which time
	ride   int8
	facing int8
	pips   uint8
}

// see takes the next state, of world time at. The time in which the avatar is shown has come to shown already.
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

// sideways returns where a platform's middle is at a world time for one who rides it with a lag.
func (p *Platform) sideways(w netsync.World, lag Lag, rateHz int) Length {
	if p.A.X == p.B.X {
		return p.A.X
	}
	return p.At(w.Add(-lag.Over(rateHz))).X
}

// shown returns the pose of an avatar that is shown with its feet at foot along what it rides: before the latest state,
// or carried on beyond it.
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

// seeReceived has the poses follow a snapshot that is kept as one of a world time.
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

// unposed are the latest snapshots that the others' poses have yet to see. Several are seen at once, player by player: 64
// poses are more than a processor's cache should have to take at each snapshot of each client.
type unposed struct {
	list  [8]unposedFrame
	count int
}

type unposedFrame struct {
	*crowd
	at, shown netsync.World
}

// see has one of the others' pose follow them.
func (u *unposed) see(p *posing, id int, cfg *ClientConfig) {
	for i := range u.list[:u.count] {
		f := &u.list[i]
		if r := &f.rows[id]; f.here[id] && f.age[id] == 0 {
			p.see(cfg.Level, Length(r[0]), Length(r[1]), int8(r[2]), int8(2*r[3]-1), uint8(r[5]), Lag(r[4]), cfg.Rate, f.at, f.shown)
		}
	}
}

// noticed returns when something of a world time happens to an avatar on the client's screen: not before now.
func (c *Client) noticed(id int, at netsync.World) netsync.World {
	if id == c.cfg.ID && c.Authority != ServerAuthority {
		return max(at, c.moment.Predicted.World())
	}
	return max(at, c.othersTime(c.moment))
}

// pose gives one who is shown with its feet at foot along what it rides its pose.
func (c *Client) pose(o *Object, foot Length, beyond bool) {
	if o.ID >= 0 { // the character's is a function of time
		p := c.poses[o.ID]
		c.unposed.see(&p, o.ID, &c.cfg)
		o.Pose = p.shown(o.Ride, foot, beyond)
	}
}

// walk turns the server-controlled character the way that it walks, and gives it its pose: both are functions of time, as
// its walk is.
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

// velocity is that of a platform, where the scene is to have it.
func (s *Scene) velocity(p *Platform, w netsync.World) Point {
	if s.Plain {
		return Point{}
	}
	return p.velocity(w)
}

// velocity returns how fast and whither a platform goes at a world time, in length a second.
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

// speedOf returns how fast one goes that makes a way in a span, in length a second.
func speedOf(way Point, span time.Duration) Point {
	return Point{Length(rate(way.X, span)), Length(rate(way.Y, span))}
}
