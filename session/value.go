package session

import (
	"fmt"
	"math"
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
	var v int64
	switch {
	case len(k.choices) > 0:
		for i, c := range k.choices {
			if c == text {
				return int64(i), nil
			}
		}
		return 0, fmt.Errorf("%s: %q is unknown (allowed: %s)", k.Name, shortened(text), strings.Join(k.choices, ", "))
	case k.unit.scale == 0:
		d, err := time.ParseDuration(text)
		if err != nil {
			return 0, k.fault(text, NotADuration)
		}
		v = int64(d)
	case k.unit.name == unitWander.name && strings.Contains(text, "@"):
		perRootHour, err := parseAllan(text)
		if err != nil {
			return 0, fmt.Errorf("%s: %w", k.Name, err)
		}
		v = perRootHour
	default:
		f, scale, fault, ok := k.unit.number(text)
		if !ok {
			return 0, k.fault(text, fault)
		}
		f *= scale
		// A thousandth is far more than the rounding of 1.1kB or 0.3Gbit makes.
		if whole := math.Round(f); k.unit.scale == 1 && math.Abs(f-whole) > 1e-3 {
			return 0, k.fault(text, NotWhole)
		}
		f = math.Round(f)
		if (f < float64(k.min) || f > float64(k.max)) && !(k.off && f == 0) {
			return 0, k.fault(text, OutsideRange)
		}
		v = int64(f)
	}
	if (v < k.min || v > k.max) && !(k.off && v == 0) {
		return 0, k.fault(text, OutsideRange)
	}
	return v, nil
}

// fault returns the error of a text that is no value of the key.
func (k *Key) fault(text string, fault Fault) error {
	return &ValueError{Key: k, Text: text, Fault: fault, name: k.Name}
}

// number reads a number of the unit and how much one of it counts; ok is false where the text is none, and
// fault says why.
func (u unit) number(text string) (f, scale float64, fault Fault, ok bool) {
	number, scale := text, u.scale
	for _, s := range u.also {
		if rest, found := strings.CutSuffix(text, s.text); found {
			number, scale = strings.TrimSpace(rest), s.scale
			break
		}
	}
	f, err := strconv.ParseFloat(number, 64)
	if err == nil && !math.IsNaN(f) {
		return f, scale, 0, true
	}
	digits := strings.TrimRightFunc(text, func(r rune) bool { return r != '.' && (r < '0' || r > '9') })
	if _, err := strconv.ParseFloat(digits, 64); err == nil && digits != text {
		return 0, 0, UnknownUnit, false
	}
	return 0, 0, NotANumber, false
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
