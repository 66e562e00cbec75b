package game

import (
	"time"

	"driftlab/netsync"
	"driftlab/netsync/unity"
)

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
	pace      int64             // see Client.PlatformPace
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

// platformTime returns the world time in which a platform is shown at a moment, and what time that is.
func (c *Client) platformTime(i int, space TimeSpace, m Moment) (netsync.World, TimeSpace) {
	switch space {
	case ServerTime:
		return m.Server.World(), space
	case PredictedTime:
		return m.Predicted.World(), space
	case NearTime:
		return blended(c.spaces.share(i, m), m)
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

// PlatformPace returns in percent how far a platform that is predicted near the own player only has been
// shown to move in a frame at most, of the way that it makes at its speed: at most [MaxPlatformPace].
func (c *Client) PlatformPace() int64 { return c.spaces.pace }

// advance moves the shares on to the moment of a frame and finds the own player's lag.
func (s *spaces) advance(c *Client) {
	m, space := c.moment, c.look.Platform
	own := c.predict.state(c.predict.tick)
	least, predicted := 4*Width, m.Predicted.World()
	behind := time.Duration(0) // the nearest one
	for i := range s.platforms {
		p, share := &s.platforms[i], s.share(i, m)
		w, _ := c.platformTime(i, space, m)
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
