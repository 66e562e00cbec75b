package game

import (
	"time"

	"driftlab/netsync"
)

// How the ball moves.
const (
	BallRadius = 35 * Metre / 100

	ballRate    = 60  // steps a second, whatever the rate of ticks
	ballSteps   = 600 // after these it lies still
	ballGravity = 12 * MetreASecond
	ballRolls   = 3 * MetreASecond / 2 // speed that it loses a second as it rolls
	ballRests   = 3 * MetreASecond / 5 // it stops bouncing below this speed
	ballKick    = 6 * MetreASecond     // in the direction that the player faces, plus half of the player's speed
	ballLift    = 13 * MetreASecond / 2

	// touchAgain is how long nobody can touch the ball after a touch: it has not moved away yet.
	touchAgain = 250 * time.Millisecond
)

// A ballPath is the ball's motion since its latest touch. One message describes it fully: every machine steps the same integers.
type ballPath struct {
	number uint32 // touches up to this one
	by     uint8  // who touched it; meaningless if number is 0
	from   Point
	vel    Point // a second
	at     netsync.World
}

// firstBall is the path of the ball before anyone touches it: it falls in the middle of the world.
func (l *Level) firstBall() ballPath { return ballPath{from: Point{l.Width / 2, 3 * Metre}} }

// A ball is a path, with the step that was computed last.
type ball struct {
	ballPath
	done  int
	pos   Point
	going Point // a second
}

// along returns where the ball is at a world time, and its velocity a second. Before its touch it is where it was touched.
func (b *ball) along(l *Level, w netsync.World) (pos, vel Point) {
	age := min(max(w.Sub(b.at), 0), ballSteps*time.Second/ballRate)
	step, rest := int(age*ballRate/time.Second), age*ballRate%time.Second
	if step < b.done || b.done == 0 {
		b.done, b.pos, b.going = 0, b.from, b.vel
	}
	for b.done < step {
		l.stepBall(&b.pos, &b.going)
		b.done++
	}
	pos, vel = b.pos, b.going
	if step == ballSteps {
		return pos, Point{}
	}
	next := pos
	l.stepBall(&next, &vel)
	return between(pos, next, int64(rest)), vel
}

// stepBall moves the ball by a step.
func (l *Level) stepBall(p, v *Point) {
	if p.Y > BallRadius || v.Y != 0 {
		v.Y -= Length(ballGravity) / ballRate
	} else {
		slower := Length(ballRolls) / ballRate
		v.X -= min(max(v.X, -slower), slower)
	}
	*p = p.Plus(Point{v.X / ballRate, v.Y / ballRate})
	if p.Y <= BallRadius && v.Y < 0 {
		p.Y, v.Y = BallRadius, -v.Y*3/4
		if v.Y < Length(ballRests) {
			v.Y = 0
		}
	}
	if p.X < BallRadius && v.X < 0 || p.X > l.Width-BallRadius && v.X > 0 {
		v.X = -v.X * 9 / 10
	}
	p.X = min(max(p.X, BallRadius), l.Width-BallRadius)
}

// touchesBall says whether a ball at a place touches a player with feet at another.
func touchesBall(at, feet Point) bool {
	x := min(max(at.X, feet.X-PlayerWidth/2), feet.X+PlayerWidth/2) - at.X
	y := min(max(at.Y, feet.Y), feet.Y+PlayerHeight) - at.Y
	return x*x+y*y <= BallRadius*BallRadius
}

// touched returns the path that player p gives the ball at a place, in the tick that ends at w; before is p a tick earlier.
func (b *ball) touched(p, before *Player, id int, place Point, w netsync.World, rate int) ballPath {
	way := p.Pos.X - before.Pos.X
	vel := Point{Length(p.Facing)*Length(ballKick) + min(max(way*Length(rate), -2*Length(walkSpeed)), 2*Length(walkSpeed))/2, Length(ballLift)}
	return ballPath{b.number + 1, uint8(id), place, vel, w}
}

// ruleBall gives the ball to the first player who touches it. Lag compensation rewinds the ball to where that player saw it, as
// it does for targets, but never to before another player's touch.
func (h *Host) ruleBall(to netsync.World) {
	l := h.cfg.Level
	if !l.Ball {
		return
	}
	for id := range h.peers {
		p, when := &h.players[id], to
		if !h.Present(id) || p.Out > 0 {
			continue
		}
		if id > 0 {
			when = to.Add(-min(max(h.peers[id].sight.at(h.tick).shots, 0), h.rewind))
		}
		if when.Sub(h.ball.at) < touchAgain && h.ball.number > 0 {
			continue
		}
		if place, _ := h.ball.along(l, when); touchesBall(place, p.Pos) {
			h.ball = ball{ballPath: h.ball.touched(p, &h.previous[id], id, place, to, h.cfg.Rate)}
			h.events.add(worldEvent{kind: eventBall, ball: h.ball.told()})
			if l.Goal == Touched {
				h.ruled[id]++
			}
			return
		}
	}
}

// told returns a copy of the path for an event.
func (b *ball) told() *ballPath {
	p := b.ballPath
	return &p
}

// ballSize is the length of a ball's path in a world event.
const ballSize = 4 + 1 + 4*4 + 8

func (p ballPath) append(b []byte) []byte {
	b = appendPlace(append(appendU32(b, p.number), p.by), p.from)
	return appendI64(appendU32(appendU32(b, uint32(int32(p.vel.X))), uint32(int32(p.vel.Y))), int64(p.at))
}

func (r *reader) ballPath() (p ballPath) {
	p.number = r.u32("touch")
	r.within(int64(p.number), 1, 1<<32-1, "touch")
	p.by = r.player("by")
	p.from = r.place("ball")
	for _, v := range [...]*Length{&p.vel.X, &p.vel.Y} {
		*v = Length(int32(r.u32("speed")))
		r.within(int64(*v), -4*int64(walkSpeed), 4*int64(walkSpeed), "speed")
	}
	p.at = netsync.World(r.clock("touched"))
	return p
}

// A seenBall is what a client knows of the ball.
type seenBall struct {
	told ball // by the host
	own  ball // after a touch by the client's player, in predicted time; its number is 0 if no touch awaits the host's decision
}

// touchRuled is how long a client waits for the host to confirm a touch; after that there was none.
const touchRuled = time.Second

// shownBall returns where a client with this look shows the ball at a world time, and its velocity. If others are shown by dead
// reckoning, so is the ball: it is extrapolated from the latest snapshot.
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

// touchBall predicts a touch by the client's player in a tick that was just played for the first time.
func (c *Client) touchBall(tick int64) {
	s := &c.ball
	if !c.cfg.Level.Ball || s.own.number > s.told.number {
		return
	}
	e, before, w := c.predict.state(tick), c.predict.state(tick-1), c.worldAt(tick)
	when := w.Add(-c.shotsBehind(c.Look.Shots, c.moment))
	if e.Out > 0 || s.told.number > 0 && when.Sub(s.told.at) < touchAgain {
		return
	}
	if place, _ := c.shownBall(c.Look, when); touchesBall(place, e.Pos) {
		s.own = ball{ballPath: s.told.touched(e, before, c.cfg.ID, place, w, c.cfg.Rate)}
		if c.cfg.Level.Goal == Touched {
			c.seen.score++
		}
	}
}

// hearBall takes the ball's path from the host.
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

// refuseTouch notes that the host did not count a touch seen on the client's screen.
func (c *Client) refuseTouch() {
	c.Refused = Refusals{c.Refused.Count + 1, c.moment.Predicted.World(), c.ball.own.from}
	c.poses[c.cfg.ID].ruled(Refused, c.noticed(c.cfg.ID, 0))
}

// showBall shows the ball at a world time.
func (s *Scene) showBall(pos, vel Point, number uint32, w netsync.World) {
	s.HasBall = true
	s.Ball = Object{ID: int(number), Pos: pos, Vel: vel, Time: w}
}
