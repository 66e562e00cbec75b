// Package arith is the arithmetic of clocks: counters that wrap, and divisions whose rounding is stated.
package arith

import (
	"math"
	"time"
)

// FloorDiv returns the quotient of a and b > 0 rounded down, and the remainder in 0..b−1.
func FloorDiv(a, b int64) (q, r int64) {
	q, r = a/b, a%b
	if r < 0 {
		q, r = q-1, r+b
	}
	return q, r
}

// WholeMillis returns ns nanoseconds in whole milliseconds, rounded down.
func WholeMillis(ns int64) int64 {
	ms, _ := FloorDiv(ns, int64(time.Millisecond))
	return ms
}

// Millionths returns d × ppm / 1000000 without overflow. Whole milliseconds and the rest are each rounded towards zero.
func Millionths(d time.Duration, ppm int64) time.Duration {
	const million = 1_000_000
	return d/million*time.Duration(ppm) + d%million*time.Duration(ppm)/million
}

// RoundToDuration returns the nearest whole number of nanoseconds; a half goes to the even neighbour.
func RoundToDuration(ns float64) time.Duration { return time.Duration(math.RoundToEven(ns)) }

// A Width is the size in bits, 1 to 64, of a counter that wraps: all arithmetic is modulo 2^width.
// Values are held in the low bits of a uint64.
type Width uint8

const (
	Bits16 Width = 16 // application timestamp in units of 512 µs
	Bits23 Width = 23 // application timestamp in units of 8 µs
	Bits24 Width = 24 // send stamp of a datagram, and a difference of two, in units of 8 µs
	Bits26 Width = 26 // clock delta in µs
	Bits28 Width = 28 // Midline: difference of two clocks in units of ½ µs
	Bits37 Width = 37 // Midline: the same in units of 2^−10 µs
)

// Wrap keeps the low bits of v.
func (w Width) Wrap(v uint64) uint64 { return v & (1<<w - 1) }

// Signed reads v as a two's complement number: −2^(w−1) to 2^(w−1) − 1. Higher bits are ignored.
func (w Width) Signed(v uint64) int64 { return int64(v<<(64-w)) >> (64 - w) }

// AtMost says whether a equals b or lies less than half the range before it. If they are exactly half the range apart,
// neither is at most the other, as in the peer library.
func (w Width) AtMost(a, b uint64) bool { return w.Signed(b-a) >= 0 }

// Expand returns the number in [pivot − 2^(w−1), pivot + 2^(w−1)) that has the low bits of v.
func (w Width) Expand(pivot int64, v uint64) int64 {
	return pivot + w.Signed(v-uint64(pivot))
}
