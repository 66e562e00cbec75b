package diagram

import (
	"sort"

	"driftlab/internal/palette"
	"driftlab/netsync/insight"
	"driftlab/ui/draw"
	"driftlab/ui/panel"
)

// leastSorted is the width in points from which on there is room for the sorted round trips beside those by age.
const leastSorted = 420

// sorted draws the round trips of Slot's ring in increasing order, broken into percentiles: the one figure of his
// article. Vertically they stand where they do in the chart beside it.
func (s *Samples) sorted(c *draw.Canvas, beside *chart, r panel.Rect) {
	s.sort()
	k := chart{area: r, left: 0, right: 100, low: beside.low, high: beside.high}
	n := len(s.order)
	if n == 0 {
		return
	}
	bottom, within := r.Y+r.H, 20.0
	if cut, ok := s.detail.Mark(insight.MarkCut); ok {
		within = 100 * float64(sort.Search(n, func(i int) bool { return s.detail.Samples[s.order[i]].RTT > cut })) / float64(n)
	}
	for _, band := range [...]struct {
		from, to float64
		col      palette.Color
	}{{0, within, c.Theme.InSync.Fade(0.16)}, {20, 50, c.Theme.TextDim.Fade(0.09)}, {50, 80, c.Theme.TextDim.Fade(0.05)}} {
		c.Rect(k.x(band.from), r.Y, k.x(band.to)-k.x(band.from), r.H, band.col)
	}
	c.HLine(r.X, r.X+r.W, bottom, 1, c.Theme.Grid)
	for _, percent := range [...]int{20, 50, 80} {
		x := k.x(float64(percent))
		c.VLine(x, r.Y, bottom, 1, c.Theme.Grid)
		s.pen.Start(c.Words).Int(int64(percent)).Text(" %").Put(c, x, bottom+12, draw.Small, c.Theme.TextDim, draw.Centre|draw.Middle)
	}
	latest := s.latest()
	for rank, i := range s.order {
		// A percentile is the round trip of the first whose rank is so much of all.
		x, y := k.x((float64(rank)+0.5)*100/float64(n)), k.y(min(max(inMillis(s.detail.Samples[i].RTT), k.low), k.high))
		s.dot(c, x, y, i, latest)
	}
	// Where the slowest stand there is room below.
	c.Text(r.X+r.W-5, bottom-10, c.Words.T("samples.sorted"), draw.Small, c.Theme.TextDim, draw.Right|draw.Middle)
}
