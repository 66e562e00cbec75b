package game

import (
	"math"
	"time"

	"driftlab/netsync"
)

// ShotMode says how a client shows projectiles (Sutphin).
type ShotMode uint8

const (
	// TimestampedShots start at their message's time stamp: they are moved on by the lag that the
	// synchronised clock computes.
	TimestampedShots ShotMode = iota
	// NaiveShots start where they were fired when the message arrives, as if the way had taken no time.
	NaiveShots
	// FramedShots are where the host's latest message of positions has them: it sends one every frame.
	FramedShots
	// PredictedShots are shown by their shooter at once, in predicted time, and brought to the host's
	// path when its message comes. Others see them as TimestampedShots.
	PredictedShots
)

// shotModeNames are those that settings use, by value.
var shotModeNames = [...]string{"timestamped", "naive", "per-frame", "predicted"}

// ShotError returns how far ahead of the truth a projectile is shown along its flight, negative where it
// is behind. Truth is the same projectile in the host's [Scene]. At [DefaultShotSpeed] a metre is 25 ms.
func ShotError(shown, truth Object) Length {
	return (shown.Pos.X - truth.Pos.X) * Length(truth.Facing)
}

// showShots adds the projectiles that the client knows of.
func (c *Client) showShots(look Look, m Moment, s *Scene) {
	if look.Shots == FramedShots {
		// What the latest message has, as it has it.
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

// over returns the world time before which has ended what is not shown any more.
func (t *shotTimes) over(mode ShotMode) netsync.World {
	if mode == NaiveShots {
		return math.MinInt64
	}
	return min(t.clock, t.predicted)
}

// shotTime returns the world time in which a projectile of the ring is shown; predicted says that it
// is by what the client has foreseen.
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

// showOwnShots adds those that the client has spawned itself.
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

// A Strike is the end of a projectile as one machine shows it: by what it knows of it, which may be wrong. It is for
// drawing.
type Strike struct {
	Shot   int // as it stands in the [Scene]'s Shots as long as that goes on flying there
	Pos    Point
	Dir    int8 // in which it flew
	On     Struck
	At     netsync.World // when it struck, on this screen
	Now    netsync.World // the time in which that is shown
	Space  TimeSpace     // of that time
	Denied netsync.World // when the host's word came that it hit nobody, 0 for never

	// What the host knows beside that of one who was hit: the feet where it had it for this hit, and how long ago that was.
	Victim  int // −1 for nobody, or where it is not known
	Rewound Point
	Back    time.Duration
}

// Struck is what a projectile met.
type Struck uint8

// What there is.
const (
	StruckBody Struck = iota
	StruckBell
	StruckWall
)

// StrikeStays is how long a strike is in scenes.
const StrikeStays = time.Second

// recent says whether the strike is to be shown.
func (k *Strike) recent() bool { return k.At != 0 && k.Now >= k.At && k.Now.Sub(k.At) < StrikeStays }

// struck says what is at the place where a projectile ended.
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

// ended adds the end of a projectile on a wall or a bell to a scene, which is known from its beginning.
func (s *Scene) ended(l *Level, shown int, shot *Shot, now netsync.World, space TimeSpace) {
	if now < shot.End || now.Sub(shot.End) >= StrikeStays {
		return
	}
	at := shot.along(shot.End)
	if on := l.struck(at); on != StruckBody {
		s.Strikes = append(s.Strikes, Strike{Shot: shown, Pos: at, Dir: shot.Dir, On: on, At: shot.End, Now: now, Space: space, Victim: int(nobody)})
	}
}

// showStrikes adds the latest ends of projectiles as the host has decided them.
func (h *Host) showStrikes(now netsync.World, s *Scene) {
	oldest := h.lastShot - min(h.lastShot, shotsKept)
	for id := h.lastShot; id > oldest; id-- {
		shot := h.shots.at(id)
		if now.Sub(shot.Spawn) > StrikeStays+h.cfg.Level.ShotSpeed.takes(h.cfg.Level.Width) {
			break // and so are all before it
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

// strikes are the latest hits that a client has been told of, or has seen for itself.
type strikes struct {
	ring [16]Strike
	next uint8
}

// find returns the strike of a projectile, nil where there is none.
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

// ended takes the host's word that a projectile has hit somebody. Whom it does not say: where no pips tell, it is
// taken to be the one who is nearest to where it ended.
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

// nearest returns who of the latest snapshot is nearest to a projectile's end, beside its owner; −1 where nobody is near: a
// host that compensates for lag takes nobody back farther than this.
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
