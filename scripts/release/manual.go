package main

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"path/filepath"
	"regexp"
	"strings"
	"time"
)

// man is the page that man shows, where it looks for it under a prefix such as /usr.
func (m *making) man() (entry, error) {
	program := filepath.Join(m.clones[0], "out", "here", "driftlab") // a target's need not run on this machine
	if err := run(m.clones[0], []string{"CGO_ENABLED=0", "GOFLAGS="}, "go", "build", "-o", program, "."); err != nil {
		return entry{}, err
	}
	text, err := m.manual(func(args ...string) (string, error) { return output(".", program, args...) })
	if err != nil {
		return entry{}, err
	}
	var packed bytes.Buffer
	w := gzip.NewWriter(&packed) // without a time in it
	_, err = w.Write(text)
	err = errors.Join(err, w.Close())
	return entry{"share/man/man1/driftlab.1.gz", packed.Bytes(), false}, err
}

// listed finds the commands in what the program's -h says.
var listed = regexp.MustCompile(`(?m)^  driftlab ([a-z]+)`)

// manual returns what -h says of the program, and help of each of its commands, as a page for man.
func (m *making) manual(program func(args ...string) (string, error)) ([]byte, error) {
	text, err := program("-h")
	if err != nil {
		return nil, err
	}
	title, _, _ := strings.Cut(text, "\n")
	_, title, _ = strings.Cut(strings.TrimSuffix(title, "."), ": ")
	var b bytes.Buffer
	fmt.Fprintf(&b, ".TH DRIFTLAB 1 %s \"%s\"\n.SH NAME\ndriftlab \\- %s\n.SH DESCRIPTION\n%s\n", m.when.Format(time.DateOnly), m.version, title, inRoff(text))
	for _, command := range listed.FindAllStringSubmatch(text, -1) {
		text, err := program("help", command[1])
		if err != nil {
			return nil, err
		}
		fmt.Fprintf(&b, ".SH %s\n%s\n", strings.ToUpper(command[1]), inRoff(text))
	}
	return b.Bytes(), nil
}

// literal has a text stand for itself.
var literal = strings.NewReplacer(`\`, `\e`, "-", `\-`, "\n.", "\n\\&.", "\n'", "\n\\&'")

// tagged finds a command or flag, and what stands between it and what it does: a tab, blanks, or a line's end.
var tagged = regexp.MustCompile(`(?m)^  (\S.*?)(?:\n    \t|\t|  +)`)

// inRoff returns a help's text as man typesets it.
func inRoff(text string) string {
	return strings.ReplaceAll(tagged.ReplaceAllString(literal.Replace(text), ".TP\n.B $1\n"), "\n\n", "\n.PP\n")
}
