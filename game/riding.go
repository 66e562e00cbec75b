package game

import (
	"time"

	"driftlab/netsync"
	"driftlab/netsync/unity"
)

// Character stands for the server-controlled character where a player's number does for players.
const Character = -1

// Riding says how a rider and the platform under it go together on one screen.
//
// With a round trip R, the client's buffer C and the server's S (see [Buffers]), server time is
// R/2 + C behind the host's now and predicted time R/2 + S ahead of it, so that the two are R + C + S
// apart. The times of MLAPI's text, "The Elevator Problem", are therefore
//
//	platform    screen    own player    character    others
//	server      client    0             0            R+C+S
//	            host      0             0            R+C+S
//	predicted   client    0             R+C+S        R+C+S
//	            host      0             0            0
//
// where the text has R, "200 ms", for each R+C+S: its buffers are left out of account. That is under
// [ClientAuthority]. Under the other two all are 0 where platforms are in server time; where they are in predicted time
// [PredictedAuthority] changes nothing, and [ServerAuthority] has the own player R+C+S behind too. Times are of
// the world: dilation scales R in them. No player rides a past that is older than [MaxLag]: with platforms in
// server time and an R+C+S above that, the own player is ahead of them by the rest. Where R, C or S change, it
// follows by a tick a tick, and is off by what is left.
type Riding struct {
	Rider    int // a player, or Character
	Platform int
	// Time is the world time in which the platform is shown minus that of the platform with which the
	// rider moved: positive where the rider is behind.
	Time time.Duration
	// Distance is by how much the rider is drawn beside its place on the platform, along the platform's
	// path: positive to the right or upwards.
	Distance Length
}

// ride notes a rider that is drawn at pos, whose place on the platform is foot and that moved with the
// platform of world time rode.
func (s *Scene) ride(l *Level, rider, platform int, pos, foot Point, rode netsync.World) {
	under := s.Platforms[platform]
	off := pos.Sub(under.Pos).Sub(foot)
	distance := off.X
	if p := l.Platforms[platform]; p.A.X == p.B.X {
		distance = off.Y
	}
	s.Riding = append(s.Riding, Riding{rider, platform, under.Time.Sub(rode), distance})
}

// foot returns where on a platform of world time rode a point is.
func (l *Level) foot(platform int8, pos Point, rode netsync.World) Point {
	return pos.Sub(l.Platforms[platform].At(rode))
}

// mix returns the lag that lies parts of the way from a to b.
func mix(a, b Lag, parts int64) Lag {
	return Lag(int64(a) + (int64(b)-int64(a))*parts/wholeTick)
}

// A stride is a player's last tick. States are drawn one tick late, between two of them, but what
// a platform does to a rider is known ahead and is drawn in time.
type stride struct {
	a, b  Player
	tick  int64 // of b
	rate  int
	parts int64 // of the next tick that are over, as partsOf has them
}

// wholeTick is the number of parts of a tick.
const wholeTick = 1_000_000_000

// partsOf returns how many parts of the way from the state before a tick to that at the tick are
// made at time t: a clock that has stepped to before the tick, or to after the next one, shows the way's
// beginning or end.
func partsOf(tick int64, t unity.NetworkTime) int64 {
	switch {
	case t.Tick() < tick:
		return 0
	case t.Tick() > tick:
		return wholeTick
	}
	return t.Parts()
}

func (s *stride) worldAt(tick int64) netsync.World {
	return unity.NewNetworkTime(s.rate, tick).World()
}

// rides says whether the player has been on one platform for the whole tick.
func (s *stride) rides() bool { return s.b.Ride >= 0 && s.a.Ride == s.b.Ride }

// rides returns what one stands on between two states: nothing as long as one of them is in the air.
func rides(a, b int8) int8 {
	if a == Airborne {
		return a
	}
	return b
}

// carried returns where the platform that p rides at a tick takes it within the next.
func (s *stride) carried(l *Level, p *Player, tick int64) Point {
	if p.Ride < 0 {
		return p.Pos
	}
	from, to := s.worldAt(tick).Add(-p.Lag.Over(s.rate)), s.worldAt(tick+1).Add(-p.Lag.Over(s.rate))
	platform := l.Platforms[p.Ride]
	return p.Pos.Plus(platform.At(to).Sub(platform.At(from)))
}

// show adds the player to a scene: with the platform of world time rode if it rides one.
func (s *stride) show(l *Level, o Object, pose *posing, rode netsync.World, scene *Scene) {
	o.Facing, o.Ride = s.b.Facing, rides(s.a.Ride, s.b.Ride)
	o.Pips, o.Out = s.b.Pips, outTime(s.b.Out, s.rate)
	along := Length(0)
	if s.rides() {
		// Its place on the platform that it rides.
		a := l.foot(s.a.Ride, s.a.Pos, s.worldAt(s.tick-1).Add(-s.a.Lag.Over(s.rate)))
		b := l.foot(s.b.Ride, s.b.Pos, s.worldAt(s.tick).Add(-s.b.Lag.Over(s.rate)))
		foot := between(a, b, s.parts)
		along = foot.X
		o.Pos = l.Platforms[s.b.Ride].At(rode).Plus(foot)
		scene.ride(l, o.ID, int(s.b.Ride), o.Pos, foot, rode)
	} else {
		// It has not been on one platform for the whole tick: it is drawn between where those that it rode have carried it since.
		o.Pos = between(s.carried(l, &s.a, s.tick-1), s.carried(l, &s.b, s.tick), s.parts)
		along = o.Pos.X
	}
	if !scene.Plain {
		// How fast the player goes, relative to the platform that it rides.
		way := s.b.Pos.Sub(s.a.Pos)
		from, to := s.worldAt(s.tick-1), s.worldAt(s.tick)
		if s.rides() {
			way = l.foot(s.b.Ride, s.b.Pos, to.Add(-s.b.Lag.Over(s.rate))).Sub(l.foot(s.a.Ride, s.a.Pos, from.Add(-s.a.Lag.Over(s.rate))))
		}
		o.Vel, o.Pose = speedOf(way, to.Sub(from)), pose.shown(o.Ride, along, false)
	}
	scene.Players = append(scene.Players, o)
}

// How platforms change from one time to another where they are predicted near the own player only.
const (
	// A platform comes into predicted time when its edge is as near as NearIn, and goes back to server time when
	// it is so far: about half a second before the own player can be there.
	NearIn  = 5 * Metre
	nearOut = 6 * Metre

	// blendPace is by how many thousandths of a tick a tick a platform's time is moved towards the other
	// one: it runs at 0.6 to 1.4 times its pace meanwhile.
	blendPace = 400

	// MaxPlatformPace says in percent how far a platform is ever shown to move in a frame while it
	// changes from one time to the other, against the way it makes at its speed in that frame: in the time
	// by which server time or predicted time has gone on, whichever is more, and at least one tick's.
	MaxPlatformPace = 150

	wholeShare = 1 << 20
)

// spaces says how far each platform has come from server time (0) to predicted time (wholeShare).
// Shares move with predicted time: a pause stops them too.
type spaces struct {
	platforms []platformSpace
	since     unity.NetworkTime // predicted time in the latest frame
	server    unity.NetworkTime // and server time
	pace      int64             // see TimeState
	lag       Lag               // of the platform that the own player rides or is about to land on
	whole     int64             // the same in parts of a tick, also beyond MaxLag
}

// platformSpace is a share in the latest frame, and by how much it moves in the next tick.
type platformSpace struct {
	share, step int64
	near        bool
	shown       netsync.World // time in which it was shown in the latest frame
	known       bool          // it was, in NearTime
}

// share returns how far a platform has come at a moment. Where predicted time has leapt, it has come no
// farther than in a tick.
func (s *spaces) share(i int, m Moment) int64 {
	p := &s.platforms[i]
	if p.step == 0 {
		return p.share
	}
	tick := time.Second / time.Duration(m.Predicted.Rate())
	passed := min(max(m.Predicted.Sub(s.since), 0), tick)
	return min(max(p.share+p.step*int64(passed)/int64(tick), 0), wholeShare)
}

// time returns the world time in which a platform is shown at a moment, and what time that is.
func (s *spaces) time(i int, space TimeSpace, m Moment) (netsync.World, TimeSpace) {
	switch space {
	case ServerTime:
		return m.Server.World(), space
	case PredictedTime:
		return m.Predicted.World(), space
	case NearTime:
		return blended(s.share(i, m), m)
	default:
		return m.Clock.World(), space
	}
}

// blended returns the world time that lies a share of the way from server time to predicted time.
func blended(share int64, m Moment) (netsync.World, TimeSpace) {
	server, predicted := m.Server.World(), m.Predicted.World()
	switch share {
	case 0:
		return server, ServerTime
	case wholeShare:
		return predicted, PredictedTime
	}
	ahead := int64(predicted.Sub(server))
	return server + netsync.World(ahead/wholeShare*share+ahead%wholeShare*share/wholeShare), NearTime
}

// advance moves the shares on to the moment of a frame and finds the own player's lag.
func (s *spaces) advance(c *Client) {
	m, space := c.moment, c.Look.Platform
	own := c.predict.state(c.predict.tick)
	least, predicted := 4*Width, m.Predicted.World()
	behind := time.Duration(0) // the nearest one
	for i := range s.platforms {
		p, share := &s.platforms[i], s.share(i, m)
		w, _ := s.time(i, space, m)
		platform := &c.cfg.Level.Platforms[i]
		d := own.Pos.Sub(platform.At(w))
		away := max(max(d.X, -d.X)-platform.HalfWidth, d.Y, -d.Y, 0) // along the axis in which they are farther
		if int(own.Ride) == i {
			away = -1
		}
		if away < least {
			least, behind = away, predicted.Sub(w)
		}
		switch space {
		case NearTime:
			p.near = away <= NearIn || p.near && away <= nearOut
			// The share goes on to this moment, and from there towards where it belongs.
			tick := int64(time.Second) / int64(m.Predicted.Rate())
			apart := max(int64(m.Predicted.Sub(m.Server)), tick)
			p.share, p.step = share, tick*blendPace/1000*wholeShare/apart
			if !p.near {
				p.step = -p.step
			}
			if p.known {
				passed := max(m.Server.Sub(s.server).Abs(), m.Predicted.Sub(s.since).Abs(), time.Second/time.Duration(c.cfg.Rate))
				s.pace = max(s.pace, int64(w.Sub(p.shown).Abs()*100/passed))
			}
		case PredictedTime:
			*p = platformSpace{share: wholeShare, near: true}
		default:
			*p = platformSpace{}
		}
		p.shown, p.known = w, space == NearTime
	}
	s.lag, s.whole = lagOf(behind, c.cfg.Rate), subticks(behind, c.cfg.Rate)
	s.since, s.server = m.Predicted, m.Server
}
