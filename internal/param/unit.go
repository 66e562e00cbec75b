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

// A Unit says how a setting is written and what integer it is kept as.
type Unit struct {
	Name  string  // as a table of settings shows it
	Scale float64 // kept integer for one of it; 0 for durations, choices and texts
	Also  []Suffix
}

// A Suffix is another way to write a number of a unit.
type Suffix struct {
	Text  string
	Scale float64
}

// The units of settings. Durations are kept in nanoseconds.
var (
	Duration = Unit{Name: "duration"}
	Choice   = Unit{Name: "choice"}
	Share    = Unit{Name: "share", Scale: 1e9, Also: []Suffix{{"%", 1e7}}}
	PPM      = Unit{Name: "ppm", Scale: 1000, Also: []Suffix{{"ppm", 1000}}}
	Factor   = Unit{Name: "factor", Scale: 1e6, Also: []Suffix{{"x", 1e6}, {"%", 1e4}}}
	Ticks    = Unit{Name: "ticks", Scale: 1e6, Also: []Suffix{{"ticks", 1e6}, {"tick", 1e6}}}
	Packets  = Unit{Name: "packets", Scale: 1e6, Also: []Suffix{{"packets", 1e6}, {"packet", 1e6}}}
	Whole    = Unit{Name: "packets", Scale: 1, Also: []Suffix{{"packets", 1}, {"packet", 1}}}
	Count    = Unit{Name: "number", Scale: 1}
	Bytes    = Unit{Name: "bytes", Scale: 1, Also: []Suffix{{"kB", 1e3}, {"MB", 1e6}, {"bytes", 1}, {"B", 1}}}
	ByteRate = Unit{Name: "bytes/s", Scale: 1, Also: []Suffix{{"kB/s", 1e3}, {"MB/s", 1e6}, {"bytes/s", 1}, {"B/s", 1}}}
	BitRate  = Unit{Name: "bit/s", Scale: 1, Also: []Suffix{{"kbit", 1e3}, {"Mbit", 1e6}, {"Gbit", 1e9}, {"bit/s", 1}}}
	Rate     = Unit{Name: "Hz", Scale: 1, Also: []Suffix{{"Hz", 1}}}
	FineRate = Unit{Name: "Hz", Scale: 1000, Also: []Suffix{{"Hz", 1000}}}
	Speed    = Unit{Name: "m/s", Scale: 1e6, Also: []Suffix{{"m/s", 1e6}}}
	Celsius  = Unit{Name: "°C", Scale: 1000, Also: []Suffix{{"°C", 1000}}}
	Wander   = Unit{Name: "ppm/√h", Scale: 1000, Also: []Suffix{{"ppm/√h", 1000}}}
	Path     = Unit{Name: "path"}
	List     = Unit{Name: "list"}
)

// number reads a number of the unit as the kept one that it is before it is rounded; ok is false where the text is
// none, and fault says why. x is nil for an infinity.
func (u Unit) number(text string) (x *big.Rat, fault Fault, ok bool) {
	number, s := u.cut(text)
	if x, ok := exactNumber(number, s.Scale); ok {
		return x, 0, true
	}
	digits := strings.TrimRightFunc(text, func(r rune) bool { return r != '.' && (r < '0' || r > '9') })
	if _, err := strconv.ParseFloat(digits, 64); err == nil && digits != text {
		return nil, UnknownUnit, false
	}
	return nil, NotANumber, false
}

// cut parts a number from the way it is written in, which is the unit's own where nothing stands behind it.
func (u Unit) cut(text string) (number string, s Suffix) {
	for _, s := range u.Also {
		if rest, found := strings.CutSuffix(text, s.Text); found {
			return strings.TrimSpace(rest), s
		}
	}
	return text, Suffix{Scale: u.Scale}
}

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
