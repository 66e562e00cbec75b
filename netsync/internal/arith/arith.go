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
