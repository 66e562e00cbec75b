package config

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// maxBraces bounds how deep inline tables are nested. Whoever nests deeper could have each line of a file be read to its
// end.
const maxBraces = 100

// nextPiece reads the piece at the begin of a text: a setting as long as its value is, the first line of a table, or a
// line without either. It knows as much of TOML as tells where a value ends. Nothing in the value is read, and so a later
// program's values are kept whatever they are; ok is false where there is no such piece.
func nextPiece(text string) (p piece, ok bool) {
	s := scanner{text: text}
	s.blanks()
	switch s.peek() {
	case 0, '\n', '\r', '#':
		if s.comment(); s.line() {
			return piece{text: text[:s.at]}, utf8.ValidString(text[:s.at])
		}
		return p, false
	case '[':
		p.name, ok = s.header()
		p.table = true
	default:
		p.name, p.plain, ok = s.entry()
	}
	p.text = text[:s.at]
	return p, ok && utf8.ValidString(p.text)
}

// lineEnd returns where the first line of a text ends.
func lineEnd(text string) int {
	if i := strings.IndexByte(text, '\n'); i >= 0 {
		return i + 1
	}
	return len(text)
}

// A scanner goes through a text.
type scanner struct {
	text string
	at   int
}

// peek returns the next byte, 0 at the end.
func (s *scanner) peek() byte {
	if s.at < len(s.text) {
		return s.text[s.at]
	}
	return 0
}

// take goes over a text that comes next.
func (s *scanner) take(next string) bool {
	if !strings.HasPrefix(s.text[s.at:], next) {
		return false
	}
	s.at += len(next)
	return true
}

// blanks goes over spaces and tabs.
func (s *scanner) blanks() {
	for s.peek() == ' ' || s.peek() == '\t' {
		s.at++
	}
}

// comment goes over a comment, if there is one, up to the end of its line or to what must not stand in it.
func (s *scanner) comment() {
	if s.peek() != '#' {
		return
	}
	for s.at < len(s.text) && !control(s.text[s.at]) {
		s.at++
	}
}

// line goes over the end of a line.
func (s *scanner) line() bool {
	return s.at == len(s.text) || s.take("\n") || s.take("\r\n")
}

// control says of a byte that it stands in no TOML but as the end of a line.
func control(c byte) bool { return c < ' ' && c != '\t' || c == 0x7f }

// header goes over a line [a.b] or [[a.b]].
func (s *scanner) header() (name string, ok bool) {
	s.at++
	end := "]"
	if s.take("[") {
		end = "]]"
	}
	name, _, ok = s.key()
	if ok = ok && s.take(end); !ok {
		return "", false
	}
	s.blanks()
	s.comment()
	return name, s.line()
}

// entry goes over key = value, with the end of its line.
func (s *scanner) entry() (name string, plain, ok bool) {
	name, parts, ok := s.key()
	if !ok || !s.take("=") {
		return "", false, false
	}
	if s.blanks(); s.peek() == '#' || s.line() {
		return "", false, false
	}
	tables, ok := s.value()
	return name, parts == 1 && !tables, ok
}

// key goes over a key and the blanks around it, and returns its first part and how many it has.
func (s *scanner) key() (first string, parts int, ok bool) {
	for {
		s.blanks()
		begin := s.at
		if c := s.peek(); c == '"' || c == '\'' {
			if !s.quoted(false) {
				return "", 0, false
			}
		} else {
			for c = s.peek(); c != 0 && !control(c) && !strings.ContainsRune(" \t\"'=.,[]{}#", rune(c)); c = s.peek() {
				s.at++
			}
		}
		if begin == s.at {
			return "", 0, false
		}
		if parts++; parts == 1 {
			first = bare(s.text[begin:s.at])
		}
		if s.blanks(); !s.take(".") {
			return first, parts, true
		}
	}
}

// bare returns a part of a key without its quotes.
func bare(part string) string {
	switch {
	case part[0] == '\'':
		return part[1 : len(part)-1]
	case part[0] == '"':
		if text, err := strconv.Unquote(part); err == nil {
			return text
		}
	}
	return part
}

// value goes over a value and the rest of its line; tables says that there are tables or lists in it of which no setting
// has any.
func (s *scanner) value() (tables, ok bool) {
	var open []byte // the brackets in which it is
	braces := 0
	for {
		in := byte(0)
		if len(open) > 0 {
			in = open[len(open)-1]
		}
		if in == 0 && s.line() {
			return tables, true
		}
		switch c := s.peek(); {
		case c == '"' || c == '\'':
			if !s.quoted(true) {
				return tables, false
			}
		case c == '#':
			s.comment()
		case c == '[' || c == '{':
			tables = tables || c == '{' || len(open) > 0
			if open, s.at = append(open, c), s.at+1; c == '{' {
				braces++
			}
			if braces > maxBraces {
				return tables, false
			}
		case c == ']' || c == '}':
			if in != c-2 { // as ASCII has them
				return tables, false
			}
			if open, s.at = open[:len(open)-1], s.at+1; c == '}' {
				braces--
			}
		case c == '=' && in != '{':
			return tables, false // the list is not closed, and this is the next setting
		case in != 0 && s.at < len(s.text) && s.line():
		case c == 0 || control(c):
			return tables, false
		default:
			s.at++
		}
	}
}

// quoted goes over a text in quotes, in three of them only where there may be lines in it.
func (s *scanner) quoted(lines bool) bool {
	quote := s.text[s.at : s.at+1]
	if three := strings.Repeat(quote, 3); lines && s.take(three) {
		for s.at < len(s.text) {
			switch {
			case s.take(three):
				for i := 0; i < 2 && s.take(quote); i++ { // two may stand before the end
				}
				return true
			case quote == `"` && s.take(`\`), s.peek() != '\n' && s.peek() != '\r' && !control(s.peek()):
				s.at++
			case !s.line():
				return false
			}
		}
		return false
	}
	s.at++
	for s.at < len(s.text) && !control(s.text[s.at]) {
		if s.take(quote) {
			return true
		}
		if quote == `"` && s.take(`\`) && control(s.peek()) {
			return false
		}
		s.at++
	}
	return false
}
