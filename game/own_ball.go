package game

import (
	"time"

	"driftlab/netsync"
)

// A seenBall is the ball as a client has it.
type seenBall struct {
	told ball // by the host
	own  ball // as the own player has touched it, in predicted time; of number 0 where there is no such touch to be ruled
}

// touchRuled is how long a client waits for the host's word on a touch: then there was none.
const touchRuled = time.Second

// ballTime returns the world time in which the client shows the ball at a predicted world time: as far behind as it shows
// its own projectiles, as it tells the host.
func (c *Client) ballTime(shots ShotMode, predicted netsync.World, m Moment) netsync.World {
	return predicted.Add(-c.shotsBehind(shots, m))
}

// shownBall returns where a client that looks so shows the ball, and how fast it goes, at a world time of the ball's. Others
// that are carried on by dead reckoning have the ball carried on as well, from the latest state that the client has.
func (c *Client) shownBall(look Look, w netsync.World) (pos, vel Point) {
	b, l := &c.ball.told, c.cfg.Level
	if look.Shots == PredictedShots && c.ball.own.number > b.number {
		b = &c.ball.own
	}
	if look.Others == Interpolated || c.others.count == 0 {
		return b.along(l, w)
	}
	known := min(c.worldAt(c.others.ring[c.others.last].tick), w)
	pos, vel = b.along(l, known)
	ahead := min(w.Sub(known), maxReckoning)
	on := Point{Speed(vel.X).Over(ahead), Speed(vel.Y).Over(ahead)}
	if look.Others.accelerates() && (pos.Y > BallRadius || vel.Y != 0) {
		on.Y -= Speed(ballGravity).Over(ahead) / 2 * Length(ahead/time.Microsecond) / Length(time.Second/time.Microsecond)
	}
	return pos.Plus(on), vel
}

// touchBall foresees that the own player touches the ball in a tick that was just played for the first time.
func (c *Client) touchBall(tick int64) {
	s := &c.ball
	if !c.cfg.Level.Ball || s.own.number > s.told.number {
		return
	}
	e, before, w := c.predict.state(tick), c.predict.state(tick-1), c.worldAt(tick)
	when := c.ballTime(c.look.Shots, w, c.moment)
	if e.Out > 0 || s.told.number > 0 && when.Sub(s.told.at) < touchAgain {
		return
	}
	if place, _ := c.shownBall(c.look, when); touchesBall(place, e.Pos) {
		s.own = ball{ballPath: s.told.touched(e, before, c.cfg.ID, place, w, c.cfg.Rate)}
		if c.cfg.Level.Goal == Touched {
			c.seen.score++
		}
	}
}

// hearBall takes the host's word on the ball.
func (c *Client) hearBall(p ballPath) {
	s := &c.ball
	if s.own.number > s.told.number && p.number >= s.own.number {
		if int(p.by) != c.cfg.ID {
			c.refuseTouch()
		}
		s.own = ball{}
	}
	if p.number > s.told.number {
		s.told = ball{ballPath: p}
	}
}

// refuseTouch notes that the host did not have a touch that the client's own screen had.
func (c *Client) refuseTouch() {
	c.refused = Refusals{c.refused.Count + 1, c.moment.Predicted.World(), c.ball.own.from}
	c.poses[c.cfg.ID].ruled(Refused, c.noticed(c.cfg.ID, 0))
}

// showBall shows the ball at a world time.
func (s *Scene) showBall(pos, vel Point, number uint32, w netsync.World) {
	s.HasBall = true
	s.Ball = Object{ID: int(number), Pos: pos, Vel: vel, Time: w}
}
