package game

import (
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
	seen    bool          // it was shown
	claimed bool          // a hit was seen
	frame   netsync.Local // in which it was
	sent    bool          // and the host has been told
	claim   claim
}

// judge looks for hits of the own projectiles on the client's own screen, and tells the host of those that it has a number for
// by now: one that is shown in predicted time may have hit before its number comes.
func (c *Client) judge(now netsync.Local) {
	clock := c.moment.Clock.World()
	flying := false
	for i := range c.own.list[:c.own.count] {
		o := &c.own.list[i]
		flying = flying || !o.judged.claimed && clock.Sub(o.shot.End) < claimWait
	}
	if flying {
		c.judgeShots(now)
	}
	for i := range c.own.list[:c.own.count] {
		c.sendClaim(&c.own.list[i])
	}
}

// judgeShots asks of each own projectile: on the way that it is shown to have made since the last frame, does it touch anyone
// where that one is shown?
func (c *Client) judgeShots(now netsync.Local) {
	c.aim(now)
	for _, shown := range c.screen.Shots {
		if o := c.own.called(shown.ID); o != nil && !o.judged.claimed {
			c.judgeShot(o, shown, now)
		}
	}
}

// aim fills the screen with what a look for hits needs of a [Scene]: the own projectiles, and the others
// who may be in their way.
func (c *Client) aim(now netsync.Local) {
	s, look, m := &c.screen, c.look, c.at(now)
	t := m.shots()
	s.clear()
	switch {
	case !m.OK:
		return
	case look.Shots == FramedShots:
		c.showShots(look, m, s)
	default:
		for i := range c.own.list[:c.own.count] {
			if n := int(c.own.list[i].id) % len(c.shots); c.own.list[i].id != 0 && c.shots[n].ID == c.own.list[i].id {
				c.showShot(look, n, t, s)
			}
		}
		if look.Shots == PredictedShots {
			c.showOwnShots(t.predicted, s)
		}
	}
	for i := range c.own.list[:c.own.count] {
		c.aimAtEnd(&c.own.list[i], t)
	}
	var way region
	for _, shown := range s.Shots {
		if o := c.own.called(shown.ID); o != nil {
			way.add(shown.Pos)
			if o.judged.seen {
				way.add(o.judged.at)
			}
		}
	}
	if way.empty() {
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
func (c *Client) aimAtEnd(o *ownShot, t shotTimes) {
	n := int(o.id) % len(c.shots)
	shot := &c.shots[n]
	if o.id == 0 || shot.ID != o.id || o.judged.claimed {
		return
	}
	at, _ := c.shotTime(c.look, n, t)
	since, end := at.Sub(shot.End), Object{ID: o.shown(), Pos: shot.along(shot.End), Facing: shot.Dir, Time: shot.End}
	if since <= 0 || !o.judged.seen && since > c.ticks(1) {
		return
	}
	if !o.judged.seen || ShotError(end, Object{Pos: o.judged.at, Facing: shot.Dir}) > 0 {
		c.screen.Shots = append(c.screen.Shots, end)
	}
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

func (c *Client) judgeShot(o *ownShot, shown Object, now netsync.Local) {
	j := &o.judged
	if !j.seen { // it may have been fired since the last frame
		way := min(max(ShotError(Object{Pos: shown.Pos}, Object{Pos: o.shot.Origin, Facing: shown.Facing}), 0),
			c.cfg.Level.ShotSpeed.Over(time.Second/time.Duration(c.cfg.Rate)))
		j.at = Point{shown.Pos.X - Length(shown.Facing)*way, shown.Pos.Y}
		j.seen = true
	}
	for _, other := range c.screen.Players {
		if other.ID != c.cfg.ID && other.Out == 0 && touches(j.at, shown.Pos, other.Pos) && !c.cfg.Level.Covered(other.Pos) {
			j.claimed, j.frame = true, now
			if c.cfg.Level.Goal == Taken {
				c.seen.score++
			}
			j.claim = claim{victim: uint8(other.ID), view: HitView{Projectile: shown.Pos, Victim: other.Pos,
				Time: shown.Time, VictimTime: other.Time}}
			c.claimed(o, shown.Pos)
			break
		}
	}
	j.at = shown.Pos
}

// sendClaim tells the host of a hit as soon as the projectile has the host's number. With one that the
// host never fires its claim disappears too.
func (c *Client) sendClaim(o *ownShot) {
	if j := &o.judged; j.claimed && !j.sent && o.id != 0 {
		j.claim.shot = o.id
		j.sent = c.reliable.add(reliableMessage{kind: reliableClaim, claim: j.claim})
	}
}

// verdict keeps what the host has decided on a hit of this client.
func (c *Client) verdict(d Dispute) {
	c.hits.count(d)
	c.disputes.add(d)
	c.poses[c.cfg.ID].ruled(d.Verdict, c.noticed(c.cfg.ID, d.At))
	if k := c.strikes.find(int(d.Shot)); k != nil && d.Verdict == Refused {
		k.Denied = c.moment.Clock.World()
	}
}

// Disputes appends the latest disputed hits of the client's own projectiles to dst, oldest first.
func (c *Client) Disputes(dst []Dispute) []Dispute { return c.disputes.list(dst) }

// Hits returns how the host has judged the client's hits, as far as the client has been told.
func (c *Client) Hits() HitStats { return c.hits }
