package netsim

import (
	"fmt"
	"math"
	"math/bits"
	"time"
)

// An Oscillator is one machine's clock: it maps true time to the local time that the machine reads,
// in nanoseconds since an origin of its own.
//
// It runs at a constant skew from its last change (its anchor) on:
//
//	local = base + floor(((t − anchor)·(10⁹ + skew) + frac) / 10⁹)
//
// with times in ns and the skew in ppb. The product has 128 bits and frac carries what a change of skew leaves of a nanosecond, so
// nothing is ever rounded away and readings are exact after any time and any number of changes.
// Readings that no int64 can hold (292 years) stay at the largest or smallest one.
type Oscillator struct {
	anchor Time   // true time of the last change
	base   int64  // whole nanoseconds read at anchor
	frac   uint64 // 10⁻⁹ ns read at anchor above base, 0..10⁹−1
	rate   uint64 // 10⁻⁹ ns of local time that pass in 1 ns of true time: 10⁹ + skew
}

const (
	// MaxSkewPPB bounds a skew to ±MaxSkewPPB parts per billion: a clock neither stops nor runs at
	// twice the speed, let alone backwards. 1 ppm is 1000 ppb; quartz has some 10 to 100 ppm.
	MaxSkewPPB = 499_999_999

	perBillion = 1_000_000_000
)

// NewOscillator returns a clock that reads offset at true time 0 and gains skewPPB nanoseconds a
// second from then on (negative: loses). skewPPB is in −[MaxSkewPPB]..MaxSkewPPB.
func NewOscillator(offset time.Duration, skewPPB int64) (*Oscillator, error) {
	o := &Oscillator{base: int64(offset)}
	if err := o.SetSkew(0, skewPPB); err != nil {
		return nil, err
	}
	return o, nil
}

// Read returns what the clock reads at t. Before the last change it returns what the clock would
// have read had it always run as it has since.
func (o *Oscillator) Read(t Time) int64 {
	reading, _ := o.read(t)
	return reading
}

// When returns the earliest true time, not before the last change, at which the clock reads local
// or later; [Never] if no Time is late enough.
func (o *Oscillator) When(local int64) Time {
	if local <= o.base {
		return o.anchor
	}
	// The smallest e with e·rate + frac ≥ (local − base)·10⁹ is that quotient rounded up.
	hi, lo := bits.Mul64(uint64(local)-uint64(o.base), perBillion)
	lo, borrow := bits.Sub64(lo, o.frac, 0)
	lo, carry := bits.Add64(lo, o.rate-1, 0)
	hi += carry - borrow
	if hi >= o.rate {
		return Never
	}
	e, _ := bits.Div64(hi, lo, o.rate)
	if e > uint64(Never)-uint64(o.anchor) {
		return Never
	}
	return o.anchor + Time(e)
}

// SetSkew changes the skew at now. The reading does not jump. skewPPB is in
// −[MaxSkewPPB]..MaxSkewPPB; if it is not, the clock stays as it was.
func (o *Oscillator) SetSkew(now Time, skewPPB int64) error {
	if skewPPB < -MaxSkewPPB || skewPPB > MaxSkewPPB {
		return fmt.Errorf("skew: %d ppb is outside %d..%d", skewPPB, -MaxSkewPPB, MaxSkewPPB)
	}
	o.moveAnchor(now)
	o.rate = uint64(perBillion + skewPPB)
	return nil
}

// Step sets the clock forward by d (negative: back) at now.
func (o *Oscillator) Step(now Time, d time.Duration) {
	o.moveAnchor(now)
	o.base = addSaturating(o.base, int64(d))
}

// Skew returns the skew in parts per billion: what the clock gains in nanoseconds a second.
func (o *Oscillator) Skew() int64 { return int64(o.rate) - perBillion }

func (o *Oscillator) moveAnchor(now Time) {
	o.base, o.frac = o.read(now)
	o.anchor = now
}

// read returns the whole nanoseconds of the reading at t, rounded down, and the 10⁻⁹ ns above them.
func (o *Oscillator) read(t Time) (whole int64, frac uint64) {
	if t < o.anchor {
		return o.readBack(uint64(o.anchor) - uint64(t))
	}
	hi, lo := bits.Mul64(uint64(t)-uint64(o.anchor), o.rate)
	lo, carry := bits.Add64(lo, o.frac, 0)
	// hi + carry < 10⁹, as Div64 needs: elapsed time is below 2⁶⁴⁻¹ and rate below 1.5·10⁹.
	q, frac := bits.Div64(hi+carry, lo, perBillion)
	if q > uint64(math.MaxInt64)-uint64(o.base) {
		return math.MaxInt64, 0
	}
	return int64(uint64(o.base) + q), frac
}

// readBack is read for the time back before the anchor.
func (o *Oscillator) readBack(back uint64) (whole int64, frac uint64) {
	hi, lo := bits.Mul64(back, o.rate)
	lo, borrow := bits.Sub64(lo, o.frac, 0)
	if borrow > hi { // back·rate < frac: still in the same nanosecond
		return o.base, -lo
	}
	q, r := bits.Div64(hi-borrow, lo, perBillion)
	if r > 0 { // round down, which is away from the anchor
		q, r = q+1, perBillion-r
	}
	if q > uint64(o.base)-1<<63 { // 1<<63 is math.MinInt64's bits
		return math.MinInt64, 0
	}
	return int64(uint64(o.base) - q), r
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
