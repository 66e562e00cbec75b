package param

import (
	"fmt"
	"math"
	"math/big"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// MaxNumber is the longest text of a number in characters. What is exact costs time with the square of it.
const MaxNumber = 64

// exactNumber reads a number as people write it, times a scale, without rounding it: its range is that of what
// was written. ok is false where the text is none, and x is nil for an infinity.
func exactNumber(text string, scale float64) (x *big.Rat, ok bool) {
	f, err := strconv.ParseFloat(text, 64)
	if len(text) > MaxNumber || err != nil || math.IsNaN(f) {
		return nil, false
	}
	switch {
	case math.IsInf(f, 0):
		return nil, true
	case f == 0: // or so little that it takes long to write out
		return new(big.Rat), true
	}
	if x, ok = new(big.Rat).SetString(text); !ok {
		return nil, false
	}
	return x.Mul(x, new(big.Rat).SetFloat64(scale)), true
}

// durationPart is a number and its unit, as [time.ParseDuration] has them.
var durationPart = regexp.MustCompile(`([0-9.]+)(ns|us|µs|μs|ms|s|m|h)`)

// ExactDuration reads a duration in nanoseconds as [time.ParseDuration] does, without dropping what is finer.
func ExactDuration(text string) (*big.Rat, error) {
	if len(text) > MaxNumber {
		return nil, fmt.Errorf("it is longer than %d characters", MaxNumber)
	}
	if _, err := time.ParseDuration(text); err != nil {
		return nil, err
	}
	sum := new(big.Rat)
	for _, part := range durationPart.FindAllStringSubmatch(text, -1) {
		unit, err := time.ParseDuration("1" + part[2])
		number, ok := new(big.Rat).SetString(part[1])
		if err != nil || !ok {
			return nil, fmt.Errorf("%q is no length of time", part[0])
		}
		sum.Add(sum, number.Mul(number, new(big.Rat).SetInt64(int64(unit))))
	}
	if strings.HasPrefix(text, "-") {
		sum.Neg(sum)
	}
	return sum, nil
}

// Within says whether an exact number is in a range.
func Within(x *big.Rat, least, most int64) bool {
	return x.Cmp(new(big.Rat).SetInt64(least)) >= 0 && x.Cmp(new(big.Rat).SetInt64(most)) <= 0
}
