package netsim

import (
	"math"
	"math/bits"
)

// A segment is a clock that runs at one rate:
//
//	local = base + floor(((t − from)·rate + frac) / 10¹⁵)
//
// with times in ns. The product has 128 bits, and frac carries the fraction of a nanosecond from one segment to the
// next, so nothing is ever rounded away and readings are exact after any time and any number of changes.
type segment struct {
	from Time   // true time of its beginning
	base int64  // whole nanoseconds read then
	frac uint64 // 10⁻¹⁵ ns read then above base, 0..10¹⁵−1
	rate uint64 // 10⁻¹⁵ ns of local time that pass in 1 ns of true time: 10¹⁵ + skew, or 0
}

// unit is the rate of a perfect clock.
const unit = 1_000_000_000_000_000

// read returns the whole nanoseconds of the reading at t, rounded down, and the 10⁻¹⁵ ns above them.
func (s *segment) read(t Time) (whole int64, frac uint64) {
	if t < s.from {
		return s.readBack(uint64(s.from) - uint64(t))
	}
	hi, lo := bits.Mul64(uint64(t)-uint64(s.from), s.rate)
	lo, carry := bits.Add64(lo, s.frac, 0)
	// hi + carry < 10¹⁵, as Div64 needs: elapsed time is below 2⁶³ and rate below 1.5·10¹⁵.
	q, frac := bits.Div64(hi+carry, lo, unit)
	if q > uint64(math.MaxInt64)-uint64(s.base) {
		return math.MaxInt64, 0
	}
	return int64(uint64(s.base) + q), frac
}

// readBack is read for a time before the segment's beginning, by the given distance.
func (s *segment) readBack(back uint64) (whole int64, frac uint64) {
	hi, lo := bits.Mul64(back, s.rate)
	lo, borrow := bits.Sub64(lo, s.frac, 0)
	if borrow > hi { // back·rate < frac: still in the same nanosecond
		return s.base, -lo
	}
	q, r := bits.Div64(hi-borrow, lo, unit)
	if r > 0 { // round down, which is away from the beginning
		q, r = q+1, unit-r
	}
	if q > uint64(s.base)-1<<63 { // 1<<63 is math.MinInt64's bits
		return math.MinInt64, 0
	}
	return int64(uint64(s.base) - q), r
}

// when returns the earliest time in the segment at which the clock reads local or later; [Never] if
// no Time is late enough.
func (s *segment) when(local int64) Time {
	if local <= s.base {
		return s.from
	}
	// The smallest e with e·rate + frac ≥ (local − base)·10¹⁵ is that quotient rounded up.
	hi, lo := bits.Mul64(uint64(local)-uint64(s.base), unit)
	lo, borrow := bits.Sub64(lo, s.frac, 0)
	lo, carry := bits.Add64(lo, s.rate-1, 0)
	hi += carry - borrow
	if hi >= s.rate {
		return Never
	}
	e, _ := bits.Div64(hi, lo, s.rate)
	if e > uint64(Never)-uint64(s.from) {
		return Never
	}
	return s.from + Time(e)
}

// moveTo moves the beginning to t. No reading changes.
func (s *segment) moveTo(t Time) {
	s.base, s.frac = s.read(t)
	s.from = t
}

// addSecond is moveTo for the time a second after the beginning, without a long division.
func (s *segment) addSecond() {
	whole, frac := int64(s.rate/1_000_000), s.rate%1_000_000*1_000_000_000+s.frac
	if frac >= unit {
		whole, frac = whole+1, frac-unit
	}
	if s.base > math.MaxInt64-whole {
		whole, frac = math.MaxInt64-s.base, 0
	}
	s.from, s.base, s.frac = s.from+second, s.base+whole, frac
}

// addSaturating returns a + b, or the nearest int64.
func addSaturating(a, b int64) int64 {
	sum := a + b
	if (a >= 0) == (b >= 0) && (sum >= 0) != (a >= 0) {
		if a >= 0 {
			return math.MaxInt64
		}
		return math.MinInt64
	}
	return sum
}
