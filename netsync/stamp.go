package netsync

import (
	"time"

	"driftlab/netsync/internal/arith"
)

// StampUnit is the unit of a send stamp.
const StampUnit = 8 * time.Microsecond

// Stamp24 returns the 24-bit send stamp for a clock that reads ns nanoseconds: whole units of 8 µs,
// rounded down, modulo 2^24 (134.217728 s).
func Stamp24(ns int64) uint32 {
	q, _ := arith.FloorDiv(ns, int64(StampUnit))
	return uint32(q) & (1<<24 - 1)
}
