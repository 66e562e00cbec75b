package unity

import (
	"cmp"
	"fmt"
	"math"
	"math/bits"
	"time"

	"driftlab/netsync"
	"driftlab/netsync/internal/arith"
)

// billion is the nanoseconds of a second. A NetworkTime counts ticks in a thousand seconds and divides a tick into as many parts as these have
// nanoseconds: a nanosecond is then a whole number of parts at every tick rate, 59.94 Hz too.
const (
	billion  = 1_000_000_000
	trillion = 1000 * billion
)

// maxTickRate is the highest tick rate, in ticks a second.
const maxTickRate = 1000

// NetworkTime is a point in world time as a whole tick and an offset into it (MLAPI, "Network Time Struct"). The offset is
// held in trillionths of a tick, so that adding durations is exact integer arithmetic at every tick rate. It is never
// negative, not even before time zero.
//
// Make one with [NewNetworkTime] or [NetworkTimeAt]; the zero value has no tick rate.
type NetworkTime struct {
	rate int32 // ticks in a thousand seconds
	part int64 // 0..trillion−1
	tick int64
}

// NewNetworkTime returns the start of a tick. It panics if rate, in ticks a second, is not 1..1000.
func NewNetworkTime(rate int, tick int64) NetworkTime {
	if rate < 1 || rate > maxTickRate {
		badRate(1000 * rate)
	}
	return NetworkTime{rate: 1000 * int32(rate), tick: tick}
}

// NewFineTime is [NewNetworkTime] at a rate in ticks in a thousand seconds, 1000..1,000,000.
func NewFineTime(rate int, tick int64) NetworkTime {
	if rate < 1000 || rate > 1000*maxTickRate {
		badRate(rate)
	}
	return NetworkTime{rate: int32(rate), tick: tick}
}

// badRate stays out of line, so that what has a good one is inlined.
//
//go:noinline
func badRate(rate int) {
	panic(fmt.Sprintf("netsync: tick rate %v is outside 1..%d", float64(rate)/1000, maxTickRate))
}

// NetworkTimeAt returns the tick and offset of a world time. It panics like [NewNetworkTime].
func NetworkTimeAt(rate int, w netsync.World) NetworkTime {
	return FineTimeAt(1000*rate, w)
}

// FineTimeAt is [NetworkTimeAt] at a rate in ticks in a thousand seconds. It panics like [NewFineTime].
func FineTimeAt(rate int, w netsync.World) NetworkTime {
	return NewFineTime(rate, 0).Add(time.Duration(w))
}

// Rate returns the ticks a second, rounded down if they are no whole number.
func (t NetworkTime) Rate() int { return int(t.rate / 1000) }

// Tick returns the whole tick, rounded down: half a tick before zero is in tick −1.
func (t NetworkTime) Tick() int64 { return t.tick }

// Parts returns the offset into the tick in billionths of a tick, 0..999999999, rounded down if [NetworkTime.Rate] is.
func (t NetworkTime) Parts() int64 { return t.part / 1000 }

// Offset returns the offset into the tick, in [0, 1) ticks. It is for drawing; arithmetic is done
// on the parts.
func (t NetworkTime) Offset() float64 { return float64(t.part) / trillion }

// Start returns the beginning of the tick that t is in.
func (t NetworkTime) Start() NetworkTime { return NetworkTime{rate: t.rate, tick: t.tick} }

// FixedTime returns the world time at which the tick of t began.
func (t NetworkTime) FixedTime() netsync.World { return t.Start().World() }

// FixedDelta returns how long a tick takes, rounded up to the nanosecond like [NetworkTime.World]. To add ticks exactly, use
// [NetworkTime.AddTicks], never this.
func (t NetworkTime) FixedDelta() time.Duration {
	return time.Duration(NetworkTime{rate: t.rate, tick: 1}.World())
}

// Add returns t moved by d, exactly: the text's sum and, with −d, difference of a time and seconds.
func (t NetworkTime) Add(d time.Duration) NetworkTime {
	if d >= 0 { // division is faster without signs
		rate, thousands := uint64(t.rate), uint64(d)/trillion
		parts := (uint64(d)-thousands*trillion)*rate + uint64(t.part)
		ticks := parts / trillion
		return NetworkTime{rate: t.rate, part: int64(parts - ticks*trillion), tick: t.tick + int64(thousands*rate+ticks)}
	}
	thousands, ns := arith.FloorDiv(int64(d), trillion)
	ticks, part := arith.FloorDiv(ns*int64(t.rate)+t.part, trillion)
	return NetworkTime{rate: t.rate, part: part, tick: t.tick + thousands*int64(t.rate) + ticks}
}

// AddTicks returns t moved by n ticks.
func (t NetworkTime) AddTicks(n int64) NetworkTime {
	t.tick += n
	return t
}

// Plus returns the sum of two times, exactly. Times of different tick rates have no sum, nor has the zero value: where the
// text's struct stops the program, Plus returns an error.
func (t NetworkTime) Plus(u NetworkTime) (NetworkTime, error) {
	if err := t.alike(u); err != nil {
		return NetworkTime{}, err
	}
	ticks, part := arith.FloorDiv(t.part+u.part, trillion)
	return NetworkTime{rate: t.rate, part: part, tick: t.tick + u.tick + ticks}, nil
}

// Minus returns the difference of two times as a time, exactly, with the same errors as [NetworkTime.Plus]. An earlier time
// minus a later one is before zero.
func (t NetworkTime) Minus(u NetworkTime) (NetworkTime, error) {
	if err := t.alike(u); err != nil {
		return NetworkTime{}, err
	}
	ticks, part := arith.FloorDiv(t.part-u.part, trillion)
	return NetworkTime{rate: t.rate, part: part, tick: t.tick - u.tick + ticks}, nil
}

// alike returns an error that says why two times cannot be added, if they cannot.
func (t NetworkTime) alike(u NetworkTime) error {
	switch {
	case t.rate == 0 || u.rate == 0:
		return fmt.Errorf("network time without a tick rate: %v and %v have neither sum nor difference", t, u)
	case t.rate != u.rate:
		return fmt.Errorf("network times of %v and %v ticks a second have neither sum nor difference", float64(t.rate)/1000, float64(u.rate)/1000)
	}
	return nil
}

// World returns t as world time in nanoseconds, rounded up, so that [NetworkTimeAt] of it is in the same tick again. The
// zero value's is 0.
func (t NetworkTime) World() netsync.World {
	rate := uint64(t.rate) / 1000
	if uint64(t.tick) >= 1<<42 || rate < 2 || rate*1000 != uint64(t.rate) {
		return t.farWorld()
	}
	reciprocal := reciprocals[rate&(1<<10-1)]
	seconds, _ := bits.Mul64(uint64(t.tick), reciprocal)
	ns, _ := bits.Mul64((uint64(t.tick)-seconds*rate)*billion+uint64(t.part)/1000+rate-1, reciprocal)
	return netsync.World(seconds*billion + ns)
}

// farWorld is World for times before zero or far from it, for one tick a second and for rates that are no whole number.
func (t NetworkTime) farWorld() netsync.World {
	if t.rate == 0 {
		return 0
	}
	rate := int64(t.rate)
	thousands, rest := arith.FloorDiv(t.tick, rate)
	return netsync.World(thousands*trillion + (rest*trillion+t.part+rate-1)/rate)
}

// reciprocals has 2^64 divided by each whole tick rate, rounded up. Multiplying v by it divides by the rate, exactly as long as v
// · rate < 2^64, and takes a tenth of the time that a processor's division takes.
var reciprocals = func() (all [1 << 10]uint64) {
	for rate := 2; rate <= maxTickRate; rate++ {
		all[rate] = math.MaxUint64/uint64(rate) + 1
	}
	return all
}()

// Sub returns the duration from u to t, to the nanosecond, for any two tick rates.
func (t NetworkTime) Sub(u NetworkTime) time.Duration { return t.World().Sub(u.World()) }

// Compare returns −1, 0 or +1 as t is before, at or after u: exactly, and to the nanosecond where their tick
// rates differ.
func (t NetworkTime) Compare(u NetworkTime) int {
	if t.rate != u.rate {
		return cmp.Compare(t.World(), u.World())
	}
	return cmp.Or(cmp.Compare(t.tick, u.tick), cmp.Compare(t.part, u.part))
}

// String returns tick and offset, as in "1234.50".
func (t NetworkTime) String() string {
	return fmt.Sprintf("%d.%02d", t.tick, t.part*100/trillion)
}
