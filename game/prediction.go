package game

import "driftlab/netsync"

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
	held        [history]Buttons
	corrections uint64
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
	p.held[slot(tick)] = 0
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
		p.held[slot(tick)] = c.buttons(c.worldAt(tick))
		p.play(c, tick)
	}
}

// play moves the player through one tick by the buttons that are kept for it.
func (p *prediction) play(c *Client, tick int64) {
	next := p.state[slot(tick-1)]
	c.cfg.Level.Step(&next, p.held[slot(tick)], c.worldAt(tick-1), c.worldAt(tick), c.cfg.Rate)
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
	newest := p.tick
	p.state[slot(tick)] = state
	for p.tick = tick; p.tick < newest; {
		p.play(c, p.tick+1)
	}
	p.corrections++
}

// fill puts the latest ticks' buttons into an input message; it says whether there are any.
func (p *prediction) fill(m *inputMessage) bool {
	if !p.started {
		return false
	}
	m.newest = p.tick
	m.count = uint8(min(p.tick-p.first+1, inputRun))
	for i := range int64(m.count) {
		m.held[i] = p.held[slot(p.tick-int64(m.count)+1+i)]
	}
	return p.tick >= 0
}

// at returns the player between the last two ticks played, so that it moves smoothly.
func (p *prediction) at(t netsync.NetworkTime) (pos Point, facing int8, ok bool) {
	if !p.started {
		return Point{}, 0, false
	}
	now := p.state[slot(p.tick)]
	if t.Tick() != p.tick || p.tick-1 < p.first {
		return now.Pos, now.Facing, true
	}
	return between(p.state[slot(p.tick-1)].Pos, now.Pos, t.Parts()), now.Facing, true
}

// worldAt returns the world time at which a tick begins.
func (c *Client) worldAt(tick int64) netsync.World {
	return netsync.NewNetworkTime(c.cfg.Rate, tick).World()
}
