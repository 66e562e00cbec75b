package clocks

import (
	"math"
	"slices"
	"testing"

	"driftlab/internal/testkit"
	"driftlab/netsync/internal/clocktest"
)

// An agreeClient has the reference fit the points that Midline has, each time that does.
type agreeClient struct {
	midClient
	t           *testing.T
	link        string
	slope, at   int64
	fits, flips int
	worst       float64
}

func (c *agreeClient) datagram(stamp uint32, at int64) {
	c.midClient.datagram(stamp, at)
	c.compare()
}

func (c *agreeClient) report(r FloorReport, at int64) {
	c.midClient.report(r, at)
	c.compare()
}

func (c *agreeClient) compare() {
	core := &c.m.core
	if !core.known || core.line.at == c.at {
		return
	}
	ref := reference{slope: float64(c.slope) / (1 << slopeBits), rho: float64(c.m.cfg.Wander) / 1000}
	for i := range core.ways {
		w := &core.ways[i]
		for j := range w.n {
			p := w.point(j)
			ref.ways[i] = append(ref.ways[i], refPoint{x: float64(p.x), y: float64(w.sign*p.y) / micro, many: p.many, skipped: p.skipped})
		}
	}
	ref.windows(float64(core.line.at))
	c.fits++
	c.slope, c.at = core.line.slope, core.line.at
	// Where two windows are as good as each other, the last digit decides on one: then the fits of the same one are compared.
	same := func(l refLine) bool { return math.Abs(l.window-float64(core.line.window)) < 1000 }
	if !same(ref.line) {
		c.flips++
		i := slices.IndexFunc(ref.tried, same)
		if i < 0 {
			c.t.Errorf("%s: at %v µs a window of %v µs, which the reference never tried", c.link, c.at, core.line.window)
			return
		}
		ref.line = ref.tried[i]
		ref.pairs(float64(core.line.at))
	}
	d := float64(core.line.middle)/micro - ref.line.theta
	c.worst = math.Max(c.worst, math.Abs(d))
	if !(math.Abs(d) <= 1) {
		c.t.Errorf("%s: at %v µs the integers are %.3f µs off, σ %.3f and %.3f µs, windows of %v and %v µs", c.link, c.at, d,
			float64(core.line.deviation())/micro, math.Sqrt(ref.line.variance), core.line.window, ref.line.window)
	}
}

func TestIntegersAgreeWithTheReferenceToAMicrosecond(t *testing.T) {
	t.Parallel()
	fits, flips := 0, 0
	for _, l := range rigLinks() {
		if !testkit.LongTests() && !slices.Contains([]string{"clean", "exp5", "gamma", "1up30down", "clockstep"}, l.name) {
			continue
		}
		c := &agreeClient{midClient: midClient{clocktest.Made(NewMidline(DefaultMidline()))}, t: t, link: l.name}
		l.run(5, 150, c)
		t.Logf("%s: %d fits, at most %.3f µs apart", l.name, c.fits, c.worst)
		fits, flips = fits+c.fits, flips+c.flips
	}
	if fits < 400 || flips*100 > fits {
		t.Errorf("%d of %d fits are of another window", flips, fits)
	}
}
