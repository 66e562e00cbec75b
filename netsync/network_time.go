package netsync

import (
	"fmt"
	"time"
)

// billion is the number of parts into which a NetworkTime divides a tick: with it a nanosecond is
// a whole number of parts at every tick rate.
const billion = 1_000_000_000

// NetworkTime is a point in world time as a whole tick and an offset into it (MLAPI, "Network
// Time Struct"). The offset is held in billionths of a tick, so that adding durations is exact
// integer arithmetic at every tick rate; it is never negative, before time zero too.
//
// Make one with [NewNetworkTime] or [NetworkTimeAt]; the zero value has no tick rate.
type NetworkTime struct {
	rate int32 // ticks a second
	part int32 // 0..billion−1
	tick int64
}

// NewNetworkTime returns the start of a tick. It panics if rate, in ticks a second, is not 1..1000.
func NewNetworkTime(rate int, tick int64) NetworkTime {
	if rate < 1 || rate > 1000 {
		panic(fmt.Sprintf("netsync: tick rate %d is outside 1..1000", rate))
	}
	return NetworkTime{rate: int32(rate), tick: tick}
}

// NetworkTimeAt returns the tick and offset of a world time. It panics as [NewNetworkTime] does.
func NetworkTimeAt(rate int, w World) NetworkTime {
	return NewNetworkTime(rate, 0).Add(time.Duration(w))
}

// Rate returns the ticks a second.
func (t NetworkTime) Rate() int { return int(t.rate) }

// Tick returns the whole tick, rounded down: half a tick before zero is in tick −1.
func (t NetworkTime) Tick() int64 { return t.tick }

// Parts returns the offset into the tick in billionths of a tick, 0..999999999.
func (t NetworkTime) Parts() int64 { return int64(t.part) }

// Offset returns the offset into the tick, in [0, 1) ticks. It is for drawing; arithmetic is done
// on the parts.
func (t NetworkTime) Offset() float64 { return float64(t.part) / billion }

// Start returns the beginning of the tick that t is in.
func (t NetworkTime) Start() NetworkTime { return NetworkTime{rate: t.rate, tick: t.tick} }

// Add returns t moved by d, exactly.
func (t NetworkTime) Add(d time.Duration) NetworkTime {
	seconds, ns := floorDiv(int64(d), billion)
	ticks, part := floorDiv(ns*int64(t.rate)+int64(t.part), billion)
	return NetworkTime{rate: t.rate, part: int32(part), tick: t.tick + seconds*int64(t.rate) + ticks}
}

// AddTicks returns t moved by n ticks.
func (t NetworkTime) AddTicks(n int64) NetworkTime {
	t.tick += n
	return t
}

// World returns t as world time in nanoseconds, rounded up, so that [NetworkTimeAt] of it is in
// the same tick again.
func (t NetworkTime) World() World {
	seconds, rest := floorDiv(t.tick, int64(t.rate))
	ns, r := floorDiv(rest*billion+int64(t.part), int64(t.rate))
	if r > 0 {
		ns++
	}
	return World(seconds*billion + ns)
}

// Sub returns the duration from u to t, to the nanosecond. Both must have the same tick rate.
func (t NetworkTime) Sub(u NetworkTime) time.Duration { return t.World().Sub(u.World()) }

// Compare returns −1, 0 or +1 as t is before, at or after u. Both must have the same tick rate.
func (t NetworkTime) Compare(u NetworkTime) int {
	switch {
	case t.tick < u.tick || t.tick == u.tick && t.part < u.part:
		return -1
	case t == u:
		return 0
	}
	return 1
}

// String returns tick and offset, as in "1234.50".
func (t NetworkTime) String() string {
	return fmt.Sprintf("%d.%02d", t.tick, int64(t.part)*100/billion)
}
