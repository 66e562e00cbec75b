package film

import (
	"math/bits"
	"time"
)

// Frames returns how many frames a film has: one for each instant k/fps, k = 0, 1, …, that is before its
// length. Where length × fps is whole, it is that.
func Frames(length time.Duration, fps int) int {
	hi, lo := bits.Mul64(uint64(length), uint64(fps))
	n, rest := bits.Div64(hi, lo, uint64(time.Second))
	if rest > 0 {
		n++
	}
	return int(n)
}

// At returns the virtual time of frame k of a film that begins at from: k/fps after it, rounded up to
// the nanosecond, so that a frame that falls on a tick shows that. It is computed from k alone, so nothing adds up.
func At(from time.Duration, k, fps int) time.Duration {
	hi, lo := bits.Mul64(uint64(k), uint64(time.Second))
	n, rest := bits.Div64(hi, lo, uint64(fps))
	if rest > 0 {
		n++
	}
	return from + time.Duration(n)
}
