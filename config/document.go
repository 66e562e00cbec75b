package config

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/BurntSushi/toml"
)

// A document is a settings file as its text, cut where settings begin and end. What is not set is written back as it
// was read, letter by letter: what a later program has written, comments, and an order that somebody has chosen.
type document struct{ pieces []piece }

// A piece is one setting, one table with all that is in it, or what is between them.
type piece struct {
	name  string // the first part of its key; "" for what is between settings
	text  string // with the end of its last line
	line  int    // on which it begins, from 1
	table bool   // it begins with [name], and all up to the next table belongs to it
	plain bool   // a key of one part, and a value without tables
}

// A fault is what is wrong in a file.
type fault struct {
	line int
	err  error
}

// firstLine begins a file that is not there yet.
const firstLine = "# What was chosen in Driftlab's window.\n"

// readDocument cuts a text into pieces. A line that is none of TOML becomes a comment, alone: what is behind it is read.
func readDocument(text string) (d document, damaged []fault) {
	text = strings.TrimPrefix(text, "\ufeff") // as Windows' editors write it
	for line := 1; text != ""; {
		p, ok := nextPiece(text)
		n := len(p.text)
		if !ok {
			n = lineEnd(text)
			damaged = append(damaged, fault{line, fmt.Errorf("line %d: %s is not a setting", line, shown(strings.TrimRight(text[:n], "\r\n")))})
			p = piece{text: commentOn(text[:n])}
		}
		p.line = line
		line += strings.Count(text[:n], "\n")
		text = text[n:]
		if last := len(d.pieces) - 1; last >= 0 && d.pieces[last].table && !p.table {
			d.pieces[last].text += p.text
			continue
		}
		d.pieces = append(d.pieces, p)
	}
	return d, damaged
}

// commentOn returns a damaged line as a comment, in which TOML allows no control characters.
func commentOn(line string) string {
	return "# damaged: " + strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return utf8.RuneError
		}
		return r
	}, strings.ToValidUTF8(strings.TrimRight(line, "\r\n"), string(utf8.RuneError))) + "\n"
}

// shown returns a value that a file has for an error's line: as it is, or in quotes and cut where that would not be
// one short line.
func shown(v any) string {
	text := fmt.Sprint(v)
	if most := 60; len(text) > most || strings.ContainsFunc(text, func(r rune) bool { return !unicode.IsPrint(r) }) {
		return fmt.Sprintf("%q", text[:min(len(text), most)])
	}
	return text
}

// text returns the whole file.
func (d *document) text() string {
	var b strings.Builder
	for i := range d.pieces {
		b.WriteString(d.pieces[i].text)
	}
	return b.String()
}

// named lists the places of the pieces of a setting, in their order.
func (d *document) named(name string) (at []int) {
	for i := range d.pieces {
		if d.pieces[i].name == name {
			at = append(at, i)
		}
	}
	return at
}

// empty reports whether there is no setting at all.
func (d *document) empty() bool {
	return !slices.ContainsFunc(d.pieces, func(p piece) bool { return p.name != "" })
}

// set puts a value in the place of what the file says of a setting, or in front of all tables; nil takes it out.
func (d *document) set(name string, v any) error {
	at := -1
	d.pieces = slices.DeleteFunc(d.pieces, func(p piece) bool { return p.name == name && p.table })
	for _, i := range slices.Backward(d.named(name)) {
		at = i
		d.pieces = slices.Delete(d.pieces, i, i+1)
	}
	if v == nil {
		return nil
	}
	var b strings.Builder
	if err := toml.NewEncoder(&b).Encode(map[string]any{name: v}); err != nil {
		return err
	}
	if at < 0 {
		if at = slices.IndexFunc(d.pieces, func(p piece) bool { return p.table }); at < 0 {
			at = len(d.pieces)
		}
	}
	if at > 0 && !strings.HasSuffix(d.pieces[at-1].text, "\n") {
		d.pieces[at-1].text += "\n"
	}
	d.pieces = slices.Insert(d.pieces, at, piece{name: name, text: b.String(), plain: true})
	return nil
}
