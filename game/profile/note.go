package profile

import (
	"fmt"
	"strings"
)

// A Note is a sentence about what was measured, such as what had to be assumed, left out or clipped. It is in English; a window in
// another language has a text of its own for its format.
type Note struct {
	Format string // as of [fmt.Sprintf]; "" for no note
	Args   []any  // a Note or Notes among them is a part of the sentence
}

// said makes a note.
func said(format string, args ...any) Note { return Note{format, args} }

// String implements [fmt.Stringer].
func (n Note) String() string {
	if len(n.Args) == 0 {
		return n.Format
	}
	return fmt.Sprintf(n.Format, n.Args...)
}

// Notes are several, or the parts of a list in one.
type Notes []Note

// add adds a note, if it is one.
func (n *Notes) add(one Note) {
	if one.Format != "" {
		*n = append(*n, one)
	}
}

// String implements [fmt.Stringer].
func (n Notes) String() string { return n.Join("; ") }

// Join returns the notes with something between them.
func (n Notes) Join(between string) string {
	var all []string
	for _, note := range n {
		all = append(all, note.String())
	}
	return strings.Join(all, between)
}
