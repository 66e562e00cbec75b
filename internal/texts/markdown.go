package texts

import "strings"

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
