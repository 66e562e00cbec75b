package netsync

import (
	"math"
	"time"
)

// floorDiv returns the quotient of a and b > 0 rounded down, and the remainder in 0..b−1.
func floorDiv(a, b int64) (q, r int64) {
	q, r = a/b, a%b
	if r < 0 {
		q, r = q-1, r+b
	}
	return q, r
}

func wholeMillis(ns int64) int64 {
	ms, _ := floorDiv(ns, int64(time.Millisecond))
	return ms
}

// millionths returns d × ppm / 1000000 without overflow, rounded towards zero in both of its parts.
func millionths(d time.Duration, ppm int64) time.Duration {
	const million = 1_000_000
	return d/million*time.Duration(ppm) + d%million*time.Duration(ppm)/million
}

func roundToDuration(ns float64) time.Duration { return time.Duration(math.RoundToEven(ns)) }
