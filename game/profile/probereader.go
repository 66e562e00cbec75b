package profile

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// group returns what a group of a match has caught, "" for none; a name may be there twice.
func group(re *regexp.Regexp, found []string, name string) string {
	for i, n := range re.SubexpNames() {
		if n == name && found[i] != "" {
			return found[i]
		}
	}
	return ""
}

// like says whether a line is one of the program's.
func (p *probeText) like(line string) bool {
	if match(p.heading, line) != nil || p.answer.MatchString(line) {
		return true
	}
	return p.kind == "fping" && (p.lost.MatchString(line) || rowOf(line) != nil)
}

// A probeReader reads such a text.
type probeReader struct {
	*probeText
	hosts  []*sequence // in the order in which they are first named
	index  map[string]*sequence
	lasted time.Duration // how long all were sent; 0 where the text does not tell
	in     *lines
	budget int
	part   Part
	clock  int  // how many times of day fping -Q has told
	headed bool // a heading stands above the first answer

	pings, pingLine int // answers to a ping among the lines, and the first of them
}

// maxHosts bounds the hosts of one text.
const maxHosts = 1000

// read reads all lines and returns the measurement of the host that is chosen.
func (p *probeText) read(s *stream, part Part) (*measurement, error) {
	r := probeReader{probeText: p, index: map[string]*sequence{}, in: s.lines(), part: part, budget: MaxProbes}
	in := r.in
	for in.next() {
		if err := r.line(strings.TrimSpace(in.text), in.number); err != nil {
			return nil, in.fault("%s", err)
		}
	}
	if in.err != nil {
		return nil, in.err
	}
	if len(r.hosts) == 0 {
		return nil, fmt.Errorf("%q: there is no line with an answer, as %s prints it", s.name, p.program)
	}
	q, others, err := choose(r.hosts, "hosts", func(q *sequence) string { return q.host }, part.Of)
	if err != nil {
		return nil, fmt.Errorf("%q: %w", s.name, err)
	}
	title := "measured by " + p.program
	if q.host != "" {
		title += fmt.Sprintf(" to %.60s", q.host)
	}
	if len(q.trips) == 0 {
		q.sum.join(q.intervals)
		q.sum.title, q.sum.dev = title, -1
		q.sum.notes.add(others)
		return q.sum.measurement(s.name)
	}
	interval := p.interval
	assumed := said(p.assumed)
	if r.lasted > 0 && q.joined == 0 && len(r.hosts) == 1 && len(q.trips) > 1 {
		interval = r.lasted / time.Duration(len(q.trips)-1)
		assumed = said("%s's text doesn't say when each packet was sent: one every %v is assumed, from how long all took.", p.program, interval)
	}
	m := q.measurement(title, interval, assumed)
	m.line = in.packet
	m.notes.add(others)
	if r.pings > 0 {
		m.note("Answers to a ping (%d, the first in line %d) are left out: ping:FILE reads them alone.", r.pings, r.pingLine)
	}
	m.split(p.program)
	return m, nil
}

// line reads one line; what is none of the program's is passed over.
func (r *probeReader) line(line string, number int) error {
	if found := r.answer.FindStringSubmatch(line); found != nil {
		r.in.heard()
		return r.answerOf(found, number)
	}
	if r.heading != nil && r.heading.MatchString(line) {
		r.heads(line)
	}
	if found := match(r.lost, line); found != nil {
		r.in.heard()
		q, err := r.host(group(r.lost, found, "host"))
		if err == nil {
			q.lost(r.numberOf(q, group(r.lost, found, "seq")), lostThere)
		}
		return err
	}
	if found := match(r.again, line); found != nil {
		q, err := r.host(group(r.again, found, "host"))
		if err == nil {
			q.twice++
		}
		return err
	}
	if found := match(r.sent, line); found != nil {
		return r.total(found)
	}
	if found := match(r.probeText.lasted, line); found != nil {
		lasted, _ := span(group(r.probeText.lasted, found, "lasted"))
		wait, _ := span(group(r.probeText.lasted, found, "wait"))
		r.lasted = lasted - wait
		return nil
	}
	if found := match(r.shape, line); found != nil {
		q, err := r.host(group(r.shape, found, "host"))
		if err == nil {
			q.answered(answer{number: r.numberOf(q, group(r.shape, found, "seq")), line: number})
		}
		return err
	}
	if r.kind == "fping" && clockLine.MatchString(line) {
		r.clock++
		return nil
	}
	if row := rowOf(line); row != nil && r.kind == "fping" {
		return r.row(row, number)
	}
	if _, text, _ := cutStamp(line); parsePing(text, false).kind == pingAnswer {
		if r.pings++; r.pings == 1 {
			r.pingLine = number
		}
	}
	return nil
}

func match(re *regexp.Regexp, line string) []string {
	if re == nil {
		return nil
	}
	return re.FindStringSubmatch(line)
}

// answerOf enters an answer that was found in a line.
func (r *probeReader) answerOf(found []string, line int) error {
	q, err := r.host(group(r.answer, found, "host"))
	if err != nil {
		return err
	}
	a := answer{number: r.numberOf(q, group(r.answer, found, "seq")), line: line}
	a.rtt, a.ok = span(group(r.answer, found, "rtt"))
	up, isUp := span(group(r.answer, found, "up"))
	down, isDown := span(group(r.answer, found, "down"))
	if isUp && isDown {
		a.up, a.down = up, down
	}
	a.stamp = stampOf(group(r.answer, found, "stamp"))
	q.answered(a)
	return nil
}

// host returns the sequence of a host, the latest one's where a line names none.
func (r *probeReader) host(name string) (*sequence, error) {
	if n := len(r.hosts); n > 0 && name == "" {
		return r.hosts[n-1], nil
	} else if n == 1 && r.hosts[0].host == "" {
		r.hosts[0].host = name
		r.index[name] = r.hosts[0]
	}
	q := r.index[name]
	if q == nil {
		if len(r.hosts) == maxHosts {
			return nil, fmt.Errorf("more than %d hosts are outside 1..%d", maxHosts, maxHosts)
		}
		q = &sequence{host: name, budget: &r.budget, from0: r.headed, part: r.part, each: r.interval}
		r.index[name] = q
		r.hosts = append(r.hosts, q)
	}
	return q, nil
}

// numberOf returns the number of a probe: the next one where the program does not tell.
func (r *probeReader) numberOf(q *sequence, text string) int {
	if text == "" {
		return q.latest + min(len(q.trips), 1)
	}
	n, err := strconv.Atoi(text)
	if err != nil || n > maxNumber {
		return maxNumber
	}
	return n
}

// maxNumber is the highest number of a probe; one that is higher is taken for it.
const maxNumber = 1 << 30

// span reads a time such as 12.3 ms, 1.24s, 930µs, 1m2.3s or 11ms468us; what has no unit is in ms.
func span(text string) (time.Duration, bool) {
	text = strings.ReplaceAll(strings.ReplaceAll(text, " ", ""), ",", ".")
	if d, err := time.ParseDuration(text); err == nil {
		return d, true
	}
	ms, err := strconv.ParseFloat(text, 64)
	if err != nil || !(ms > -maxSpan && ms < maxSpan) {
		return 0, false
	}
	return time.Duration(ms * float64(time.Millisecond)).Round(time.Nanosecond), true
}

// maxSpan bounds a time that is read, in ms: 100 days.
const maxSpan = 100 * 24 * 3600 * 1000

// stampOf reads seconds since 1970; 0 is none.
func stampOf(text string) time.Duration {
	whole, frac, _ := strings.Cut(text, ".")
	s, err := strconv.ParseInt(whole, 10, 64)
	if err != nil || s < 0 || s > maxStamp {
		return 0
	}
	ns, err := strconv.ParseInt((frac + "000000000")[:9], 10, 64)
	if err != nil || ns < 0 {
		return 0
	}
	return time.Duration(s)*time.Second + time.Duration(ns)
}

// maxStamp is the latest time stamp, in seconds since 1970: the end of 2096.
const maxStamp = 4_000_000_000
