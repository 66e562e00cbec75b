package scenario

import (
	"fmt"
	"strconv"
	"strings"
)

// A keyScanner finds on which line of a TOML text each key stands, which the decoder does not tell. It
// takes the text as it is and stops at what it does not know: the decoder says what is wrong with that. It
// counts what the decoder would have to do, and stops where that is too much.
type keyScanner struct {
	text   string
	at     int
	line   int
	lines  map[string]int
	arrays map[string]int // how many tables an array has so far
	err    error          // what there is too much of

	values, tables, names, files, set int
}

// keyLines returns the line of each key under its dotted name; what an array holds is numbered from 1.
// It stops where a text is nested too deep or has too much of something, and returns the error and its line.
func keyLines(text string) (lines map[string]int, line int, err error) {
	s := keyScanner{text: text, line: 1, lines: map[string]int{}, arrays: map[string]int{}}
	table := place{}
	for s.err == nil && s.skip(" \t\r\n") {
		if s.take("[") {
			table = s.header()
			continue
		}
		before := s.at
		s.pair(table)
		if s.at == before {
			s.at++ // nothing that is known
		}
	}
	return s.lines, s.line, s.err
}

// A place is a key's dotted name and how many names and arrays that is.
type place struct {
	name  string
	depth int
}

func (p place) key(name string) place {
	if p.name != "" {
		name = p.name + "." + name
	}
	return place{name, p.depth + 1}
}

func (p place) element(i int) place { return place{p.name + "[" + strconv.Itoa(i) + "]", p.depth + 1} }

// header reads the name of a table after its first bracket.
func (s *keyScanner) header() (at place) {
	s.count(&s.tables, 1, maxTables, "tables")
	array := s.take("[")
	parts := s.key()
	for i, part := range parts {
		at = at.key(part)
		if array && i == len(parts)-1 {
			s.arrays[at.name]++
		}
		if n := s.arrays[at.name]; n > 0 {
			at.name += "[" + strconv.Itoa(n) + "]" // one level with its name
		}
		s.note(at, 0)
	}
	for s.take("]") {
	}
	return at
}

// note keeps the line of a place, which counts as this number of values, and stops if it is too deep.
func (s *keyScanner) note(at place, values int) {
	s.lines[at.name] = s.line
	if at.depth > maxNesting && s.err == nil {
		s.err = fmt.Errorf("it is nested deeper than %d", maxNesting)
	}
	s.count(&s.values, values, maxValues, "keys and values")
	if strings.HasPrefix(at.name, "files.") { // a path that is not quoted is several keys
		s.count(&s.files, values, maxNamed*maxNesting, "keys of files")
	}
	if strings.HasPrefix(at.name, "set.") {
		s.count(&s.set, values, maxSettings, "keys of set, each part of a name for itself")
	}
	s.count(&s.names, len(at.name), maxNames, "bytes of keys with their tables' names")
}

// count adds to a count, and stops where it is too much.
func (s *keyScanner) count(n *int, more, most int, what string) {
	if err := spend(n, more, most, what); s.err == nil {
		s.err = err
	}
}

// pair reads a key and its value.
func (s *keyScanner) pair(at place) {
	for _, part := range s.key() {
		at = at.key(part)
		s.note(at, 1)
	}
	if s.take("=") && s.skip(" \t") {
		s.value(at)
	}
}

// key reads the names of a dotted key, as many as may be nested and one more.
func (s *keyScanner) key() (parts []string) {
	for s.skip(" \t") && len(parts) <= maxNesting {
		from := s.at
		switch s.text[s.at] {
		case '"', '\'':
			s.quoted()
			parts = append(parts, strings.Trim(s.text[from:s.at], `"'`))
		default:
			s.until(" \t\r\n.=[]{},#\"'")
			if s.at == from {
				return parts
			}
			parts = append(parts, s.text[from:s.at])
		}
		if s.skip(" \t"); !s.take(".") {
			break
		}
	}
	return parts
}

func (s *keyScanner) value(at place) {
	if s.err != nil {
		return
	}
	switch s.text[s.at] {
	case '"', '\'':
		s.quoted()
	case '[':
		s.at++
		s.list("]", func(i int) {
			element := at.element(i)
			s.note(element, 1)
			s.value(element)
		})
	case '{':
		s.at++
		s.count(&s.tables, 1, maxTables, "tables")
		s.list("}", func(int) { s.pair(at) })
	default:
		s.until(",]}#\n")
	}
}

// list reads what stands between commas, numbered from 1, to a bracket.
func (s *keyScanner) list(end string, read func(i int)) {
	for i := 1; s.err == nil && s.skip(" \t\r\n") && !s.take(end); i++ {
		before := s.at
		read(i)
		if s.skip(" \t\r\n"); !s.take(",") && s.at == before {
			s.at++ // nothing that is known
		}
	}
}

// quoted passes a string of any of TOML's four kinds.
func (s *keyScanner) quoted() {
	quote := s.text[s.at : s.at+1]
	long := strings.HasPrefix(s.text[s.at:], quote+quote+quote)
	if long {
		quote += quote + quote
	}
	s.at += len(quote)
	for s.at < len(s.text) && !s.take(quote) {
		switch c := s.text[s.at]; {
		case c == '\n' && !long:
			return // it lacks its end
		case c == '\n':
			s.line++
		case c == '\\' && quote[0] == '"' && !strings.HasPrefix(s.text[s.at+1:], "\n"):
			s.at++ // what is escaped is no end; a line's end still counts
		}
		s.at++
	}
	s.at = min(s.at, len(s.text))
	for long && s.take(quote[:1]) { // one or two may stand before the three at the end
	}
}

// take passes a text if it is next.
func (s *keyScanner) take(text string) bool {
	ok := s.at < len(s.text) && strings.HasPrefix(s.text[s.at:], text)
	if ok {
		s.at += len(text)
	}
	return ok
}

// until goes to the next of some characters.
func (s *keyScanner) until(chars string) {
	for s.at < len(s.text) && strings.IndexByte(chars, s.text[s.at]) < 0 {
		s.at++
	}
}

// skip passes blank characters, and comments where line ends are among them. It returns false at the
// end of the text.
func (s *keyScanner) skip(blank string) bool {
	for ; s.at < len(s.text); s.at++ {
		switch c := s.text[s.at]; {
		case c == '#' && strings.Contains(blank, "\n"):
			s.until("\n")
			s.at-- // the loop goes on with the line's end
		case strings.IndexByte(blank, c) < 0:
			return true
		case c == '\n':
			s.line++
		}
	}
	return false
}
