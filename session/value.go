package session

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
)

// A unit says how a setting is written and what integer it is kept as.
type unit struct {
	name  string  // as the table of keys shows it
	scale float64 // kept integer for one of it; 0 for durations and choices
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
	unitBitRate  = unit{name: "bit/s", scale: 1, also: []suffix{{"kbit", 1e3}, {"Mbit", 1e6}, {"Gbit", 1e9}, {"bit/s", 1}}}
	unitRate     = unit{name: "Hz", scale: 1, also: []suffix{{"Hz", 1}}}
)

// parse reads a value as people write it and returns the integer it is kept as.
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
		return 0, fmt.Errorf("%s: %q is unknown (allowed: %s)", k.Name, text, strings.Join(k.choices, ", "))
	case k.unit.scale == 0:
		d, err := time.ParseDuration(text)
		if err != nil {
			return 0, fmt.Errorf("%s: %q is not a duration with its unit, such as 80ms (range %s)", k.Name, text, k.Range())
		}
		v = int64(d)
	default:
		f, scale, err := k.unit.number(text)
		if err != nil {
			return 0, fmt.Errorf("%s: %q is not a number (range %s)", k.Name, text, k.Range())
		}
		f *= scale
		// A thousandth is far more than the rounding of 1.1kB or 0.3Gbit makes.
		if whole := math.Round(f); k.unit.scale == 1 && math.Abs(f-whole) > 1e-3 {
			return 0, fmt.Errorf("%s: %s is not a whole number of %s (range %s)", k.Name, text, k.unit.name, k.Range())
		}
		f = math.Round(f)
		if f < float64(k.min) || f > float64(k.max) {
			return 0, fmt.Errorf("%s: %s is outside %s", k.Name, text, k.Range())
		}
		v = int64(f)
	}
	if v < k.min || v > k.max {
		return 0, fmt.Errorf("%s: %s is outside %s", k.Name, text, k.Range())
	}
	return v, nil
}

func (u unit) number(text string) (f, scale float64, err error) {
	scale = u.scale
	for _, s := range u.also {
		if rest, ok := strings.CutSuffix(text, s.text); ok {
			text, scale = strings.TrimSpace(rest), s.scale
			break
		}
	}
	f, err = strconv.ParseFloat(text, 64)
	if err == nil && math.IsNaN(f) {
		err = strconv.ErrSyntax
	}
	return f, scale, err
}

// Format writes a kept integer as parse reads it.
func (k *Key) Format(v int64) string {
	switch {
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
	return k.Format(k.min) + ".." + k.Format(k.max)
}

// Unit returns the unit's name.
func (k *Key) Unit() string { return k.unit.name }

// Default returns the default as people write it.
func (k *Key) Default() string { return k.Format(k.standard) }

// Bounds returns the smallest and the largest kept integer.
func (k *Key) Bounds() (lo, hi int64) { return k.min, k.max }

// Choices returns the allowed words of a choice, in the order of their kept integers.
func (k *Key) Choices() []string { return k.choices }
