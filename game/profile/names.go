package profile

import (
	"bufio"
	"bytes"
	"fmt"
	"regexp"
	"slices"
)

// lineName is the name before each line where several programs write into one text: svc-1 | of docker compose,
// 20:15:00 web.1 | of foreman, [pod/a/b] of kubectl logs --prefix. A stamp before it stays.
var lineName = regexp.MustCompile(`^((?:\[?[0-9][0-9:.,TZ+-]*\]?[ \t]+)*)(?:\[(pod/[^\]\s]{1,200})\]|([A-Za-z0-9._/@-]{0,80}[A-Za-z][A-Za-z0-9._/@-]{0,80})[ \t]*\|)[ \t]?`)

// escape is a terminal's escape sequence for a colour or a position.
var escape = regexp.MustCompile(`\x1b\[[0-9;?]*[A-Za-z]`)

// cutLineName takes the name from a line. AM and PM are a clock's.
func cutLineName(line []byte) (name string, rest []byte) {
	at := lineName.FindSubmatchIndex(line)
	if at == nil {
		return "", line
	}
	from, to := at[4], at[5]
	if from < 0 {
		from, to = at[6], at[7]
	}
	if name = string(line[from:to]); name == "AM" || name == "PM" {
		return "", line
	}
	return name, slices.Concat(line[:at[3]], line[at[1]:])
}

// unname takes the names before the lines away, and terminals' escapes, where most lines have them. Of several
// names the part chooses one, or else the first whose lines are known is taken; of the others empty lines stay, so that
// lines keep their numbers. It returns the part that is left to choose.
func (s *stream) unname(part Part) (left Part, err error) {
	head := escape.ReplaceAll(s.head(), nil)
	var names []string
	lines, named := 0, 0
	for line := range bytes.Lines(head) {
		if line = bytes.TrimSpace(line); len(line) == 0 {
			continue
		}
		lines++
		if name, _ := cutLineName(line); name != "" {
			named++
			if !slices.Contains(names, name) && len(names) < maxNames {
				names = append(names, name)
			}
		}
	}
	if 2*named <= lines {
		if names = nil; len(head) == len(s.head()) {
			return part, nil
		}
	}
	one, of := "", part.Of
	if len(names) == 1 {
		one = names[0]
	}
	if len(names) > 1 {
		if of == "" {
			of = knownName(head, names)
		}
		if one, s.others, err = choose(names, "programs", func(name string) string { return name }, of); err != nil {
			return part, fmt.Errorf("%q: %w", s.name, err)
		}
		part.Of = ""
	}
	s.Reader = bufio.NewReaderSize(&nameReader{in: s.Reader, one: one}, headBytes)
	return part, nil
}

// maxNames bounds the names of one text.
const maxNames = 100

// knownName returns the first name whose lines one of the formats knows, "" for none.
func knownName(head []byte, names []string) string {
	for _, name := range names {
		var own []byte
		for line := range bytes.Lines(head) {
			own = append(own, ofName(line, name)...)
		}
		if _, _, ok := recognise(own); ok {
			return name
		}
	}
	return ""
}

// ofName returns a line without its name, or an empty one where it has another. A line without one stays.
func ofName(line []byte, one string) []byte {
	name, rest := cutLineName(line)
	if name == "" || name == one {
		return rest
	}
	return []byte("\n")
}

// A nameReader gives the lines of one name without it, and all without terminals' escapes.
type nameReader struct {
	in  *bufio.Reader
	one string // "" where lines have no names
	out []byte // not read yet
}

func (n *nameReader) Read(p []byte) (int, error) {
	for len(n.out) == 0 {
		line, err := n.in.ReadSlice('\n') // of one that is too long the next reader says so
		if len(line) == 0 && err != nil {
			return 0, err
		}
		if n.out = escape.ReplaceAll(line, nil); n.one != "" {
			n.out = ofName(n.out, n.one)
		}
	}
	taken := copy(p, n.out)
	n.out = n.out[taken:]
	return taken, nil
}
