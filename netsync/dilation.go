package netsync

import (
	"math"
	"time"

	"driftlab/netsync/internal/arith"
)

// DilationLines is how many rates a [Dilation] knows at once: those announced last, and those in force just before.
const DilationLines = 16

// A Dilation is the host's world time sent as data: which rate holds from which server time on. The host announces each
// change together with the server time at which it takes effect. A client that knows the host's clock then knows the host's
// world time exactly, before, during and after the change, if the announcement arrives before the change takes effect.
// Measuring world time itself, as the clocks of Sutphin's article do, cannot give this.
//
// It works with any estimator on [BaseReal]. The zero value is world time that runs with the clock.
type Dilation struct {
	lines [DilationLines]Timeline[Server] // by From, oldest first; the first also holds for all time before it
	n     int                             // 0 stands for one zero line
}

// At returns the world time at server time s.
func (d *Dilation) At(s Server) World { return d.line(s).At(s) }

// Rate returns the rate at server time s, in millionths.
func (d *Dilation) Rate(s Server) int64 { return d.line(s).Rate() }

// When returns the server time at which world time w is first reached, according to the changes announced so far.
func (d *Dilation) When(w World) (s Server, ok bool) {
	lines := d.Lines()
	i := len(lines) - 1
	for i > 0 && lines[i].World >= w {
		i--
	}
	return lines[i].When(w)
}

// Next returns the server time of the first change after s; ok is false if none is announced.
func (d *Dilation) Next(s Server) (at Server, ok bool) {
	for _, l := range d.Lines() {
		if l.From > s {
			return l.From, true
		}
	}
	return 0, false
}

func (d *Dilation) line(s Server) *Timeline[Server] {
	for i := d.n - 1; i > 0; i-- {
		if d.lines[i].From <= s {
			return &d.lines[i]
		}
	}
	return &d.lines[0]
}

// Lines returns the known rates, oldest first, as they are to be sent. The slice must not be changed.
func (d *Dilation) Lines() []Timeline[Server] { return d.lines[:max(d.n, 1)] }

// Announce sets, at server time now, the rate from a server time on, in millionths, ≥ 0. A time before the last announced
// change counts as the time of that change. When there is no room left, Announce forgets the lines that ended before now; if
// there are none, it takes back the last announced change. The line in force stays, so that world time never jumps.
func (d *Dilation) Announce(now, from Server, rate int64) {
	d.n = max(d.n, 1)
	last := &d.lines[d.n-1]
	if d.n > 1 && from <= last.From {
		last.Excess = rate - Normal
		return
	}
	if d.n == DilationLines {
		d.Forget(now)
	}
	if d.n == DilationLines {
		d.n--
	}
	next := d.lines[d.n-1]
	next.SetRate(from, rate)
	d.lines[d.n] = next
	d.n++
}

// Forget drops the lines that ended before server time s, but keeps the line in force at s.
func (d *Dilation) Forget(s Server) {
	gone := 0
	for gone < d.n-1 && d.lines[gone+1].From <= s {
		gone++
	}
	copy(d.lines[:], d.lines[gone:d.n])
	d.n -= gone
}

// Shift has the same world time go with a server time that is later by so much, as after the host's clock was set.
func (d *Dilation) Shift(by time.Duration) {
	d.n = max(d.n, 1)
	for i := range d.lines[:d.n] {
		d.lines[i].From = d.lines[i].From.Add(by)
	}
}

// Learn takes lines that a host has sent, as [Dilation.Lines] returned them. It ignores all after the first [DilationLines].
func (d *Dilation) Learn(lines []Timeline[Server]) { d.n = copy(d.lines[:], lines) }

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
