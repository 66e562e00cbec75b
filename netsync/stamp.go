package netsync

import "time"

// StampUnit is the unit of a send stamp.
const StampUnit = 8 * time.Microsecond

// Stamp24 returns the 24-bit send stamp for a clock that reads ns nanoseconds: whole units of 8 µs,
// rounded down, modulo 2^24 (134.217728 s).
func Stamp24(ns int64) uint32 {
	// Adding whole turns lets a clock up to 285 years before its zero be divided like one after it, by a constant.
	const turns = uint64(StampUnit) << 50
	return uint32((uint64(ns)+turns)/uint64(StampUnit)) & (1<<24 - 1)
}
