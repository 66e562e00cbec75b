package netsync

import (
	"math"

	"driftlab/netsync/internal/arith"
)

// Normal is the rate of a [Timeline] without time dilation, in millionths.
const Normal = 1_000_000

// A Timeline turns a machine's clock into world time: a straight line through one point, in exact integers. C is [Server]
// for the host's timeline and [Local] for a client's own engine.
//
// A host announces its timeline to the clients as data. A client that knows the host's undilated clock then computes the
// host's world time exactly, however the rate changes. The clocks of Sutphin's article measure world time itself and cannot
// do this.
//
// The zero value is world time that runs with the clock.
type Timeline[C ~int64] struct {
	From   C     // clock at the point
	World  World // world time at the point
	Excess int64 // rate − Normal, in millionths, so that the zero value runs at the normal rate
}

// Rate returns world seconds per clock second, in millionths: 0 is a pause, 500000 is half speed.
func (t Timeline[C]) Rate() int64 { return Normal + t.Excess }

// At returns the world time when the clock reads now, rounded down to a nanosecond.
func (t Timeline[C]) At(now C) World {
	d := int64(now - t.From)
	if t.Excess == 0 {
		return t.World + World(d)
	}
	q, r := arith.FloorDiv(d, Normal)
	part, _ := arith.FloorDiv(r*t.Rate(), Normal)
	return t.World + World(q*t.Rate()+part)
}

// When returns the first clock reading at which world time w is reached; ok is false if that never happens,
// as during a pause.
func (t Timeline[C]) When(w World) (now C, ok bool) {
	d := int64(w - t.World)
	if t.Excess == 0 {
		return t.From + C(d), true
	}
	rate := t.Rate()
	if rate <= 0 {
		return 0, w <= t.World
	}
	q, r := arith.FloorDiv(d, rate)
	if q > math.MaxInt64/(2*Normal) {
		return 0, false // beyond 146 years
	}
	part, rest := arith.FloorDiv(r*Normal, rate)
	if rest > 0 {
		part++
	}
	return t.From + C(q*Normal+part), true
}

// SetRate changes the rate at now without moving the world time at now. Rate is in millionths, ≥ 0.
func (t *Timeline[C]) SetRate(now C, rate int64) {
	*t = Timeline[C]{From: now, World: t.At(now), Excess: rate - Normal}
}

// Scale turns a length of clock time into world time at the current rate.
func (t Timeline[C]) Scale(d int64) int64 {
	return int64(Timeline[C]{Excess: t.Excess}.At(C(d)))
}
