package game

import (
	"time"

	"driftlab/netsync"
)

// A Goal is what is counted in an arena: on each client as its own screen has it, and on the host as it rules.
type Goal uint8

// The goals, each of an arena.
const (
	NoGoal  Goal = iota
	Rings        // of the yard's bell, by own projectiles
	Alone        // ms alone on platform 0
	Taken        // pips taken from others
	Brought      // batons brought to the other base
	Touched      // touches of the ball
)

var goalNames = [...]string{"none", "rings", "alone", "pips", "batons", "touches"}

// String returns the goal's name, as summaries have it.
func (g Goal) String() string { return goalNames[g] }

// GoalRule says whether an arena's goal is played for.
type GoalRule uint8

// The rules for goals.
const (
	ArenaGoal GoalRule = iota // as the arena has it: in the duel, and in no other
	WithoutGoal
	WithGoal
)

// GoalNames returns the names that settings use, by [GoalRule].
func GoalNames() []string { return []string{"arena", "off", "on"} }

// goal returns what is counted in an arena under a rule.
func (r GoalRule) goal(a Arena) Goal {
	if r == WithoutGoal || r == ArenaGoal && a != Duel {
		return NoGoal
	}
	return [arenaCount]Goal{Yard: Rings, LiftShaft: Alone, Duel: Taken, Relay: Brought}[a]
}

// score is a player's, of [Alone] in ticks.
type score int64

// of returns it in the goal's unit.
func (s score) of(g Goal, rate int) int64 {
	if g == Alone {
		return int64(s) * 1000 / int64(rate)
	}
	return int64(s)
}

// Ruled returns a player's score as the host rules.
func (h *Host) Ruled(player int) int64 { return h.ruled[player].of(h.cfg.Level.Goal, h.cfg.Rate) }

// Saw returns the own player's score as the client's own screen had it.
func (c *Client) Saw() int64 { return c.seen.score.of(c.cfg.Level.Goal, c.cfg.Rate) }

// rule counts what the players have reached in the tick between two world times.
func (h *Host) rule(from, to netsync.World) {
	switch h.cfg.Level.Goal {
	case Rings:
		for id := h.ended + 1; id <= h.lastShot; id++ {
			if s := h.shots.at(id); s.ID == id && s.End > from && s.End <= to && h.cfg.Level.struck(s.along(s.End)) == StruckBell {
				h.ruled[s.Owner]++
			}
		}
	case Alone:
		on, riders := 0, 0
		for id := range h.peers {
			if p := &h.players[id]; h.here(id) && p.Ride == 0 {
				on, riders = id, riders+1
			}
		}
		if riders == 1 {
			h.ruled[on]++
		}
	case Taken:
		// The first who has it gets the heart.
		for id := range h.peers {
			if p := &h.players[id]; h.here(id) && h.cfg.Level.takesHeart(p, h.token.at, to) {
				p.Pips++
				h.pass(token{holder: int8(id), at: to})
			}
		}
	case Brought:
		// Those lie for a while who have come to the ground from where they stood higher than a metre.
		for id := range h.peers {
			p := &h.players[id]
			if !h.here(id) || p.Ride == Airborne {
				continue
			}
			if p.Ride == Solid && p.Pos.Y == 0 && h.stood[id] > Metre {
				p.Out = ticksOf(FallTime, h.cfg.Rate) + ticksOf(ShieldTime, h.cfg.Rate)
			}
			h.stood[id] = p.Pos.Y
		}
		h.ruleBaton(to)
	}
}

// FallTime is what who falls in the relay loses.
const FallTime = 3 * time.Second

// witness is what the client's own screen has had of the goal.
type witness struct {
	score score
	tick  int64         // counted up to here
	home  netsync.World // when the baton was taken that has been brought
}

// count counts what the own player has reached on the client's own screen.
func (c *Client) count(m Moment) {
	p := &c.predict
	if c.cfg.Level.Goal == NoGoal || !p.started {
		return
	}
	ticks := min(max(p.tick-c.seen.tick, 0), maxStep)
	c.seen.tick = p.tick
	switch c.cfg.Level.Goal {
	case Rings:
		for i := range c.own.list[:c.own.count] {
			if o := &c.own.list[i]; !o.rung && c.ends(o, m) {
				o.rung = true
				c.seen.score++
			}
		}
	case Alone:
		if p.state(p.tick).Ride == 0 && !c.shared(0, m) {
			c.seen.score += score(ticks)
		}
	case Brought:
		t := &c.token
		if t.holder == int8(c.cfg.ID) && t.at != c.seen.home && c.cfg.Level.near(t.base^1, p.state(p.tick).Pos) {
			c.seen.home = t.at
			c.seen.score++
		}
	}
}

// ends says whether an own projectile is shown to have come to the bell.
func (c *Client) ends(o *ownShot, m Moment) bool {
	t := m.shots()
	shot, at := &o.shot, t.predicted
	if o.id != 0 {
		shot = c.shots.at(o.id)
		at, _ = c.shotTime(c.look, shot, t)
	}
	return at >= shot.End && shot.ID == o.id && c.cfg.Level.struck(shot.along(shot.End)) == StruckBell
}

// shared says whether others are shown on a platform.
func (c *Client) shared(platform int8, m Moment) bool {
	_, v, _, _ := c.received(m)
	if v == nil {
		return false
	}
	for id := range v.rows[:v.seats] {
		if v.here[id] && id != c.cfg.ID && v.rows[id].ride() == platform {
			return true
		}
	}
	return false
}
