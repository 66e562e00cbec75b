package clocks

import (
	"cmp"
	"time"

	"driftlab/netsync"
	"driftlab/netsync/insight"
	"driftlab/netsync/internal/arith"
	"driftlab/netsync/internal/gear"
)

const (
	midlineYoung = 10 * time.Second // in which the clock may still be set forward by little
	latestReport = 60 * time.Second // a report of an older datagram is refused
	longestWait  = time.Second      // of a datagram, to be read

	leastDoubt   = 4 * time.Millisecond // a line that moves off its stated error by more has followed a path
	farthestStep = time.Second          // that is believed to be less than a turn before an answer has said so

	calm = time.Second // after the last sign of a clock that was set, what was before is forgotten: an operating system may have slewed it for seconds

	checkEvery = 30 * time.Second // the client asks the host's clock
	checkSlack = time.Millisecond // that its line may be off what the answer says

	turnMicros = 1 << 27
	turnParts  = turnMicros * micro
)

// Midline looks at the delays of all datagrams both ways as two clouds, one above the host's clock and one below it as the client
// sees it, and takes the line in the middle between the floor of the one and the ceiling of the other. Both have the slope of the
// skew. The client's half of the work is this, the host's is [MidlinePeer].
//
// A change of one way's floor alone is the path's and leaves the clock where it is; one of both, one up and one down by as
// much, is the clock's. Half of (up − down) of the first path stays in the offset.
//
// Stamps are of 24 bits, units of 8 µs, and the host's reports of 48 bits; the client asks for the host's clock every half minute, and
// at once if that was set, to know the turn of 134 s, and that the line is where it must be.
type Midline struct {
	cfg    MidlineConfig
	core   midlineCore
	own    floorBucket
	asker  gear.Asker
	status netsync.Status

	asking   bool
	doubtful bool          // the client's clock was set back, and the next report may be of a datagram of before
	slewing  bool          // a clock was set, and may still be being slewed
	fallen   bool          // a floor has fallen,
	fellAt   netsync.Local // then
	unsure   netsync.Local // when the clock was set or joined last: it is young since
	anchored bool
	denied   bool  // the latest answer said otherwise than the line
	coarse   int64 // what the answer said, µs
	woken    netsync.Local
	seen     netsync.Local // the latest reading of the client's clock
	began    bool
	cutAt    netsync.Local
	shown    slewed
	first    int64         // what both ways took together once the line was known, in parts, 0 before
	doubt    time.Duration // by how much the line has followed a path since
	line     line          // that is gone by
	base     time.Duration // what its offset is counted from, ns
}

// NewMidline returns an unsynchronised clock, or which constant is out of range.
func NewMidline(cfg MidlineConfig) (*Midline, error) {
	if err := cfg.Validate(); err != nil {
		return nil, err
	}
	m := &Midline{cfg: cfg, asking: true}
	m.core.init(cfg)
	return m, nil
}

// Wake asks for the host's clock where that is needed.
func (m *Midline) Wake(now netsync.Local, probes []netsync.Probe) ([]netsync.Probe, netsync.Local) {
	if m.began && now < m.woken {
		m.setBack(now)
	}
	m.notice(now)
	m.woken = now
	every := time.Duration(anchorRetry)
	if !m.asking {
		every = checkEvery
	}
	if m.asker.Due(now, every) {
		m.asking, every = true, anchorRetry
		probes = m.asker.Ask(now, probes)
	}
	return probes, m.asker.Last.Add(every)
}

// Observe takes every datagram's stamp, the host's reports, and answers to this join's questions.
func (m *Midline) Observe(ev netsync.Event) {
	switch ev.Kind {
	case netsync.Datagram:
		m.notice(ev.T4)
		m.status.Used++
		if changed := m.own.add(newFloorPoint(ev.Stamp, int64(ev.T4), ev.Span)); changed != floorSame {
			// The floor of the own way has changed: the client does as the host does with its way's.
			if m.cfg.Without != withoutEarly && ev.T4.Sub(m.cutAt) >= fallPause {
				m.cutAt = ev.T4
				if changed == floorFell {
					m.fell(ev.T4)
				}
				m.own.cut(changed)
				m.flush()
				m.solve(ev.T4)
			}
		}
	case netsync.FloorTold:
		m.notice(ev.T4)
		m.told(FloorReport(ev.Floor), FloorSpan(ev.FloorSpan), ev.T4)
	case netsync.Answer:
		rtt := ev.RTT()
		if !m.asker.Answered(ev) || rtt < 0 || rtt > anchorRTT {
			m.status.Rejected++
			return
		}
		m.asking, m.anchored = false, true
		m.coarse = ev.Offset().Microseconds()
		if m.core.known {
			m.check(ev)
		}
	}
}

// notice looks out for a clock that was set back: what was before it is of no use, and what is shown continues from where it was.
// A datagram's time is that of its arrival, and it may have waited to be read.
func (m *Midline) notice(now netsync.Local) {
	if !m.began {
		m.began, m.unsure, m.seen, m.woken = true, now, now, now
	}
	if now < m.seen.Add(-longestWait) {
		m.setBack(now)
	}
	m.seen = max(now, m.seen)
}

// flush takes the own bucket's fastest datagram.
func (m *Midline) flush() {
	if m.own.n == 0 {
		return
	}
	p, n := m.own.take()
	w := &m.core.ways[1]
	var pivot int64
	switch up := &m.core.ways[0]; {
	case w.n > 0:
		pivot = w.raw(w.newest())
	case up.n > 0:
		pivot = 33<<20*micro - up.newest().y // both delays together are −34 to 100 s
	}
	m.core.add(1, wayPoint{x: floorMicros(p.at), y: arith.Bits37.Expand(pivot, uint64(p.delta)*micro/2), many: n >= manyDatagrams,
		span: int64(p.span) * micro / 2, gap: m.own.gap * micro / 2, edged: m.own.edged})
}

// told takes a report of the host's.
func (m *Midline) told(r FloorReport, span FloorSpan, now netsync.Local) {
	w := &m.core.ways[0]
	x, early := r.sentAt(now), r&reportEarly != 0
	switch {
	case r&reportOvertook != 0:
		return // it says nothing about the path that the others take
	case m.own.n == 0 && m.core.ways[1].n == 0: // before the first datagram of the host's
		m.status.Rejected++
		return
	case m.doubtful && !early, int64(now)/1000-x > int64(latestReport/time.Microsecond), w.n > 0 && x < w.newest().x:
		m.status.Rejected++
		m.doubtful = false
		return
	}
	m.doubtful = false
	pivot := int64(0)
	if w.n > 0 {
		pivot = w.raw(w.newest())
	}
	y := arith.Bits37.Expand(pivot, uint64(r.delta())*micro/2)
	if early && y < pivot {
		m.fell(now)
	}
	gap, edged := span.gap()
	m.core.add(0, wayPoint{x: x, y: y, many: r&reportMany != 0, span: span.span(), gap: gap, edged: edged})
	m.flush()
	m.solve(now)
}

func floorMicros(ns int64) int64 { return units(ns, time.Microsecond) }

// sentAt returns when the client sent the datagram that is reported, in µs of its own clock, given that it is now there.
func (r FloorReport) sentAt(now netsync.Local) int64 {
	const unit = 256 * netsync.StampUnit
	at := units(int64(now), unit)
	age := arith.Bits16.Wrap(uint64(at) - uint64(uint16(r)))
	return (at-int64(age))*int64(unit/time.Microsecond) + int64(unit/time.Microsecond)/2
}

// solve fits the line again, and the shown clock follows it.
func (m *Midline) solve(now netsync.Local) {
	if m.core.ways[0].n == 0 || m.core.ways[1].n == 0 {
		return
	}
	before, ok := m.ServerTime(now)
	known := m.core.known && m.anchored
	_, told := m.Interval(now)
	if m.slewing && m.anchored && now.Sub(m.unsure) > calm {
		m.core.since(floorMicros(int64(m.unsure)))
		m.slewing = false
	}
	stepped := m.core.solve(floorMicros(int64(now)))
	if !m.core.known {
		return
	}
	far := lengthOf(m.core.line.middle - m.line.offsetAt(m.core.line.at)).Abs()
	if m.status.Synchronised && far > farthestStep {
		stepped, m.anchored = true, false
	}
	if known && !stepped && far > max(told, leastDoubt) {
		m.doubt = max(m.doubt, far)
	}
	if m.first == 0 && m.core.line.at-m.core.begun >= firstPoints {
		m.first = m.core.line.width
	}
	if stepped {
		m.slewing = m.slewing || m.status.Synchronised && far > slewFar
		m.asking, m.unsure = true, now
	}
	if m.status.Synchronised && !m.anchored {
		return // the clock keeps running as it was until the answer says by how many turns it was set
	}
	m.line, m.base = m.core.line, m.turnBase()
	m.settle(now, before, ok)
}

// settle says how the clock that showed before continues.
func (m *Midline) settle(now netsync.Local, before netsync.Server, ok bool) {
	if !m.anchored {
		return
	}
	m.status.Synchronised = true
	m.shown = slewed{from: now}
	after, _ := m.ServerTime(now)
	step := after.Sub(before)
	set := m.cfg.Shown == ShownLine || !ok || m.shown.set(now, step, now.Sub(m.unsure) < midlineYoung, m.cfg.Back == BackStep)
	if !set || step == 0 {
		return
	}
	m.status.Steps++
	if ok {
		m.status.LastStep = step
	}
}

// ServerTime returns the host's clock as it is shown: the line's, less what the shown clock is behind it.
func (m *Midline) ServerTime(now netsync.Local) (netsync.Server, bool) {
	return now.Plus(m.offset(now)), m.status.Synchronised
}

// offset returns that of what is shown.
func (m *Midline) offset(now netsync.Local) time.Duration {
	l := &m.line
	ns := mulShift(l.middle, 1000, partBits) + mulShift(l.slope, int64(now)-l.at*1000, slopeBits)
	return m.base + time.Duration(ns) - m.shown.left(now)
}

// Status reports the clock. Both one-way delays are the mean of the least ones of both, with what the paths have been seen to
// differ since the start.
func (m *Midline) Status(now netsync.Local) netsync.Status {
	s := m.status
	s.Offset = m.offset(now)
	if !m.core.known {
		return s
	}
	s.HasOWD, s.RTT = true, lengthOf(m.line.width+m.core.ways[0].level+m.core.ways[1].level)
	s.OWDUp, s.OWDDown = lengthOf(m.line.width/2+m.core.ways[0].level), lengthOf(m.line.width/2+m.core.ways[1].level)
	if m.anchored && !m.denied && now >= m.seen.Add(-longestWait) { // else a clock was set, and an answer has to say how far
		unknowable, unsettled := m.Interval(now)
		s.HasUncertainty, s.Uncertainty = true, unknowable+unsettled
	}
	s.Slewing = int8(cmp.Compare(m.shown.left(now), 0))
	return s
}

// Line returns what a log has of the line beside [Midline.Status]: by how many ppb the host's clock runs faster than the client's; for how long
// that has been measured, since the start or since a clock was set; how many points are set aside of the 384 at most that are kept; and whether
// the clock was set or joined within ten seconds, so that it may still be set by little.
func (m *Midline) Line(now netsync.Local) (ppb int64, age time.Duration, aside int, young bool) {
	for i := range m.core.ways {
		for w, k := &m.core.ways[i], 0; k < w.n; k++ {
			if w.point(k).skipped {
				aside++
			}
		}
	}
	age = time.Duration(max(floorMicros(int64(now))-m.core.begun, 0)) * time.Microsecond
	return mulShift(m.line.slope, 1_000_000_000, slopeBits), age, aside, now.Sub(m.unsure) < midlineYoung
}

func lengthOf(parts int64) time.Duration { return time.Duration(mulShift(parts, 1000, partBits)) }

// Interval returns the two parts of how far the shown clock may be off, while Status has an uncertainty. Unknowable is half of what the ways may differ by. Unsettled
// is the rest: deviations of the line's middle and its points' spread, how far the rate may have wandered within the line's window and since, what the clock has
// still to go; and where the floors have moved the line, as a queue that ends does and a route that changes, how far that was.
func (m *Midline) Interval(now netsync.Local) (unknowable, unsettled time.Duration) {
	l, ways := &m.line, int64(m.cfg.Asymmetry)
	if ways == 0 {
		ways = max(0, int64(lengthOf(l.width))) // false stamps can make it seem less
	}
	for i := range m.core.ways {
		ways += max(0, -int64(lengthOf(m.core.ways[i].level)))
	}
	age, sigma, left := max(0, int64(now)/1000-l.at), l.deviation(), m.shown.left(now)
	unsettled = lengthOf(max(4*sigma, l.under, l.over)+m.core.bias(l.window)+10*micro+min(mulDiv(8*sigma, age, max(l.window, 1)), 1<<60)+m.core.bias(age)) + max(left, -left)
	unsettled += unsettled/2 + lengthOf(max(l.means[0], l.means[1]))/10
	doubt := m.doubt
	if m.first != 0 {
		doubt = max(doubt, lengthOf(l.width-m.first).Abs()/2)
	}
	return time.Duration(ways / 2), max(unsettled, unsettled/2+doubt)
}

// Hard returns between which offsets the host's clock is when the client's reads now, whatever the paths do: a datagram down was sent before it came,
// and one up came after it was sent. It is as wide as a round trip, and wider by what the rate may have done since. Ok is false before the
// first sync, and after a clock was set until the host has answered.
//
// It assumes that stamps and answers are true; that no clock was set since the newest datagrams of both ways, and the host's not by a turn of the
// stamps, 134.2 s, since the latest answer, half a minute ago; and that the client's rate is within 200 ppm of the line's or, in the
// ten seconds after a floor has fallen by 2 ms or more, within 100,000 ppm, as far as operating systems slew a clock.
func (m *Midline) Hard(now netsync.Local) (least, most time.Duration, ok bool) {
	rate := int64(hardRate)
	if m.fallen && now.Sub(m.fellAt) < hardFor*time.Microsecond {
		rate = hardSlew
	}
	l, h := m.core.bounds(floorMicros(int64(now)), rate, hardFor)
	return m.base + lengthOf(l), m.base + lengthOf(h), m.status.Synchronised && m.anchored && l <= h
}

// Explain shows the fastest datagrams of both ways, as points and as samples, each of these with the offset that it shows with
// the least delay of its way; and the line between both clouds.
func (m *Midline) Explain(d *insight.Detail) {
	d.Reset(insight.TwoClouds)
	if !m.core.known {
		return
	}
	up, down := &m.core.ways[0], &m.core.ways[1]
	var next [2]int
	var moved [2]bool
	for next[0] < up.n || next[1] < down.n {
		i := 0
		if next[0] == up.n || next[1] < down.n && down.point(next[1]).x < up.point(next[0]).x {
			i = 1
		}
		w := &m.core.ways[i]
		p := w.point(next[i])
		next[i]++
		moved[i] = moved[i] || p.moved
		s := insight.Sample{At: netsync.Local(p.x * 1000), RTT: lengthOf(m.line.width), Offset: m.base + lengthOf(w.sign*(p.y-m.line.width/2)), Counted: !p.skipped,
			Clock: m.base + lengthOf(m.line.offsetAt(p.x))}
		if p.skipped {
			s.Reason = insight.AboveCut
		}
		d.Samples = append(d.Samples, s)
		y := p.y
		if moved[i] { // since then they are of the path that is in use
			y = w.raw(p)
		}
		d.Points = append(d.Points, insight.Point{At: s.At, Offset: m.base + lengthOf(w.sign*y), Up: w == up, Skipped: p.skipped})
	}
	d.HasLine = true
	d.Line = insight.Line{At: netsync.Local(m.line.at * 1000), Offset: m.base + lengthOf(m.line.middle), PPB: mulShift(m.line.slope, 1_000_000_000, slopeBits),
		Floor: lengthOf(m.line.width / 2), Ceil: lengthOf(m.line.width / 2)}
	d.Samples = d.Samples[max(0, len(d.Samples)-insight.KeptSamples):]
	d.Put(insight.MarkMinimumOWD, lengthOf(m.line.width/2))
}
