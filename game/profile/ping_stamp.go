package profile

import (
	"strings"
	"time"
)

// A stamp is when a line was written, as something before it tells: ping -D, ts, PowerShell, a batch file, syslog.
//
//	stamp = [ "[" | "(" ] ( seconds | [ date ] hour ":" minute [ ":" second [ fraction ] ] [ "AM" | "PM" ] [ zone ] [ year ] ) [ "]" | ")" ] [ ":" | "-" | "|" | "," ] [ HOST PROGRAM "[" number "]:" ]
//
// A time of day alone counts from midnight, a date without a year in the year 2000. A date has up to four words, one of which may be a month in English, and up to three numbers, in any order.
type stamp struct {
	at     time.Duration // since 1970 as the wall clock has it; without a date since midnight
	finest time.Duration // its resolution: 1 s, 1 ms …
	dated  bool
}

// cutStamp takes the stamp from a line, and all further ones behind it; the finest counts.
func cutStamp(line string) (s stamp, rest string, ok bool) {
	rest = line
	for range 3 {
		next, after, found := oneStamp(rest)
		if !found {
			break
		}
		if !ok || next.finest < s.finest {
			s = next
		}
		rest, ok = after, true
	}
	return s, rest, ok
}

// oneStamp takes one stamp from the start of a line.
func oneStamp(line string) (s stamp, rest string, ok bool) {
	text := strings.TrimLeft(line, " \t")
	bracket := text != "" && (text[0] == '[' || text[0] == '(')
	if bracket {
		text = text[1:]
	}
	if s, rest, ok = secondsStamp(strings.TrimLeft(text, " "), bracket); !ok {
		if s, rest, ok = clockStamp(text); !ok {
			return s, line, false
		}
	}
	if bracket && rest != "" && (rest[0] == ']' || rest[0] == ')') {
		rest = rest[1:]
	}
	if rest != "" && !strings.ContainsRune(" \t:-|,;>", rune(rest[0])) {
		return s, line, false
	}
	rest = strings.TrimLeft(rest, " \t")
	if rest != "" && strings.IndexByte(":-|,;>", rest[0]) >= 0 && !strings.HasPrefix(rest, "--") {
		rest = strings.TrimLeft(rest[1:], " \t")
	}
	return s, withoutProgram(rest), true
}

// withoutProgram leaves out which program of which machine a line of syslog is of.
func withoutProgram(text string) string {
	host, after, ok := strings.Cut(text, " ")
	name, rest, named := strings.Cut(after, ": ")
	if !ok || !named || strings.Contains(host, ":") || strings.Contains(name, " ") {
		return text
	}
	if strings.HasSuffix(name, "]") && strings.Contains(name, "[") || name == "ping" || name == "ping6" {
		return rest
	}
	return text
}

// secondsStamp takes seconds since 1970 (milli-, micro- or nanoseconds by the number of digits), or in brackets
// since any instant.
func secondsStamp(text string, bracket bool) (s stamp, rest string, ok bool) {
	whole, digits, rest := digitsAt(text)
	if digits == 0 || digits > 19 {
		return s, text, false
	}
	var part int64
	fraction := 0
	if rest != "" && (rest[0] == '.' || rest[0] == ',') {
		part, fraction, rest = digitsAt(rest[1:])
	}
	if fraction > 9 || digits > 12 && fraction > 0 {
		return s, text, false
	}
	unit := time.Second
	switch {
	case digits >= 9 && digits <= 11, (bracket || fraction == 6) && fraction > 0 && digits <= 12:
	case digits == 13:
		unit = time.Millisecond
	case digits == 16:
		unit = time.Microsecond
	case digits == 19:
		unit = time.Nanosecond
	default:
		return s, text, false
	}
	if whole > int64(1<<62)/int64(unit) || rest != "" && (isLetter(rest[0]) || rest[0] == '.' || rest[0] == ':') && !strings.HasPrefix(rest, ": ") {
		return s, text, false
	}
	s = stamp{at: time.Duration(whole) * unit, finest: unit, dated: true}
	s.addFraction(part, fraction)
	return s, rest, true
}

// addFraction adds the digits behind the seconds.
func (s *stamp) addFraction(part int64, digits int) {
	if digits == 0 {
		return
	}
	for range digits {
		s.finest /= 10
	}
	s.at += time.Duration(part) * s.finest
}

// digitsAt reads the digits at the start of a text.
func digitsAt(text string) (value int64, digits int, rest string) {
	for digits < len(text) && isDigit(text[digits]) {
		if digits < 19 {
			value = value*10 + int64(text[digits]-'0')
		}
		digits++
	}
	return value, digits, text[digits:]
}

// A date collects the words and numbers before a clock.
type date struct {
	numbers      []int64
	digits       []int
	words, month int
	slashes      bool
	american     bool // a weekday or AM and PM, as Windows in the United States has it
}

// clockStamp takes a time of day and the date before it.
func clockStamp(text string) (s stamp, rest string, ok bool) {
	const farthest = 48 // bytes before the clock
	var d date
	for at := 0; at < len(text) && at < farthest; {
		value, digits, after := digitsAt(text[at:])
		switch b := text[at]; {
		case digits > 0 && digits <= 2 && len(after) > 2 && after[0] == ':' && isDigit(after[1]) && isDigit(after[2]):
			return d.clock(value, after)
		case digits > 0:
			d.numbers, d.digits = append(d.numbers, value), append(d.digits, digits)
			at = len(text) - len(after)
		case isLetter(b) || b >= 0x80:
			end := at
			for end < len(text) && (isLetter(text[end]) || text[end] >= 0x80) {
				end++
			}
			d.word(text[at:end])
			at = end
		case strings.IndexByte(" ,.-/_\t", b) >= 0:
			d.slashes = d.slashes || b == '/'
			at++
		default:
			return s, text, false
		}
		if len(d.numbers) > 3 || d.words > 4 {
			break
		}
	}
	return s, text, false
}

// word takes a word of a date; the T before a clock is none.
func (d *date) word(word string) {
	if word == "T" {
		return
	}
	d.words++
	if len(word) < 3 {
		return
	}
	head := strings.ToLower(word[:3])
	if i := strings.Index("jan feb mar apr may jun jul aug sep oct nov dec ", head+" "); i >= 0 && d.month == 0 {
		d.month = i/4 + 1
	}
	d.american = d.american || strings.Contains("mon tue wed thu fri sat sun ", head+" ")
}

// clock takes a time of day behind its hour, and what of a date comes behind it.
func (d *date) clock(hour int64, text string) (s stamp, rest string, ok bool) {
	minute, digits, rest := digitsAt(text[1:])
	second, part := int64(0), int64(0)
	fraction := 0
	s.finest = time.Minute
	if digits == 2 && len(rest) > 2 && rest[0] == ':' && isDigit(rest[1]) && isDigit(rest[2]) {
		s.finest = time.Second
		second, digits, rest = digitsAt(rest[1:])
		if digits == 2 && len(rest) > 1 && strings.IndexByte(".,", rest[0]) >= 0 && isDigit(rest[1]) {
			part, fraction, rest = digitsAt(rest[1:])
		}
	}
	if digits != 2 || hour > 23 || minute > 59 || second > 60 || fraction > 9 || rest != "" && (isLetter(rest[0]) && rest[0] != 'Z' || rest[0] == ':' && len(rest) > 1 && rest[1] != ' ') {
		return s, text, false
	}
	hour, rest = d.half(hour, rest)
	rest = d.zone(rest)
	var day time.Duration
	if day, s.dated, ok = d.days(); !ok {
		return s, text, false
	}
	s.at = day + time.Duration(hour)*time.Hour + time.Duration(minute)*time.Minute + time.Duration(second)*time.Second
	s.addFraction(part, fraction)
	return s, rest, true
}

// half takes AM or PM.
func (d *date) half(hour int64, text string) (int64, string) {
	rest := strings.TrimLeft(text, " ")
	if nbsp, ok := strings.CutPrefix(rest, "\u202f"); ok { // before PM, since Windows 10
		rest = nbsp
	}
	if len(rest) < 2 || rest[1]|0x20 != 'm' || len(rest) > 2 && isLetter(rest[2]) || hour == 0 || hour > 12 {
		return hour, text
	}
	switch rest[0] | 0x20 {
	case 'a':
		hour %= 12
	case 'p':
		hour = hour%12 + 12
	default:
		return hour, text
	}
	d.american = true
	return hour, rest[2:]
}

// zone leaves out the time zone, which is the same in all lines, and takes a year behind it.
func (d *date) zone(text string) string {
	rest := strings.TrimLeft(text, " ")
	n := 0
	for n < len(rest) && n < 5 && 'A' <= rest[n] && rest[n] <= 'Z' {
		n++
	}
	if n == 0 && rest != "" && (rest[0] == '+' || rest[0] == '-') {
		for n = 1; n < len(rest) && n < 6 && (isDigit(rest[n]) || rest[n] == ':'); {
			n++
		}
		if n < 5 {
			n = 0
		}
	}
	zone, behind := rest[:n], strings.TrimLeft(rest[n:], " ")
	year, digits, after := digitsAt(behind)
	switch {
	case digits == 4 && 1970 <= year && year < 2100 && d.month > 0 && len(d.numbers) == 1 && (after == "" || !isLetter(after[0])):
		d.numbers, d.digits = append(d.numbers, year), append(d.digits, digits)
		return after
	case zone == "Z", zone == "UTC", zone == "GMT", len(zone) > 4 && !isLetter(zone[0]), n > 1 && behind == "":
		return rest[n:]
	}
	return text
}

// days returns the date as days since 1970, or since the start of the year 2000 where there is none. It is not ok
// where what is before the clock can be no date.
func (d *date) days() (since time.Duration, dated, ok bool) {
	var year, month, day int64 = 2000, int64(d.month), 0
	var rest []int64
	for i, n := range d.numbers {
		switch {
		case d.digits[i] == 4:
			year = n
		case d.digits[i] == 8:
			year, month, day = n/10000, n/100%100, n%100
		case d.digits[i] <= 2:
			rest = append(rest, n)
		default:
			return 0, false, false
		}
	}
	switch yearFirst := len(d.digits) > 0 && d.digits[0] == 4; {
	case len(d.numbers) == 0:
		return 0, false, d.words <= 1
	case day > 0:
	case month > 0 && len(rest) == 1:
		day = rest[0]
	case len(rest) < 2 || len(d.numbers) < 3:
		return 0, false, false
	case yearFirst, d.slashes && (d.american || rest[1] > 12):
		month, day = rest[0], rest[1]
	default:
		month, day = rest[1], rest[0]
	}
	if len(rest) == 3 {
		year = 2000 + rest[2]
	}
	if month < 1 || month > 12 || day < 1 || day > 31 || year < 1970 || year > 2099 {
		return 0, false, false
	}
	return time.Duration(time.Date(int(year), time.Month(month), int(day), 0, 0, 0, 0, time.UTC).Unix()) * time.Second, true, true
}
