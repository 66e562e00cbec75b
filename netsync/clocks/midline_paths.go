package clocks

import (
	"math"
	"slices"
)

// A path that changes moves the floor of one way and not the other's, a clock that is set moves both by as much, one up and
// one down: so each can be told from the other, and a path's change is no reason to move the clock.
const (
	pathLeast    = 1000 * micro // what is nearer to the floor is no other path
	pathMeans    = 4
	pathSigmas   = 3
	stepFresh    = 2_200_000  // µs: how old points may be that show that the clock was set
	stepAlike    = 16         // by such a part may both differ more, since what comes early is the fastest of few
	youngest     = 20_000_000 // of a line that can tell another path
	grown        = 60_000_000 // of one that a lower floor does not mend
	highLeast    = 6_000_000  // points that are above for so long, and so many gaps, may be of another path
	highGaps     = 6
	pendingLeast = 30_000_000 // which is believed after so long, and so many gaps,
	pendingGaps  = 8
	pendingMost  = 240_000_000
	agreeLeast   = 500 * micro // if both halves agree by this, or so many means
	agreeMeans   = 6
	lowSpan      = 120_000_000 // a line may rest on overtakers of the latest such time,
	leastLows    = 3           // if there are so many each way
	mostLonely   = 3
	lonelyPart   = 16 // or such a part of all, of many
	fewPoints    = 6
	lonelyLeast  = 2000 * micro
	lonelyTimes  = 4
	lowLevel     = 60_000_000 // of how long the others are that say by how much their path is longer
)

// residual returns by how much a point took longer than its way's floor, in parts; nothing where it may have come at the floor, within
// its span.
func (m *midlineCore) residual(i int, p *wayPoint) int64 {
	over := p.y - m.ways[i].sign*m.line.offsetAt(p.x) - m.line.width/2
	return over - min(max(over, 0), p.span)
}

// threshold returns what is above the spread of a way.
func (m *midlineCore) threshold(i int) int64 {
	return max(pathLeast, pathMeans*m.spread[i]) + pathSigmas*max(m.line.deviation(), m.swaying.deviation()) + m.ways[i].newest().span
}

// depth returns what is below it.
func (m *midlineCore) depth(i int) int64 {
	return max(pathLeast, min(m.spread[i]/2, m.half[i])+pathSigmas*max(m.line.deviation(), m.swaying.deviation())) + m.ways[i].newest().span
}

// spreadOf returns the mean of what the points of a way are above their floor: those that have overtaken or, where the line rests on
// such, the others.
func (m *midlineCore) spreadOf(i int, low bool) int64 {
	w := &m.ways[i]
	if low || !w.rests {
		return m.line.means[i]
	}
	others := m.fitter.scratch[:0]
	for j := range w.n {
		if p := w.point(j); !p.low && !p.skipped && p.judged {
			others = append(others, m.residual(i, p))
		}
	}
	if len(others) < fewPoints {
		return m.line.means[i]
	}
	return meanOver(others)
}

// paths looks whether a path has changed, or the clock was set.
func (m *midlineCore) paths(now int64) (stepped bool) {
	var most, over [2]int64
	beyond := true
	for i := range m.ways {
		w := &m.ways[i]
		w.rests = w.rests && w.standsOnOvertakers()
		p := w.newest()
		m.spread[i] = m.spreadOf(i, p.low)
		most[i], over[i] = m.threshold(i), m.residual(i, p)
		beyond = beyond && !p.low && now-p.x < stepFresh && max(over[i], -over[i]) > most[i]
	}
	if sum := over[0] + over[1]; beyond && over[0] < 0 != (over[1] < 0) && max(sum, -sum) < most[0]+most[1]+max(over[0], -over[0])/stepAlike {
		m.stepped(now)
		return true
	}
	for i := range m.ways {
		m.lonely(i)
		m.path(i, now, most[i])
	}
	return false
}

// stepped forgets what was before the clock was set.
func (m *midlineCore) stepped(now int64) {
	m.steps++
	for i := range m.ways {
		w := &m.ways[i]
		last := m.residual(i, w.newest())
		k := w.n - 1
		for ; k > 0; k-- {
			p := w.point(k - 1)
			if d := m.residual(i, p) - last; p.skipped || max(d, -d) >= max(last, -last)/4 {
				break
			}
		}
		w.drop(k)
	}
	m.afresh(now)
}

// lonely finds whether the fastest points of a way, few and old enough, are so far below all others that they have overtaken and
// nobody has seen it: when they came the floor was not known yet.
func (m *midlineCore) lonely(i int) {
	w := &m.ways[i]
	var all [midlinePoints]int64
	n := 0
	for j := range w.n {
		if p := w.point(j); w.counts(p) {
			all[n] = m.residual(i, p)
			n++
		}
	}
	m.half[i] = math.MaxInt64
	if n <= fewPoints {
		return
	}
	slices.Sort(all[:n])
	m.half[i] = all[n/2] - all[n/6]
	k := max(min(mostLonely, n/8+1), n/lonelyPart)
	for k > 0 && all[k]-all[k-1] <= lonelyLeast+lonelyTimes*m.half[i] {
		k--
	}
	if k == 0 {
		return
	}
	newer := 0 // than the latest of them
	for j := range w.n {
		p := w.point(j)
		switch {
		case !w.counts(p):
		case m.residual(i, p) < all[k]:
			newer = 0
		default:
			newer++
		}
	}
	if newer < fewPoints {
		return
	}
	for j := range w.n {
		if p := w.point(j); w.counts(p) && m.residual(i, p) < all[k] {
			p.low, p.skipped = true, true
			if p.moved {
				p.y += w.level
			}
		}
	}
}

// counts says whether a point is one of those that the others are compared with: those that have overtaken are, as long as they are
// at the floor and nobody has said that the line rests on them.
func (w *way) counts(p *wayPoint) bool { return !p.skipped && !(p.low && w.rests) }

// path judges the newest point of a way.
func (m *midlineCore) path(i int, now, most int64) {
	w := &m.ways[i]
	p := w.newest()
	if p.judged {
		return
	}
	p.judged = true
	over := m.residual(i, p)
	age := now - m.begun
	deep := min(most, m.depth(i))
	if p.low {
		p.skipped = over > most || over < -deep
		if over < -deep {
			m.overtaken(now)
		}
		return
	}
	lower := w.pending && w.fell && over < 0 // and so it stays until a point is above the floor
	switch {
	case lower && -over <= deep:
		p.skipped = true
	case over <= most && -over <= deep:
		w.highFor, w.pending = false, false
		if w.rests && over < 0 {
			w.shorten(-over, now)
		}
		return
	case over > 0:
		if !w.highFor {
			w.highFor, w.high = true, p.x
		}
		if age < youngest {
			return
		}
		p.skipped = true
		if !w.pending && p.x-w.high >= max(highLeast, highGaps*w.gap()) {
			w.pending, w.fell, w.since = true, false, w.high
		}
	case w.level != 0 && max(over+w.level, -over-w.level) < most+max(w.level, -w.level)*3/10:
		w.back()
		return
	case age < grown:
		w.highFor = false
		return // it was a queue
	default:
		w.highFor, p.skipped = false, true
		if !w.pending {
			w.pending, w.fell, w.since = true, true, p.x
		}
	}
	if w.pending {
		m.decide(i, p.x)
	}
}

// gap returns the time between two of the latest points in µs.
func (w *way) gap() int64 {
	if w.n < 4 {
		return 2_000_000
	}
	return (w.newest().x - w.point(w.n-4).x) / 3
}

// back has the first path be in use again.
func (w *way) back() {
	for j := range w.n {
		p := w.point(j)
		p.skipped = p.skipped || p.moved
	}
	p := w.newest()
	p.y += w.level
	p.skipped, w.level, w.pending, w.highFor = false, 0, false, false
}

// decide has another path be in use, if what is pending is long enough and of one piece.
func (m *midlineCore) decide(i int, now int64) {
	w := &m.ways[i]
	if now-w.since < max(pendingLeast, pendingGaps*w.gap()) {
		return
	}
	half := (w.since + now) / 2
	least := [2]int64{1 << 62, 1 << 62}
	lows := false // some have gone the first path meanwhile
	for j := range w.n {
		p := w.point(j)
		lows = lows || p.x >= w.since && p.low && !p.skipped
		if p.x >= w.since && !p.low {
			k := 0
			if p.x > half {
				k = 1
			}
			least[k] = min(least[k], m.residual(i, p))
		}
	}
	d := least[0] - least[1]
	if max(d, -d) > max(agreeLeast, agreeMeans*m.spread[i]) && now-w.since < pendingMost {
		return
	}
	by := min(least[0], least[1])
	if w.newest().span > 0 && w.level != 0 && w.level < 0 == (by < 0) {
		m.stepped(now) // a second one with the same sign is no route
		return
	}
	w.level += by
	w.rests = w.rests || lows && by > 0
	for j := range w.n {
		if p := w.point(j); p.x >= w.since && !p.low {
			p.y -= by
			p.skipped, p.moved = false, true
		}
	}
	m.shifts++
	w.highFor, w.pending = false, false
}

// overtaken has the line rest on what has overtaken, if there is enough of it both ways. By how much the others take longer is
// from then on their path's level.
func (m *midlineCore) overtaken(now int64) {
	var skipped, used [2]int
	for i := range m.ways {
		skipped[i], used[i] = m.ways[i].overtakers(now)
	}
	for i := range m.ways {
		// Or the other way's floor was that of the overtakers before any was told apart.
		if skipped[i] < leastLows && (used[i] < leastLows || used[1-i] > 0 || skipped[1-i] < leastLows) {
			return
		}
	}
	for i := range m.ways {
		w := &m.ways[i]
		w.rests = true
		for j := range w.n {
			p := w.point(j)
			p.skipped = !p.low || p.x < now-lowSpan
		}
	}
	m.windows(now)
	for i := range m.ways {
		w := &m.ways[i]
		by := int64(1 << 62)
		for j := range w.n {
			if p := w.point(j); !p.low && p.x > now-lowLevel {
				by = min(by, m.residual(i, p))
			}
		}
		if by == 1<<62 {
			continue
		}
		w.level += by
		for j := range w.n {
			if p := w.point(j); !p.low && p.x > now-lowLevel {
				p.y -= by
				p.skipped, p.moved = false, true
			}
		}
		w.highFor, w.pending = false, false
	}
	m.shifts++
}

// overtakers returns how many points of the latest time have overtaken and are not in use, and how many are.
func (w *way) overtakers(now int64) (skipped, used int) {
	for k := w.n - 1; k >= 0 && w.point(k).x >= now-lowSpan; k-- {
		switch p := w.point(k); {
		case p.low && p.skipped:
			skipped++
		case p.low:
			used++
		}
	}
	return skipped, used
}

// shorten has the level of the others be less, as long as there are overtakers that the line stands on: it is of the fastest of the
// others, and another one that is faster still says nothing of the clock.
func (w *way) shorten(by, now int64) {
	if _, used := w.overtakers(now); used == 0 {
		return
	}
	w.level -= by
	w.newest().moved = true
	for j := range w.n {
		if p := w.point(j); p.moved && !p.low {
			p.y += by
		}
	}
}

// unseen says whether a point has overtaken and its bucket has not told so, as where four in a row have: the line rests on overtakers,
// and it is nearer to these than to the path of the others.
func (m *midlineCore) unseen(i int, p *wayPoint) bool {
	w := &m.ways[i]
	return !p.low && w.level > 0 && w.rests && m.residual(i, p) < w.level/2
}
