package game

import (
	"math"
	"time"

	"driftlab/netsync"
)

// A claim is a client's word that one of its projectiles has hit someone, with what its screen showed.
type claim struct {
	shot   uint32 // the host's number
	victim uint8
	view   HitView
}

// judgement is what a client has seen of one of its projectiles.
type judgement struct {
	at      Point         // where it was shown last
	past    netsync.World // its end, where that was not beyond this: no way is left to be looked along
	seen    bool          // it was shown
	claimed bool          // a hit was seen
	frame   netsync.Local // in which it was
	sent    bool          // and the host has been told
	claim   claim
}

// judge looks for hits of the own projectiles on the client's own screen, and tells the host of those that it has a number for
// by now: one that is shown in predicted time may have hit before its number comes.
func (c *Client) judge(now netsync.Local) {
	since := c.moment.Clock.World().Add(-claimWait)
	for i := range c.own.list[:c.own.count] {
		if o := &c.own.list[i]; o.shot.End > since && !o.judged.claimed {
			// On the way that a projectile is shown to have made since the last frame, does it touch anyone
			// where that one is shown?
			c.aim()
			for i := range c.screen.Shots {
				shown := &c.screen.Shots[i]
				if o := c.own.called(shown.ID); o != nil && !o.judged.claimed {
					c.judgeShot(o, shown, now)
				}
			}
			break
		}
	}
	for i := range c.own.list[:c.own.count] {
		// With a projectile that the host never fires its claim disappears too.
		if o := &c.own.list[i]; o.judged.claimed && !o.judged.sent && o.id != 0 {
			o.judged.claim.shot = o.id
			o.judged.sent = c.reliable.add(reliableMessage{kind: reliableClaim, claim: o.judged.claim})
		}
	}
}

// aim fills the screen with what a look for hits needs of a [Scene] in the latest frame: the own projectiles whose hit is yet
// to be seen, and the others who may be in their way.
func (c *Client) aim() {
	s, look, m := &c.screen, c.look, c.moment
	t := m.shots()
	s.clear()
	s.Plain = true
	over := t.over(look.Shots)
	if look.Shots == FramedShots {
		c.showShots(look, m, s)
		over = math.MinInt64 // these have a time of their own
	} else {
		// Of the own projectiles those that fly: none that ends before over does.
		for i := range c.own.list[:c.own.count] {
			o := &c.own.list[i]
			if shot := c.shots.at(o.id); o.id != 0 && !o.judged.claimed && shot.ID == o.id && shot.End >= over {
				c.showShot(look, shot, t, &c.screen)
			}
		}
		if look.Shots == PredictedShots {
			c.showOwnShots(t.predicted, &c.screen)
		}
	}
	tick := c.ticks(1)
	for i := range c.own.list[:c.own.count] {
		o := &c.own.list[i]
		switch end := c.shots.at(o.id).End; {
		case o.judged.claimed || o.id == 0:
		case o.judged.seen && o.judged.past == end:
		case !o.judged.seen && end.Add(tick) < over: // it was over before the first frame with it
		default:
			c.aimAtEnd(o, t, tick)
		}
	}
	var way region
	for i := range s.Shots {
		if o := c.own.called(s.Shots[i].ID); o != nil {
			way.add(s.Shots[i].Pos)
			if o.judged.seen {
				way.add(o.judged.at)
			}
		}
	}
	if !way.any {
		return
	}
	c.showPlatforms(look, m, s)
	if look.Others == Interpolated {
		c.showOthers(m, &way, s)
	} else {
		c.reckon(look.Others, m, s)
	}
}

// aimAtEnd adds a projectile that has ended since it was shown last, where it has: the rest of its way is
// still to be looked along.
func (c *Client) aimAtEnd(o *ownShot, t shotTimes, tick time.Duration) {
	shot, j := c.shots.at(o.id), &o.judged
	if shot.ID != o.id {
		return
	}
	at, _ := c.shotTime(c.look, shot, t)
	since := at.Sub(shot.End)
	if since <= 0 || !j.seen && since > tick {
		return
	}
	end := shot.object(o.shown(), shot.along(shot.End), shot.End)
	if j.seen && ShotError(end, Object{Pos: j.at, Facing: shot.Dir}) <= 0 {
		j.past = shot.End
		return
	}
	c.screen.Shots = append(c.screen.Shots, end)
}

// called returns the projectile that stands in a [Scene] under a number, nil if it is another's.
func (s *ownShots) called(id int) *ownShot {
	for i := range s.list[:s.count] {
		if s.list[i].shown() == id {
			return &s.list[i]
		}
	}
	return nil
}

func (c *Client) judgeShot(o *ownShot, shown *Object, now netsync.Local) {
	j := &o.judged
	if !j.seen { // it may have been fired since the last frame
		way := min(max(ShotError(Object{Pos: shown.Pos}, Object{Pos: o.shot.Origin, Facing: shown.Facing}), 0),
			c.cfg.Level.ShotSpeed.Over(time.Second/time.Duration(c.cfg.Rate)))
		j.at = Point{shown.Pos.X - Length(shown.Facing)*way, shown.Pos.Y}
		j.seen = true
	}
	for i := range c.screen.Players {
		other := &c.screen.Players[i]
		if other.ID != c.cfg.ID && other.Out == 0 && touches(j.at, shown.Pos, other.Pos) && !c.cfg.Level.Covered(other.Pos) {
			j.claimed, j.frame = true, now
			if c.cfg.Level.Goal == Taken {
				c.seen.score++
			}
			j.claim = claim{victim: uint8(other.ID), view: HitView{Projectile: shown.Pos, Victim: other.Pos,
				Time: shown.Time, VictimTime: other.Time}}
			c.strikes.add(Strike{Shot: o.shown(), Pos: shown.Pos, Dir: o.shot.Dir, At: c.moment.Clock.World(), Victim: int(nobody)})
			break
		}
	}
	j.at, j.past = shown.Pos, 0
}
