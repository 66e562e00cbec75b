package profile

import (
	"fmt"
	"math"
	"strings"
	"time"
)

const (
	// pingInterval is how often ping asks where nothing tells.
	pingInterval = time.Second
	// windowsWait is how long Windows' ping waits for an answer before it asks again, a pingInterval later.
	windowsWait = 4 * time.Second
	// longTrip is above which round trip a note says so: most links have none of that length.
	longTrip = 20 * time.Second
	// unknownTime stands for when a packet was sent until it is known.
	unknownTime = time.Duration(math.MinInt64)
)

// knowsPing returns the first line of a text that is an answer to a ping, the beginning of one or its end, 0 for none.
func knowsPing(head []byte) (number int) {
	rule, summed := false, false
	for line := range strings.Lines(string(head)) {
		number++
		_, text, _ := cutStamp(unquoted(strings.TrimRight(line, "\r\n")))
		p := parsePing(text, rule)
		switch {
		case p.kind == pingHeading, p.kind == pingWindowsHeading, p.kind == pingAnswer, summed && p.kind == pingExtremes:
			return number
		}
		summed = summed || p.kind == pingTotals
		rule = p.kind == pingRule
	}
	return 0
}

// unquoted leaves out what mails and forums put before a line that they quote.
func unquoted(line string) string {
	if strings.HasPrefix(line, ">") {
		line = strings.TrimLeft(line, "> ")
	}
	return strings.TrimLeft(line, "\ufeff")
}

// readPing reads what pings have written, those of Linux, macOS, BSD, Windows and others in any language, see
// [pingLine]. Several in one text are joined. Round trips are split evenly. Errors name the file, the line, the value
// and its range.
func readPing(s *stream, part Part) (*measurement, error) {
	return readPings(s, part, MaxProbes)
}

// readPings is readPing for a limited number of packets.
func readPings(s *stream, part Part, most int) (*measurement, error) {
	f := pingFile{l: s.lines(), part: part, most: most, hosts: pingHosts{pick: part.Of, first: -1, called: map[string]string{}}, m: measurement{title: "measured by ping"}, zero: unknownTime, origin: unknownTime}
	err := f.read()
	others, none := f.hosts.choice()
	switch {
	case none != nil:
		return nil, fmt.Errorf("%q: %w", s.name, none)
	case err != nil:
		return nil, err
	}
	f.m.notes.add(others)
	f.notes()
	f.m.line = f.l.packet
	f.m.halve()
	return &f.m, nil
}

// pingFile is a text being read.
type pingFile struct {
	l    *lines
	part Part
	most int // packets are kept
	m    measurement
	pingBlock
	hosts pingHosts
	full  bool // no more packets are kept

	zero    time.Duration // of the stamps: what is at 0
	heardAt time.Duration // the latest of them since then
	alone   stamp         // of a line that has nothing else
	lonely  bool          // there is one
	stamped bool          // there are stamps
	guessed bool          // nothing tells how often some ping has asked
	waits   time.Duration // for each lost packet, where Windows' ping does not tell; 0 where there is none

	origin    time.Duration // when the first packet of all was sent
	end, free time.Duration // when the latest of the pings before was, and from when on the next is expected
	told      pingLine      // the command before the next ping

	pings  []pingPart // the first of them
	joined int        // pings with packets
	quiet  quietPings

	coarse, long, clipped, past, dropped int
	steps, stepLine                      int
	unread, unreadLine                   int
	surplus                              int // lines among Windows' packets that were none
}

// A pingPart is one of several pings in a text.
type pingPart struct {
	begin          time.Duration
	sent, returned int
}

// read goes through the lines.
func (f *pingFile) read() error {
	totals, before := false, ""
	for !f.full && f.l.next() {
		if f.l.alien {
			if f.windows { // of whose lines any may be a loss
				f.close()
			}
			totals, before = false, ""
			continue
		}
		s, text, stamped := cutStamp(unquoted(f.l.text))
		p := parsePing(text, totals)
		totals = p.kind == pingRule
		if p.kind == pingOther && f.windows && f.ended { // Italian has its totals in two lines
			p = parsePing(before+" "+text, false)
		}
		before = text
		if !f.l.whole && (p.kind == pingSilence || p.kind == pingOther || p.kind == pingAnswer && p.rtt < 0) {
			break // the text is cut off within a line
		}
		f.line(p, s, stamped)
	}
	if f.l.err != nil {
		return f.l.err
	}
	f.close()
	if len(f.m.trips) == 0 && f.quiet.pings > 0 {
		f.m.counted = f.quiet.tally()
		return nil
	}
	if len(f.m.trips) == 0 {
		return fmt.Errorf("%q: there is no answer with its time, such as time=12.3 ms: it is not the output of ping, or nothing was answered", f.l.s.name)
	}
	for i := range f.m.trips {
		f.m.trips[i].sent -= f.origin
	}
	f.m.ascend()
	if f.unread == 0 && f.past > 0 && f.m.returned() == 0 {
		return fmt.Errorf("%q, line %d: all of %d times are negative, so there is no delay", f.l.s.name, f.unreadLine, f.past)
	}
	if n := f.unread + f.past; n > 0 && f.m.returned() == 0 {
		return fmt.Errorf("%q, line %d: none of %d answers has a time that can be read, such as time=12.3 ms", f.l.s.name, f.unreadLine, n)
	}
	return nil
}

// line takes a line.
func (f *pingFile) line(p pingLine, s stamp, stamped bool) {
	if stamped && p.kind == pingBlank && !f.stampedLines {
		f.alone, f.lonely = s, true // date in a loop
		return
	}
	if stamped {
		f.stampedLines = true
	}
	if p.interval > 0 || p.wait > 0 {
		f.told = p
	}
	switch p.kind {
	case pingHeading, pingWindowsHeading:
		another := f.isOpen && f.headed && !f.windows && f.count() == 0 && !f.ended
		if p.kind == pingHeading {
			if f.hosts.heading(unquoted(f.l.text), another); f.hosts.turn {
				return
			}
		}
		f.close()
		f.open(p.kind == pingWindowsHeading, p.first)
		f.headed, f.stampedLines = true, stamped
	case pingAnswer, pingSilence, pingTimed:
		f.packet(p, s, stamped)
	case pingTotals:
		if !f.hosts.skip {
			f.totals(p)
		}
	case pingExtremes:
		if f.summed && !f.hosts.skip {
			f.least, f.mean, f.dev, f.extremes = p.least, p.mean, p.dev, true
		}
	case pingBlank:
		f.paused = f.windows && f.count() > 0
	case pingRule, pingEnd:
		f.hosts.sums(unquoted(f.l.text))
		f.ended, f.doubtful = true, f.doubtful[:0]
	case pingOther:
		if strings.HasPrefix(f.l.text, "RTT[ms]:") { // of oping, whose time is that of all round trips together
			f.pace, f.timed = 0, false
		}
		f.other(s, stamped)
	}
}

// other takes a line that is known for nothing: among Windows' packets it says, in some language, that there was no
// answer. After an empty line it does so only where another answer follows.
func (f *pingFile) other(s stamp, stamped bool) {
	if !f.isOpen || !f.windows || f.ended {
		return
	}
	sent := unknownTime
	if stamped {
		f.clockIs(s, f.wait)
		sent = f.since(s) - f.wait
	}
	if f.paused {
		if len(f.doubtful) < 1000 {
			f.doubtful = append(f.doubtful, sent)
		}
		return
	}
	if hasAddress(f.l.text) {
		f.routers++
	}
	f.lose(sent)
}

// lose adds a packet of Windows' that was lost.
func (f *pingFile) lose(sent time.Duration) {
	f.l.heard()
	if f.fill(f.first + f.count()) {
		if sent != unknownTime {
			sent = max(sent, f.lastStamp)
			if f.joined > 0 {
				sent = max(sent, f.end)
			}
		}
		f.m.trips[len(f.m.trips)-1].sent = sent
	}
}

// packet takes an answer, or a line that says that there is none yet.
func (f *pingFile) packet(p pingLine, s stamp, stamped bool) {
	windows := p.number < 0
	if !windows {
		restarted := !f.isOpen || f.summed && p.number < f.latest
		if restarted {
			f.hosts.turn, f.hosts.first = false, -1
		}
		if f.hosts.leavesOut(&p, f.l.text, p.kind == pingAnswer && !restarted && f.isAnswered(p.number)) {
			f.l.heard()
			return
		}
	}
	switch {
	case p.kind == pingTimed && (!f.isOpen || !f.windows || f.ended):
		return // a figure in some text
	case p.kind == pingSilence && f.isOpen && f.windows && !f.ended:
		f.other(s, stamped)
		return
	case !f.isOpen || f.windows != windows, f.summed && !windows && p.number < f.latest:
		f.close()
		f.open(windows, max(0, p.number))
	case !windows && f.restarted(p, s, stamped):
		f.close()
		f.open(false, p.number)
	}
	for _, sent := range f.doubtful {
		f.lose(sent)
	}
	f.doubtful, f.paused, f.ended = f.doubtful[:0], false, false
	n := f.first + f.count()
	if !windows {
		n = f.unwrap(p.number)
		if f.count() == 0 && n < f.first {
			f.first = n // where it counts from 0
		}
	}
	if n < f.first { // the answer to a packet before the first that is shown
		return
	}
	if n > f.latest+1<<16 && (f.headed || f.count() > 0) {
		f.dropped++
		return
	}
	f.latest = max(f.latest, n)
	if before := f.count(); !f.fill(n) {
		return
	} else if f.count() > before {
		f.l.heard()
	}
	if p.kind != pingSilence {
		f.answer(n, p, s, stamped)
	}
}

// isAnswered says whether there is an answer to the packet of a number.
func (f *pingFile) isAnswered(number int) bool {
	n := f.unwrap(number) - f.first
	return !f.windows && 0 <= n && n < f.count() && f.m.trips[f.begin+n].fate != lostThere
}

// restarted says whether an answer is of a ping that has restarted without a heading: it has the first number again, and
// comes too early for an answer that was delayed or doubled, or has no word on that.
func (f *pingFile) restarted(p pingLine, s stamp, stamped bool) bool {
	i := p.number - f.first
	if p.kind != pingAnswer || p.dup || p.number > 1 || i < 0 || i >= f.count() || f.unwrap(p.number) != p.number {
		return false
	}
	if t := f.trip(p.number); t.fate == lostThere {
		return false
	}
	if stamped && f.lastStamp != unknownTime {
		return f.since(s)-max(0, p.rtt) > f.lastStamp+s.finest
	}
	soonest := time.Duration(f.latest-p.number-1) * 10 * time.Millisecond
	return !f.headed || f.lonely || p.rtt >= 0 && p.rtt < soonest
}

// answer notes the answer to a packet.
func (f *pingFile) answer(n int, p pingLine, s stamp, stamped bool) {
	t := f.trip(n)
	if t.fate != lostThere {
		f.m.duplicates++
		return
	}
	f.answers++
	if p.rtt < 0 && f.unread+f.past == 0 {
		f.unreadLine = f.l.number
	}
	switch {
	case p.rtt < 0 && p.past:
		f.past++
	case p.rtt < 0:
		f.unread++
	case p.rtt > MaxRoundTrip:
		f.clipped++
	case p.rtt > longTrip:
		f.long++
	}
	if p.less {
		f.coarse++
	}
	t.fate, t.rtt = returned, min(p.rtt, MaxRoundTrip)
	if p.rtt < 0 {
		t.fate, t.rtt = untimed, 0
	}
	switch {
	case stamped:
		f.clockIs(s, max(0, p.rtt))
		f.stampAnswer(n, f.since(s)-max(0, p.rtt), s.finest)
	case f.lonely:
		f.clockIs(f.alone, 0)
		f.stampAnswer(n, f.since(f.alone), f.alone.finest)
	}
	f.lonely = false
}

// totals takes how many packets a ping has sent.
func (f *pingFile) totals(p pingLine) {
	if !f.isOpen {
		f.open(false, 1)
	}
	f.summed, f.ended, f.doubtful = true, true, f.doubtful[:0]
	f.sent, f.received = p.sent, p.received
	if p.elapsed >= 0 && p.sent > 1 {
		f.pace = p.elapsed / time.Duration(p.sent-1)
	}
	f.timed = p.elapsed >= 0
}

// notes says what had to be assumed, and what was left out.
func (f *pingFile) notes() {
	note := func(n int, format string, args ...any) {
		if n > 0 {
			f.m.note(format, args...)
		}
	}
	note(f.coarse, "Times below 1 ms count as half a millisecond.")
	switch {
	case f.guessed && f.waits > 0:
		f.m.note("Without timestamps (ping -D), one packet a second is assumed, and that Windows' ping waited %v for each lost one.", f.waits)
	case f.guessed:
		f.m.note("Without timestamps (ping -D), one packet a second is assumed.")
	}
	if f.joined > 1 {
		f.m.note("%d pings are joined, one after the other (%s). Choose one with -begin and -end.", f.joined, f.listed())
	}
	note(f.unread, "Line %d: an answer's time can't be read (%d in all). It is not counted as lost, and has no delay.", f.unreadLine, f.unread)
	note(f.past, "Negative times (%d, the first in line %d or below): the answers count, but their times don't.", f.past, f.unreadLine)
	note(f.long, "Round trips above %v (%d) are kept.", longTrip, f.long)
	note(f.clipped, "Round trips above %v (%d) count as that, the longest that a link can have.", MaxRoundTrip, f.clipped)
	note(f.dropped, "Lines whose number is far from the others (%d) are left out.", f.dropped)
	note(f.steps, "Line %d: the timestamps' clock was set (%d in all). The times continue from there at the interval before.", f.stepLine, f.steps)
	f.m.sayCounts(f.joined)
	note(f.surplus, "Lines that the summary doesn't count as packets (%d) are left out.", f.surplus)
	if len(f.m.trips) > 0 {
		note(f.quiet.pings, "Summaries without their answers (%d), as of ping -q, are left out.", f.quiet.pings)
	} else {
		note(f.quiet.pings, "A summary only describes all packets together: the distribution is the one with the closest deviation.")
	}
	if n := len(f.m.trips); f.full && n > 0 && f.part.reaches(f.m.trips[n-1].sent) {
		f.m.note("Only the first %d packets are used: choose others with -begin and -end.", len(f.m.trips))
	}
	f.m.note("ping only knows round trips: each is split evenly.")
}

// listed says where the first pings begin.
func (f *pingFile) listed() (all Notes) {
	for i, p := range f.pings {
		all = append(all, said("%d from %v on: %d sent, %d answered", i+1, p.begin.Round(time.Millisecond), p.sent, p.returned))
	}
	if f.joined > len(f.pings) {
		all = append(all, said("…"))
	}
	return all
}
