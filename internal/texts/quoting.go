package texts

import "strings"

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
