package param

import (
	"fmt"
	"io"
)

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
