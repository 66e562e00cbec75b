package game

import (
	"math"
	"time"

	"driftlab/netsync"
)

// ShotMode says how a client shows projectiles (Sutphin).
type ShotMode uint8

const (
	// TimestampedShots start at their message's timestamp: they are moved forward by the delay that the synchronised clock
	// measures.
	TimestampedShots ShotMode = iota
	// NaiveShots start where they were fired when the message arrives, as if the trip had taken no time.
	NaiveShots
	// FramedShots are placed where the host's latest message of positions says; it sends one every frame.
	FramedShots
	// PredictedShots are shown by their shooter at once, in predicted time, and moved to the host's path when its message
	// arrives. Others see them as TimestampedShots.
	PredictedShots
)

// shotModeNames are those that settings use, by value.
var shotModeNames = [...]string{"timestamped", "naive", "per-frame", "predicted"}

// ShotError returns how far ahead of the truth a projectile is shown, negative if behind. Truth is the same projectile in the host's
// [Scene]. At [DefaultShotSpeed] a metre is 25 ms.
func ShotError(shown, truth Object) Length {
	return (shown.Pos.X - truth.Pos.X) * Length(truth.Facing)
}

// object returns the projectile for a scene.
func (s *Shot) object(id int, pos Point, w netsync.World) Object {
	way := (pos.X - s.Origin.X) * Length(s.Dir)
	return Object{ID: id, Pos: pos, Facing: s.Dir, Vel: Point{X: Length(s.Speed) * Length(s.Dir)}, Time: w, Pose: Pose{Walked: max(way, 0)}}
}

// shotsBehind returns how far behind predicted time the client shows its own projectiles in this mode.
func (c *Client) shotsBehind(shots ShotMode, m Moment) time.Duration {
	predicted, clock := m.Predicted.World(), m.Clock.World()
	behind := func(w netsync.World) time.Duration { return min(max(predicted.Sub(w), -maxSight), maxSight) }
	if shots == PredictedShots && c.Authority == ServerAuthority {
		shots = TimestampedShots // nothing is predicted
	}
	switch shots {
	case TimestampedShots:
		return behind(clock)
	case NaiveShots, FramedShots: // another trip behind
		return behind(clock.Add(-m.RTT / 2))
	}
	return 0
}

// showShots adds the projectiles that the client knows of.
func (c *Client) showShots(look Look, m Moment, s *Scene) {
	if look.Shots == FramedShots {
		// As in the latest message.
		if c.framed.any && m.Clock.World().Sub(c.framed.newest) <= framedMemory {
			for _, shot := range c.framed.ring {
				if shot.id != 0 && shot.at == c.framed.newest {
					s.Shots = append(s.Shots, Object{ID: int(shot.id), Pos: shot.pos, Facing: shot.dir, Time: shot.at, Space: ServerTime,
						Vel: Point{X: Length(c.cfg.Level.ShotSpeed) * Length(shot.dir)}})
				}
			}
		}
		return
	}
	t := m.shots()
	c.shots.from(t.over(look.Shots), func(shot *Shot) { c.showShot(look, shot, t, s) })
	if look.Shots == PredictedShots {
		c.showOwnShots(t.predicted, s)
	}
}

// shotTimes are the world times in which projectiles can be shown at a moment.
type shotTimes struct{ clock, predicted netsync.World }

func (m *Moment) shots() shotTimes { return shotTimes{m.Clock.World(), m.Predicted.World()} }

// over returns the world time such that projectiles that ended before it are no longer shown.
func (t *shotTimes) over(mode ShotMode) netsync.World {
	if mode == NaiveShots {
		return math.MinInt64
	}
	return min(t.clock, t.predicted)
}

// shotTime returns the world time in which a projectile of the ring is shown; predicted says that its prediction is shown instead.
func (c *Client) shotTime(look Look, shot *Shot, t shotTimes) (at netsync.World, predicted bool) {
	at = t.clock
	switch {
	case look.Shots == FramedShots:
		return c.framed.newest, false
	case look.Shots == NaiveShots:
		return at.Add(-c.arrived[shot.ID%shotsKept].Sub(shot.Spawn)), false
	case look.Shots == PredictedShots && int(shot.Owner) == c.cfg.ID && c.own.predicted(shot.ID):
		return t.predicted, true
	}
	return at, false
}

// showShot adds a projectile of the ring, unless it is shown in predicted time.
func (c *Client) showShot(look Look, shot *Shot, t shotTimes, s *Scene) {
	at, predicted := c.shotTime(look, shot, t)
	if predicted {
		return
	}
	if pos, ok := shot.At(at); ok {
		s.Shots = append(s.Shots, shot.object(int(shot.ID), pos, at))
	}
}

// showOwnShots adds the projectiles that the client has predicted.
func (c *Client) showOwnShots(predicted netsync.World, s *Scene) {
	for i := range c.own.list[:c.own.count] {
		o := &c.own.list[i]
		if !o.foreseen {
			continue
		}
		if pos, ok := c.place(o, predicted); ok {
			shown := o.shot.object(o.shown(), pos, predicted)
			shown.Space = PredictedTime
			s.Shots = append(s.Shots, shown)
		}
	}
}

// A Strike is the end of a projectile as one machine shows it, which may be wrong. It is only for drawing.
type Strike struct {
	Shot   int // its number in the [Scene]'s Shots, if it still flies there
	Pos    Point
	Dir    int8 // in which it flew
	On     Struck
	At     netsync.World // when it struck, on this screen
	Now    netsync.World // the current time in which it is shown
	Space  TimeSpace     // which kind of time that is
	Denied netsync.World // when the host's refusal of the hit arrived, 0 for never

	// Known to the host only: who was hit, its feet after the rewind, and how long the rewind was.
	Victim  int // −1 for nobody or unknown
	Rewound Point
	Back    time.Duration
}

// Struck is what a projectile hit.
type Struck uint8

// What can be hit.
const (
	StruckBody Struck = iota
	StruckBell
	StruckWall
)

// StrikeStays is how long a strike is shown.
const StrikeStays = time.Second

// recent says whether the strike is still shown.
func (k *Strike) recent() bool { return k.At != 0 && k.Now >= k.At && k.Now.Sub(k.At) < StrikeStays }

// struck returns what a projectile hit that ended at a place.
func (l *Level) struck(at Point) Struck {
	const near = Metre / 1000
	if at.X < near || at.X > l.Width-near {
		return StruckWall
	}
	for _, b := range l.Bells {
		if d := at.X - b.X; max(d, -d) < near && at.Y >= b.Bottom && at.Y <= b.Top {
			return StruckBell
		}
	}
	return StruckBody
}

// ended adds a projectile's end on a wall or a bell to a scene; it is known from the start.
func (s *Scene) ended(l *Level, shown int, shot *Shot, now netsync.World, space TimeSpace) {
	if now < shot.End || now.Sub(shot.End) >= StrikeStays {
		return
	}
	at := shot.along(shot.End)
	if on := l.struck(at); on != StruckBody {
		s.Strikes = append(s.Strikes, Strike{Shot: shown, Pos: at, Dir: shot.Dir, On: on, At: shot.End, Now: now, Space: space, Victim: int(nobody)})
	}
}

// showStrikes adds the latest ends of projectiles as the host decided them.
func (h *Host) showStrikes(now netsync.World, s *Scene) {
	oldest := h.lastShot - min(h.lastShot, shotsKept)
	for id := h.lastShot; id > oldest; id-- {
		shot := h.shots.at(id)
		if now.Sub(shot.Spawn) > StrikeStays+h.cfg.Level.ShotSpeed.takes(h.cfg.Level.Width) {
			break // all earlier ones are over too
		}
		t := &h.trials[id%uint32(len(h.trials))]
		if t.shot != id || t.victim == nobody {
			s.ended(h.cfg.Level, int(id), shot, now, SharedTime)
			continue
		}
		k := Strike{Shot: int(id), Pos: shot.along(shot.End), Dir: shot.Dir, At: shot.End, Now: now,
			Victim: int(t.victim), Rewound: t.seen.Victim, Back: t.rewind}
		if k.recent() {
			s.Strikes = append(s.Strikes, k)
		}
	}
}

func (p *Pose) ruled(v Verdict, at netsync.World) {
	switch v {
	case Agreed:
		p.Cheered = at
	case Refused:
		p.Refused = at
	}
}

// strikes are the latest hits that a client has received or has seen itself.
type strikes struct {
	ring [16]Strike
	next uint8
}

// find returns the strike of a projectile, nil if there is none.
func (r *strikes) find(shot int) *Strike {
	for i := range r.ring {
		if r.ring[i].At != 0 && r.ring[i].Shot == shot {
			return &r.ring[i]
		}
	}
	return nil
}

func (r *strikes) add(k Strike) {
	if r.find(k.Shot) == nil {
		r.ring[r.next%uint8(len(r.ring))] = k
		r.next++
	}
}

// showStrikes adds the latest ends of projectiles as the client shows them.
func (c *Client) showStrikes(look Look, m Moment, s *Scene) {
	t := m.shots()
	now := t.clock
	for i := range c.strikes.ring {
		k := &c.strikes.ring[i]
		if k.Now = now; k.recent() {
			s.Strikes = append(s.Strikes, *k)
		}
	}
	for i := range c.shots.list {
		shot := &c.shots.list[i]
		if shot.ID == 0 {
			continue
		}
		if at, predicted := c.shotTime(look, shot, t); !predicted {
			s.ended(c.cfg.Level, int(shot.ID), shot, at, SharedTime)
		}
	}
	if look.Shots == PredictedShots {
		for i := range c.own.list[:c.own.count] {
			if o := &c.own.list[i]; o.foreseen {
				s.ended(c.cfg.Level, o.shown(), &o.shot, t.predicted, PredictedTime)
			}
		}
	}
}

// ended takes the host's message that a projectile has hit somebody. It doesn't say whom: without pips, the client assumes the player
// nearest to its end.
func (c *Client) ended(e Shot, m Moment) {
	c.shots.end(e.ID, e.End)
	shot := c.shots.at(e.ID)
	if shot.ID != e.ID {
		return
	}
	at := shot.along(e.End)
	c.strikes.add(Strike{Shot: int(e.ID), Pos: at, Dir: shot.Dir, At: m.Clock.World(), Victim: int(nobody)})
	if c.cfg.Unseen {
		return
	}
	if c.cfg.Level.Pips == 0 {
		if victim := c.others.nearest(at, int(shot.Owner), c.cfg.ID); victim >= 0 {
			c.poses[victim].Hit = c.noticed(victim, e.End)
		}
	}
	if int(shot.Owner) != c.cfg.ID {
		c.poses[shot.Owner].Cheered = c.noticed(int(shot.Owner), e.End)
	}
}

// nearest returns the player in the latest snapshot nearest to a projectile's end, its owner excepted; −1 if nobody is as near as
// lag compensation allows.
func (n *interpolation) nearest(at Point, owner, own int) (player int) {
	const high = Metre / 2
	player = int(nobody)
	if n.count == 0 {
		return player
	}
	latest, least := &n.ring[n.last], walkSpeed.Over(MaxRewind)
	rows, from, span := latest.rows[:latest.seats], int32(at.X-least), uint32(2*least)
	for id := range rows {
		r := &rows[id]
		if uint32(r[0]-from) > span && id != own || !latest.here[id] || id == owner {
			continue // most are too far away
		}
		feet := Point{Length(r[0]), Length(r[1])}
		if id == own {
			p := latest.own.player()
			feet = p.Pos
		}
		away := max(at.X-feet.X, feet.X-at.X)
		if away < least && at.Y > feet.Y-high && at.Y < feet.Y+PlayerHeight+high {
			player, least = id, away
		}
	}
	return player
}
