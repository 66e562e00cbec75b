package engines

import (
	"time"

	"driftlab/netsync"
	"driftlab/netsync/internal/arith"
	"driftlab/netsync/unity"
)

// This file has what the clocks of the group [registry.Engines] share: a game engine works once a frame, and what arrives
// between two frames waits for the second.

// A tickPush tells the client of every n-th tick, as an engine's host does that sends a snapshot then. It looks once in each
// of the host's frames, so a tick that begins between two frames is announced in the second.
type tickPush struct {
	rate, every int
	last        int64
	begun       bool
}

// passed returns the latest tick that is to be announced; ok is false if it was announced already.
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

// Report implements [netsync.Half]: no reports come.
func (*tickPush) Report(netsync.Message, netsync.Server) {}

// Datagram implements [netsync.Half]: stamps say nothing to it.
func (*tickPush) Datagram(uint32, netsync.Server, time.Duration) {}
