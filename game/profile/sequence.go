package profile

import (
	"cmp"
	"slices"
	"time"

	"driftlab/netsim"
)

// A sequence is what became of the numbered probes of one host, collected as a program prints them: out of order, with
// some missing, and of several runs of the program one after the other.
type sequence struct {
	ownCounts
	host      string
	trips     []trip
	marks     []mark
	first     int // number of the first probe of this run
	start     int // its place among the trips
	latest    int // number of this run
	joined    int // runs after the first
	twice     int // answers to a probe that was answered before
	odd       oddities
	full      bool
	ended     bool    // what follows is of another run
	from0     bool    // which begins with number 0
	sum       summary // what fping -q or -Q tells in place of single probes
	intervals summary // of its run, until it tells of the whole
	clock     int     // which was the latest of them
	rows      bool    // it comes from rows of fping -C
	part      Part
	most      int           // how many probes are kept; 0 stands for MaxProbes
	gone      time.Duration // when the first was sent that is kept, since the first of all
	epoch     time.Duration // when the first of all was sent, since 1970; 0 before any was forgotten, or where nothing tells
	each      time.Duration // how far apart they are where nothing tells
	budget    *int          // how many probes all sequences of a text may still have; nil for as many as one may
}

// A mark is what is known of a trip while it is being collected.
type mark uint8

const (
	seen    mark = 1 << iota // the program has said something about it
	stamped                  // its sent is the time since 1970
)

// place returns where the probe of a number is, and makes out those before it, lost until an answer comes.
func (q *sequence) place(number int) (at int, ok bool) {
	switch {
	case q.full && (q.ended || len(q.trips) == 0):
		return 0, false
	case len(q.trips) == 0 || q.ended || q.again(number):
		// Where the run's begin is known, the probes from number 0 on were sent before this one.
		if len(q.trips) > 0 {
			q.joined++
		}
		q.start, q.first, q.latest = len(q.trips), number, number
		if q.from0 && number < maxBehind {
			q.first = 0
		}
		q.ended, q.from0 = false, false
	case number < q.first: // an answer to a probe before the first that is shown
		if !q.prepend(q.first - number) {
			return 0, false
		}
	case number > q.latest+maxAhead: // no outage, but a number that was damaged
		return 0, false
	}
	if !q.fill(q.start + number - q.first + 1) {
		return 0, false
	}
	if at = q.start + number - q.first; at < 0 { // it is forgotten
		return 0, false
	}
	q.latest = max(q.latest, number)
	return at, true
}

// again says whether a number is that of another run: the first one once more, or far behind.
func (q *sequence) again(number int) bool {
	if q.full || q.start == len(q.trips) {
		return false
	}
	return number == q.first && q.latest >= q.first+2 && (q.start < 0 || q.marks[q.start]&seen != 0) || number < q.first-maxBehind && q.latest > q.first
}

// prepend makes out probes before the first of the run that was shown.
func (q *sequence) prepend(n int) bool {
	if q.start < 0 || !q.take(n) || q.start < 0 {
		return false
	}
	q.trips = slices.Insert(q.trips, q.start, slices.Repeat([]trip{{fate: lostThere}}, n)...)
	q.marks = slices.Insert(q.marks, q.start, make([]mark, n)...)
	q.first -= n
	return true
}

// take says whether n more probes may be kept. Those before the wanted part make room.
func (q *sequence) take(n int) bool {
	fits := func() bool {
		most := cmp.Or(q.most, MaxProbes)
		return len(q.trips)+n <= most && (q.budget == nil || n <= *q.budget)
	}
	if !q.full && q.part.Begin > 0 && !fits() {
		q.forget()
	}
	if q.full = q.full || !fits(); q.full {
		return false
	}
	if q.budget != nil {
		*q.budget -= n
	}
	return true
}

// forget lets go the probes before the part that is wanted, but for the latest, which may still be answered.
func (q *sequence) forget() {
	each, ok := q.interval()
	if !ok {
		each = q.each
	}
	first := slices.IndexFunc(q.marks, func(k mark) bool { return k&stamped != 0 })
	if q.epoch == 0 && first >= 0 {
		q.epoch = q.trips[first].sent - time.Duration(first)*each
	}
	sent := func(i int) time.Duration {
		if q.epoch != 0 && q.marks[i]&stamped != 0 {
			return q.trips[i].sent - q.epoch
		}
		return q.gone + time.Duration(i)*each
	}
	n := 0
	for n < len(q.trips)-maxBehind && sent(n) < q.part.Begin {
		n++
	}
	q.gone = sent(n)
	q.trips, q.marks = slices.Delete(q.trips, 0, n), slices.Delete(q.marks, 0, n)
	q.start -= n
	if q.budget != nil {
		*q.budget += n
	}
}

const (
	// maxBehind is by how many numbers an answer may be behind the latest and still be a late one.
	maxBehind = 1000
	// maxAhead is by how many numbers it may be ahead: more than an outage of a quarter of an hour at 10 ms.
	maxAhead = 100_000
)

// fill counts n probes as sent, as far as they may be kept.
func (q *sequence) fill(n int) bool {
	more := n - len(q.trips)
	if more <= 0 {
		return true
	}
	if !q.take(more) {
		return false
	}
	q.trips = append(q.trips, slices.Repeat([]trip{{fate: lostThere}}, more)...)
	q.marks = append(q.marks, make([]mark, more)...)
	return true
}

// sentInRun takes the program's own count of its run, where it tells of its losses: what is missing at the run's end is lost.
// Its probes are numbered from 0: those before the first that is shown are in lines that were left out.
func (q *sequence) sentInRun(told count) {
	shown := len(q.trips) - q.start
	more := told.sent - shown - min(q.first, max(0, told.sent-shown))
	switch {
	case told.sent <= 0 || shown == 0:
		return
	case 0 < more && more <= maxAhead && q.fill(len(q.trips)+more):
		q.latest = max(q.latest, q.first+shown+more-1)
	}
	if told.lost >= 0 && !q.full {
		start := max(0, q.start)
		q.agree(q.trips[start:], told, func(i int) bool { return q.marks[start+i]&seen != 0 })
	}
}

// An answer is what a line tells of a probe that came back.
type answer struct {
	number   int
	rtt      time.Duration
	up, down time.Duration // 0 where it does not tell
	ok       bool          // its time could be read
	stamp    time.Duration // since 1970, when it came back; 0 where it does not tell
	line     int
}

// answered enters an answer.
func (q *sequence) answered(a answer) {
	at, ok := q.place(a.number)
	if !ok {
		return
	}
	if f := q.trips[at].fate; f == returned || f == untimed {
		q.twice++
		return
	}
	q.marks[at] |= seen
	q.odd.enter(&q.trips[at], a)
	if q.trips[at].fate != returned {
		return
	}
	if a.stamp > 0 {
		q.trips[at].sent = a.stamp - q.trips[at].rtt
		q.marks[at] |= stamped
	}
}

// lost enters that the program has given a probe up.
func (q *sequence) lost(number int, where fate) {
	if at, ok := q.place(number); ok {
		q.marks[at] |= seen
		if f := q.trips[at].fate; f != returned && f != untimed {
			q.trips[at].fate = where
		}
	}
}

// measurement returns the sequence as one. Where nothing tells when probes were sent, it was one an interval, which
// assumed says. Its times begin at 0.
func (q *sequence) measurement(title string, interval time.Duration, assumed Note) *measurement {
	m := &measurement{title: title, duplicates: q.twice, ownCounts: q.ownCounts}
	if q.schedule(interval) {
		m.notes = append(m.notes, assumed)
	}
	m.trips = q.trips
	if q.joined > 0 {
		m.note("%d measurements follow each other: they are joined.", q.joined+1)
	}
	if q.full && len(q.trips) > 0 && q.part.reaches(q.trips[len(q.trips)-1].sent) {
		m.note("Only the first %d packets are used.", MaxProbes)
	}
	q.odd.say(m)
	m.sayCounts(q.joined + 1)
	m.ascend()
	return m
}

// schedule turns the times since 1970 into those since the first probe, and sets those of the others: between two that
// are known evenly, elsewhere an interval apart. It reports whether none was known.
func (q *sequence) schedule(interval time.Duration) (assumed bool) {
	if each, ok := q.interval(); ok {
		interval = each
	} else if !slices.ContainsFunc(q.marks, func(k mark) bool { return k&stamped != 0 }) {
		assumed = len(q.trips) > 1
	}
	before := -1 // place of the latest probe whose time is known
	var shift time.Duration
	for i := range q.trips {
		if q.marks[i]&stamped == 0 {
			continue
		}
		t := q.trips[i].sent - shift
		if before >= 0 {
			last := q.trips[before].sent
			if t < last-maxStampJitter || t-last > netsim.MaxRecordingTime {
				q.odd.stepped++
				shift += t - last - time.Duration(i-before)*interval
				t = last + time.Duration(i-before)*interval
			}
			q.trips[i].sent = max(t, last+1)
			q.between(before, i)
		} else {
			q.trips[i].sent = t
			for j := range i {
				q.trips[j].sent = t - time.Duration(i-j)*interval
			}
		}
		before = i
	}
	for i := before + 1; i < len(q.trips); i++ {
		if i > 0 {
			q.trips[i].sent = q.trips[i-1].sent + interval
		}
	}
	if len(q.trips) > 0 {
		for i, zero := 0, q.trips[0].sent; i < len(q.trips); i++ {
			q.trips[i].sent += q.gone - zero
		}
	}
	return assumed
}

// maxStampJitter is how far a time stamp may be before the one above it without the clock having been set.
const maxStampJitter = 100 * time.Millisecond

// between spreads the probes between two places evenly.
func (q *sequence) between(from, to int) {
	begin, span := q.trips[from].sent, q.trips[to].sent-q.trips[from].sent
	each := span / time.Duration(to-from)
	for i := from + 1; i < to; i++ {
		q.trips[i].sent = begin + each*time.Duration(i-from)
	}
}

// interval returns the median distance of two probes in a row whose times are known.
func (q *sequence) interval() (each time.Duration, ok bool) {
	var all []time.Duration
	before := -1
	for i := range q.trips {
		if q.marks[i]&stamped == 0 {
			continue
		}
		if before >= 0 {
			if each := (q.trips[i].sent - q.trips[before].sent) / time.Duration(i-before); each > 0 && each < time.Hour {
				all = append(all, each)
			}
		}
		before = i
	}
	if len(all) == 0 {
		return 0, false
	}
	slices.Sort(all)
	return all[len(all)/2].Round(time.Microsecond), true
}

// split makes out the ways of each round trip where a program tells only that, and sees to it that they make sense
// where it tells them.
func (m *measurement) split(program string) {
	for _, t := range m.trips {
		if t.fate == returned && t.up == 0 && t.down == 0 {
			m.note("%s only knows round trips: each is split evenly.", program)
			m.halve()
			return
		}
	}
	m.splitDelays()
}
