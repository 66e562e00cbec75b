package profile

import (
	"math"
	"strings"
	"time"
	"unicode/utf8"
)

// What pings print, line by line, in any language. Words are only read where they are listed below; all else goes by
// the shape of a line, in which no byte of a word in any of the usual code pages can be taken for a digit, "=", "<" or ":".
//
//	line     = [ stamp ] ( heading | answer | silence | rule | totals | extremes | command | other )
//	heading  = "PING " … [ size "(" size ")" ]        Linux and toybox count from 1 behind it,
//	         | "PING " … "): " size …                  BSD, macOS, BusyBox and others from 0
//	         | … address … size … ":"                  Windows: each line up to an empty one is a packet
//	answer   = … number … time …                       it has one time, and a packet's number
//	         | … number … ttl                          whose time is not there, or can't be read
//	         | size " " … number …                     likewise
//	         | … [ time ] ttl                          Windows; within its packets the ttl may be missing, as in IPv6
//	silence  = … number …                              no answer yet, request timeout, From HOST … Unreachable
//	rule     = "--" …                                  totals are in the next line
//	totals   = sent … received … [ elapsed ]           after a rule; lost are all others
//	         | … "=" sent … "=" received … "=" lost    Windows: the first is the sum of the others
//	extremes = … "=" least "/" mean "/" most [ "/" deviation ] …
//	         | … "=" least unit … "=" most unit … "=" mean unit     Windows
//	number   = [ "icmp_" ] "seq" ( "=" | " " ) digits [ "." ]
//	ttl      = ( "ttl" | "hlim" ) "=" digits
//	time     = name ( "=" | "<" ) digits [ ( "." | "," ) [ digits ] ] unit
type pingLine struct {
	kind   pingKind
	number int // of the packet; −1 where there is none
	// Of an answer.
	rtt  time.Duration // negative where it can't be read
	less bool          // it was less than twice rtt
	past bool          // it was negative
	dup  bool
	// Of a heading.
	first int
	// Of totals and extremes.
	sent, received   int
	elapsed          time.Duration // negative where it is not given
	least, mean, dev time.Duration // dev is negative where it is not given
	// Of a command.
	interval, wait time.Duration // 0 where it is not given
}

type pingKind uint8

const (
	pingOther pingKind = iota
	pingBlank
	pingHeading
	pingWindowsHeading
	pingEnd // a heading of something else, or a prompt
	pingAnswer
	pingTimed // an answer only among Windows' packets
	pingSilence
	pingRule
	pingTotals
	pingExtremes
	pingCommand
)

// pingUnits are the units of times as pings have them, the longer ones first.
var pingUnits = []struct {
	text string
	is   time.Duration
}{
	{"msecs", time.Millisecond}, {"msec", time.Millisecond}, {"ms", time.Millisecond}, {"mts", time.Millisecond}, // kab
	{"мсек", time.Millisecond}, {"мс", time.Millisecond}, // ru, uk, bg
	{"\xac\xe1\xa5\xaa", time.Millisecond}, {"\xac\xe1", time.Millisecond}, // in CP866
	{"\xec\xf1\xe5\xea", time.Millisecond}, {"\xec\xf1", time.Millisecond}, // in CP1251
	{"\xcd\xd3\xc5\xcb", time.Millisecond}, {"\xcd\xd3", time.Millisecond}, // in KOI8-R and KOI8-U
	{"\xdc\xe1\xd5\xda", time.Millisecond}, {"\xdc\xe1", time.Millisecond}, // in ISO 8859-5
	{"ミリ秒", time.Millisecond},                                                      // ja
	{"\x83\x7e\x83\x8a\x95\x62", time.Millisecond},                                 // in Shift-JIS
	{"\xa5\xdf\xa5\xea\xc9\xc3", time.Millisecond},                                 // in EUC-JP
	{"毫秒", time.Millisecond},                                                       // zh
	{"\xba\xc1\xc3\xeb", time.Millisecond}, {"\xb2\x40\xac\xed", time.Millisecond}, // in GBK, in Big5
	{"밀리초", time.Millisecond}, {"მწმ", time.Millisecond}, // ko, ka
	{"\u00b5s", time.Microsecond}, {"\u03bcs", time.Microsecond}, {"мкс", time.Microsecond},
	{"\xb5s", time.Microsecond}, {"\xe6s", time.Microsecond}, // in CP1252, in CP437 and CP850
	{"usec", time.Microsecond}, {"us", time.Microsecond}, {"ns", time.Nanosecond},
	{"secs", time.Second}, {"sec", time.Second}, {"s", time.Second}, {"с", time.Second},
	{"m", time.Millisecond}, // Spanish Windows: <1m
}

// A pingField is a value and its name, as in time=12.3 ms.
type pingField struct {
	name  string // the word before, in ASCII, in lower case
	value float64
	whole bool // the value has digits only
	unit  time.Duration
	less  bool // < instead of =
}

// fieldsOf returns the values of a line, up to eight.
func fieldsOf(line string) (fields []pingField) {
	for i := 0; i < len(line) && len(fields) < 8; i++ {
		if line[i] != '=' && line[i] != '<' {
			continue
		}
		// The letters of ASCII at the end of a text, in lower case.
		text := line[:i]
		text = strings.TrimRight(text, " ")
		from := len(text)
		for from > 0 && len(text)-from < 16 && isLetter(text[from-1]) {
			from--
		}
		f := pingField{name: strings.ToLower(text[from:]), less: line[i] == '<'}
		at := line[i+1:]
		if strings.HasPrefix(at, "<") { // =<1ms
			f.less, at = true, at[1:]
		}
		var ok bool
		if f.value, f.whole, at, ok = numberAt(skipSpace(at)); !ok {
			continue
		}
		f.unit = unitAt(at)
		fields = append(fields, f)
	}
	return fields
}

func isLetter(b byte) bool { return 'a' <= b|0x20 && b|0x20 <= 'z' }
func isDigit(b byte) bool  { return '0' <= b && b <= '9' }

// skipSpace leaves out spaces, those that do not break too, and tabulators.
func skipSpace(text string) string {
	for {
		rest := strings.TrimLeft(text, " \t")
		for _, space := range []string{"\u00a0", "\u202f"} {
			rest = strings.TrimPrefix(rest, space)
		}
		if len(rest) > 1 && (rest[0] == 0xa0 || rest[0] == 0xff) && rest[1] == 'm' { // in CP1252, in CP850
			rest = rest[1:]
		}
		if rest == text {
			return rest
		}
		text = rest
	}
}

// numberAt reads a number at the start of a text: 12, -3, 0.045, 0,045 or "12.". It is whole without digits behind
// the point.
func numberAt(text string) (value float64, whole bool, rest string, ok bool) {
	const most = 15 // digits
	rest, negative := strings.CutPrefix(text, "-")
	before, digits, rest := digitsAt(rest)
	value = float64(before)
	behind, fraction := int64(0), 0
	switch {
	case len(rest) > 1 && (rest[0] == '.' || rest[0] == ',') && isDigit(rest[1]):
		behind, fraction, rest = digitsAt(rest[1:])
	case digits > 0:
		rest = strings.TrimPrefix(rest, ".")
	}
	if fraction <= most {
		value += float64(behind) / math.Pow10(fraction)
	}
	if negative {
		value = -value
	}
	return value, fraction == 0, rest, 0 < digits && digits <= most && fraction <= most
}

// unitAt returns the unit at the start of a text, 0 for none.
func unitAt(text string) time.Duration {
	unit, _ := cutUnit(text)
	return unit
}

// cutUnit returns the unit at the start of a text, 0 for none, and the rest.
func cutUnit(text string) (is time.Duration, rest string) {
	text = skipSpace(text)
	for _, unit := range pingUnits {
		rest, ok := strings.CutPrefix(text, unit.text)
		if !ok {
			continue
		}
		if r, _ := utf8.DecodeRuneInString(rest); rest == "" || strings.ContainsRune(" \t\r)(,;:./!\u00a0\u202f，。、）", r) {
			return unit.is, rest
		}
	}
	return 0, text
}

// seqNames are what pings call the number of a packet: icmp_seq of most, icmp_req of iputils of 2010, pořadí (cs), and
// icmp_sql, as iputils has it in Georgian.
var seqNames = []string{"seq", "icmp_req", "icmp_sql", "pořadí", "po\xf8ad\xed"}

// packetNumber returns the number of the packet that a line is of, or −1. icmp says that it is called so.
func packetNumber(line string) (number int, icmp bool) {
	for _, name := range seqNames {
		i := strings.Index(line, name)
		if i < 0 {
			continue
		}
		icmp = name != "seq" || strings.HasSuffix(line[:i], "icmp_")
		if i > 0 && isLetter(line[i-1]) {
			continue
		}
		rest := skipSpace(line[i+len(name):])
		if len(rest) == len(line)-i-len(name) && !strings.HasPrefix(rest, "=") {
			continue
		}
		value, digits, _ := digitsAt(skipSpace(strings.TrimPrefix(rest, "=")))
		if digits > 9 { // more than any ping has
			value = 1 << 30
		}
		if digits > 0 {
			return int(value), icmp
		}
	}
	return -1, false
}

// isTTL says whether a field is the number of hops that are left.
func (f *pingField) isTTL() bool { return !f.less && (f.name == "ttl" || f.name == "hlim") }

// parsePing reads a line behind its stamp. totals says that the line before was a rule.
func parsePing(line string, totals bool) pingLine {
	p := pingLine{number: -1, rtt: -1, elapsed: -1, dev: -1}
	line = strings.Trim(line, " \t")
	switch {
	case line == "":
		p.kind = pingBlank
		return p
	case strings.HasPrefix(line, "--"):
		p.kind = pingRule
		return p
	case totals && p.isTotals(line), p.isExtremes(line):
		return p
	}
	fields := fieldsOf(line)
	if p.number, _ = packetNumber(line); p.number >= 0 || !p.isHeading(line) {
		p.answer(line, fields)
	}
	if p.kind == pingOther && p.isTotals(line) {
		return p
	}
	if p.kind == pingOther {
		p.command(line)
	}
	return p
}

// answer tells answers and silence.
func (p *pingLine) answer(line string, fields []pingField) {
	times, ttl := 0, false
	for i := range fields {
		f := &fields[i]
		ttl = ttl || f.isTTL()
		if f.unit == 0 || f.isTTL() {
			continue
		}
		times++
		p.past = f.value < 0
		p.rtt = -1
		if v := f.value * float64(f.unit); v >= 0 && v < 1e15 {
			p.rtt = time.Duration(v + 0.5)
		}
		if p.less = f.less; p.less {
			p.rtt /= 2
		}
	}
	_, icmp := packetNumber(line)
	// A line may begin with a packet's size: 64 bytes from …
	n := 0
	for n < len(line) && isDigit(line[n]) {
		n++
	}
	size := 0 < n && n < 6 && n < len(line) && line[n] == ' '
	if times > 1 { // another program's
		p.rtt, p.number = -1, -1
		p.windowsFigures(fields, times)
		return
	}
	if times == 0 {
		p.windowsFigures(fields, 0)
	}
	p.dup = strings.HasSuffix(line, "!)") && strings.Contains(line, "(")
	switch {
	case p.kind == pingTotals:
	case p.number >= 0 && (ttl || size || icmp && times == 1):
		p.kind = pingAnswer
	case p.number >= 0 && times == 0:
		p.kind = pingSilence
	case p.number < 0 && ttl:
		p.kind = pingAnswer
	case p.number < 0 && times == 1:
		p.kind = pingTimed
	}
}

// windowsFigures takes the three figures that Windows sums up with, as totals or as extremes.
func (p *pingLine) windowsFigures(fields []pingField, times int) {
	if len(fields) != 3 {
		return
	}
	a, b, c := fields[0], fields[1], fields[2]
	switch {
	case times == 3 && a.value <= c.value && c.value <= b.value:
		p.kind = pingExtremes
		p.least = time.Duration(a.value * float64(a.unit))
		p.mean = time.Duration(c.value * float64(c.unit))
	case times == 0 && a.whole && b.whole && c.whole && a.value == b.value+c.value && !a.less && a.value < 1<<31:
		p.kind = pingTotals
		p.sent, p.received = int(a.value), int(b.value)
	}
}
