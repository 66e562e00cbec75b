package clocks

import "math"

// midlinePoints is how many points are kept of each way.
const midlinePoints = 192

const (
	longest = 300_000_000 // µs for which points are kept

	// Windows are 4·√2^k s long. One of fewer points than leastPoints is passed over, unless it has all there are.
	windowCount = 13
	leastPoints = 10
	// A shorter window refutes a longer one that is refuteBy of its deviations plus refuteMore away. With few points their
	// spread is uncertain, and refuteBy grows by the cube of refutePoints over their number.
	refuteBy     = 3
	refuteMore   = 2 * micro
	refutePoints = 20

	latestPoints = 3 // of a way that roughly give the middle now

	frameGrains = 8 // parts of a frame that are resolved where phases go round: found by links drawn at random

	longestDelay = 1 << 33 // parts, 8.4 s, from a way's newest point: no delay differs by more
)

var windowMicros = [windowCount]int64{4_000_000, 5_656_854, 8_000_000, 11_313_708, 16_000_000, 22_627_417, 32_000_000,
	45_254_834, 64_000_000, 90_509_668, 128_000_000, 181_019_336, 256_000_000}

// A wayPoint is the fastest datagram of a bucket at the client: at local time x, in µs, with y, in parts. That is
// θ + delay upwards and −(θ − delay) downwards, so that it is a delay both ways.
type wayPoint struct {
	x, y    int64
	many    bool
	skipped bool // it says nothing about the floor
	moved   bool // it took another path than the first; the difference is taken out of y
	judged  bool
	span    int64 // how much less y may be, where the datagram was stamped some time after it came
	gap     int64 // by how much the floor's lower edge is below y,
	edged   bool  // if that is known
	framed  bool  // the frames' line has it
}

// A way is what a client knows of one direction.
type way struct {
	sign    int64 // +1 up, −1 down: of θ in y
	points  [midlinePoints]wayPoint
	first   int // the oldest
	n       int
	level   int64 // by how much the path is longer than the first, in parts
	frame   int64 // the shortest span of any point, in parts, 0 where none had any
	highFor bool
	high    int64 // if highFor: since when the points are above the floor, in µs
	pending bool
	since   int64 // if pending: since when the way may be another,
	fell    bool  // which is shorter
}

// point returns the i-th point, from the oldest on.
func (w *way) point(i int) *wayPoint { return &w.points[(w.first+i)%midlinePoints] }

func (w *way) newest() *wayPoint { return w.point(w.n - 1) }

func (w *way) add(p wayPoint) {
	p.y -= w.level
	if p.span > 0 && (w.frame == 0 || p.span < w.frame) {
		w.frame = p.span
	}
	if w.n == midlinePoints {
		w.drop(1)
	}
	*w.point(w.n) = p
	w.n++
}

// raw returns y of a point as it was measured, if it is of the path that is in use.
func (w *way) raw(p *wayPoint) int64 { return p.y + w.level }

// grain returns how finely the way's floor can be seen, in parts. Where datagrams leave at phases that go round slowly, the fastest
// lie on a line that is as sharp as stamps are, and tells of the phases alone.
func (w *way) grain() int64 {
	if w.n > 0 && w.newest().span > 0 {
		return w.frame
	}
	return w.frame / frameGrains
}

// drop forgets the k oldest points.
func (w *way) drop(k int) {
	w.first = (w.first + k) % midlinePoints
	w.n -= k
}

// A line is where the host's clock is: offset by middle parts at local time at, in µs.
type line struct {
	at int64
	fitted
}

// offsetAt returns host − client in parts at local time x in µs.
func (l *line) offsetAt(x int64) int64 { return l.middle + slope(l.slope, x-l.at) }

// A midlineCore is the estimator without stamps and messages: what it makes of two series of points.
type midlineCore struct {
	cfg   MidlineConfig
	ways  [2]way
	line  line
	known bool
	begun int64 // µs, when the oldest point was that it has seen since a step
	any   bool

	steady    steady
	half      [2]int64 // of the mean of a way's points above the floor, by the middle ones of them: few that are false do not move it
	wandering wandering
	swaying   swaying
	pairing   pairing
	fitter    fitter
	frames    *framing // nil as long as every datagram was stamped when it came
}

func (m *midlineCore) init(cfg MidlineConfig) {
	m.cfg = cfg
	m.ways[0].sign, m.ways[1].sign = 1, -1
}

// add takes the fastest datagram of a bucket.
func (m *midlineCore) add(way int, p wayPoint) {
	if !m.any {
		m.any, m.begun = true, p.x
	}
	m.ways[way].add(p)
}

// since forgets the points before local time x, in µs, but the newest, and the line.
func (m *midlineCore) since(x int64) {
	for i := range m.ways {
		w := &m.ways[i]
		for w.n > 1 && w.point(0).x < x {
			w.drop(1)
		}
	}
	m.known = false
	m.afresh(x)
}

// afresh has what is left of the points begin at local time x, in µs, and be as it came: nothing is known of paths and frames.
func (m *midlineCore) afresh(x int64) {
	for i := range m.ways {
		w := &m.ways[i]
		for j := range w.n {
			p := w.point(j)
			p.y = w.raw(p)
			p.skipped, p.moved, p.framed = false, false, false
		}
		w.level, w.highFor, w.pending = 0, false, false
	}
	m.steady.known = false
	m.begun, m.wandering, m.frames = x, wandering{}, nil
}

// solve refits the line at local time now, in µs. It says whether the clock has stepped.
func (m *midlineCore) solve(now int64) (stepped bool) {
	for i := range m.ways {
		w := &m.ways[i]
		for w.n > 0 && w.point(0).x < now-longest {
			w.drop(1)
		}
		if w.n == 0 {
			return false
		}
	}
	was, before := m.known, m.line
	if was && m.cfg.Without != withoutPaths {
		stepped = m.paths(now)
	}
	if !m.frame(now) || !m.framedLine(now) {
		m.windows(now)
		m.line.under = (m.ways[0].newest().span + m.ways[1].newest().span) / 2
		if by := m.missed(); by > 0 {
			m.line.under = max(m.line.under, 4*m.line.deviation()+by)
		}
		m.line.over = m.line.under
	}
	least, most := m.bounds(m.line.at, hardRate, hardFor)
	if m.known && least <= most {
		m.line.middle = min(max(m.line.middle, least), most)
	}
	low, high := m.bounds(m.line.at, hardRate, boundFor)
	// Where no path allows any line, a clock was set, and both ways are about to show it; what is out of the bounds of long is a queue.
	if out := m.line.middle < low || m.line.middle > high; was && !stepped && (least > most || low <= high && out) {
		m.line = before
	}
	return stepped
}

// missed returns by how much the latest points of both ways say that the middle is elsewhere, beyond chance: where the rate has just stepped, the line
// still stands on points of before. The least of some waits is such a part of their mean.
func (m *midlineCore) missed() int64 {
	least, chance := [2]int64{math.MaxInt64, math.MaxInt64}, int64(0)
	for i := range m.ways {
		w := &m.ways[i]
		for k := max(w.n-latestPoints, 0); k < w.n; k++ {
			if p := w.point(k); !p.skipped {
				least[i] = min(least[i], m.residual(i, p))
			}
		}
		if least[i] == math.MaxInt64 {
			return 0
		}
		chance += min(m.line.means[i], m.steady.spread[i]) / (2 * latestPoints)
	}
	off := (least[0] - least[1]) / 2
	return max(max(off, -off)-chance, 0)
}

// windows fits a line in ever longer windows, as long as what a shorter one says does not refute it, and takes the one that is
// to be the least wrong: by its own variance, and by how far the rate may have wandered meanwhile.
func (m *midlineCore) windows(now int64) {
	s := m.line.slope
	reference := [2]int64{m.ways[0].newest().y, m.ways[1].newest().y}
	var accepted [windowCount]fitted
	var best fitted
	var least, sway int64
	var taken [2]int
	n := 0
	if m.cfg.Without != withoutSway {
		m.swaying.see(&m.ways, now, s)
	}
	for i := range m.ways {
		c := &m.fitter.clouds[i]
		c.n, c.size, c.at = 0, 0, 0
		c.grain = m.ways[i].grain()
	}
	for k, span := range windowMicros {
		all := true
		for i := range m.ways {
			all = m.extend(i, &taken[i], now, span, reference[i]) && all
		}
		up, down := &m.fitter.clouds[0], &m.fitter.clouds[1]
		if up.n == 0 || down.n == 0 || !all && min(up.n, down.n) < leastPoints {
			continue
		}
		if m.cfg.Without == withoutEvidence && !all && k < 6 {
			continue // 32 s
		}
		one := m.fitter.fit(s, m.cfg.Without != withoutCentre)
		one.middle += (reference[0] - reference[1]) / 2
		one.width += reference[0] + reference[1]
		one.points = int64(min(up.n, down.n))
		one.window = min(span, -min(up.points[up.n-1].x, down.points[down.n-1].x))
		if more, ok := m.swaying.square(span); ok {
			sway = max(0, more-2*one.floors)
		} else {
			sway /= 2 // longer windows are less moved by it
		}
		one.sway = sway
		one.square += sway
		if m.cfg.Without == withoutEvidence {
			best, n = one, 1
			break
		}
		if refuted(accepted[:n], &one) {
			break
		}
		bias := squared(m.cfg.bias(span))
		cost := one.square + bias
		if n == 0 || cost <= least || bias < one.square {
			best, least = one, cost
		}
		accepted[n], n = one, n+1
		if all {
			break
		}
	}
	if n == 0 {
		return
	}
	if m.cfg.Without != withoutSway && m.cfg.Without != withoutPairs {
		m.pairs(s, &best, (reference[0]-reference[1])/2)
	}
	m.line, m.known = line{now, best}, true
	m.wandering.see(&m.line)
}

// bias returns by how much a line over a window may be wrong at its end, in parts, by the wander that is stated or the estimated one.
func (m *midlineCore) bias(micros int64) int64 {
	by := MidlineConfig{Wander: max(m.cfg.Wander, m.wandering.wander())}
	return by.bias(micros)
}

const (
	// hardRate is how far off the line's slope may be at the utmost,
	hardRate = 200 * slopePPM
	// and hardSlew as long as a clock may be being slewed by its operating system.
	hardSlew = 100_000 * slopePPM
	hardFor  = 10_000_000  // µs for which a point bounds the offset,
	boundFor = 120_000_000 // and for which a line that was known before doesn't leave these bounds
)

// bounds returns the bounds of the offset at local time at, in µs: each of the latest points bounds it from one side.
func (m *midlineCore) bounds(at, rate, latest int64) (least, most int64) {
	bound := [2]int64{1 << 50, 1 << 50}
	for i := range m.ways {
		w := &m.ways[i]
		for k := w.n - 1; k >= 0; k-- {
			p := w.point(k)
			age := at - p.x
			if age > latest && k < w.n-1 {
				break
			}
			if waits := w.pending && w.fell && p.x >= w.since; p.skipped && !waits && m.residual(i, p) < 0 {
				continue // it has overtaken
			}
			bound[i] = min(bound[i], w.raw(p)+slope(w.sign*m.line.slope+rate, age))
		}
	}
	return -bound[1], bound[0]
}

func refuted(shorter []fitted, one *fitted) bool {
	for _, q := range shorter {
		few := min(q.points, refutePoints)
		most := refuteBy*q.deviation()*(refutePoints*refutePoints*refutePoints)/(few*few*few) + refuteMore
		if d := q.middle - one.middle; max(d, -d) > most {
			return true
		}
	}
	return false
}

// extend takes into a cloud what is in a window and not in it yet. All says whether that is all there is.
func (m *midlineCore) extend(i int, taken *int, now, span, reference int64) (all bool) {
	w, c := &m.ways[i], &m.fitter.clouds[i]
	for ; *taken < w.n; *taken++ {
		p := w.point(w.n - 1 - *taken)
		if p.skipped {
			continue
		}
		if p.x < now-span {
			return false
		}
		y := min(max(p.y-reference, -longestDelay), longestDelay)
		c.add(fitPoint{x: p.x - now, y: y, many: p.many})
	}
	return true
}
