// Package param says what a setting is: what it is called, what it may be, how it is written, and where it is kept.
//
// Whatever has settings declares each of them once, beside what it sets, as a [Field] of the struct that keeps it.
// Files, flags, checks, controls and help are loops over such lists. The package knows no setting itself;
// README.md has a program of two.
package param

import (
	"cmp"
	"fmt"
	"math/big"
	"strconv"
	"strings"
	"time"

	"driftlab/internal/texts"
)

// A Param is one setting. Its value is a kept integer, in parts of the unit; that of one with a [Text] is a text.
type Param struct {
	Name   string // as files and the command line have it
	Label  string // of its control, in English; where none is declared, the name's words
	Called string // within a sentence, likewise
	Help   string // what it does, in English: a sentence in lower case and without its full stop
	Unit   Unit

	Min, Max int64
	Default  int64
	Off      bool   // 0 is allowed too, outside the range: it switches off
	Unset    bool   // 0 is allowed in a struct, where it stands for the default or for nothing, and cannot be written
	With     string // the setting of the same list that it does not go together with at all values of both, if there is one
	Steady   bool   // and it must not be moved from one value to another
	Free     bool   // 0 stands for no limit: from it or to it nothing lies between

	Choices []string // of a choice, the words that stand for the kept integers from 0 on
	Open    bool     // other words than these may be declared where it is used
	Word    string   // what a number may be written as besides, kept as Worded: it is not below 0 then; "" for none
	Text    *Text    // how a text is read; nil for all others

	// Also reads another way to write the number, ok where it is one; nil for none.
	Also func(text string) (v int64, ok bool, err error)
}

// Of returns the setting as one of something, which its name begins with and which people call it by; "" is nothing.
// Where no label and no name within sentences are declared it gets them.
func (p Param) Of(prefix, called string) Param {
	words := strings.TrimSpace(called + " " + strings.NewReplacer(".", " ", "-", " ").Replace(p.Name))
	p.Label = cmp.Or(p.Label, strings.ToUpper(words[:1])+words[1:])
	p.Called = cmp.Or(p.Called, words)
	p.Name = prefix + p.Name
	return p
}

// Worded is the kept integer of a number's word.
const Worded = -1

// None is how it is written that a setting has no text. So is an empty value.
const None = "none"

// Parse reads a value as people write it and returns the integer it is kept as. The value must not be a text.
func (p *Param) Parse(text string) (int64, error) {
	text = strings.TrimSpace(text)
	switch {
	case p.Word != "" && text == p.Word:
		return Worded, nil
	case len(p.Choices) > 0:
		for i, c := range p.Choices {
			if c == text {
				return int64(i), nil
			}
		}
		return 0, p.unknown(text)
	case p.Unit.Scale == 0:
		x, err := ExactDuration(text)
		if err != nil {
			return 0, p.fault(text, NotADuration)
		}
		if !p.has(x) {
			return 0, p.fault(text, OutsideRange)
		}
		d, _ := time.ParseDuration(text)
		return int64(d), nil
	case p.Also != nil:
		if v, ok, err := p.Also(text); ok {
			if err != nil {
				return 0, fmt.Errorf("%s: %w", p.Name, err)
			}
			if !p.has(new(big.Rat).SetInt64(v)) {
				return 0, p.fault(text, OutsideRange)
			}
			return v, nil
		}
	}
	x, fault, ok := p.Unit.number(text)
	switch {
	case !ok:
		return 0, p.fault(text, fault)
	case x == nil:
		return 0, p.fault(text, OutsideRange)
	case p.Unit.Scale == 1 && !x.IsInt():
		return 0, p.fault(text, NotWhole)
	case !p.has(x):
		return 0, p.fault(text, OutsideRange)
	}
	// The nearest integer, that away from 0 where two are as near. It fits.
	n, _ := strconv.ParseInt(x.FloatString(0), 10, 64)
	return n, nil
}

// Check reports a kept integer that the setting cannot have, as [Param.Parse] reports its text. Of a [Text] it may be 0, for none.
func (p *Param) Check(v int64) error {
	switch {
	case p.allows(v):
		return nil
	case len(p.Choices) > 0:
		return p.unknown(strconv.FormatInt(v, 10))
	case p.Text != nil:
		return p.fault(strconv.FormatInt(v, 10), OutsideRange)
	}
	return p.fault(p.Format(v), OutsideRange)
}

// allows says whether a kept integer is one that can be written.
func (p *Param) allows(v int64) bool {
	lo, hi := p.Bounds()
	return v >= lo && v <= hi || p.Off && v == 0 || p.isWord(v)
}

// unknown says that a choice has no such word, and which it has.
func (p *Param) unknown(word string) error {
	return fmt.Errorf("%s: %q is unknown (%s)", p.Name, shortened(word), texts.Allowed(word, p.Choices))
}

// has says whether a kept number, before it is rounded, is in the range.
func (p *Param) has(x *big.Rat) bool { return Within(x, p.Min, p.Max) || p.Off && x.Sign() == 0 }

// isWord says whether a kept integer stands for the word.
func (p *Param) isWord(v int64) bool { return p.Word != "" && v == Worded }

// Format writes a kept integer as it is read; that of a text is of none.
func (p *Param) Format(v int64) string {
	switch {
	case p.Text != nil:
		return None
	case p.isWord(v):
		return p.Word
	case len(p.Choices) > 0:
		return p.Choices[v]
	case p.Unit.Scale == 0:
		return time.Duration(v).String()
	}
	return strconv.FormatFloat(float64(v)/p.Unit.Scale, 'f', -1, 64)
}

// Range returns what is allowed, for help and for errors.
func (p *Param) Range() string { return p.rangeIn(p.Format) }

// rangeIn returns what is allowed, its numbers as format writes them.
func (p *Param) rangeIn(format func(int64) string) string {
	switch {
	case len(p.Choices) > 0:
		return strings.Join(p.Choices, "|")
	case p.Text != nil:
		return None + "|" + strings.ToUpper(p.Unit.Name)
	}
	text := format(p.Min) + ".." + format(p.Max)
	if p.Off {
		text = format(0) + "|" + text
	}
	if p.Word != "" {
		text = p.Word + "|" + text
	}
	return text
}

// Standard returns the default as people write it.
func (p *Param) Standard() string { return p.Format(p.Default) }
