package game

import (
	"time"

	"driftlab/netsync"
)

// history is how many ticks of own states and buttons a client keeps: over a second at any rate.
const history = 256

// maxStep is the number of ticks that a client plays at most in one frame; if its clock jumps
// further ahead it goes on from there without playing what lies between.
const maxStep = 32

// prediction plays the own player ahead of the host's answer, and replays it when the answer
// differs (rollback).
type prediction struct {
	started     bool
	first       int64 // oldest tick kept
	tick        int64 // newest tick played
	state       [history]Player
	input       [history]Input
	shown       [history]int64 // by how many parts of a tick a platform was shown behind a tick when that was first played
	corrections correctionRing
	resets      uint64
}

func (p *prediction) reset() {
	p.started = false
}

// restart goes on from a state at a tick, forgetting what was before.
func (p *prediction) restart(tick int64, state Player) {
	p.started = true
	p.first, p.tick = tick, tick
	p.state[slot(tick)] = state
	p.input[slot(tick)] = Input{}
	p.shown[slot(tick)] = int64(state.Lag)
}

func slot(tick int64) int64 { return tick & (history - 1) }

// advance plays the ticks up to and including target. When the clock steps back the player waits;
// when it jumps far, the prediction starts anew there.
func (p *prediction) advance(c *Client, target int64) {
	if !p.started {
		return
	}
	if d := target - p.tick; d > maxStep || d < -maxStep {
		p.resets++
		p.restart(target, p.state[slot(p.tick)])
		return
	}
	for p.tick < target {
		tick := p.tick + 1
		p.input[slot(tick)] = Input{c.buttons(c.worldAt(tick)), c.spaces.lag}
		p.shown[slot(tick)] = c.spaces.whole
		p.play(c, tick)
	}
}

// play moves the player through one tick by the input that is kept for it.
func (p *prediction) play(c *Client, tick int64) {
	next := p.state[slot(tick-1)]
	c.cfg.Level.Step(&next, p.input[slot(tick)], c.worldAt(tick-1), c.worldAt(tick), c.cfg.Rate)
	p.state[slot(tick)] = next
	p.tick = tick
	p.first = max(p.first, tick-history+1)
}

// correct compares the host's state at a tick with what was predicted for it, and replays from
// there if the two differ. A state from before the last leap is passed over while it is young enough
// for later ones to catch up with the leap: going back to it would only bring the next leap about.
func (p *prediction) correct(c *Client, tick int64, state Player) {
	if tick < 0 {
		return
	}
	if !p.started || tick > p.tick || p.tick-tick >= history {
		p.restart(tick, state)
		return
	}
	if tick < p.first || p.state[slot(tick)] == state {
		return
	}
	newest, from := p.tick, p.state[slot(p.tick)].Pos
	p.state[slot(tick)] = state
	for p.tick = tick; p.tick < newest; {
		p.play(c, p.tick+1)
	}
	p.corrections.add(Correction{Tick: tick, From: from, To: p.state[slot(newest)].Pos, At: c.moment.Predicted.World()})
}

// fill puts the latest ticks' inputs into an input message; it says whether there are any.
func (p *prediction) fill(m *inputMessage, run int64) bool {
	if !p.started {
		return false
	}
	m.newest = p.tick
	m.count = uint8(min(p.tick-p.first+1, run))
	for i := range int64(m.count) {
		m.in[i] = p.input[slot(p.tick-int64(m.count)+1+i)]
	}
	return p.tick >= 0
}

// stride returns the last tick played, so that the player can be shown to move smoothly at time t.
func (p *prediction) stride(t netsync.NetworkTime) stride {
	last := stride{b: p.state[slot(p.tick)], tick: p.tick, rate: t.Rate(), parts: wholeTick}
	last.a = last.b
	if p.tick > p.first {
		last.a, last.parts = p.state[slot(p.tick-1)], partsOf(p.tick, t)
	}
	return last
}

// missed returns by how much the own player has lagged farther than its platform was shown to: no past older than
// [MaxLag] is ridden, and a rider's lag changes by a tick a tick at most.
func (p *prediction) missed(last *stride) time.Duration {
	a, b := p.missedAt(&last.a, last.tick-1), p.missedAt(&last.b, last.tick)
	parts := a*wholeTick + (b-a)*last.parts
	return time.Duration(parts / int64(last.rate*Subticks))
}

func (p *prediction) missedAt(state *Player, tick int64) int64 {
	return int64(state.Lag) - p.shown[slot(tick)]
}

// worldAt returns the world time at which a tick begins.
func (c *Client) worldAt(tick int64) netsync.World {
	return netsync.NewNetworkTime(c.cfg.Rate, tick).World()
}
