package game

import (
	"time"

	"driftlab/netsync"
)

// A Goal is what scores in an arena. The host counts it, and each client counts it as its own screen shows it.
type Goal uint8

// The goals, each of an arena.
const (
	NoGoal  Goal = iota
	Rings        // hits of the yard's bell by own projectiles
	Alone        // ms alone on platform 0
	Taken        // pips taken from others
	Brought      // batons brought to the other base
	Touched      // touches of the ball
)

var goalNames = [...]string{"none", "rings", "alone", "pips", "batons", "touches"}

// String returns the goal's name, as summaries have it.
func (g Goal) String() string { return goalNames[g] }

// GoalRule says whether a goal is played for.
type GoalRule uint8

// The rules for goals.
const (
	ArenaGoal GoalRule = iota // only in the duel
	WithoutGoal
	WithGoal
)

// GoalNames are the names that settings use, by [GoalRule].
var GoalNames = []string{"arena", "off", "on"}

// goal returns the goal of an arena under a rule.
func (r GoalRule) goal(a Arena) Goal {
	if r == WithoutGoal || r == ArenaGoal && a != Duel {
		return NoGoal
	}
	return [arenaCount]Goal{Yard: Rings, LiftShaft: Alone, Duel: Taken, Relay: Brought}[a]
}

// score is a player's score; for [Alone], in ticks.
type score int64

// of returns it in the goal's unit.
func (s score) of(g Goal, rate int) int64 {
	if g == Alone {
		return int64(s) * 1000 / int64(rate)
	}
	return int64(s)
}

// Ruled returns a player's score as counted by the host.
func (h *Host) Ruled(player int) int64 { return h.ruled[player].of(h.cfg.Level.Goal, h.cfg.Rate) }

// Saw returns the score of the client's player as counted on its own screen.
func (c *Client) Saw() int64 { return c.seen.score.of(c.cfg.Level.Goal, c.cfg.Rate) }

// rule counts what the players achieved in the tick between two world times.
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
			if p := &h.players[id]; h.Present(id) && p.Ride == 0 {
				on, riders = id, riders+1
			}
		}
		if riders == 1 {
			h.ruled[on]++
		}
	case Taken:
		// The first player to touch the heart gets it.
		for id := range h.peers {
			if p := &h.players[id]; h.Present(id) && h.cfg.Level.takesHeart(p, h.token.at, to) {
				p.Pips++
				h.pass(token{holder: int8(id), at: to})
			}
		}
	case Brought:
		// Players who have fallen to the ground from more than a metre lie there for a while.
		for id := range h.peers {
			p := &h.players[id]
			if !h.Present(id) || p.Ride == Airborne {
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

// FallTime is how long a player who falls in the relay is out.
const FallTime = 3 * time.Second

// witness counts the goal on the client's own screen.
type witness struct {
	score score
	tick  int64         // up to which ticks are counted
	home  netsync.World // when the latest baton that was brought had been taken
}

// count counts what the client's player achieved on its own screen.
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
		if p.state(p.tick).Ride == 0 && !c.others.shared(0, c.cfg.ID, m) {
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

// ends says whether one of the client's projectiles is shown to have reached the bell.
func (c *Client) ends(o *ownShot, m Moment) bool {
	t := m.shots()
	shot, at := &o.shot, t.predicted
	if o.id != 0 {
		shot = c.shots.at(o.id)
		at, _ = c.shotTime(c.Look, shot, t)
	}
	return at >= shot.End && shot.ID == o.id && c.cfg.Level.struck(shot.along(shot.End)) == StruckBell
}

// shared says whether anyone but a player is shown on a platform.
func (n *interpolation) shared(platform int8, player int, m Moment) bool {
	_, v, _, _ := n.received(m)
	if v == nil {
		return false
	}
	for id := range v.rows[:v.seats] {
		if v.here[id] && id != player && v.rows[id].avatar(id).Ride == platform {
			return true
		}
	}
	return false
}

// A token is the thing in a level that players take. The duel's heart gives a pip to a player who lacks one, and reappears after a
// while; the relay's baton lies at a base until somebody carries it to the other base.
type token struct {
	holder int8          // who carries the baton, or took the heart last
	base   uint8         // where the baton last lay
	at     netsync.World // when it was taken, or laid down
}

const (
	// heartAgain is how long after it was taken the heart reappears.
	heartAgain = 8 * time.Second
	// passOn is how long a player who has brought the baton can't take it again.
	passOn = 8 * time.Second
)

// noToken is a token that nobody has taken.
var noToken = token{holder: nobody, at: -netsync.World(heartAgain)}

// reach is how far from the middle of a player a token can be taken.
const reach = PlayerWidth/2 + 3*Metre/10

// near says whether a player with these feet touches a token at one of the level's places.
func (l *Level) near(place uint8, feet Point) bool {
	if int(place) >= len(l.Tokens) {
		return false
	}
	off := l.Tokens[place].Sub(feet)
	return max(off.X, -off.X) <= reach && off.Y > -PlayerHeight/2 && off.Y < PlayerHeight
}

// takesHeart says whether a player takes the heart at w if it was last taken at last.
func (l *Level) takesHeart(p *Player, last, w netsync.World) bool {
	return l.Goal == Taken && p.Pips < l.Pips && p.Out == 0 && w.Sub(last) >= heartAgain && l.near(0, p.Pos)
}

// ruleBaton decides whether a player takes the baton, brings it or loses it.
func (h *Host) ruleBaton(to netsync.World) {
	l, t := h.cfg.Level, h.token
	if t.holder == nobody {
		for id := range h.peers {
			rests := id == h.brought && to.Sub(t.at) < passOn
			if p := &h.players[id]; h.Present(id) && p.Out == 0 && !rests && l.near(t.base, p.Pos) {
				h.pass(token{int8(id), t.base, to})
				return
			}
		}
		return
	}
	p := &h.players[t.holder]
	switch {
	case !h.Present(int(t.holder)) || p.Out > 0 || p.Ride == Solid && p.Pos.Y == 0:
		h.drop(to)
	case l.near(t.base^1, p.Pos):
		h.ruled[t.holder]++
		h.brought = int(t.holder)
		h.pass(token{nobody, t.base ^ 1, to})
	}
}

// drop takes the baton from its carrier: it returns to where it was taken.
func (h *Host) drop(w netsync.World) {
	h.brought = int(nobody)
	h.pass(token{nobody, h.token.base, w})
}

// pass changes the token, and tells all clients.
func (h *Host) pass(t token) {
	h.token = t
	h.events.add(worldEvent{kind: eventToken, token: t})
}

// tokenSize is a token's length in a world event.
const tokenSize = 1 + 1 + 8

func (r *reader) token() (t token) {
	holder := r.u8("holder")
	r.within(int64(holder), 0, MaxPlayers, "holder")
	t.holder = int8(holder) - 1
	t.base = r.u8("base")
	r.within(int64(t.base), 0, 1, "base")
	t.at = netsync.World(r.clock("taken"))
	return t
}

// Refusals are what the client's player took on its own screen and the host refused.
type Refusals struct {
	Count uint64
	At    netsync.World // predicted time when the latest refusal arrived
	Pos   Point         // the place of what it took
}

// review checks whether the host's state at a tick has the heart that the prediction took.
func (r *Refusals) review(c *Client, e *predicted, w netsync.World, state *Player) {
	if e.took == w && state.Pips < e.state.Pips && state.Out == 0 {
		*r = Refusals{r.Count + 1, c.moment.Predicted.World(), c.cfg.Level.Tokens[0]}
	}
}

// A Token is what a [Scene] shows of the thing in a level that players take.
type Token struct {
	Shown  bool
	Pos    Point
	Holder int // who carries it, −1 for nobody
}

// showToken shows a token at a world time.
func (l *Level) showToken(t token, last, w netsync.World, s *Scene) {
	s.Token = Token{Holder: int(nobody)}
	switch {
	case l.Goal == Taken && l.Pips > 0:
		s.Token.Shown, s.Token.Pos = w.Sub(last) >= heartAgain, l.Tokens[0]
	case l.Goal == Brought && t.holder == nobody:
		s.Token.Shown, s.Token.Pos = true, l.Tokens[t.base]
	case l.Goal == Brought:
		for i := range s.Players {
			if o := &s.Players[i]; o.ID == int(t.holder) {
				s.Token = Token{true, o.Pos.Plus(Point{Y: PlayerHeight}), o.ID}
			}
		}
	}
}
