package netsync

// A width is the size in bits, 1 to 64, of a counter that wraps: all arithmetic is modulo 2^width.
// Values are held in the low bits of a uint64.
type width uint8

const (
	bits16 width = 16 // application timestamp in units of 512 µs
	bits23 width = 23 // application timestamp in units of 8 µs
	bits24 width = 24 // send stamp of a datagram, and a difference of two, in units of 8 µs
	bits26 width = 26 // clock delta in µs
	bits28 width = 28 // difference of two clocks in units of ½ µs, of [Midline]
	bits37 width = 37 // the same in parts of 2^−10 µs
)

// wrap keeps the low bits of v.
func (w width) wrap(v uint64) uint64 { return v & (1<<w - 1) }

// signed reads v as a two's complement number: −2^(w−1) to 2^(w−1) − 1. Higher bits are ignored.
func (w width) signed(v uint64) int64 { return int64(v<<(64-w)) >> (64 - w) }

// atMost says whether a is b or less than half the range before it. Exactly half the range apart,
// neither is at most the other, as in the peer library.
func (w width) atMost(a, b uint64) bool { return w.signed(b-a) >= 0 }

// expand returns the number with the low bits of v in [pivot − 2^(w−1), pivot + 2^(w−1)).
func (w width) expand(pivot int64, v uint64) int64 {
	return pivot + w.signed(v-uint64(pivot))
}
