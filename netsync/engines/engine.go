package engines

import (
	"time"

	"driftlab/netsync"
	"driftlab/netsync/internal/arith"
	"driftlab/netsync/unity"
)

// What the clocks of the group [registry.Engines] have in common: a game engine does its work once a frame, and what has come
// since the frame before waits for it.

// A tickPush tells the client of every n-th tick, as an engine's host does that sends a snapshot then. It looks
// in each of the host's frames, so that a tick that begins between two of them is told of in the second.
type tickPush struct {
	rate, every int
	last        int64
	begun       bool
}

// passed returns the latest tick that is to be told of and was not yet.
func (p *tickPush) passed(now netsync.Server) (at unity.NetworkTime, ok bool) {
	at = unity.NetworkTimeAt(p.rate, netsync.World(now)).Start()
	back, _ := arith.FloorDiv(at.Tick(), int64(p.every))
	at = at.AddTicks(back*int64(p.every) - at.Tick())
	ok = p.begun && at.Tick() > p.last
	if !p.begun || ok {
		p.begun, p.last = true, at.Tick()
	}
	return at, ok
}

// Due implements [netsync.Half].
func (p *tickPush) Due(now, _ netsync.Server) (netsync.Message, bool) {
	at, ok := p.passed(now)
	return netsync.Message{Kind: netsync.MessagePush, T3: netsync.Server(at.World())}, ok
}

// Report implements [netsync.Half]: there are none.
func (*tickPush) Report(netsync.Message, netsync.Server) {}

// Datagram implements [netsync.Half]: stamps say nothing to it.
func (*tickPush) Datagram(uint32, netsync.Server, time.Duration) {}
