package clocks

import "math"

// Where datagrams are stamped once a frame, the floors of both ways move between their two edges as the phases of both machines'
// frames do, slowly: 20 ppm take 14 min for a frame of 60 Hz. Within a minute the rate does not show; but when a phase
// passes the edge of a frame, both edges meet and the floor is known at that moment to some microseconds. Two such moments
// give the rate. So the frames' line needs the edges of hours, and keeps few of them: per way and stretch of time the least upper
// edge and the greatest lower one.
//
// With a given slope a floor lies above all lower edges and below all upper ones. The more room it has there, the more likely
// the slope is, and the floor is anywhere in that room. A lower edge is too high by chance now and then, when no
// datagram of many was fast. Each stretch that leaves no room costs framedNats, and how much they are too high is no more than chance
// makes them. So does one whose lower edge is where the floor is: as flat as the edges are, a clock without a rate would
// have it there in all of them, by chance each time.

const (
	framedFirst   = 8_000_000   // µs of the first stretches; they double when there are too many,
	framedLast    = 128_000_000 // up to this, and then the older half of them is forgotten
	framedAfter   = 32_000_000  // µs for which points must have had spans
	framedWindow  = 64_000_000  // of the shortest window; each is twice as long as the one before
	framedWindows = 12          // at most
	framedRounds  = 12          // that narrow the slope down
	framedWidest  = 600 * slopePPM

	framedLeast = 20 * micro  // no lower edge is known better
	framedMost  = 300 * micro // and few are worse
	framedNats  = 2
	framedRoom  = 55 // 48, the squares of both frames over the variance of a middle that may be anywhere, plus 15 %

	framedLatest = 4 // this many stretches in a row that leave no room, by a framedOff-th of a frame, are no chance
	framedOff    = 4

	framedPause  = 16_000_000 // µs at most from one fit to the next,
	framedPart   = 32         // or this part of what there is
	framedSlopes = 17
	framedDepth  = 7          // nats below the peak
	framedRare   = q16 / 1000 // slopes less likely than this part of the peak are ignored
	framedSteps  = 6          // bits that x is coarser by
)

// An edging is the edges of a way in a stretch of time.
type edging struct {
	upper, lower struct{ x, y int64 }
	known        bool // the lower one
}

// A framedWay has the edges of a way.
type framedWay struct {
	edges  [midlinePoints]edging
	n      int
	length int64
	begun  int64
	span   int64 // of the latest point, 0 where it was stamped when it came

	// of the fit, where the span is 0: density at the floor in 2^−32 a part, and mean x of the points near it
	weight, middle int64
	slope          int64 // at which that is
}

// A framing is the line of a client of which one end at least stamps datagrams once a frame.
type framing struct {
	ways  [2]framedWay
	since int64 // when neither way's latest point had a span, µs
	due   int64 // when to fit again, µs
	last  int   // the window of the latest fit
}

// A framedSpan is what a line is fitted to: what came since from, up to now, both in µs, each way counted from its reference.
type framedSpan struct {
	now, from int64
	reference [2]int64
}

// add takes a point of a way; s is how much the line is taken to rise, in the way's own sense.
func (w *framedWay) add(p *wayPoint, s int64) {
	e := edging{known: p.edged}
	e.upper.x, e.upper.y = p.x, p.y
	e.lower.x, e.lower.y = p.x, p.y-p.gap
	if w.n > 0 && p.x-w.begun < w.length {
		w.edges[w.n-1].take(&e, s)
		return
	}
	if w.n == midlinePoints {
		w.thin(s)
	}
	w.edges[w.n] = e
	w.n, w.begun = w.n+1, p.x
}

// thin makes room for as many stretches as there are.
func (w *framedWay) thin(s int64) {
	w.n /= 2
	if w.length >= framedLast {
		copy(w.edges[:], w.edges[w.n:])
		return
	}
	w.length *= 2
	for i := range w.n {
		w.edges[i] = w.edges[2*i]
		w.edges[i].take(&w.edges[2*i+1], s)
	}
}

// take keeps the tighter edges of two stretches.
func (e *edging) take(f *edging, s int64) {
	if f.upper.y-slope(s, f.upper.x-e.upper.x) < e.upper.y {
		e.upper = f.upper
	}
	if f.known && (!e.known || f.lower.y-slope(s, f.lower.x-e.lower.x) > e.lower.y) {
		e.lower, e.known = f.lower, true
	}
}

// frame has the frames' line take what is new at local time now, and says whether it is the one to go by: whether the latest points of one way
// or the other have had spans for long enough. A host says so before it knows at which phases datagrams are sent.
func (m *midlineCore) frame(now int64) bool {
	f := m.frames
	if f == nil {
		if m.ways[0].newest().span == 0 && m.ways[1].newest().span == 0 {
			return false
		}
		f = &framing{since: now, ways: [2]framedWay{{length: framedFirst}, {length: framedFirst}}}
		m.frames = f
	}
	for i := range m.ways {
		f.ways[i].span = m.ways[i].newest().span
	}
	if f.ways[0].span == 0 && f.ways[1].span == 0 {
		f.since = now
	}
	if now-f.since < framedAfter {
		return false // and of the first points it is not known yet which have overtaken
	}
	for i := range m.ways {
		w := &m.ways[i]
		for j := range w.n {
			p := w.point(j)
			if !p.framed && !p.skipped {
				f.ways[i].add(p, w.sign*m.line.slope)
			}
			p.framed = true
		}
	}
	return true
}

// framedLine fits the frames' line at local time now, if it is time for that. It says whether that is the one to go by: not where both ends
// have frames, and the edges leave all of these as room. Its middle is as good as any other place.
func (m *midlineCore) framedLine(now int64) bool {
	f := m.frames
	if f.ways[0].n == 0 || f.ways[1].n == 0 || m.known && now < f.due {
		return true
	}
	begun := min(f.ways[0].edges[0].upper.x, f.ways[1].edges[0].upper.x)
	for i := range f.ways {
		f.ways[i].slope = m.ways[i].sign * m.line.slope
	}
	in := framedSpan{now: now, reference: [2]int64{f.ways[0].edges[f.ways[0].n-1].upper.y, f.ways[1].edges[f.ways[1].n-1].upper.y}}
	best := f.windows(in, begun)
	if up, down := f.ways[0].span, f.ways[1].span; min(up, down) > 0 && best.square*framedRoom > squared(up)+squared(down) {
		return false
	}
	f.due = now + min((now-begun)/framedPart, framedPause)
	best.middle += (in.reference[0] - in.reference[1]) / 2
	best.width += in.reference[0] + in.reference[1]
	m.line, m.known = line{now, best}, true
	return true
}

// windows fits lines in ever longer windows, as long as a shorter one has room for them and the edges do not contradict each other, and
// returns the longest one's.
func (f *framing) windows(in framedSpan, begun int64) fitted {
	var accepted [framedWindows]fitted
	n := 0
	for k := max(f.last-2, 0); k < framedWindows; k++ {
		in.from = in.now - framedWindow<<k
		one := f.fit(&in)
		refuted := framedApart(accepted[:n], &one) || f.contradicted(one.slope, &in)
		if refuted && n == 0 && k > 0 {
			k = max(k-3, -1) // something has changed since then
			continue
		}
		if refuted && n > 0 {
			break
		}
		accepted[n], n = one, n+1
		f.last = k
		if begun >= in.from {
			break
		}
	}
	return accepted[n-1]
}

// contradicted says whether a line of a slope has lower edges above upper ones in too many stretches of a window, or in all of the
// latest, that it is no chance: a path has changed, or the rate.
func (f *framing) contradicted(s int64, in *framedSpan) bool {
	for i := range f.ways {
		w := &f.ways[i]
		if w.span == 0 {
			continue
		}
		q := s * int64(1-2*i)
		edges := w.edges[w.oldest(in.from):w.n]
		most := int64(math.MaxInt64)
		for j := range edges {
			most = min(most, edges[j].upper.y-framedSlope(q, edges[j].upper.x-in.now))
		}
		all, latest := 0, 0
		for j := range edges {
			switch e := &edges[j]; {
			case !e.known:
			case e.lower.y-framedSlope(q, e.lower.x-in.now)-most > w.span/framedOff:
				all, latest = all+1, latest+1
			default:
				latest = 0
			}
		}
		if latest >= framedLatest && latest < len(edges) || all > framedLatest+len(edges)/4 {
			return true
		}
	}
	return false
}

// framedApart says whether a line is outside what a shorter window has room for.
func framedApart(shorter []fitted, one *fitted) bool {
	for _, q := range shorter {
		if d := one.middle - q.middle; d > q.over+framedMost || -d > q.under+framedMost {
			return true
		}
	}
	return false
}

// fit finds the line.
func (f *framing) fit(in *framedSpan) (r fitted) {
	r.points, r.window = refutePoints, framedWindow
	for i := range f.ways {
		r.means[i] = f.ways[i].density(in, in.reference[i])
	}
	lo, hi := int64(-framedWidest), int64(framedWidest)
	for range framedRounds {
		var likely [framedSlopes]int64
		best := 0
		for k := range likely {
			likely[k], _, _ = f.at(lo+(hi-lo)*int64(k)/(framedSlopes-1), in)
			if likely[k] > likely[best] {
				best = k
			}
		}
		first, last := best, best
		for first > 0 && likely[first] > likely[best]-framedDepth*q16 {
			first--
		}
		for last < framedSlopes-1 && likely[last] > likely[best]-framedDepth*q16 {
			last++
		}
		wide := hi - lo
		lo, hi = lo+wide*int64(first)/(framedSlopes-1), lo+wide*int64(last)/(framedSlopes-1)
		if hi-lo > wide/2 || hi-lo < 1<<10 {
			break
		}
	}
	f.posterior(lo, hi, in, &r)
	return r
}

// posterior takes the means over the slopes of a range.
func (f *framing) posterior(lo, hi int64, in *framedSpan, r *fitted) {
	const slopes = 2*framedSlopes - 1
	var likely, squares [slopes]int64
	var floors [slopes][2]int64
	best := int64(math.MinInt64)
	for k := range likely {
		likely[k], floors[k], squares[k] = f.at(lo+(hi-lo)*int64(k)/(slopes-1), in)
		best = max(best, likely[k])
	}
	var sum, middle, width, slopeSum, square int64
	for k := range likely {
		p := expNegative(best - likely[k])
		likely[k] = p
		sum += p
		middle += p * ((floors[k][0] - floors[k][1]) / 2)
		width += p * (floors[k][0] + floors[k][1])
		slopeSum += p * ((hi - lo) * int64(k) / (slopes - 1) >> 4)
	}
	r.middle, r.width, r.slope = middle/sum, width/sum, lo+slopeSum/sum<<4
	for k, p := range likely {
		if p > framedRare {
			d, room := (floors[k][0]-floors[k][1])/2-r.middle, 2*squareRoot(squares[k])<<squareBits
			r.under, r.over = max(r.under, room-d), max(r.over, room+d)
		}
		square += p * ((squared((floors[k][0]-floors[k][1])/2-r.middle) + squares[k]) >> 10)
	}
	r.square = mulDiv(square, 1<<10, sum)
}

// at returns how likely a slope is, in nats of q16, where it has the floors, above the references, and the variance of their middle.
func (f *framing) at(s int64, in *framedSpan) (likely int64, floors [2]int64, square int64) {
	likely = priorPower * (believed(0) - believed(s))
	for i := range f.ways {
		w := &f.ways[i]
		q := s * int64(1-2*i)
		var more, own int64
		if w.span == 0 {
			more, floors[i], own = w.sharp(q, in, in.reference[i])
		} else {
			more, floors[i], own = w.room(q, in, in.reference[i])
		}
		likely += more
		square += own / 4
	}
	return likely, floors, square
}

// framedSlope returns s·x in parts, for an x of days.
func framedSlope(s, x int64) int64 {
	return s * (x >> framedSteps) >> (slopeBits - partBits - framedSteps)
}

// oldest returns the first edges that are in a window, the latest at least.
func (w *framedWay) oldest(from int64) int {
	i := w.n - 1
	for i > 0 && w.edges[i-1].upper.x >= from {
		i--
	}
	return i
}

// room returns the logarithm of the room that a floor of slope s has between its edges, where it is, and its variance.
func (w *framedWay) room(s int64, in *framedSpan, reference int64) (likely, floor, square int64) {
	edges := w.edges[w.oldest(in.from):w.n]
	least, most := int64(math.MinInt64), int64(math.MaxInt64)
	for i := range edges {
		e := &edges[i]
		most = min(most, e.upper.y-reference-framedSlope(s, e.upper.x-in.now))
		if e.known {
			least = max(least, e.lower.y-reference-framedSlope(s, e.lower.x-in.now))
		}
	}
	if least == math.MinInt64 {
		least = most - w.span
	}
	if room := most - least; room >= framedLeast {
		all := room + framedLeast
		below := mulDiv(room, room, 2*all) + mulDiv(framedLeast, room+framedLeast, all)
		return logarithm(uint64(all)), most - below, squared(room)/12 + squared(framedLeast)
	}
	n, sum := int64(1), int64(framedLeast)
	for i := range edges {
		e := &edges[i]
		if over := e.lower.y - reference - framedSlope(s, e.lower.x-in.now) - most; e.known && over > -framedLeast {
			n, sum = n+1, sum+max(over, 0)
		}
	}
	mean := sum / n
	unlike := logarithm(uint64(framedMost*framedMost+min(mean, 1<<30)*min(mean, 1<<30))) - logarithm(framedMost*framedMost)
	return logarithm(uint64(max(mean, 1))) - framedNats*(n-1)*q16 - 2*unlike, most - mean, squared(mean)
}

// density looks at how the points of a way that are stamped when they come lie above their floor, and returns their mean.
func (w *framedWay) density(in *framedSpan, reference int64) (mean int64) {
	if w.span > 0 {
		return leastMean
	}
	edges := w.edges[w.oldest(in.from):w.n]
	s := w.slope
	var over, sorted [midlinePoints]int64
	least := int64(math.MaxInt64)
	for i := range edges {
		over[i] = edges[i].upper.y - reference - framedSlope(s, edges[i].upper.x-in.now)
		least = min(least, over[i])
	}
	for i := range edges {
		over[i] -= least
		sorted[i] = over[i]
	}
	mean = meanOver(sorted[:len(edges)])
	near, middle := int64(0), int64(0)
	for i := range edges {
		if over[i] <= 4*mean {
			near++
			middle += edges[i].upper.x - in.now
		}
	}
	w.weight, w.middle = max(near<<32/mean, 1), middle/near
	return mean
}

// sharp returns the logarithm of how likely a floor's slope is where its points are stamped when they come.
func (w *framedWay) sharp(s int64, in *framedSpan, reference int64) (likely, floor, square int64) {
	floor = math.MaxInt64
	edges := w.edges[w.oldest(in.from):w.n]
	for i := range edges {
		floor = min(floor, edges[i].upper.y-reference-framedSlope(s, edges[i].upper.x-in.now))
	}
	below := 1 << 32 / w.weight
	return mulShift(w.weight, floor+framedSlope(s, w.middle), 16), floor - below, squared(below)
}
