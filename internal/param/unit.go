package param

import (
	"math/big"
	"strconv"
	"strings"
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
