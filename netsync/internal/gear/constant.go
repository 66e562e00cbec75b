package gear

import (
	"fmt"
	"time"

	"driftlab/internal/param"
)

// The units in which some constants hold a share as a whole number.
const (
	Percent = 1e7
	PPM     = 1e3
)

// Span is a constant that is a length of time.
func Span[C any](name, help string, least, most, standard time.Duration, at func(*C) *time.Duration) param.Field[C] {
	return param.Int(param.Param{Name: name, Help: help, Unit: param.Duration,
		Min: int64(least), Max: int64(most), Default: int64(standard)}, at)
}

// With names the other constant that a constant may contradict.
func With[C any](other string, f param.Field[C]) param.Field[C] {
	f.With = other
	return f
}

// Count is a constant that is a number of something.
func Count[C any](name, help string, least, most, standard int64, at func(*C) *int) param.Field[C] {
	return param.Int(param.Param{Name: name, Help: help, Unit: param.Count, Min: least, Max: most, Default: standard}, at)
}

// Flag is a constant that is on or off.
func Flag[C any](name, help string, at func(*C) *bool) param.Field[C] {
	return param.Bool(param.Param{Name: name, Help: help, Unit: param.Choice, Choices: []string{"off", "on"}}, at)
}

// InPair reports a constant that is outside the range that another constant leaves for it.
func InPair(name string, v, least, most time.Duration, other string) error {
	if v < least || v > most {
		return &param.PairError{Names: [2]string{name, other}, Text: fmt.Sprintf("%s: %v is outside %v..%v", name, v, least, most)}
	}
	return nil
}
