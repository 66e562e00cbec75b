package profile

import (
	"cmp"
	"strings"
	"time"
)

// isHeading tells the line in which a ping says whom it asks.
func (p *pingLine) isHeading(line string) bool {
	last := strings.HasSuffix(line, ":") || strings.HasSuffix(line, "：")
	upper := strings.HasPrefix(line, "PING ") || strings.HasPrefix(line, "PING6(") || strings.HasPrefix(line, "ПІНГ ")
	switch {
	case upper, strings.HasPrefix(line, "Ping ") && !last && strings.Contains(line, "("):
		p.kind, p.first = pingHeading, 1
		if strings.HasPrefix(line, "PING6(") || !hasSizes(line) && strings.Contains(line, "): ") {
			p.first = 0
		}
	case last && hasAddress(line) && hasSize(line):
		p.kind = pingWindowsHeading
	case last, isPrompt(line):
		p.kind = pingEnd
		p.command(line)
	default:
		return false
	}
	return true
}

// hasSizes says whether a line has a size within and without headers, as 56(84) and, in Czech, 56 (84).
func hasSizes(line string) bool {
	for i := 1; i < len(line); i++ {
		if line[i] != '(' {
			continue
		}
		before := strings.TrimRight(line[:i], " ")
		digits := i + 1
		for digits < len(line) && isDigit(line[digits]) {
			digits++
		}
		if digits > i+1 && digits < len(line) && line[digits] == ')' && before != "" && isDigit(before[len(before)-1]) {
			return true
		}
	}
	return false
}

// hasAddress says whether a line has an address of IPv4 or IPv6.
func hasAddress(line string) bool { return addressIn(line) != "" }

// addressIn returns the first address in a line, "" for none.
func addressIn(line string) string {
	for _, word := range strings.FieldsFunc(line, func(r rune) bool { return r == ' ' || r == '[' || r == ']' || r >= 0x80 }) {
		word = strings.TrimRight(word, ":,")
		word, _, _ = strings.Cut(word, "%") // the interface
		dots, colons, other := 0, strings.Count(word, ":"), 0
		for i := range len(word) {
			switch b := word[i]; {
			case b == '.':
				dots++
			case b != ':' && !isDigit(b) && (b|0x20 < 'a' || 'f' < b|0x20):
				other++
			}
		}
		if other == 0 && (dots == 3 && colons == 0 || colons == 7 || strings.Contains(word, "::")) {
			return word
		}
	}
	return ""
}

// hasSize says whether a line has a number that is a word of its own, or is followed by what is no ASCII.
func hasSize(line string) bool {
	for i := 1; i < len(line); i++ {
		if !isDigit(line[i]) || line[i-1] != ' ' && line[i-1] < 0x80 {
			continue
		}
		end := i
		for end < len(line) && isDigit(line[end]) {
			end++
		}
		if end < len(line) && (line[end] == ' ' || line[end] >= 0x80) {
			return true
		}
		i = end
	}
	return false
}

// isPrompt tells the prompts of Windows, C:\Users\dev> and PS C:\Users\dev>, and those of Unix, name@host:~$.
func isPrompt(line string) bool {
	rest := strings.TrimPrefix(line, "PS ")
	if len(rest) > 3 && isLetter(rest[0]) && rest[1:3] == `:\` && strings.Contains(rest, ">") {
		return true
	}
	return strings.HasPrefix(line, "$ ") || strings.HasPrefix(line, "# ") || strings.Contains(line, "$ ping") || strings.Contains(line, "# ping")
}

// isTotals takes how many packets were sent and received, and how long that took.
func (p *pingLine) isTotals(line string) bool {
	var whole []int
	for i := 0; i < len(line); {
		if !isDigit(line[i]) {
			i++
			continue
		}
		value, isWhole, rest, ok := numberAt(line[i:])
		if !ok {
			return false
		}
		before, after := line[:i], skipSpace(rest)
		i = len(line) - len(rest)
		if strings.HasSuffix(before, "+") || strings.HasSuffix(before, "%") || strings.HasPrefix(after, "%") {
			continue
		}
		if strings.HasPrefix(after, "lost") && len(whole) < 2 { // another program's, such as twping
			return false
		}
		if unit := unitAt(rest); unit != 0 && len(whole) >= 2 {
			p.elapsed = min(time.Duration(value*float64(unit)), 1<<52)
		} else if isWhole && value < 1<<31 {
			whole = append(whole, int(value))
		}
	}
	if len(whole) < 2 || whole[1] > whole[0] || !strings.Contains(line, "%") && !strings.Contains(line, "packets") {
		return false
	}
	p.kind, p.sent, p.received = pingTotals, whole[0], whole[1]
	return true
}

// isExtremes takes least/mean/most and, where there is a fourth, the deviation.
func (p *pingLine) isExtremes(line string) bool {
	head, at, ok := strings.Cut(line, " = ")
	if !ok || strings.Count(head, "/") < 2 || strings.Contains(head, "/median/") { // twping's, and others'
		return false
	}
	var values []float64
	rest := at
	for ok && len(values) < 4 {
		var value float64
		if value, _, rest, ok = numberAt(rest); !ok || value < 0 || value > 1e9 {
			return false
		}
		values = append(values, value)
		unit, behind := cutUnit(rest)
		if unit != 0 && strings.HasPrefix(behind, "/") { // of Go: 1.2ms/3.4ms/5.6ms
			rest = behind
		}
		rest, ok = strings.CutPrefix(rest, "/")
	}
	if len(values) < 3 || values[0] > values[1] || values[1] > values[2] {
		return false
	}
	unit := cmp.Or(unitAt(rest), time.Millisecond)
	p.kind = pingExtremes
	p.least, p.mean = time.Duration(values[0]*float64(unit)), time.Duration(values[1]*float64(unit))
	if len(values) > 3 {
		p.dev = time.Duration(values[3] * float64(unit))
	}
	return true
}

// command takes a ping's interval, -i seconds, and how long Windows' ping waits, -w milliseconds.
func (p *pingLine) command(line string) {
	_, args, ok := strings.Cut(line, "ping ")
	if !ok {
		return
	}
	words := strings.Fields(args)
	for i, word := range words {
		name, text := word[:min(2, len(word))], word[min(2, len(word)):]
		if text == "" && i+1 < len(words) {
			text = words[i+1]
		}
		value, _, rest, ok := numberAt(text)
		switch {
		case !ok || rest != "" || value <= 0 || value > 1e6:
		case name == "-i":
			p.kind, p.interval = max(p.kind, pingCommand), time.Duration(value*float64(time.Second))
		case name == "-w":
			p.kind, p.wait = max(p.kind, pingCommand), time.Duration(value*float64(time.Millisecond))
		}
	}
	if p.kind == pingCommand && isPrompt(line) {
		p.kind = pingEnd
	}
}
