package profile

import "strings"

// A line of another program in a text is left out, and said once: where a text continues with it, nobody would otherwise know that
// half of the file is not in the figures.

// otherProgram returns what a line is of that is another program's than kind's, "" for none that is sure. Only lines that no other
// program prints are looked for, headings and answers; a ping's in another program's text are told by its reader.
func otherProgram(line, kind string) (title string) {
	line = strings.TrimSpace(line)
	for i := range probeTexts {
		p := &probeTexts[i]
		if p.kind != kind && hasAny(line, p.hints) && p.like(line) {
			return p.title
		}
	}
	switch {
	case line == "{" || strings.HasPrefix(line, `{"`) || strings.HasPrefix(line, `"`) && strings.Contains(line, `": `):
		return "JSON"
	case kind != "mtr" && hasAny(line, []string{"Loss%", "WinMTR", "Mtr_"}) && mtrText(line):
		return mtrTitle
	case kind == "mtr" && hasAny(line, []string{"ttl=", "TTL="}) && parsePing(line, false).kind == pingAnswer:
		return pingTitle
	}
	return ""
}

func hasAny(line string, words []string) bool {
	for _, w := range words {
		if strings.Contains(line, w) {
			return true
		}
	}
	return false
}
