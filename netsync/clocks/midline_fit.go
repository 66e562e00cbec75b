package clocks

import "slices"

// In a fit a way's delays are counted upwards from its floor, up and down alike: the ceiling of the downward points is the floor
// of the same points upside down. So both ways share all that is below.
//
// Units: x in µs; y and the floors in parts of 2^−10 µs; slopes in 2^−40; squares in (2^−7 µs)²; densities at the floor in
// 2^−32 a part; log-likelihoods in 2^−32.
const (
	partBits   = 10
	slopeBits  = 40
	squareBits = 3 // bits by which a length in parts is shifted before it is squared

	micro    = 1 << partBits
	slopePPM = 1 << slopeBits / 1_000_000

	maxSlope   = 2000 * slopePPM
	priorSlope = 100 * slopePPM // the prior width of an oscillator's rate,
	priorPower = 4              // and its weight

	widestSlope = 1 << 29 // 488 ppm: the likelihood is not followed farther from its peak

	leastMean  = 2 * micro // no spread of delays is taken to be less
	fitRounds  = 3
	fitSlopes  = 49
	fitDepth   = 6 // how many nats below its peak the likelihood is followed
	floorRank  = 6 // the least delays that give the density at the floor
	fitMaximum = midlinePoints
)

// A fitPoint is a point of a way in a fit: x µs before or after the fit's end, y above its reference.
type fitPoint struct {
	x, y int64
	many bool // the fastest of eight or more
}

// A cloud is the points of one way, newest first, and the lower side of their convex hull.
type cloud struct {
	n      int
	points [fitMaximum]fitPoint
	size   int
	hull   [fitMaximum]uint8
	at     int // the hull's vertex that was lowest last

	over [fitMaximum]int64 // by how much each point is above the floor

	grain  int64 // the density at the floor is not taken to be more than with such a mean
	mean   int64 // of what is above the floor
	middle int64 // mean x of the points near the floor
	weight int64 // density of the points at the floor
	below  int64 // by how much the path's own delay is less than the least of the points, on average
	near   int
}

// add takes a point that is older than all before it.
func (c *cloud) add(p fitPoint) {
	i := c.n
	c.points[i] = p
	c.n++
	for c.size > 0 {
		last := &c.points[c.hull[c.size-1]]
		if c.size == 1 {
			if last.x != p.x || last.y <= p.y {
				break
			}
		} else if before := &c.points[c.hull[c.size-2]]; !above(before, last, &p) {
			break
		}
		c.size--
	}
	if c.size == 1 && c.points[c.hull[0]].x == p.x {
		c.at = 0
		return // and above it
	}
	c.hull[c.size] = uint8(i)
	c.size++
	c.at = min(c.at, c.size-1) // what was lowest may be of the hull no longer
}

// above says whether b is on the line from a to p, which is older than b, or above it.
func above(a, b, p *fitPoint) bool {
	left := (b.y - a.y) * (a.x - p.x) // below 2^63, by longestDelay
	right := (p.y - a.y) * (a.x - b.x)
	return left >= right
}

// floor returns the least y − s·x. Slopes that are near each other are fast one after the other.
func (c *cloud) floor(s int64) int64 {
	best := c.value(c.at, s)
	for c.at+1 < c.size {
		v := c.value(c.at+1, s)
		if v > best {
			break
		}
		best, c.at = v, c.at+1
	}
	for c.at > 0 {
		v := c.value(c.at-1, s)
		if v > best {
			break
		}
		best, c.at = v, c.at-1
	}
	return best
}

func (c *cloud) value(vertex int, s int64) int64 {
	p := &c.points[c.hull[vertex]]
	return p.y - slope(s, p.x)
}

// slope returns s·x in parts.
func slope(s, x int64) int64 { return s * x >> (slopeBits - partBits) }

// level works out by how much the points are above the floor of slope s.
func (c *cloud) level(s int64) {
	floor := c.floor(s)
	for i := range c.n {
		c.over[i] = c.points[i].y - slope(s, c.points[i].x) - floor
	}
}

// meanOver returns the mean of what lies above a floor. It reorders v. It goes by the lower third, as slow ones
// are others': a third of an exponential distribution is below 0.405 of its mean.
func meanOver(v []int64) int64 { return max(leastMean, quantile(v, (len(v)-1)/3)*1000/405) }

// density looks at how the points lie above the floor of slope s. Scratch is as long as the points.
func (c *cloud) density(s int64, scratch *[fitMaximum]int64) {
	c.level(s)
	sorted := scratch[:c.n]
	copy(sorted, c.over[:c.n])
	c.mean = meanOver(sorted)
	c.near, c.middle = 0, 0
	least := [floorRank]int64{}
	found := 0
	for i, o := range c.over[:c.n] {
		if o <= 4*c.mean {
			c.near++
			c.middle += c.points[i].x
		}
		found = keepLeast(&least, found, o)
	}
	c.middle /= int64(c.near)
	c.weight = int64(c.near) << 32 / max(c.mean, c.grain)
	c.below = c.mean / int64(c.near)
	for k := 2; k < found; k++ {
		c.below = min(c.below, least[k]/int64(k)) // a queue's points do not count
	}
	if found > 2 && least[found-1] > 0 {
		c.weight = min(c.weight, int64(2*found-3)<<31/least[found-1])
	}
	c.weight = max(c.weight, 1)
}

// keepLeast keeps the least values in order.
func keepLeast(least *[floorRank]int64, found int, v int64) int {
	if found == floorRank {
		if v >= least[floorRank-1] {
			return found
		}
		found--
	}
	i := found
	for i > 0 && least[i-1] > v {
		least[i] = least[i-1]
		i--
	}
	least[i] = v
	return found + 1
}

// quantile returns the k-th least of v, from 0 on, and puts v out of order (Hoare's selection).
func quantile(v []int64, k int) int64 {
	for len(v) > 8 {
		pivot := max(min(v[0], v[len(v)/2]), min(max(v[0], v[len(v)/2]), v[len(v)-1]))
		i, j := 0, len(v)-1
		for i <= j {
			for v[i] < pivot {
				i++
			}
			for v[j] > pivot {
				j--
			}
			if i <= j {
				v[i], v[j] = v[j], v[i]
				i, j = i+1, j-1
			}
		}
		switch {
		case k <= j:
			v = v[:j+1]
		case k >= i:
			v, k = v[i:], k-i
		default:
			return v[k]
		}
	}
	slices.Sort(v)
	return v[k]
}

// A fitted is what a fit has found, at its end: by how much the clouds' middle is above the reference, how fast that grows,
// how far apart both floors are, and how uncertain the middle is.
type fitted struct {
	middle, slope, width, square int64
	floors, sway                 int64 // what the square has of the floors' own chance, and of the paths' sway
	means                        [2]int64
	window                       int64 // µs
	under, over                  int64 // how far the middle may be from where it is at most, where datagrams are stamped once a frame
	points                       int64 // of the way that has fewer
}

// deviation returns the standard deviation of the middle in parts.
func (f *fitted) deviation() int64 { return squareRoot(f.square) << squareBits }

// A fitter finds the line between two clouds.
type fitter struct {
	clouds  [2]cloud
	scratch [fitMaximum]int64
}

// fit starts at a slope.
func (f *fitter) fit(s int64, centre bool) (r fitted) {
	up, down := &f.clouds[0], &f.clouds[1]
	for range fitRounds {
		// The down way is upside down, its slope too.
		up.density(s, &f.scratch)
		down.density(-s, &f.scratch)
		s = f.best()
	}
	f.posterior(s, &r)
	r.means = [2]int64{up.mean, down.mean}
	if centre {
		f.centre(s, &r)
	}
	return r
}

// rising says whether the likelihood rises with the slope at s. Its derivative by the floors is that of y − s·x of the points
// that they rest on.
func (f *fitter) rising(s int64) bool {
	up, down := &f.clouds[0], &f.clouds[1]
	up.floor(s)
	down.floor(-s)
	gain := up.weight*(up.middle-up.points[up.hull[up.at]].x) - down.weight*(down.middle-down.points[down.hull[down.at]].x)
	prior := mulDiv(s, 1<<62, (priorSlope*priorSlope+s*s)/2)
	return gain > priorPower*prior
}

// best returns the slope of the greatest likelihood.
func (f *fitter) best() int64 {
	lo, hi := int64(-maxSlope), int64(maxSlope)
	for hi-lo > 1<<8 { // 10⁻⁴ ppm over the longest window is less than 0.1 µs
		if mid := (lo + hi) / 2; f.rising(mid) {
			lo = mid
		} else {
			hi = mid
		}
	}
	return (lo + hi) / 2
}

// believed returns how unlikely a slope is before anything is known, as a logarithm in q16.
func believed(s int64) int64 { return logarithm(uint64(priorSlope*priorSlope + s*s)) }

// likelihood returns by how much that of a slope is less than that of the peak, where the floors are.
func (f *fitter) likelihood(s int64, peak *peak) (less, up, down int64) {
	a, b := &f.clouds[0], &f.clouds[1]
	up, down = a.floor(s), b.floor(-s)
	ga := up + slope(s, a.middle) - peak.up
	gb := down + slope(-s, b.middle) - peak.down
	prior := believed(s) - peak.prior
	return priorPower*prior<<16 - a.weight*ga - b.weight*gb, up, down
}

// A peak is where the likelihood is greatest.
type peak struct{ slope, up, down, prior int64 }

// posterior takes the means over the likelihood.
func (f *fitter) posterior(s int64, r *fitted) {
	a, b := &f.clouds[0], &f.clouds[1]
	top := peak{slope: s}
	_, up0, down0 := f.likelihood(s, &top)
	top.up, top.down = up0+slope(s, a.middle), down0+slope(-s, b.middle)
	top.prior = believed(s)
	below, beyond := f.edge(&top, -1), f.edge(&top, 1)
	var sum, middle, slopes, width, square int64
	var weights, middles [fitSlopes]int64
	for k := range int64(fitSlopes) {
		q := s - below + (below+beyond)*k/(fitSlopes-1)
		less, up, down := f.likelihood(q, &top)
		p := expNegative(max(less, 0) >> 16)
		d := ((up - up0) - (down - down0)) / 2
		weights[k], middles[k] = p, d
		sum += p
		middle += p * d
		slopes += p * ((q - s) >> 4)
		width += p * ((up - up0) + (down - down0))
	}
	sum = max(sum, 1) // the peak alone, where it is narrower than the slopes lie apart
	mean := middle / sum
	for k, p := range weights {
		square += p * squared(middles[k]-mean) >> 10
	}
	up, down := f.below()
	r.middle = (up0-down0)/2 + mean - (up-down)/2
	r.slope = s + slopes/sum<<4
	r.width = up0 + down0 + width/sum - up - down
	r.floors = (squared(1<<32/a.weight) + squared(1<<32/b.weight)) / 4
	r.square = mulDiv(square, 1<<10, sum) + r.floors
}

// below returns by how much each floor is below the least of its points, where the clouds are unlike: where they are alike it is as
// much for both, and its own chance would be all that it adds.
func (f *fitter) below() (up, down int64) {
	if f.alike() {
		return 0, 0
	}
	return f.clouds[0].below, f.clouds[1].below
}

// alike says whether the clouds have about the same spread.
func (f *fitter) alike() bool {
	up, down := f.clouds[0].mean, f.clouds[1].mean
	return max(up, down)*alikeTo <= min(up, down)*alikeBy
}

// squared returns the square of a length, which counts as 65 ms at most.
func squared(parts int64) int64 {
	const most = 1 << 23
	v := min(max(parts>>squareBits, -most), most)
	return v * v
}

// edge returns how far the slope goes from the peak until the likelihood has fallen by fitDepth.
func (f *fitter) edge(top *peak, direction int64) int64 {
	inside := func(d int64) bool {
		less, _, _ := f.likelihood(top.slope+direction*d, top)
		return less < fitDepth<<32
	}
	d := int64(1 << 10)
	for d < widestSlope && inside(d) {
		d *= 2
	}
	lo, hi := d/2, d
	for range 8 {
		if mid := (lo + hi) / 2; inside(mid) {
			lo = mid
		} else {
			hi = mid
		}
	}
	return hi
}
