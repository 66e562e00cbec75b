package clocks

import (
	"math"
	"slices"
)

// A path that changes moves the floor of one direction only; a clock that is set moves both by as much, one up and
// one down. So the two can be told apart, and a path's change is no reason to move the clock.
const (
	pathLeast     = 1000 * micro // points closer above the floor are of the same path,
	lowerLeast    = 300 * micro  // and so are points this little below it, where each moves the line at once
	pathMeans     = 4
	pathSigmas    = 3
	stepFresh     = 2_200_000  // µs: how old points may be that show that the clock was set
	spreadGrowth  = 8          // the steady line's spread may grow by this part of itself with each look
	stepAlike     = 16         // both may differ by this part more, since an early point is the fastest of few
	youngest      = 20_000_000 // µs: age of the youngest line that recognises another path
	firstPoints   = 3_000_000  // of a line that one overtaking datagram may have made: nothing is above its floor yet
	newborn       = 10_000_000 // of a line that any lower point corrects
	grown         = 60_000_000 // of a line that a lower floor does not correct
	queueGaps     = 3          // if the floor stays lower for this many gaps
	highLeast     = 6_000_000  // points that are above for this long, and highGaps, may be of another path
	highGaps      = 6
	pendingLeast  = 30_000_000 // which is believed after this long, and pendingGaps,
	pendingGaps   = 8
	pendingMost   = 240_000_000
	agreeLeast    = 500 * micro // if all quarters agree to within this, or agreeMeans: those of a queue that grows or drains do not
	agreeMeans    = 6
	mostLonely    = 3
	lonelyPart    = 16 // or this part of all, if there are many,
	scatteredPart = 3  // or this part if they are scattered
	fewPoints     = 6
	lonelyLeast   = 1000 * micro
	lonelyTimes   = 4
)

// residual returns by how much a point took longer than its way's floor, in parts; nothing where it may have come at the floor, within
// its span.
func (m *midlineCore) residual(i int, p *wayPoint) int64 {
	return residualOf(&m.line, m.ways[i].sign, p)
}

// residualOf returns that of a line and a way of a sign.
func residualOf(l *line, sign int64, p *wayPoint) int64 {
	over := p.y - sign*l.offsetAt(p.x) - l.width/2
	return over - min(max(over, 0), p.span)
}

// threshold returns what is above the spread of a way.
func (m *midlineCore) threshold(i int) int64 {
	return m.beyond(i, &m.line, m.line.means[i])
}

// beyond returns that of a line.
func (m *midlineCore) beyond(i int, l *line, spread int64) int64 {
	return max(pathLeast, pathMeans*spread) + pathSigmas*max(l.deviation(), m.swaying.deviation()) + m.ways[i].newest().span
}

// depth returns what is below it.
func (m *midlineCore) depth(i int) int64 {
	return max(lowerLeast, min(m.line.means[i]/2, m.half[i])+pathSigmas*max(m.line.deviation(), m.swaying.deviation())) + m.ways[i].newest().span
}

// A steady is the line by which both ways' newest points were where they had to be last. A clock whose rate steps takes one way below
// its floor and the other above it, and the line follows; so a step of the clock is judged against where both were.
type steady struct {
	known  bool // it is of the path and the clock that there are now
	line   line
	spread [2]int64
}

// off returns by how much a point of a way is off the steady line's floor.
func (m *midlineCore) off(i int, p *wayPoint) int64 {
	return residualOf(&m.steady.line, m.ways[i].sign, p)
}

// clockSet says whether both ways' newest points are off by as much, one up and one down, where the latter's way had never been; where neither is the line is steady.
func (m *midlineCore) clockSet(now int64) bool {
	var off, most [2]int64
	beyond, within := true, true
	for i := range m.ways {
		p := m.ways[i].newest()
		off[i], most[i] = m.off(i, p), m.beyond(i, &m.steady.line, m.steady.spread[i])
		out := max(off[i], -off[i]) > most[i]
		beyond, within = beyond && out && now-p.x < stepFresh, within && !out
	}
	sum := off[0] + off[1]
	alike := beyond && max(sum, -sum) < most[0]+most[1]+max(off[0], -off[0])/stepAlike
	if alike && (off[0] < 0 && off[1] > 0 && m.fellAsNever(0, off[0]) || off[0] > 0 && off[1] < 0 && m.fellAsNever(1, off[1])) {
		return true
	}
	if within {
		m.steady.line = m.line
	}
	for i, spread := range m.line.means { // a line that fits badly is not to widen it
		m.steady.spread[i] = min(spread, m.steady.spread[i]+m.steady.spread[i]/spreadGrowth)
	}
	return false
}

// fellAsNever says whether those newest points of a way that are below the steady line's floor, the latest of them by off, are below all that came
// before them: the end of a queue leads back to where the way has been.
func (m *midlineCore) fellAsNever(i int, off int64) (any bool) {
	w := &m.ways[i]
	last, k := w.newest(), w.n-1
	for k >= 0 && m.off(i, w.point(k)) < off/2 {
		k--
	}
	for ; k >= 0 && last.x-w.point(k).x <= boundFor; k-- {
		p := w.point(k)
		if any = true; last.y-p.y-slope(w.sign*m.line.slope, last.x-p.x) > off/2+slope(hardRate, last.x-p.x) {
			return false
		}
	}
	return any
}

// paths looks whether a path has changed, or the clock was set.
func (m *midlineCore) paths(now int64) (stepped bool) {
	if !m.steady.known || now-m.begun < youngest {
		m.steady = steady{true, m.line, m.line.means}
	}
	if m.clockSet(now) {
		m.stepped(now)
		return true
	}
	for i := range m.ways {
		m.lonely(i)
		m.path(i, m.threshold(i))
	}
	return false
}

// stepped forgets what was before the clock was set.
func (m *midlineCore) stepped(now int64) {
	for i := range m.ways {
		w := &m.ways[i]
		last := m.off(i, w.newest())
		k := w.n - 1
		for ; k > 0; k-- {
			p := w.point(k - 1)
			if d := m.off(i, p) - last; p.skipped || max(d, -d) >= max(last, -last)/4 {
				break
			}
		}
		w.drop(k)
	}
	m.afresh(now)
}

// lonely finds whether the fastest points of a way are so far below all others that they have overtaken, and their buckets have not seen it:
// few that are old enough, as when they came and the floor was not known yet, or many that are scattered. A path's own are not.
func (m *midlineCore) lonely(i int) {
	w := &m.ways[i]
	var all [midlinePoints]int64
	n := 0
	for j := range w.n {
		if p := w.point(j); !p.skipped {
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
	k := n / scatteredPart
	for ; k > 0; k-- {
		if others := all[k:n]; others[0]-all[k-1] > lonelyLeast+lonelyTimes*(others[len(others)/2]-others[len(others)/6]) {
			break
		}
	}
	if k == 0 {
		return
	}
	runs, newer := 0, fewPoints // of the lonely, and how many others are newer than these
	for j := range w.n {
		p := w.point(j)
		switch {
		case p.skipped:
		case m.residual(i, p) >= all[k]:
			newer++
		default:
			if newer > 0 {
				runs++
			}
			newer = 0
		}
	}
	few := k <= max(min(mostLonely, n/8+1), n/lonelyPart) && newer >= fewPoints
	if scattered := k >= mostLonely && 2*runs > k; !few && !scattered {
		return
	}
	for j := range w.n {
		if p := w.point(j); !p.skipped && m.residual(i, p) < all[k] {
			p.skipped = true
		}
	}
}

// path judges the newest point of a way.
func (m *midlineCore) path(i int, most int64) {
	w := &m.ways[i]
	p := w.newest()
	if p.judged {
		return
	}
	p.judged = true
	over := m.residual(i, p)
	deep := min(most, m.depth(i))
	lower := w.pending && w.fell && over < 0 // and so it stays until a point is above the floor
	near := over <= most && -over <= deep && !lower
	// What the clock does lifts the one floor and lowers the other: what both together do not show is no path's doing.
	sum := m.off(i, p)
	if other := &m.ways[1-i]; !other.highFor { // in a queue, where it is says nothing of the clock
		sum += m.off(1-i, other.newest())
	}
	clock := over > 0 && sum <= most || over < 0 && -sum <= deep
	switch {
	case near, clock, over > 0 && p.x-m.begun < firstPoints:
		w.highFor, w.pending = false, false
		return
	case over > 0:
		if !w.highFor {
			w.highFor, w.high = true, p.x
		}
		p.skipped = true
		if !w.pending && p.x-w.high >= max(highLeast, highGaps*w.gap()) {
			w.pending, w.fell, w.since = true, false, w.high
		}
	case w.level != 0 && max(over+w.level, -over-w.level) < most+max(w.level, -w.level)*3/10:
		w.back()
		return
	case p.x-m.begun < newborn:
		w.highFor = false
		return
	default:
		w.highFor, p.skipped = false, true
		if !w.pending || !w.fell {
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
	// A young line had joined in a queue, and so had one whose floors have swayed all the time.
	if w.fell && (now-m.begun < grown || m.pairing.trusted == q16) && now-w.since >= queueGaps*w.gap() {
		// What is below the floor is the path's own: before, there was a queue.
		for j := range w.n {
			if p := w.point(j); p.x >= w.since {
				p.skipped = false
			}
		}
		w.pending = false
		return
	}
	if now-w.since < max(pendingLeast, pendingGaps*w.gap()) {
		return
	}
	least := [4]int64{1 << 62, 1 << 62, 1 << 62, 1 << 62}
	first := int64(1 << 62) // came as the path changed, and may stand anywhere between
	for j := range w.n {
		if p := w.point(j); p.x == w.since {
			first = m.residual(i, p)
		} else if p.x > w.since {
			k := min((p.x-w.since)*4/(now-w.since), 3)
			least[k] = min(least[k], m.residual(i, p))
		}
	}
	by := slices.Min(least[:])
	alike := max(agreeLeast, agreeMeans*m.line.means[i])
	if slices.Max(least[:])-by > alike && now-w.since < pendingMost {
		return
	}
	if by-first <= alike {
		by = min(by, first)
	}
	if w.newest().span > 0 && w.level != 0 && w.level < 0 == (by < 0) {
		m.stepped(now) // a second one with the same sign is no route
		return
	}
	w.level += by
	most := m.threshold(i)
	for j := range w.n {
		if p := w.point(j); p.x >= w.since {
			p.y -= by
			off := m.residual(i, p)
			p.skipped, p.moved = max(off, -off) > most, true
		}
	}
	m.steady.known = false
	w.highFor, w.pending = false, false
}
