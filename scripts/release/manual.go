package main

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"time"
)

// terminal is what shells and man read of the program, where they look for it under a prefix such as /usr.
func (m *making) terminal() ([]entry, error) {
	program := filepath.Join(m.clones[0], "out", "here", "driftlab") // a target's need not run on this machine
	if err := run(m.clones[0], []string{"CGO_ENABLED=0", "GOFLAGS="}, "go", "build", "-o", program, "."); err != nil {
		return nil, err
	}
	text, err := m.manual(func(args ...string) (string, error) { return output(".", program, args...) })
	if err != nil {
		return nil, err
	}
	var packed bytes.Buffer
	w := gzip.NewWriter(&packed) // without a time in it
	if _, err := w.Write(text); err != nil {
		return nil, err
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	all := []entry{{"share/man/man1/driftlab.1.gz", packed.Bytes(), false}}
	for _, s := range [][2]string{
		{"bash", "bash-completion/completions/driftlab"}, {"zsh", "zsh/vendor-completions/_driftlab"}, {"fish", "fish/vendor_completions.d/driftlab.fish"},
	} {
		script, err := os.ReadFile(filepath.Join(m.clones[0], "cli", "completion", "driftlab."+s[0]))
		if err != nil {
			return nil, err
		}
		all = append(all, entry{"share/" + s[1], script, false})
	}
	return all, nil
}

// listed finds the commands in what the program's -h says.
var listed = regexp.MustCompile(`(?m)^  driftlab ([a-z]+)`)

// manual returns the page for man of what -h says of the program, and help of each of its commands.
func (m *making) manual(program func(args ...string) (string, error)) ([]byte, error) {
	text, err := program("-h")
	if err != nil {
		return nil, err
	}
	_, what, _ := strings.Cut(text, ": ")
	var b bytes.Buffer
	fmt.Fprintf(&b, ".TH DRIFTLAB 1 %s \"%s\"\n.SH NAME\ndriftlab \\- %s.SH DESCRIPTION\n", m.when.Format(time.DateOnly), m.version, what[:strings.Index(what, "\n")+1])
	typeset(&b, text)
	for _, command := range listed.FindAllStringSubmatch(text, -1) {
		text, err := program("help", command[1])
		if err != nil {
			return nil, err
		}
		fmt.Fprintf(&b, ".SH %s\n", strings.ToUpper(command[1]))
		typeset(&b, text)
	}
	return b.Bytes(), nil
}

// inRoff has a text stand for itself.
var inRoff = strings.NewReplacer(`\`, `\e`, "-", `\-`, "\n.", "\n\\&.", "\n'", "\n\\&'")

// typeset writes a help's text in roff: commands and flags, each with what it does behind a tab, blanks, or a line's end, are tagged.
func typeset(b *bytes.Buffer, text string) {
	text = strings.ReplaceAll(inRoff.Replace(text), "\n    \t", "\t")
	for line := range strings.SplitSeq(text, "\n") {
		tag, tagged := strings.CutPrefix(line, "  ")
		if tagged {
			line = ".TP\n.B " + between.ReplaceAllString(tag, "\n")
		} else if line == "" {
			line = ".PP"
		}
		b.WriteString(line + "\n")
	}
}

// between is what stands between a command or flag and what it does.
var between = regexp.MustCompile(`\t|  +`)
