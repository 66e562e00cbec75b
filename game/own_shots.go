package game

import (
	"math"
	"time"

	"driftlab/netsync"
	"driftlab/netsync/unity"
)

// An ownShot is a projectile fired by the client's player: predicted by the client, announced by the host, or both.
type ownShot struct {
	tick     int64  // of the input that fired it: identifies it until the host has numbered it
	shot     Shot   // as predicted; the host's once confirmed
	foreseen bool   // the client has predicted it
	kept     bool   // found in the latest review of prediction and host state
	id       uint32 // the host's number, 0 until its message arrives

	// When the host's message arrived, at the world time merged, the projectile was shown this far from the host's path.
	off    Point
	merged netsync.World
	over   bool // it had already ended on the screen by then; it does not come back

	judged judgement
	rung   bool // it has reached a bell on the screen
}

// shown returns its number in a [Scene].
func (o *ownShot) shown() int {
	if o.id == 0 {
		return int(-o.tick)
	}
	return int(o.id)
}

// ownShots are the client's latest projectiles, oldest first. A player fires every 600 ms at most, so they go back more than nine
// seconds.
type ownShots struct {
	list        [16]ownShot
	count       int
	reviewed    int64  // the prediction has been searched up to this tick
	disappeared uint64 // predicted, but never fired by the host
}

// near is how many ticks apart two firings may be to count as the same one: nobody fires twice within the reload time.
func near(rate int) int64 { return int64(reloadTicks(rate)) / 2 }

// at returns the projectile that was fired around a tick, nil if there is none.
func (s *ownShots) at(tick int64, rate int) *ownShot {
	for i := s.count - 1; i >= 0; i-- {
		if d := s.list[i].tick - tick; max(d, -d) <= near(rate) {
			return &s.list[i]
		}
	}
	return nil
}

// predicted says whether the client predicted the projectile with the host's number id.
func (s *ownShots) predicted(id uint32) bool {
	for i := range s.list[:s.count] {
		if s.list[i].id == id {
			return s.list[i].foreseen
		}
	}
	return false
}

// Numbered returns the current number in a [Scene] of a projectile that was shown under a number of the client's before the host had
// numbered it; other numbers stay.
func (c *Client) Numbered(shown int) int {
	if shown > 0 {
		return shown
	}
	for i := range c.own.list[:c.own.count] {
		if o := &c.own.list[i]; int(-o.tick) == shown {
			return o.shown()
		}
	}
	return shown
}

func (s *ownShots) add(o ownShot) {
	if s.count == len(s.list) {
		copy(s.list[:], s.list[1:])
		s.count--
	}
	s.list[s.count] = o
	s.count++
}

// look finds the shots that the prediction has fired after a tick, and adds the new ones.
func (s *ownShots) look(c *Client, after int64) {
	p, full := &c.predict, reloadTicks(c.cfg.Rate)
	for tick := max(after, p.first) + 1; tick <= p.tick; tick++ {
		if p.state(tick).Reload != full || p.state(tick-1).Reload != 0 {
			continue
		}
		if o := s.at(tick, c.cfg.Rate); o != nil {
			o.kept = true
			continue
		}
		s.add(ownShot{tick: tick, foreseen: true, kept: true,
			shot: c.cfg.Level.newShot(0, c.cfg.ID, *p.state(tick), c.worldAt(tick))})
	}
	s.reviewed = p.tick
}

// review compares the predicted projectiles with the host's state at a tick and with the prediction from there. A projectile that
// neither has fired disappears; the remaining reload time tells when the player fired.
//
// If the prediction has not changed and the host has numbered all, there is nothing to compare.
func (s *ownShots) review(c *Client, tick int64, state Player, same bool) {
	if same && s.reviewed == c.predict.tick && s.numbered() {
		return
	}
	for i := range s.list[:s.count] {
		s.list[i].kept = false
	}
	s.look(c, tick)
	full := int64(reloadTicks(c.cfg.Rate))
	for i := s.count - 1; i >= 0; i-- {
		o := &s.list[i]
		age := tick - o.tick
		switch {
		case o.id != 0 || o.kept:
			continue
		case age < 0 && o.tick <= c.predict.first:
			continue // the prediction does not go back so far
		case age >= full && age < full+int64(c.cfg.Rate):
			continue // too long ago to tell: the message may be late
		case age >= 0 && age < full && state.Reload > 0:
			if d := age - (full - int64(state.Reload)); max(d, -d) <= near(c.cfg.Rate) {
				continue
			}
		}
		copy(s.list[i:s.count], s.list[i+1:s.count])
		s.count--
		s.disappeared++
	}
}

// numbered says whether the host has numbered all.
func (s *ownShots) numbered() bool {
	for i := range s.list[:s.count] {
		if s.list[i].id == 0 {
			return false
		}
	}
	return true
}

// confirm takes the host's message about a projectile of the client's player. A predicted one continues from where it is shown, and
// no second one appears.
func (s *ownShots) confirm(c *Client, shot Shot, m Moment) {
	tick := unity.NetworkTimeAt(c.cfg.Rate, shot.Spawn).Tick()
	o := s.at(tick, c.cfg.Rate)
	if o == nil || o.id != 0 {
		s.add(ownShot{tick: tick, id: shot.ID, shot: shot})
		return
	}
	if m.OK {
		predicted := m.Predicted.World()
		at, ok := c.place(o, predicted)
		o.off, o.merged, o.over = at.Sub(shot.along(max(predicted, shot.Spawn))), predicted, !ok
	}
	if k := c.strikes.find(o.shown()); k != nil {
		k.Shot = int(shot.ID)
	}
	o.id, o.shot = shot.ID, shot
}

// place returns where one of the client's projectiles is shown at a predicted world time. If it was predicted elsewhere than the
// host has it, it moves to the host's path at half a projectile's speed along each axis: so it is shown at most half as fast again,
// and never jumps.
func (c *Client) place(o *ownShot, predicted netsync.World) (p Point, ok bool) {
	s := o.shot
	if o.id != 0 {
		s = *c.shots.at(o.id) // its end may be known by now
	}
	if predicted > s.End || s.ID != o.id || o.over {
		return Point{}, false
	}
	p = s.along(max(predicted, s.Spawn))
	span := s.Speed.takes(2 * max(o.off.X, -o.off.X, o.off.Y, -o.off.Y))
	if left := span - predicted.Sub(o.merged); left > 0 {
		p = p.Plus(Point{o.off.X.share(left, span), o.off.Y.share(left, span)})
	}
	p.X = min(max(p.X, 0), c.cfg.Level.Width)
	return p, true
}

// A judgement is what a client has seen of one of its projectiles.
type judgement struct {
	at      Point         // where it was shown last
	past    netsync.World // its end, if the whole path up to it has been checked for hits
	seen    bool          // it was shown
	claimed bool          // a hit was seen
	frame   netsync.Local // the frame in which the hit was seen
	sent    bool          // the host has been told of the hit
	claim   claim
}

// judge looks for hits by the client's projectiles on its own screen, and claims those whose projectile the host has numbered: one
// shown in predicted time may hit before its number arrives.
func (c *Client) judge(now netsync.Local) {
	since := c.moment.Clock.World().Add(-claimWait)
	for i := range c.own.list[:c.own.count] {
		if o := &c.own.list[i]; o.shot.End > since && !o.judged.claimed {
			// Does any projectile touch anyone, as both are shown, on its path since the last frame?
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
		// If the host never fires the projectile, the claim disappears with it.
		if o := &c.own.list[i]; o.judged.claimed && !o.judged.sent && o.id != 0 {
			o.judged.claim.shot = o.id
			o.judged.sent = c.reliable.add(reliableMessage{kind: reliableClaim, claim: o.judged.claim})
		}
	}
}

// aim fills the screen with what judging needs of the latest frame's [Scene]: the client's projectiles that have not hit yet,
// and the others who may be in their way.
func (c *Client) aim() {
	s, look, m := &c.screen, c.Look, c.moment
	t := m.shots()
	s.clear()
	s.Plain = true
	over := t.over(look.Shots)
	if look.Shots == FramedShots {
		c.showShots(look, m, s)
		over = math.MinInt64 // these have their own time
	} else {
		// The client's projectiles in flight: none that ends before over.
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
		case !o.judged.seen && end.Add(tick) < over: // it ended before the first frame that would show it
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

// aimAtEnd adds a projectile that has ended since it was last shown, at its end: the rest of its path has to be checked too.
func (c *Client) aimAtEnd(o *ownShot, t shotTimes, tick time.Duration) {
	shot, j := c.shots.at(o.id), &o.judged
	if shot.ID != o.id {
		return
	}
	at, _ := c.shotTime(c.Look, shot, t)
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

// called returns the projectile with this number in a [Scene], nil if it is another player's.
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
	if !j.seen { // perhaps fired since the last frame
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
