package profile

import "strings"

// A line of another program in a text is left out, and said once: where a text continues with it, nobody would otherwise know that
// half of the file is not in the figures.

// hints are words of which a line of a program that prints a probe a line has one; they are looked for before anything slower.
var hints = map[string][]string{
	"irtt-text": {"seq=", "[Connect"},
	"fping":     {" : "},
	"mikrotik":  {"SEQ "},
	"psping":    {"PsPing v", "Connecting to ", "Reply from "},
	"hping3":    {"HPING ", "len="},
}

// otherProgram returns what a line is of that is another program's than kind's, "" for none that is sure. Only lines that no other
// program prints are looked for, headings and answers; a ping's in another program's text are told by its reader.
func otherProgram(line, kind string) (title string) {
	line = strings.TrimSpace(line)
	for i := range probeTexts {
		p := &probeTexts[i]
		if p.kind != kind && hasAny(line, hints[p.kind]) && p.like(line) {
			return p.title
		}
	}
	switch {
	case line == "{" || strings.HasPrefix(line, `{"`) || strings.HasPrefix(line, `"`) && strings.Contains(line, `": `):
		return "JSON"
	case kind != "mtr" && hasAny(line, []string{"HOST", "WinMTR", "Mtr_"}) && mtrText(line):
		return "a report of mtr or WinMTR, or mtr's JSON"
	case kind == "mtr" && hasAny(line, []string{"ttl=", "TTL="}) && parsePing(line, false).kind == pingAnswer:
		return "the output of ping"
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
