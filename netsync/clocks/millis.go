package clocks

import (
	"time"

	"driftlab/netsync/internal/arith"
)

// bits32 is the width of a full session time stamp of Slot's text, in ms: 49.7 days.
const bits32 arith.Width = 32

// Millis32 is a time stamp of Slot's text: a clock in whole milliseconds, modulo 2^32. It wraps after 49.7 days, and can be
// read correctly within 24.8 days.
type Millis32 uint32

// Millis16 is a [Millis32] without its upper half: it wraps after 65.536 s, and can be read correctly within 32.768 s.
// Extend it at once on arrival, with [Millis16.Near]: once a packet has waited in a queue for half a minute, the upper half
// can no longer be inferred.
type Millis16 uint16

// ToMillis32 returns the stamp of a clock that reads ns nanoseconds, rounded down.
func ToMillis32(ns int64) Millis32 { return Millis32(arith.WholeMillis(ns)) }

// ToMillis16 returns the stamp of a clock that reads ns nanoseconds, rounded down.
func ToMillis16(ns int64) Millis16 { return Millis16(arith.WholeMillis(ns)) }

// Sub returns the signed time from u to s: positive if s is later, negative if it is earlier. Exactly half the range away,
// which could be either, reads as earlier.
func (s Millis32) Sub(u Millis32) time.Duration {
	return time.Duration(bits32.Signed(uint64(s-u))) * time.Millisecond
}

// Sub returns the signed time from u to s, as [Millis32.Sub] does.
func (s Millis16) Sub(u Millis16) time.Duration {
	return time.Duration(arith.Bits16.Signed(uint64(s-u))) * time.Millisecond
}

// Near returns the clock reading in ns that has this stamp and is nearest to pivot.
func (s Millis32) Near(pivot int64) int64 { return nearMillis(bits32, uint64(s), pivot) }

// Near returns the clock reading in ns that has this stamp and is nearest to pivot.
func (s Millis16) Near(pivot int64) int64 { return nearMillis(arith.Bits16, uint64(s), pivot) }

func nearMillis(w arith.Width, stamp uint64, pivot int64) int64 {
	return w.Expand(arith.WholeMillis(pivot), stamp) * int64(time.Millisecond)
}
