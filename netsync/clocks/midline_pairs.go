package clocks

import "slices"

const (
	pairsLeast = 5   // segments that a line needs
	pairsBase  = 10  // the least sum may be too high by this part of the middle sum's excess,
	pairsRank  = 16  // and up to that at this part of the ranks
	pairsAlike = 4   // consecutive segments that count as one
	pairsSkew  = 100 // ppm: the rate error of an oscillator
	pairsMost  = 70  // per cent of the line's weight that pairs may have
	pairsClear = 2   // deviations, plus one, from which a sway is not chance

	pairsScale = 20
	pairTime   = 16 // in units of 1/16 of a segment's half
	pairMicros = swaySegment / 2 / pairTime
)

// A pairing takes the floors of both ways in the same segment as a pair. If both ways together took e longer than the least that they
// ever took, the middle of the pair is wrong by e/2 at most, and anything up to that is as likely: its variance is e²/12. So a line
// by least squares through the middles, weighed by that, follows the moments at which both ways were fast.
type pairing struct {
	n      int
	at     [swaySegments]int64 // by how many segments a pair is old
	sum    [swaySegments]int64 // what both ways took, more than the least
	middle [swaySegments]int64 // squareBits less than parts
	sorted [swaySegments]int64

	trusted int64 // what trust was last
}

// take pairs the floors.
func (p *pairing) take(w *swaying) (ok bool) {
	p.n = 0
	for k := range w.whole {
		if up, down, ok := w.both(k); ok {
			p.at[p.n], p.sum[p.n], p.middle[p.n] = int64(k), up+down, (up-down)/2
			p.n++
		}
	}
	if p.n < pairsLeast {
		return false
	}
	least := slices.Min(p.sum[:p.n])
	for k := range p.n {
		p.sum[k] -= least
		p.middle[k] = min(max(p.middle[k], -longestDelay), longestDelay) >> squareBits
	}
	copy(p.sorted[:], p.sum[:p.n])
	slices.Sort(p.sorted[:p.n])
	return true
}

// trust returns in q16 how certain it is that sums which follow each other are alike, as those of a sway are and those of chance are not.
func (p *pairing) trust() int64 {
	most := p.sorted[p.n/2] + 2*(p.sorted[3*p.n/4]-p.sorted[p.n/4])
	mean := int64(0)
	for k := range p.n {
		mean += min(p.sum[k], most)
	}
	mean /= int64(p.n)
	var square, product, follow, last int64
	for k := range p.n {
		d := min(max(min(p.sum[k], most)-mean, -longestPair), longestPair) >> squareBits
		square += d * d
		if k > 0 && p.at[k] == p.at[k-1]+1 {
			product += d * last
			follow++
		}
		last = d
	}
	if follow < 3 || square == 0 {
		return 0
	}
	// The correlation, which chance makes −1/n on average, by its own chance of 1/√n.
	r := mulDiv(product*int64(p.n), q16, square*follow) + q16/int64(p.n)
	return min(max(r*squareRoot(follow<<16)>>8-pairsClear*q16, 0), q16)
}

const longestPair = 1 << 26 // parts, 65 ms: the longest that is squared

// line returns by how much the middle, at the segments' end, is above a line of slope s that the pairs are counted from, how much more
// it rises, and the variance of the middle.
func (p *pairing) line(s int64) (middle, more, square int64) {
	base := p.sorted[min(p.n-1, 1+p.n/pairsRank)] + p.sorted[p.n/2]/pairsBase + leastMean
	unit := squared(base)
	var weights [swaySegments]int64
	var sum, age, mean, sxx, sxy int64
	for k := range p.n {
		weights[k] = mulDiv(unit, 1<<pairsScale, squared(p.sum[k]+base))
		sum += weights[k]
		age += weights[k] * (2*p.at[k] + 1) * pairTime
		mean += weights[k] * p.middle[k]
	}
	age, mean = age/sum, mean/sum
	for k := range p.n {
		t := (2*p.at[k]+1)*pairTime - age
		sxx += weights[k] * t * t
		sxy += weights[k] * t * min(max(p.middle[k]-mean, -longestPair>>squareBits), longestPair>>squareBits)
	}
	// An oscillator of no skew at all would fall by s.
	skew := slope(pairsSkew*slopePPM, pairMicros) >> squareBits
	prior := mulDiv(unit, 1<<pairsScale, 12/pairsAlike*skew*skew)
	all := sxx + prior
	still := slope(s, pairMicros) << (16 - squareBits)
	back := mulDiv(sxy, q16, all) + mulDiv(prior, still, all) // into the past
	middle = mean<<squareBits - back*age>>(16-squareBits)
	more = -mulDiv(back, 1<<(slopeBits-partBits), pairMicros<<(16-squareBits))
	one := mulDiv(unit, 1<<pairsScale, 12/pairsAlike*sum)
	if left, most := p.left(&weights, mean, age, back), int64(p.n)*unit/12; left > most {
		one = mulDiv(one, left, most)
	}
	return middle, more, one + mulDiv(one, mulDiv(age*age<<10, sum, all), 1<<10)
}

// left returns the sum of the weighed squares that a line leaves: a pair's is unit/12 on average, or the rate has not been one.
func (p *pairing) left(weights *[swaySegments]int64, mean, age, back int64) (sum int64) {
	for k := range p.n {
		t := (2*p.at[k]+1)*pairTime - age
		d := min(max(p.middle[k]-mean-back*t>>16, -longestPair>>squareBits), longestPair>>squareBits)
		sum += mulDiv(weights[k], d*d, 1<<pairsScale)
	}
	return sum
}

// pairs mends a line by the pairs, as far as there is a sway. A line that stands on single points under a sway is wrong by more than
// it knows, by twice its deviation.
func (m *midlineCore) pairs(s int64, r *fitted, reference int64) {
	p := &m.pairing
	p.trusted = 0
	if p.take(&m.swaying) {
		p.trusted = p.trust()
	}
	if p.trusted == 0 {
		return
	}
	middle, more, square := p.line(s)
	square += 4 * squared(m.cfg.bias(int64(m.swaying.whole)*swaySegment))
	own := 4 * r.square
	w := min(mulDiv(own, q16, max(own+square, 1)), pairsMost*q16/100) * p.trusted >> 16
	r.middle += mulDiv(middle+reference-r.middle, w, q16)
	r.slope += mulDiv(s+more-r.slope, w, q16)
}
