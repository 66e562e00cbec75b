package engines

import (
	"time"

	"driftlab/internal/param"
	"driftlab/netsync"
	"driftlab/netsync/internal/arith"
	"driftlab/netsync/unity"
)

// This file has what the clocks of the group [registry.Engines] share: a game engine works once a frame, and what arrives
// between two frames waits for the second.

// rate makes the constant of a rate in thousandths of a hertz, 1 to 1000 Hz.
func rate[C any](name, help string, standard int64, of func(*C) *int) param.Field[C] {
	return param.Int(param.Param{Name: name, Unit: param.FineRate, Min: 1000, Max: 1_000_000, Default: standard, Help: help}, of)
}

// thousand are a thousand seconds, in nanoseconds: as long as a rate's ticks are counted.
const thousand = int64(1000 * time.Second)

// tickAt returns the tick that has begun latest, rounded down before 0 too. rate is ticks in a thousand seconds.
func tickAt(rate int, now netsync.Server) int64 {
	return unity.FineTimeAt(rate, netsync.World(now)).Tick()
}

// startOf returns when a tick begins, rounded up to the nanosecond, so that [tickAt] of it is that tick again.
func startOf(rate int, tick int64) netsync.Server {
	return netsync.Server(unity.NewFineTime(rate, tick).World())
}

// A tickPush tells the client of every n-th tick, as an engine's host does that sends a snapshot then. It looks once in each
// of the host's frames, so a tick that begins between two frames is announced in the second.
type tickPush struct {
	rate, every int // ticks in a thousand seconds; ticks
	last        int64
	begun       bool
}

// passed returns the latest tick that is to be announced; ok is false if it was announced already.
func (p *tickPush) passed(now netsync.Server) (tick int64, ok bool) {
	back, _ := arith.FloorDiv(tickAt(p.rate, now), int64(p.every))
	tick = back * int64(p.every)
	ok = p.begun && tick > p.last
	if !p.begun || ok {
		p.begun, p.last = true, tick
	}
	return tick, ok
}

// Due implements [netsync.Half].
func (p *tickPush) Due(now, _ netsync.Server) (netsync.Message, bool) {
	tick, ok := p.passed(now)
	return netsync.Message{Kind: netsync.MessagePush, T3: startOf(p.rate, tick)}, ok
}

// Report implements [netsync.Half]: no reports come.
func (*tickPush) Report(netsync.Message, netsync.Server) {}

// Datagram implements [netsync.Half]: stamps say nothing to it.
func (*tickPush) Datagram(uint32, netsync.Server, time.Duration) {}
