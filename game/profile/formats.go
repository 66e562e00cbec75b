package profile

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// A format is what one program, or a family of them, writes.
type format struct {
	name  string                       // as a prefix, such as ping:, that forces it
	title string                       // in a message: what it is
	knows func(head []byte) (how Note) // by what a text shows that it is one, none where it does not
	// read takes what is measured from a stream. The part is cut out afterwards: it is given to a reader of long
	// streams, which need not keep what was sent before it.
	read    func(s *stream, part Part) (*measurement, error)
	several bool // of its hosts a part chooses one
}

// The titles of formats that are named beside other texts too.
const (
	mtrTitle  = "a report of mtr or WinMTR, or mtr's JSON"
	pingTitle = "the output of ping"
)

// formats returns what is read, in the order in which a text is tried: what shows itself by a line of its own comes
// before what any text may have.
func formats() []format {
	all := []format{
		{"irtt", "the JSON of irtt", knowsJSON(`"(?:round_trips|irtt)"\s*:`), readIRTT, false},
		{"iperf3", "the JSON of iperf3 -u", knowsJSON(`"(?:intervals|test_start)"\s*:|"version"\s*:\s*"iperf 3`), readIperf, false},
		{"mtr", mtrTitle, knowsMTR, readMTR, false},
	}
	for i := range probeTexts {
		p := &probeTexts[i]
		all = append(all, format{p.kind, p.title, func(head []byte) Note { return byLine(head, p.like) }, p.read, true})
	}
	return append(all,
		format{"table", "a table with a time and a delay, as that of LENS", knowsTable, readTable, false},
		format{"ping", pingTitle, func(head []byte) Note {
			other := slices.ContainsFunc(likePing, func(f foreign) bool { return f.shows.Match(head) })
			line := knowsPing(head)
			if other || startsJSON(head) || line == 0 {
				return Note{}
			}
			return said("its line %d", line)
		}, readPing, true},
	)
}

// recognise returns the format of a text, and by what it was known.
func recognise(head []byte) (f format, how Note, ok bool) {
	for _, f := range formats() {
		if how := f.knows(head); how.Format != "" {
			return f, how, true
		}
	}
	return f, Note{}, false
}

// knowsJSON returns what knows JSON by a key.
func knowsJSON(key string) func(head []byte) Note {
	shows := regexp.MustCompile(key)
	return func(head []byte) Note {
		if !startsJSON(head) {
			return Note{}
		}
		found := shows.Find(head)
		if found == nil {
			return Note{}
		}
		return said("its key %s", strings.TrimRight(string(found), ": \t\r\n"))
	}
}

// byLine says how a text was known by the first of its lines that is like one.
func byLine(head []byte, like func(line string) bool) (how Note) {
	number := 0
	for line := range strings.Lines(string(head)) {
		number++
		if line = strings.TrimSpace(line); like(line) {
			return said("its line %d", number)
		}
	}
	return Note{}
}

// choose returns one of several hosts, and what to say of the others. pick is its name or its number, from
// 1; "" is the first one's.
func choose[T any](all []T, what string, name func(T) string, pick string) (one T, others Note, err error) {
	var names []string
	for _, a := range all {
		names = append(names, name(a))
	}
	at := 0
	if pick != "" {
		if at = slices.Index(names, pick); at < 0 {
			if n, bad := strconv.Atoi(pick); bad == nil && 1 <= n && n <= len(all) {
				at = n - 1
			}
		}
		if at < 0 {
			return one, Note{}, fmt.Errorf("%q is not one of its %s (allowed: %s, or 1..%d)", pick, what, some(names), len(all))
		}
	}
	if len(all) > 1 {
		rest := slices.Delete(slices.Clone(names), at, at+1)
		others = said("Of its %d %s this is %.60q; the others (%s) are left out, and -of chooses one.", len(all), said(what), names[at], some(rest))
	}
	return all[at], others, nil
}

// some names the first of many.
func some(names []string) string {
	const shown = 4
	var b strings.Builder
	for i, n := range names[:min(len(names), shown)] {
		if i > 0 {
			b.WriteString(", ")
		}
		fmt.Fprintf(&b, "%.40q", n)
	}
	if more := len(names) - shown; more > 0 {
		fmt.Fprintf(&b, " and %d more", more)
	}
	return b.String()
}
