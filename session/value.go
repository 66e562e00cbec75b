package session

import (
	"fmt"
	"math/big"
	"strconv"
	"strings"
	"time"
)

// A value is what a key is set to: a kept integer, or a text with what has been read from it.
type value struct {
	number int64
	text   *textValue // nil for none, and for keys of another kind
}

// A unit says how a setting is written and what integer it is kept as.
type unit struct {
	name  string  // as the table of keys shows it
	scale float64 // kept integer for one of it; 0 for durations, choices and texts
	also  []suffix
}

// suffix is another way to write a number of the unit.
type suffix struct {
	text  string
	scale float64
}

// The units of settings. Durations are kept in nanoseconds.
var (
	unitDuration = unit{name: "duration"}
	unitChoice   = unit{name: "choice"}
	unitShare    = unit{name: "share", scale: 1e9, also: []suffix{{"%", 1e7}}}
	unitPPM      = unit{name: "ppm", scale: 1000, also: []suffix{{"ppm", 1000}}}
	unitFactor   = unit{name: "factor", scale: 1e6, also: []suffix{{"x", 1e6}, {"%", 1e4}}}
	unitTicks    = unit{name: "ticks", scale: 1e6, also: []suffix{{"ticks", 1e6}, {"tick", 1e6}}}
	unitPackets  = unit{name: "packets", scale: 1e6, also: []suffix{{"packets", 1e6}, {"packet", 1e6}}}
	unitBytes    = unit{name: "bytes", scale: 1, also: []suffix{{"kB", 1e3}, {"MB", 1e6}, {"bytes", 1}, {"B", 1}}}
	unitByteRate = unit{name: "bytes/s", scale: 1, also: []suffix{{"kB/s", 1e3}, {"MB/s", 1e6}, {"bytes/s", 1}, {"B/s", 1}}}
	unitBitRate  = unit{name: "bit/s", scale: 1, also: []suffix{{"kbit", 1e3}, {"Mbit", 1e6}, {"Gbit", 1e9}, {"bit/s", 1}}}
	unitRate     = unit{name: "Hz", scale: 1, also: []suffix{{"Hz", 1}}}
	unitWhole    = unit{name: "packets", scale: 1, also: []suffix{{"packets", 1}, {"packet", 1}}}
	unitSpeed    = unit{name: "m/s", scale: 1e6, also: []suffix{{"m/s", 1e6}}}
	unitCelsius  = unit{name: "°C", scale: 1000, also: []suffix{{"°C", 1000}}}
	unitWander   = unit{name: "ppm/√h", scale: 1000, also: []suffix{{"ppm/√h", 1000}}}
	unitPath     = unit{name: "path"}
	unitList     = unit{name: "list"}
)

// readValue reads a value as people write it. A file that it names is read by way of a shelf.
func (k *Key) readValue(s *shelf, text string) (value, error) {
	if k.read == nil {
		n, err := k.parse(text)
		return value{number: n}, err
	}
	text = strings.TrimSpace(text)
	if text == "" || text == noText {
		return value{}, nil
	}
	v, err := k.read(s, text)
	if err != nil {
		return value{}, fmt.Errorf("%s: %w", k.Name, err)
	}
	return value{text: v}, nil
}

// parse reads a value as people write it and returns the integer it is kept as. The key's value must not
// be a text.
func (k *Key) parse(text string) (int64, error) {
	text = strings.TrimSpace(text)
	switch {
	case len(k.choices) > 0:
		for i, c := range k.choices {
			if c == text {
				return int64(i), nil
			}
		}
		return 0, fmt.Errorf("%s: %q is unknown (allowed: %s)", k.Name, shortened(text), strings.Join(k.choices, ", "))
	case k.unit.scale == 0:
		x, err := exactDuration(text)
		if err != nil {
			return 0, k.fault(text, NotADuration)
		}
		if !k.has(x) {
			return 0, k.fault(text, OutsideRange)
		}
		d, _ := time.ParseDuration(text)
		return int64(d), nil
	case k.unit.name == unitWander.name && strings.Contains(text, "@"):
		perRootHour, err := parseAllan(text)
		if err != nil {
			return 0, fmt.Errorf("%s: %w", k.Name, err)
		}
		if !k.has(new(big.Rat).SetInt64(perRootHour)) {
			return 0, k.fault(text, OutsideRange)
		}
		return perRootHour, nil
	}
	x, fault, ok := k.unit.number(text)
	switch {
	case !ok:
		return 0, k.fault(text, fault)
	case x == nil:
		return 0, k.fault(text, OutsideRange)
	case k.unit.scale == 1 && !x.IsInt():
		return 0, k.fault(text, NotWhole)
	case !k.has(x):
		return 0, k.fault(text, OutsideRange)
	}
	return rounded(x), nil
}

// has says whether a kept number, before it is rounded, is in the key's range.
func (k *Key) has(x *big.Rat) bool { return within(x, k.min, k.max) || k.off && x.Sign() == 0 }

// fault returns the error of a text that is no value of the key.
func (k *Key) fault(text string, fault Fault) error {
	return &ValueError{Key: k, Text: text, Fault: fault, name: k.Name}
}

// number reads a number of the unit as the kept one that it is before it is rounded; ok is false where the text is
// none, and fault says why. x is nil for an infinity.
func (u unit) number(text string) (x *big.Rat, fault Fault, ok bool) {
	number, scale := text, u.scale
	for _, s := range u.also {
		if rest, found := strings.CutSuffix(text, s.text); found {
			number, scale = strings.TrimSpace(rest), s.scale
			break
		}
	}
	if x, ok := exactNumber(number, scale); ok {
		return x, 0, true
	}
	digits := strings.TrimRightFunc(text, func(r rune) bool { return r != '.' && (r < '0' || r > '9') })
	if _, err := strconv.ParseFloat(digits, 64); err == nil && digits != text {
		return nil, UnknownUnit, false
	}
	return nil, NotANumber, false
}

// suffixes lists the units that a number may have.
func (u unit) suffixes() string {
	var all []string
	for _, s := range u.also {
		all = append(all, s.text)
	}
	return strings.Join(all, ", ")
}

// write writes a value as readValue reads it.
func (k *Key) write(v value) string {
	if v.text != nil {
		return v.text.text
	}
	return k.Format(v.number)
}

// Format writes a kept integer as it is read; that of a text is of none.
func (k *Key) Format(v int64) string {
	switch {
	case k.read != nil:
		return noText
	case len(k.choices) > 0:
		return k.choices[v]
	case k.unit.scale == 0:
		return time.Duration(v).String()
	}
	return strconv.FormatFloat(float64(v)/k.unit.scale, 'f', -1, 64)
}

// Range returns what the key allows, for help and for errors.
func (k *Key) Range() string {
	if len(k.choices) > 0 {
		return strings.Join(k.choices, "|")
	}
	if k.read != nil {
		return noText + "|" + strings.ToUpper(k.unit.name)
	}
	text := k.Format(k.min) + ".." + k.Format(k.max)
	if k.off {
		text = k.Format(0) + "|" + text
	}
	return text
}

// Unit returns the unit's name.
func (k *Key) Unit() string { return k.unit.name }

// Default returns the default as people write it.
func (k *Key) Default() string { return k.Format(k.standard) }

// Bounds returns the smallest and the largest kept integer; a key that can be switched off may be 0 too.
func (k *Key) Bounds() (lo, hi int64) { return k.min, k.max }

// Choices returns the allowed words of a choice, in the order of their kept integers.
func (k *Key) Choices() []string { return k.choices }
