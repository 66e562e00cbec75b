// Package texts has what texts for people need. It cleans them before they leave for a terminal or for a file: anybody may have
// written them, and a name that turns its line around or begins another one can pass for what the program says. And it tells a
// person who gave a name that there is not which names there are.
package texts

import (
	"io"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Hidden says whether a character steers how text is shown and shows nothing itself: a control, a separator of lines,
// or of what Unicode calls formats all but the two joiners, without which Persian and many emoji are not as written.
func Hidden(r rune) bool {
	const nonJoiner, joiner = '\u200c', '\u200d'
	return r != nonJoiner && r != joiner && unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp)
}

// Text returns a text as UTF-8, with a blank for each hidden character but line ends and tabs.
func Text(s string) string { return clean(s, "\n\t") }

// Line returns a text as one line of UTF-8, with a blank for each hidden character.
func Line(s string) string { return clean(s, "") }

func clean(s, kept string) string {
	return strings.Map(func(r rune) rune {
		if Hidden(r) && !strings.ContainsRune(kept, r) {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(s, "�"))
}

// NewWriter returns a writer that writes to another what [Text] makes of it. A character may come in several pieces;
// one of which a piece is missing at the end is not written.
func NewWriter(to io.Writer) io.Writer { return &writer{to: to} }

type writer struct {
	to   io.Writer
	torn []byte // the start of a character
}

func (w *writer) Write(b []byte) (int, error) {
	all := append(w.torn, b...)
	whole := len(all)
	for n := 1; n < utf8.UTFMax && n <= len(all); n++ {
		if at := len(all) - n; utf8.RuneStart(all[at]) {
			if !utf8.FullRune(all[at:]) {
				whole = at
			}
			break
		}
	}
	text := Text(string(all[:whole]))
	w.torn = append([]byte(nil), all[whole:]...)
	if text == "" {
		return len(b), nil
	}
	if _, err := io.WriteString(w.to, text); err != nil {
		return 0, err
	}
	return len(b), nil
}

// shellPlain has the characters that mean nothing to any shell.
const shellPlain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_=./:,%+@"

// ShellWord writes a word as a POSIX shell reads it, which takes it as it is. A line break in it stays one.
func ShellWord(word string) string {
	if word != "" && strings.Trim(word, shellPlain) == "" {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}

// Markdown returns a name or a sentence as Markdown shows it as it is, in a table, a heading or a list: on one line, and with
// a backslash before each character that may mean something there.
func Markdown(s string) string {
	var b strings.Builder
	for _, r := range Line(s) {
		if strings.ContainsRune("\\`*_[]<>&|~#", r) {
			b.WriteByte('\\')
		}
		b.WriteRune(r)
	}
	return b.String()
}
