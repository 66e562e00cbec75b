package netsync

import (
	"time"

	"driftlab/netsync/internal/arith"
)

// Local is what one machine's own oscillator reads, in nanoseconds since an origin that only that
// machine knows. Two machines' Local values must never be compared or subtracted.
type Local int64

// Server is the session's shared time: what the host's clock reads, in nanoseconds. An algorithm
// with [BaseReal] estimates the host's undilated clock, one with [BaseWorld] the host's world time.
type Server int64

// World is the host's world time in nanoseconds: the host's clock integrated through time dilation and pause, like a game
// engine's own world clock. The game's ticks are counted in it.
type World int64

// Add returns l moved by d.
func (l Local) Add(d time.Duration) Local { return l + Local(d) }

// Sub returns the duration from m to l.
func (l Local) Sub(m Local) time.Duration { return time.Duration(l - m) }

// Add returns s moved by d.
func (s Server) Add(d time.Duration) Server { return s + Server(d) }

// Sub returns the duration from u to s.
func (s Server) Sub(u Server) time.Duration { return time.Duration(s - u) }

// Offset returns server time minus local time, the quantity that every algorithm estimates.
func (s Server) Offset(l Local) time.Duration { return time.Duration(int64(s) - int64(l)) }

// Plus converts l to server time by an offset as [Server.Offset] defines it.
func (l Local) Plus(offset time.Duration) Server { return Server(int64(l) + int64(offset)) }

// Add returns w moved by d.
func (w World) Add(d time.Duration) World { return w + World(d) }

// Sub returns the duration from v to w.
func (w World) Sub(v World) time.Duration { return time.Duration(w - v) }

// StampUnit is the unit of a send stamp.
const StampUnit = 8 * time.Microsecond

// Stamp24 returns the 24-bit send stamp for a clock that reads ns nanoseconds: whole units of 8 µs,
// rounded down, modulo 2^24 (134.217728 s).
func Stamp24(ns int64) uint32 {
	q, _ := arith.FloorDiv(ns, int64(StampUnit))
	return uint32(q) & (1<<24 - 1)
}
