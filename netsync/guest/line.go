package guest

import (
	"encoding/json"
	"fmt"
	"math/bits"
)

// ppbRange is how much faster or slower than the machine's clock a line may run, in billionths: at −10⁹ it stands still, and
// below that it would run back.
const ppbRange = 1_000_000_000

// A Line is a clock that runs straight on: at the machine's time At it reads Time, and then it gains PPB billionths.
type Line struct {
	At, Time int64 // ns
	PPB      int64
}

// Read returns what the clock reads at the machine's time now: Time + floor((now − At)·(10⁹ + PPB)/10⁹).
func (l Line) Read(now int64) int64 {
	passed := now - l.At
	return l.Time + passed + floorMulDiv(passed, l.PPB, ppbRange)
}

// floorMulDiv returns a·b/c rounded down, without overflow on the way. The result must fit.
func floorMulDiv(a, b, c int64) int64 {
	negative := a < 0 != (b < 0)
	hi, lo := bits.Mul64(magnitude(a), magnitude(b))
	q, r := bits.Div64(hi, lo, uint64(c))
	if !negative {
		return int64(q)
	}
	if r != 0 {
		q++
	}
	return -int64(q)
}

func magnitude(v int64) uint64 {
	if v < 0 {
		return uint64(-v)
	}
	return uint64(v)
}

// check reports a number out of range.
func (l *Line) check() error {
	for _, f := range [...]field{{"clock.at", &l.At}, {"clock.time", &l.Time}} {
		if *f.value < -MaxNumber || *f.value > MaxNumber {
			return fmt.Errorf("%s: %d is outside ±(2⁵³−1)", f.name, *f.value)
		}
	}
	if l.PPB < -ppbRange || l.PPB > ppbRange {
		return fmt.Errorf("clock.ppb: %d is outside ±10⁹: the time would run back, or more than twice as fast", l.PPB)
	}
	return nil
}

type lineFields struct {
	At   *int64 `json:"at"`
	Time *int64 `json:"time"`
	PPB  int64  `json:"ppb"`
}

func (l *Line) MarshalJSON() ([]byte, error) { return json.Marshal(lineFields{&l.At, &l.Time, l.PPB}) }
