package param

import (
	"driftlab/internal/texts"
	"fmt"
	"strconv"
	"strings"
)

// A Fault is what keeps a text from being a value of a setting.
type Fault int

// The faults that a text can have.
const (
	OutsideRange Fault = iota
	NotADuration       // with its unit
	NotANumber
	UnknownUnit
	NotWhole
)

// A ValueError says why a text is no value of a setting, so that a window can say it in its own words.
type ValueError struct {
	Param *Param
	Name  string // of the setting, as it was given
	Text  string // what was given
	Fault Fault
}

func (p *Param) fault(text string, fault Fault) error {
	return &ValueError{Param: p, Name: p.Name, Text: text, Fault: fault}
}

// Units lists the units that a number of the setting may have.
func (e *ValueError) Units() string {
	return strings.Join(texts.Names(e.Param.Unit.Also, func(s Suffix) string { return s.Text }), ", ")
}

// Range returns what is allowed, in the unit that the text has where it is another than the setting's own: 0%..100% for 140%.
func (e *ValueError) Range() string {
	_, s := e.Param.Unit.cut(e.Text)
	if s.Scale == e.Param.Unit.Scale {
		return e.Param.Range()
	}
	return e.Param.rangeIn(func(v int64) string { return strconv.FormatFloat(float64(v)/s.Scale, 'f', -1, 64) + s.Text })
}

func (e *ValueError) Error() string {
	allowed := e.Range()
	switch e.Fault {
	case NotADuration:
		return fmt.Sprintf("%s: %q is not a duration with its unit, such as 80ms (range %s)", e.Name, e.Text, allowed)
	case NotANumber:
		return fmt.Sprintf("%s: %q is not a number (range %s)", e.Name, e.Text, allowed)
	case UnknownUnit:
		return fmt.Sprintf("%s: %q has an unknown unit (allowed: %s) (range %s)", e.Name, e.Text, e.Units(), allowed)
	case NotWhole:
		of := " of " + e.Param.Unit.Name
		if e.Param.Unit.Name == Count.Name {
			of = ""
		}
		return fmt.Sprintf("%s: %s is not a whole number%s (range %s)", e.Name, e.Text, of, allowed)
	}
	return fmt.Sprintf("%s: %s is outside %s", e.Name, e.Text, allowed)
}

// shortened returns a wrong value, cut if it is too long to repeat.
func shortened(text string) string {
	const most = 80
	if r := []rune(text); len(r) > most {
		return string(r[:most]) + "…"
	}
	return text
}

// A PairError says of two settings, each of which is in its range, that they do not go together.
type PairError struct {
	Names [2]string
	Text  string
}

func (e *PairError) Error() string { return e.Text }
