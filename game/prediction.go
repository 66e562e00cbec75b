package game

import (
	"time"

	"driftlab/netsync"
)

// Authority says who decides where a client's player is. It matters on platforms, which the client shows in another time than
// the host plays them in (MLAPI, "The Elevator Problem").
type Authority uint8

const (
	// ClientAuthority: the host plays the player with the platforms as far in the past as the client says it saw them, so the
	// player gets where the client has it.
	ClientAuthority Authority = iota
	// PredictedAuthority: the host plays the player with the platforms where they are now. The client predicts with the
	// platforms it shows, and is corrected if the player gets elsewhere.
	PredictedAuthority
	// ServerAuthority: the client predicts nothing. Its player is shown in server time, interpolated like the others.
	ServerAuthority
)

// AuthorityNames are the names that settings use, by [Authority].
var AuthorityNames = [...]string{"client", "predicted", "server"}

// SetAuthority says who decides where a client's player is, from the next tick on.
func (h *Host) SetAuthority(client int, a Authority) { h.peers[client].authority = a }

// maxStep is how many ticks a client plays at most in one frame; if its clock jumps further, it continues from there without playing
// the ticks between.
const maxStep = 32

// prediction plays the client's player ahead of the host's answer, and replays it if the answer differs (rollback).
type prediction struct {
	started     bool
	joined      int64 // the tick at which it started
	first       int64 // oldest tick kept
	tick        int64 // newest tick played
	ticks       history[predicted]
	owed        int64 // ticks that predicted time is behind, since they are still to be caught up
	corrections ring[Correction]
	resets      uint64
}

// predicted is a tick of the client's player.
type predicted struct {
	state Player // after it
	input Input
	shown int64         // how many subticks behind it a platform was shown when it was first played
	took  netsync.World // when it last took the heart, as predicted
}

// restart continues from a state at a tick and forgets the ticks before.
func (p *prediction) restart(tick int64, state Player) {
	if !p.started {
		p.started, p.joined = true, tick
	}
	p.first, p.tick, p.owed = tick, tick, 0
	*p.ticks.at(tick) = predicted{state: state, shown: int64(state.Lag), took: noToken.at}
}

// state returns the player's state after a tick that is kept.
func (p *prediction) state(tick int64) *Player { return &p.ticks.at(tick).state }

// MaxCatchUp is the most of the time missed that a client plays in one frame.
const MaxCatchUp = time.Second

// fallBehind has predicted time wait where there is more to catch up than one frame may play. Of more than is kept nothing is.
func (c *Client) fallBehind() {
	p := &c.predict
	if !c.moment.OK || !p.started {
		return
	}
	due := c.moment.Predicted.Tick() + p.owed
	owed := int64(0)
	if c.CatchUp > 0 && due-p.tick < mostHistory {
		owed = max(due-p.tick-c.catchUp(), 0)
	}
	c.moment.Predicted = c.moment.Predicted.AddTicks(p.owed - owed)
	p.owed = owed
}

// catchUp returns how many ticks a frame catches up at most.
func (c *Client) catchUp() int64 {
	return max(int64(c.CatchUp)*int64(c.cfg.Rate)/int64(time.Second), 2)
}

// advance plays the ticks up to and including target. If the clock steps back the player waits; if it jumps far, the prediction
// restarts there.
func (p *prediction) advance(c *Client, target int64) {
	if !p.started {
		return
	}
	if d := target - p.tick; d > max(maxStep, c.catchUp()) || d < -maxStep {
		p.resets++
		p.restart(target, *p.state(p.tick))
		return
	}
	for p.tick < target {
		tick := p.tick + 1
		w := c.worldAt(tick)
		e := p.ticks.at(tick)
		held := c.buttons(tick, w, func() *Scene { return c.see() }, c.cfg.Level, c.predict.state(c.predict.tick))
		e.input, e.shown = Input{held, c.spaces.lag}, c.spaces.whole
		p.play(c, tick, w)
		if c.Authority != ServerAuthority {
			if !c.cfg.Unseen {
				c.poses[c.cfg.ID].see(c.cfg.Level, e.state.Pos.X, e.state.Pos.Y, e.state.Ride, e.state.Facing, e.state.Pips, e.state.Lag, c.cfg.Rate, w, w)
			}
			c.touchBall(tick)
		}
		c.begun(tick)
		c.Played++
	}
}

// play moves the player through one tick, of a world time, with the input kept for it. Under [ServerAuthority] the player keeps the
// host's latest state.
func (p *prediction) play(c *Client, tick int64, w netsync.World) {
	e := p.ticks.at(tick)
	before := p.ticks.at(tick - 1)
	e.state, e.took = before.state, before.took
	if c.Authority != ServerAuthority {
		was := e.state.Out
		c.cfg.Level.Step(&e.state, e.input, c.worldAt(tick-1), w, c.cfg.Rate)
		if lies(was, c.cfg.Rate) && !lies(e.state.Out, c.cfg.Rate) {
			e.state.Out = was // the host decides where it comes back
		}
		// The player takes the heart if it touches it. The host decides whether it was the first.
		last := max(c.token.at, e.took)
		if c.token.at == w && int(c.token.holder) == c.cfg.ID {
			last = w.Add(-heartAgain) // the host has confirmed it
		}
		if c.cfg.Level.takesHeart(&e.state, last, w) {
			e.state.Pips++
			e.took = w
		}
	}
	p.tick = tick
	p.first = max(p.first, tick-p.ticks.length()+1)
}

// correct compares the host's state at a tick with the prediction for it, and replays from there if they differ. A state from before
// the clock's latest jump is ignored while it is recent enough: going back to it would only cause another jump. If it is older than
// all that is kept, the prediction restarts from it each time, without the player's inputs since. same says that the prediction has
// not changed.
func (p *prediction) correct(c *Client, tick int64, state Player) (same bool) {
	if tick < 0 {
		return true
	}
	state = p.seen(c, tick, state)
	switch {
	case p.started && tick > p.tick && c.CatchUp > 0 && tick-p.tick < mostHistory:
		return true // it will play its way there
	case !p.started || tick > p.tick:
		p.restart(tick, state)
		return false
	case p.tick-tick >= p.ticks.length():
		p.restart(p.tick, state)
		return false
	}
	if tick < p.first || *p.state(tick) == state {
		return true
	}
	back := lies(p.state(tick).Out, c.cfg.Rate) && !lies(state.Out, c.cfg.Rate)
	newest, from := p.tick, p.state(p.tick).Pos
	c.Refused.review(c, p.ticks.at(tick), c.worldAt(tick), &state)
	*p.state(tick) = state
	for p.tick = tick; p.tick < newest; {
		p.play(c, p.tick+1, c.worldAt(p.tick+1))
	}
	if back || c.Authority == ServerAuthority {
		return false // nothing was predicted
	}
	p.corrections.add(Correction{Tick: tick, From: from, To: p.state(newest).Pos, At: c.moment.Predicted.World(),
		Joining: tick-p.joined < int64(c.cfg.Rate)})
	return false
}

func (p *prediction) missedAt(state *Player, tick int64) int64 {
	return int64(state.Lag) - p.ticks.at(tick).shown
}

// A Correction is a case in which the host's state differed from the client's prediction.
type Correction struct {
	Tick     int64         // at which they differed
	From, To Point         // the player at its newest tick, before and after the replay
	At       netsync.World // predicted time when the host's state arrived
	Joining  bool          // within a second of the join: the first inputs are late for the host
}

// RecentCorrections appends the latest 32 corrections, oldest first.
func (c *Client) RecentCorrections(dst []Correction) []Correction {
	return c.predict.corrections.since(0, dst)
}

// Corrections returns how often the host's state differed from the prediction, and how often the clock jumped so far that the
// prediction restarted.
func (c *Client) Corrections() (corrections, resets uint64) {
	return c.predict.corrections.count, c.predict.resets
}

// seen translates the host's state at a tick for a client whose platforms are in another time: a rider keeps its place along
// the platform, and its height in the world.
//
// On a platform that moves sideways this agrees with the client's state. On a lift it does not, since the client's lift is at
// another height: the player moves to the host's height in that tick, and back onto the client's lift in the next.
func (p *prediction) seen(c *Client, tick int64, state Player) Player {
	if c.Authority != PredictedAuthority || state.Ride < 0 {
		return state
	}
	lag := c.spaces.lag
	if p.started && p.first <= tick && tick <= p.tick {
		e := p.ticks.at(tick)
		if lag = e.input.Lag; e.state.Ride == state.Ride {
			lag = e.state.Lag
		}
	}
	platform, w := &c.cfg.Level.Platforms[state.Ride], c.worldAt(tick)
	state.Pos.X += platform.At(w.Add(-lag.Over(c.cfg.Rate))).X - platform.At(w.Add(-state.Lag.Over(c.cfg.Rate))).X
	state.Lag = lag
	return state
}

// begun notes what the client's player starts in a tick that was just played for the first time.
func (c *Client) begun(tick int64) {
	if tick <= c.predict.first {
		return
	}
	now, before := c.predict.ticks.at(tick), c.predict.ticks.at(tick-1)
	held, was := now.input.Held, before.input.Held
	if c.Authority != ServerAuthority {
		c.Deeds.note(c.cfg.Level, c.cfg.ID, tick, &before.state, &now.state, was, held)
		return
	}
	stands, leaves := Player{Ride: Solid}, Player{Ride: Airborne}
	if held&^was&Fire != 0 {
		leaves.Reload = reloadTicks(c.cfg.Rate)
	}
	c.Deeds.note(c.cfg.Level, c.cfg.ID, tick, &stands, &leaves, was, held&^(was&Jump))
}
