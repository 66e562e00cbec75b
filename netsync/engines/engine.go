// Package engines has the clocks that game engines and their libraries ship, one file each, with their published constants
// as settings and their oddities kept. Each is an estimator of package netsync, and some keep two times for a game
// themselves ([unity.Timekeeper]).
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

// TimeDesigns returns the providers of games that use an engine's clock.
func TimeDesigns() []unity.TimeDesign {
	return []unity.TimeDesign{
		engineDesign("lightyear", "lightyear's: one time leads by half of the round trip and margins, one trails; both follow by running faster or slower"),
		engineDesign("entities", "Netcode for Entities': predicted time is kept two ticks early by what the host says of commands, interpolated time behind the latest snapshot"),
		engineDesign("ddnet", "DDNet's: game time aims at the tick before the latest snapshot's, predicted time at a margin before inputs are needed"),
		engineDesign("quake3", "Quake III's: both times are the time of what is shown, one trip down and one snapshot behind; predicted time is ahead of it by a snapshot, the round trip and the buffer, since this host applies inputs in their ticks and not when they arrive"),
	}
}

// engineDesign returns the provider that gives a game the two times of an engine's clock, as that engine does.
func engineDesign(clock, help string) unity.TimeDesign {
	return unity.TimeDesign{Name: clock, Help: help, Clock: clock, New: func(_ int, config any) unity.TimeProvider {
		if q, is := config.(Quake3Config); is {
			return &engineTime{late: time.Second / time.Duration(q.SnapshotRate)}
		}
		return new(engineTime)
	}}
}

// engineTime passes on the times of a [unity.Timekeeper].
type engineTime struct {
	late time.Duration // how far the host of [Quake3] is ahead of its time on top of the delay down, 0 for others
	last unity.WorldTimes
}

func (e *engineTime) Start(in *unity.TimeInput) { e.last = e.Times(in) }

// Advance says whether the engine's times ran smoothly enough for a game to follow them.
func (e *engineTime) Advance(in *unity.TimeInput) bool {
	before := e.last
	e.last = e.Times(in)
	return in.Smooth(before, e.last)
}

// Follow returns 0: an engine has its own buffers.
func (e *engineTime) Follow(time.Duration) time.Duration { return 0 }

// Times makes predicted time of [Quake3] early enough for this game. Its own host plays inputs whenever they arrive; here
// they have to arrive in time.
func (e *engineTime) Times(in *unity.TimeInput) unity.WorldTimes {
	t := in.Kept
	if e.late > 0 {
		t.Predicted = t.Predicted.Add(e.late + in.RTT + in.ServerBuffer)
	}
	return t
}
