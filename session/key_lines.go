package session

import (
	"strconv"
	"strings"
)

// maxNesting bounds the names and the arrays around a value. The deepest setting has eight, written as
// event = [{set = {client1 = {link = {up = {cross = {share = 1}}}}}}].
const maxNesting = 8

// A keyScanner finds on which line of a TOML text each key stands, which the decoder does not tell. It
// takes the text as it is and stops at what it does not know: the decoder says what is wrong with that.
type keyScanner struct {
	text   string
	at     int
	line   int
	lines  map[string]int
	tables map[string]int // how many an array has so far
	deep   int            // the line of too deep a nesting, or 0
}

// keyLines returns the line of each key under its dotted name; what an array holds is numbered from 1.
// It stops at a nesting deeper than [maxNesting] and returns its line, otherwise 0.
func keyLines(text string) (lines map[string]int, deep int) {
	s := keyScanner{text: text, line: 1, lines: map[string]int{}, tables: map[string]int{}}
	table := place{}
	for s.skip(" \t\r\n") && s.deep == 0 {
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
	return s.lines, s.deep
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
	array := s.take("[")
	parts := s.key()
	for i, part := range parts {
		at = at.key(part)
		if array && i == len(parts)-1 {
			s.tables[at.name]++
		}
		if n := s.tables[at.name]; n > 0 {
			at.name += "[" + strconv.Itoa(n) + "]" // one level with its name
		}
		s.note(at)
	}
	for s.take("]") {
	}
	return at
}

// note keeps the line of a place, and stops where it is too deep.
func (s *keyScanner) note(at place) {
	s.lines[at.name] = s.line
	if at.depth > maxNesting && s.deep == 0 {
		s.deep = s.line
	}
}

// pair reads a key and its value.
func (s *keyScanner) pair(at place) {
	for _, part := range s.key() {
		at = at.key(part)
		s.note(at)
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
	if s.deep != 0 {
		return
	}
	switch s.text[s.at] {
	case '"', '\'':
		s.quoted()
	case '[':
		s.at++
		s.list("]", func(i int) {
			element := at.element(i)
			s.note(element)
			s.value(element)
		})
	case '{':
		s.at++
		s.list("}", func(int) { s.pair(at) })
	default:
		s.until(",]}#\n")
	}
}

// list reads what stands between commas, numbered from 1, to a bracket.
func (s *keyScanner) list(end string, read func(i int)) {
	for i := 1; s.deep == 0 && s.skip(" \t\r\n") && !s.take(end); i++ {
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
