package game

import (
	"time"

	"driftlab/netsync"
)

// Others says how a client shows the other players.
type Others uint8

const (
	// Interpolated shows the others in server time, between two snapshots (MLAPI).
	Interpolated Others = iota
	// DeadReckoned extrapolates the latest state at its speed from its timestamp to the shared time (Simpson): first order.
	DeadReckoned
	// DeadReckonedNaively extrapolates from the state's arrival, as if the trip had taken no time: what happens without a
	// synchronised clock (seed 002).
	DeadReckonedNaively
	// SecondOrder is DeadReckoned with acceleration: a jumping player comes down again.
	SecondOrder
	// SecondOrderNaively is SecondOrder from the state's arrival.
	SecondOrderNaively
)

// othersNames are the names that settings use, by value.
var othersNames = [...]string{"interpolated", "dead-reckoned", "dead-reckoned-naively", "second-order", "second-order-naively"}

// naively says whether states are extrapolated from their arrival.
func (o Others) naively() bool { return o == DeadReckonedNaively || o == SecondOrderNaively }

func (o Others) accelerates() bool { return o == SecondOrder || o == SecondOrderNaively }

const (
	// maxReckoning is how far a state is extrapolated at most; without a newer one it stays there.
	maxReckoning = 500 * time.Millisecond

	// An acceleration above free fall is a push-off, a landing or a step: it is over already, and not extrapolated.
	maxAcceleration = gravity + 3*MetreASecond

	// leapSpeed is faster than any player: one who seems to move that fast was put elsewhere.
	leapSpeed = 100 * MetreASecond
)

// A sample is one state of another player.
type sample struct {
	at      netsync.World // the host's world time of the state
	arrived netsync.World
	Avatar
}

// A reckoning is a state and the world time to which it is extrapolated.
type reckoning struct {
	sample
	before sample // the state before, or the same one
	shown  netsync.World
}

// samples returns the latest states of a player or of the character, newest first.
func (n *interpolation) samples(id int, l *Level) (s [3]sample, count int) {
	for i := 0; i < n.count && count < len(s); i++ {
		v := &n.ring[(n.last-i+snapshotRing)%snapshotRing]
		switch {
		case id == MaxPlayers:
			s[count].Avatar = Avatar{Facing: 1, Ride: l.Patroller, Pos: v.npc.point()}
		case !v.here[id]:
			return s, count
		case !v.fresh(id):
			continue // a budget has left it out
		default:
			s[count].Avatar = v.rows[id].avatar(id)
		}
		s[count].at, s[count].arrived = v.at, v.arrived
		count++
	}
	return s, count
}

// reckoned returns where dead reckoning puts another player at a reading of the clock, with its latest state and the world time of
// that place. Speed and acceleration are differences of the latest states, so they cost no bytes.
func (c *Client) reckoned(id int, look Others, clock netsync.World) (pos Point, latest reckoning, ok bool) {
	s, count := c.others.samples(id, c.cfg.Level)
	if count == 0 {
		return Point{}, reckoning{}, false
	}
	since := s[0].at
	if look.naively() {
		since = s[0].arrived
	}
	tick := time.Second / time.Duration(c.cfg.Rate)
	ahead := min(max(clock.Sub(since)-tick, -tick), maxReckoning) // the host also draws motion a tick late
	pos = s[0].Pos
	if count > 1 {
		older := s[1]
		if count > 2 && look.accelerates() {
			older = s[2]
		}
		pos.X += travel(s[0].Pos.X, s[1].Pos.X, older.Pos.X, s[0].at, s[1].at, older.at, ahead)
		pos.Y += travel(s[0].Pos.Y, s[1].Pos.Y, older.Pos.Y, s[0].at, s[1].at, older.at, ahead)
		pos.Y = max(pos.Y, 0)
	}
	shown := s[0].at.Add(ahead + tick)
	pos = pos.Plus(c.cfg.Level.carriedOver(&s[0], id, shown, c.cfg.Rate))
	return pos, reckoning{s[0], s[min(1, count-1)], shown}, true
}

// carriedOver returns how far a rider's platform moves within the tick before a world time: platforms are drawn without that
// tick's delay, and so is the character, since its path is known too.
func (l *Level) carriedOver(s *sample, id int, shown netsync.World, rate int) Point {
	before := shown.Add(-time.Second / time.Duration(rate))
	if id == MaxPlayers {
		return l.PatrollerAt(shown).Sub(l.PatrollerAt(before))
	}
	if s.Ride < 0 {
		return Point{}
	}
	lag, platform := s.Lag.Over(rate), l.Platforms[s.Ride]
	return platform.At(shown.Add(-lag)).Sub(platform.At(before.Add(-lag)))
}

// travel returns the distance along an axis within a time after t0: on the parabola through the latest three places, or on the
// line through the latest two if the third equals the second.
func travel(x0, x1, x2 Length, t0, t1, t2 netsync.World, ahead time.Duration) Length {
	speed := rate(x0-x1, t0.Sub(t1))
	before := rate(x1-x2, t1.Sub(t2))
	if t1 == t2 {
		return speed.Over(ahead)
	}
	gained := rate(Length(speed-before), t0.Sub(t2)/2) // a second
	if max(gained, -gained) > maxAcceleration {
		return speed.Over(ahead)
	}
	speed += Speed(gained.Over(t0.Sub(t1) / 2))
	return speed.Over(ahead) + Speed(gained.Over(ahead)).Over(ahead)/2
}

// foot returns where one stands on what it rides, or in the world.
func (s *sample) foot(l *Level, rate int) Point {
	if s.Ride < 0 {
		return s.Pos
	}
	return l.foot(s.Ride, s.Pos, s.at.Add(-s.Lag.Over(rate)))
}

// rate returns the speed of a distance in a span, 0 if nobody can be that fast.
func rate(way Length, span time.Duration) Speed {
	if span <= 0 {
		return 0
	}
	v := Speed(int64(way) * int64(time.Second) / int64(span))
	if max(v, -v) > leapSpeed {
		return 0
	}
	return v
}

// reckon adds the others to s by dead reckoning: the latest snapshots, extrapolated to the shared time.
func (c *Client) reckon(look Others, m Moment, s *Scene) {
	clock := m.Clock.World()
	for id := range MaxPlayers + 1 {
		if id == c.cfg.ID {
			continue
		}
		pos, latest, ok := c.reckoned(id, look, clock)
		if !ok {
			continue
		}
		eased := c.smoothing.left(id, look, clock)
		pos = pos.Plus(eased)
		o := Object{ID: id, Pos: pos, Eased: eased, Facing: latest.Facing, Ride: latest.Ride, Time: latest.shown, Pips: latest.Pips, Out: outTime(latest.Out, c.cfg.Rate)}
		foot, way := latest.foot(c.cfg.Level, c.cfg.Rate), latest.Pos.Sub(latest.before.Pos)
		if latest.Ride == latest.before.Ride {
			way = foot.Sub(latest.before.foot(c.cfg.Level, c.cfg.Rate))
		}
		if !s.Plain {
			o.Vel = speedOf(way, latest.at.Sub(latest.before.at))
		}
		rider := id
		if id == MaxPlayers {
			o.ID, rider = 0, Character
			s.Character = o
			s.walk(c.cfg.Level)
		} else {
			if !s.Plain {
				c.pose(&o, foot.X+Speed(o.Vel.X).Over(latest.shown.Sub(latest.at)), true)
			}
			s.Players = append(s.Players, o)
		}
		if latest.Ride >= 0 {
			lag := latest.Lag.Over(c.cfg.Rate)
			s.ride(c.cfg.Level, rider, int(latest.Ride), pos, foot, latest.shown.Add(-lag))
		}
	}
}

// smoothIn is how long error smoothing takes, in world time, from the old course to the new one.
const smoothIn = 100 * time.Millisecond

// errorSmoothing makes dead reckoning smooth: if a snapshot says that a player is elsewhere than shown, it does not jump there. It
// moves evenly from the old course to the new one within smoothIn, so each frame adds only that frame's share of the error.
type errorSmoothing struct {
	look Others        // for which look these errors are
	from netsync.World // when the errors were as large as off
	off  [MaxPlayers + 1]Point
}

// left returns how far from the newest course a player is still shown.
func (v *errorSmoothing) left(id int, look Others, clock netsync.World) Point {
	if look != v.look || v.off[id] == (Point{}) {
		return Point{}
	}
	rest := smoothIn - max(clock.Sub(v.from), 0)
	if rest <= 0 {
		return Point{}
	}
	return Point{v.off[id].X.share(rest, smoothIn), v.off[id].Y.share(rest, smoothIn)}
}

// learn adds a snapshot of a tick that begins at a world time, and keeps how far it moves everyone from where they were shown.
func (c *Client) learn(p *baseline, tick int64, at, clock netsync.World) {
	v, look := &c.smoothing, c.Look.Others
	if look == Interpolated {
		v.look = look
		c.others.add(p, tick, at, clock, &c.baselines)
		return
	}
	var here [MaxPlayers + 1]bool
	for id := range v.off {
		var pos Point
		if pos, _, here[id] = c.reckoned(id, look, clock); here[id] {
			v.off[id] = pos.Plus(v.left(id, look, clock))
		}
	}
	c.others.add(p, tick, at, clock, &c.baselines)
	for id := range v.off {
		pos, _, ok := c.reckoned(id, look, clock)
		if ok && here[id] {
			v.off[id] = v.off[id].Sub(pos)
		} else {
			v.off[id] = Point{}
		}
	}
	v.look, v.from = look, clock
}
