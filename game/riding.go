package game

import (
	"time"

	"driftlab/netsync"
	"driftlab/netsync/unity"
)

// Character stands for the server-controlled character in place of a player's number.
const Character = -1

// Riding says how well a rider and the platform under it match on one screen.
//
// With a round trip R, the client's buffer C and the server's S (see [Buffers]), server time is R/2 + C behind the host's now and
// predicted time R/2 + S ahead of it, so they are R + C + S apart. The times of MLAPI's text, "The Elevator Problem", are therefore
//
//	platform    screen    own player    character    others
//	server      client    0             0            R+C+S
//	            host      0             0            R+C+S
//	predicted   client    0             R+C+S        R+C+S
//	            host      0             0            0
//
// The text has R, "200 ms", for each R+C+S: it ignores buffers. This holds under [ClientAuthority]. Under the other two all are 0 if
// platforms are in server time; if they are in predicted time, [PredictedAuthority] changes nothing, and under [ServerAuthority] the
// client's player is R+C+S behind too. Times are world time: dilation scales R. No player rides a platform of a past older than
// [MaxLag]: with platforms in server time and a larger R+C+S, the client's player is ahead of them by the rest. If R, C or S change,
// the lag follows by a tick per tick, and the rest shows until it has.
type Riding struct {
	Rider    int // a player's number, or Character
	Platform int
	// Time is the world time in which the platform is shown minus that of the platform that the rider moved with: positive if
	// the rider is behind.
	Time time.Duration
	// Distance is how far from its place on the platform the rider is drawn, along the platform's path: positive to the right or
	// upwards.
	Distance Length
}

// ride notes a rider drawn at pos, with its place foot on the platform, that moved with the platform of world time rode.
func (s *Scene) ride(l *Level, rider, platform int, pos, foot Point, rode netsync.World) {
	under := s.Platforms[platform]
	off := pos.Sub(under.Pos).Sub(foot)
	distance := off.X
	if p := l.Platforms[platform]; p.A.X == p.B.X {
		distance = off.Y
	}
	s.Riding = append(s.Riding, Riding{rider, platform, under.Time.Sub(rode), distance})
}

// foot returns a point relative to a platform of world time rode.
func (l *Level) foot(platform int8, pos Point, rode netsync.World) Point {
	return pos.Sub(l.Platforms[platform].At(rode))
}

// mix returns the lag between a and b at parts.
func mix(a, b Lag, parts int64) Lag {
	return Lag(int64(a) + (int64(b)-int64(a))*parts/wholeTick)
}

// A stride is a player's latest tick. States are drawn one tick late, between two of them, but platforms' motion is known ahead, so
// it is drawn without that delay.
type stride struct {
	a, b  Player
	tick  int64 // of b
	rate  int
	parts int64 // of the next tick that have passed, see partsOf
}

// wholeTick is the number of parts of a tick.
const wholeTick = 1_000_000_000

// partsOf returns how far time t is from the state before a tick to the one at it, in parts. If the clock has stepped to before the
// tick or after the next one, it is at the start or the end.
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

// rides says whether the player was on one platform for the whole tick.
func (s *stride) rides() bool { return s.b.Ride >= 0 && s.a.Ride == s.b.Ride }

// rides returns what a player stands on between two states: nothing if either is in the air.
func rides(a, b int8) int8 {
	if a == Airborne {
		return a
	}
	return b
}

// carried returns where the platform that p rides at a tick carries it within the next.
func (s *stride) carried(l *Level, p *Player, tick int64) Point {
	if p.Ride < 0 {
		return p.Pos
	}
	from, to := s.worldAt(tick).Add(-p.Lag.Over(s.rate)), s.worldAt(tick+1).Add(-p.Lag.Over(s.rate))
	platform := l.Platforms[p.Ride]
	return p.Pos.Plus(platform.At(to).Sub(platform.At(from)))
}

// show adds the player to a scene, on the platform of world time rode if it rides one.
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
		// It was not on one platform for the whole tick: draw it between where the platforms have carried both states.
		o.Pos = between(s.carried(l, &s.a, s.tick-1), s.carried(l, &s.b, s.tick), s.parts)
		along = o.Pos.X
	}
	if !scene.Plain {
		// The player's velocity, relative to the platform that it rides.
		way := s.b.Pos.Sub(s.a.Pos)
		from, to := s.worldAt(s.tick-1), s.worldAt(s.tick)
		if s.rides() {
			way = l.foot(s.b.Ride, s.b.Pos, to.Add(-s.b.Lag.Over(s.rate))).Sub(l.foot(s.a.Ride, s.a.Pos, from.Add(-s.a.Lag.Over(s.rate))))
		}
		o.Vel, o.Pose = speedOf(way, to.Sub(from)), pose.shown(o.Ride, along, false)
	}
	scene.Players = append(scene.Players, o)
}

// How platforms change between times under [NearTime].
const (
	// A platform changes to predicted time when its edge is within NearIn, and back to server time beyond nearOut. At these
	// distances the client's player needs about half a second to get there.
	NearIn  = 5 * Metre
	nearOut = 6 * Metre

	// blendPace is how fast a platform's time moves to the other one, in thousandths of a tick per tick: meanwhile the platform
	// runs at 0.6 to 1.4 times its speed.
	blendPace = 400

	// MaxPlatformPace is how fast a platform is ever shown while it changes times, in percent of its own speed: the distance in a
	// frame compared with that in the advance of server time or predicted time, whichever is more, but at least a tick.
	MaxPlatformPace = 150

	wholeShare = 1 << 20
)

// spaces has each platform's share of the change from server time (0) to predicted time (wholeShare). Shares move with predicted
// time, so a pause stops them.
type spaces struct {
	platforms []platformSpace
	since     unity.NetworkTime // predicted time in the latest frame
	server    unity.NetworkTime // server time in it
	pace      int64             // see TimeState
	lag       Lag               // of the platform that the client's player rides or is about to land on
	whole     int64             // the same in subticks, without MaxLag
}

// platformSpace is a platform's share in the latest frame, and how much it moves in the next tick.
type platformSpace struct {
	share, step int64
	near        bool
	shown       netsync.World // the time in which it was shown in the latest frame
	known       bool          // shown is set, in NearTime
}

// share returns a platform's share at a moment. If predicted time has jumped, it advances by a tick only.
func (s *spaces) share(i int, m Moment) int64 {
	p := &s.platforms[i]
	if p.step == 0 {
		return p.share
	}
	tick := time.Second / time.Duration(m.Predicted.Rate())
	passed := min(max(m.Predicted.Sub(s.since), 0), tick)
	return min(max(p.share+p.step*int64(passed)/int64(tick), 0), wholeShare)
}

// time returns the world time in which a platform is shown at a moment, and which kind of time that is.
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

// blended returns the world time between server time and predicted time at a share.
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

// advance moves the shares on to the moment of a frame, and finds the lag of the client's player.
func (s *spaces) advance(c *Client) {
	m, space := c.moment, c.Look.Platform
	own := c.predict.state(c.predict.tick)
	least, predicted := 4*Width, m.Predicted.World()
	behind := time.Duration(0) // of the nearest platform
	for i := range s.platforms {
		p, share := &s.platforms[i], s.share(i, m)
		w, _ := s.time(i, space, m)
		platform := &c.cfg.Level.Platforms[i]
		d := own.Pos.Sub(platform.At(w))
		away := max(max(d.X, -d.X)-platform.HalfWidth, d.Y, -d.Y, 0) // on the axis with the larger distance
		if int(own.Ride) == i {
			away = -1
		}
		if away < least {
			least, behind = away, predicted.Sub(w)
		}
		switch space {
		case NearTime:
			p.near = away <= NearIn || p.near && away <= nearOut
			// Keep the share of this moment, and let it move from there.
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
