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
