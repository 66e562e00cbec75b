package clocks

const (
	// The middles of both clouds are used only if the clouds are alike:
	alikeBy      = 5               // one's mean is between two fifths and
	alikeTo      = 2               // five halves of the other's,
	centreReach  = 6               // points count that are within this many means of the floor;
	centreShare  = 80              // they are at least this many per cent,
	centrePoints = 3               // and at least this many;
	widestCentre = 100_000 * micro // wider means would overflow the sums
	coarse       = 4               // x is taken in 16 µs
)

// A centred is what least squares find of a cloud, in a frame that has its floor level.
type centred struct {
	n              int64
	x, y           int64 // means
	sxx, sxy, rest int64 // sums of squares about them; rest is what the line leaves
}

// centre corrects a fit by the middles of both clouds, if they are alike: parallel lines through what is near each floor, by
// least squares. It weighs them by their variance and by how far they are from what the floors say, since the middles of
// clouds of unlike shapes are wrong, and floors are not.
func (f *fitter) centre(s int64, r *fitted) {
	up, down := &f.clouds[0], &f.clouds[1]
	if !f.alike() || max(up.mean, down.mean) > widestCentre {
		return
	}
	var c [2]centred
	for i := range c {
		f.clouds[i].level(s * int64(1-2*i))
		if !c[i].sums(&f.clouds[i]) {
			return
		}
	}
	all := c[0].sxx + c[1].sxx
	if all <= 0 {
		return
	}
	// By how much the middle rises more than s, a part per 16 µs being 2^(slopeBits−partBits−coarse).
	more := mulDiv(c[0].sxy-c[1].sxy, 1<<(slopeBits-partBits-coarse), all)
	var ends [2]int64
	for i := range c {
		c[i].left(&f.clouds[i], more*int64(1-2*i))
		ends[i] = c[i].y - slope(more*int64(1-2*i), c[i].x<<coarse) + f.clouds[i].floor(s*int64(1-2*i))
	}
	middle := (ends[0] - ends[1]) / 2
	mean := (c[0].x + c[1].x) / 2
	// The variance of the middle at the end of the fit: of both means, and of the slope over the way from their middle.
	spread := mulDiv(c[0].rest, c[0].sxx, all) + mulDiv(c[1].rest, c[1].sxx, all)
	own := (c[0].rest/c[0].n+c[1].rest/c[1].n)/4 + min(mulDiv(mean*mean, spread, all), 1<<60)
	d := middle - r.middle
	floors := 4 * r.square
	unlike := 4 * max(0, squared(d)-2*floors)
	w := mulDiv(floors, q16, max(floors+own+unlike, 1))
	r.middle += d * w / q16
	r.slope += more * w / q16
	r.square = mulDiv(mulDiv(r.square, q16-w, q16), q16-w, q16) + mulDiv(mulDiv(own+unlike, w, q16), w, q16)
}

// within says whether a point counts for its cloud's middle.
func (c *cloud) within(i int) bool { return c.points[i].many && c.over[i] <= centreReach*c.mean }

// sums takes the sums of a cloud; ok is false where its middle tells nothing.
func (t *centred) sums(c *cloud) (ok bool) {
	many := 0
	for i := range c.n {
		if c.points[i].many {
			many++
		}
		if c.within(i) {
			t.n++
			t.x += c.points[i].x >> coarse
			t.y += c.over[i]
		}
	}
	if t.n < centrePoints || t.n*100 < int64(many)*centreShare {
		return false
	}
	t.x, t.y = t.x/t.n, t.y/t.n
	for i := range c.n {
		if c.within(i) {
			dx := c.points[i].x>>coarse - t.x
			t.sxx += dx * dx
			t.sxy += dx * (c.over[i] - t.y)
		}
	}
	return true
}

// left turns rest into the variance of a point about the line.
func (t *centred) left(c *cloud, more int64) {
	sum := int64(0)
	for i := range c.n {
		if c.within(i) {
			dx := (c.points[i].x>>coarse - t.x) << coarse
			sum += squared(c.over[i] - t.y - slope(more, dx))
		}
	}
	t.rest = sum * 2 / (2*t.n - 3)
}
