package param

import (
	"fmt"
	"io"
	"math"
	"slices"
)

// A Field is a setting of a T, with where the T keeps it.
type Field[T any] struct {
	Param

	get func(*T) int64
	set func(*T, int64)

	content func(*T) any
	put     func(*T, any)
	// check returns what the T has, as people read it, and whether it is in the range.
	check func(t *T, p *Param) (shown any, ok bool)
}

// Get returns the kept integer that a T has, 0 where it is a text.
func (f *Field[T]) Get(t *T) int64 { return f.get(t) }

// Set gives a T a kept integer, which must be in the range.
func (f *Field[T]) Set(t *T, v int64) {
	if f.set != nil {
		f.set(t, v)
	}
}

// Content returns what a T has read of a text, nil where there is none.
func (f *Field[T]) Content(t *T) any {
	if f.content == nil {
		return nil
	}
	return f.content(t)
}

// Put gives a T the content of a text.
func (f *Field[T]) Put(t *T, content any) { f.put(t, content) }

// Validate reports the first setting of a T that is out of its range.
func Validate[T any](fields []Field[T], t *T) error {
	for i := range fields {
		f := &fields[i]
		if f.check == nil {
			continue
		}
		if shown, ok := f.check(t, &f.Param); !ok {
			return fmt.Errorf("%s: %v is outside %s", f.Name, shown, f.Range())
		}
	}
	return nil
}

// Defaults returns a T with all settings at their defaults.
func Defaults[T any](fields []Field[T]) (t T) {
	for i := range fields {
		fields[i].Set(&t, fields[i].Default)
	}
	return t
}

// Int is a setting that a T keeps as an integer: a duration, a number of whole parts of its unit, or the number of
// a choice.
func Int[T any, I ~int | ~int64 | ~uint8](p Param, at func(*T) *I) Field[T] {
	return Field[T]{
		Param: p,
		get:   func(t *T) int64 { return int64(*at(t)) },
		set:   func(t *T, v int64) { *at(t) = I(v) },
		check: func(t *T, p *Param) (any, bool) {
			v := int64(*at(t))
			return *at(t), p.allows(v) || p.Unset && v == 0
		},
	}
}

// Scaled is a setting of whole parts of its unit; each is a number of kept ones.
func Scaled[T any](p Param, parts int64, at func(*T) *int) Field[T] {
	return Field[T]{
		Param: p,
		get:   func(t *T) int64 { return int64(*at(t)) * parts },
		set:   func(t *T, v int64) { *at(t) = int((v + parts/2) / parts) },
		check: func(t *T, p *Param) (any, bool) {
			v := int64(*at(t))
			return *at(t), v >= p.Min/parts && v <= p.Max/parts || v == 0 && (p.Off || p.Unset)
		},
	}
}

// Float is a setting that a T keeps as a number of its unit.
func Float[T any](p Param, at func(*T) *float64) Field[T] {
	scale := p.Unit.Scale
	return Field[T]{
		Param: p,
		get:   func(t *T) int64 { return int64(math.Round(*at(t) * scale)) },
		set:   func(t *T, v int64) { *at(t) = float64(v) / scale },
		check: func(t *T, p *Param) (any, bool) {
			v := *at(t) // which may be NaN
			return v, v >= float64(p.Min)/scale && v <= float64(p.Max)/scale || v == 0 && (p.Off || p.Unset)
		},
	}
}

// Bool is a choice of two; the second is true.
func Bool[T any](p Param, at func(*T) *bool) Field[T] {
	return Field[T]{
		Param: p,
		get: func(t *T) int64 {
			if *at(t) {
				return 1
			}
			return 0
		},
		set: func(t *T, v int64) { *at(t) = v == 1 },
	}
}

// Word is an open choice: a T keeps its word.
func Word[T any](p Param, at func(*T) *string) Field[T] {
	p.Open = true
	return Field[T]{
		Param: p,
		get:   func(t *T) int64 { return int64(slices.Index(p.Choices, *at(t))) },
		set:   func(t *T, v int64) { *at(t) = p.Choices[v] },
		put:   func(t *T, word any) { *at(t) = word.(string) },
	}
}

// Func is a setting that a T keeps in some other way, always in its range.
func Func[T any](p Param, get func(*T) int64, set func(*T, int64)) Field[T] {
	return Field[T]{Param: p, get: get, set: set}
}

// Part is a setting of a part of a T, by what the names of all of that begin with and what people call it.
func Part[T, P any](f Field[P], prefix, called string, at func(*T) *P) Field[T] {
	part := Field[T]{
		Param: f.Of(prefix, called),
		get:   func(t *T) int64 { return f.get(at(t)) },
		set:   func(t *T, v int64) { f.set(at(t), v) },
	}
	if f.check != nil {
		part.check = func(t *T, p *Param) (any, bool) { return f.check(at(t), p) }
	}
	return part
}

// Content is a setting whose value is a text; a T keeps what has been read, and its zero value for none.
func Content[T any, V comparable](p Param, get func(*T) V, put func(*T, V)) Field[T] {
	return Field[T]{
		Param: p,
		get:   func(*T) int64 { return 0 },
		content: func(t *T) any {
			if v := get(t); v != *new(V) {
				return v
			}
			return nil
		},
		put: func(t *T, content any) { put(t, content.(V)) },
	}
}

// Bounds returns the least and the greatest kept integer.
func (p *Param) Bounds() (lo, hi int64) {
	if n := len(p.Choices); n > 0 {
		return 0, int64(n) - 1
	}
	return p.Min, p.Max
}

// A Text says how the value of a setting is read that is no number: a list, or what a file holds.
type Text struct {
	// Parse reads a list. The content's String is the list as it is kept; nil for files.
	Parse func(text string) (fmt.Stringer, error)

	File    string // what kind of file a path names, for errors; "" for a list
	PerLine int64  // bytes in memory of a line of it, at most
	// Read reads a file's content, which errors call by a name, for each direction of a link.
	Read func(name string, r io.Reader) (up, down any, err error)
}

// ListOf reads lists of a kind.
func ListOf[V fmt.Stringer](parse func(text string) (V, error)) *Text {
	return &Text{Parse: func(text string) (fmt.Stringer, error) { return parse(text) }}
}

// FileOf reads files of a kind, which hold the same for both directions.
func FileOf[V any](kind string, perLine int64, read func(name string, r io.Reader) (V, error)) *Text {
	return &Text{File: kind, PerLine: perLine, Read: func(name string, r io.Reader) (up, down any, err error) {
		v, err := read(name, r)
		return v, v, err
	}}
}
