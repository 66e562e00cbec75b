package diagram

import (
	"bytes"
	"cmp"
	"math"
	"slices"
	"sort"
	"time"

	"driftlab/internal/palette"
	"driftlab/netsync/insight"
	"driftlab/ui/draw"
	"driftlab/ui/layout"
	"driftlab/ui/panel"
)

func inMillis(d time.Duration) float64 { return d.Seconds() * 1000 }

// trips sets the vertical axis to the round trips of the usable samples, and of the marks, in ms.
func (s *Samples) trips(k *chart, marks ...string) {
	low, high := math.Inf(1), math.Inf(-1)
	put := func(d time.Duration) { low, high = min(low, inMillis(d)), max(high, inMillis(d)) }
	for i := range s.detail.Samples {
		if sample := &s.detail.Samples[i]; sample.Counted || sample.Reason == insight.Accepted {
			put(sample.RTT)
		}
	}
	for _, name := range marks {
		if v, ok := s.detail.Mark(name); ok {
			put(v)
		}
	}
	if low > high {
		low, high = 0, 0
	}
	if high-low < 2 {
		low, high = low-1, high+1
	}
	k.around(low, high+(high-low)*0.3) // room for the note over the name of a level
	k.low = max(k.low, 0)
}

// dots draws the samples by age and round trip. Those beyond the axis are at its edge.
func (s *Samples) dots(c *draw.Canvas, k *chart) {
	last := s.latest()
	for i := range s.detail.Samples {
		v := min(max(inMillis(s.detail.Samples[i].RTT), k.low), k.high)
		s.dot(c, k.x(-s.age(i)), k.y(v), i, last)
	}
}

// slot draws the round trips in order of arrival over the percentiles. Only a round trip below the lowest percentile, or below
// the cut set in its place, may set the clock. Beside this plot the round trips are sorted.
func (s *Samples) slot(_ *panel.View, c *draw.Canvas, k *chart) {
	s.ages(k)
	s.trips(k)
	whole := *k
	if k.area.W > leastSorted {
		k.area.W *= s.share
		s.sorted(c, k, whole.area.After(k.area.W+14))
	}
	p20, ok := s.detail.Mark(insight.MarkP20)
	p50, _ := s.detail.Mark(insight.MarkP50)
	p80, _ := s.detail.Mark(insight.MarkP80)
	area, cut := k.area, s.cut()
	if ok {
		y20, y50, y80 := k.y(inMillis(p20)), k.y(inMillis(p50)), k.y(inMillis(p80))
		c.Rect(area.X, k.y(inMillis(cut)), area.W, area.Y+area.H-k.y(inMillis(cut)), c.Theme.Text.Fade(0.14))
		c.Rect(area.X, y50, area.W, y20-y50, c.Theme.TextDim.Fade(0.09))
		c.Rect(area.X, y80, area.W, y50-y80, c.Theme.TextDim.Fade(0.05))
	}
	k.axes(c, &s.pen, c.Words.T("samples.rtt"), " ms", false)
	if ok {
		k.level(c, &s.pen, inMillis(p80), c.Words.T("samples.p80"), false, palette.Dash{2, 4, 2, 4}, c.Theme.TextDim)
		k.level(c, &s.pen, inMillis(p20), c.Words.T("samples.p20"), true, palette.Dash{8, 5, 8, 5}, c.Theme.Text)
		if y := k.y(inMillis(p50)); min(k.y(inMillis(p20))-y, y-k.y(inMillis(p80))) > 18 {
			k.level(c, &s.pen, inMillis(p50), c.Words.T("samples.p50"), false, palette.Dash{5, 4, 5, 4}, c.Theme.TextDim)
		}
	}
	s.dots(c, k)
	s.gate(c, k, cut)
}

// cut returns the longest round trip with which a reply may set Slot's clock: the lowest percentile, unless another cut is set.
func (s *Samples) cut() time.Duration {
	if cut, ok := s.detail.Mark(insight.MarkCut); ok {
		return cut
	}
	p20, _ := s.detail.Mark(insight.MarkP20)
	return p20
}

// gate writes whether the latest reply could set Slot's clock.
func (s *Samples) gate(c *draw.Canvas, k *chart, cut time.Duration) {
	last := &s.detail.Samples[len(s.detail.Samples)-1]
	if s.pen.Start(c.Words); last.RTT > cut {
		s.pen.Word("samples.gate-shut")
		s.note(c, k, c.Theme.Text)
		return
	}
	tolerance, _ := s.detail.Mark(insight.MarkTolerance)
	s.pen.Name("samples.gate-open").Signed(inMillis(last.Offset-s.status.Offset), 1).Text(" ms, ").Word("samples.allowed").Text(" ±")
	s.pen.Ms(tolerance, 1)
	s.note(c, k, c.Theme.Text)
}

// levelNamed is the room for the name of a level, in points.
const levelNamed = 160

// note writes the pen's text into the upper left corner of a chart if there is room. In a chart that is too narrow, where a level may have
// its name, it writes only what is before a colon.
func (s *Samples) note(c *draw.Canvas, k *chart, col palette.Color) {
	said := layout.Item{Bytes: s.pen.Buf, Ink: col, Lead: 6, Tail: 6}
	if end := bytes.IndexAny(s.pen.Buf, ":;"); end > 0 && s.pen.Line.One(c.Fonts(), said) > k.area.W-levelNamed {
		said.Bytes = s.pen.Buf[:end]
	}
	if at := s.pen.Line.Say(c, panel.NewRect(k.area.X+4, k.area.Y+3, k.area.W-4, 19), draw.Left, said); at.W > 0 {
		k.room.taken = append(k.room.taken, at)
		c.Box(at.X, at.Y, at.W, at.H, 4, c.Theme.Panel.Fade(0.9))
	}
}

// sntp draws the delays of the replies in the register. The one with the least delay sets the time.
func (s *Samples) sntp(_ *panel.View, c *draw.Canvas, k *chart) {
	s.ages(k)
	s.trips(k)
	k.axes(c, &s.pen, c.Words.T("samples.delay"), " ms", false)
	if v, ok := s.detail.Mark(insight.MarkLeastDelay); ok {
		k.level(c, &s.pen, inMillis(v), c.Words.T("samples.least-delay"), true, palette.Dash{8, 5, 8, 5}, c.Theme.Text)
	}
	s.dots(c, k)
	if s.status.HasUncertainty {
		s.pen.Start(c.Words).Word("samples.distance").Text(" ±").Ms(s.status.Uncertainty, 1)
		s.note(c, k, c.Theme.Text)
	}
}

// sort sorts the samples that count by their round trips.
func (s *Samples) sort() {
	s.order = s.order[:0]
	for i := range s.detail.Samples {
		if s.detail.Samples[i].Counted {
			s.order = append(s.order, i)
		}
	}
	slices.SortStableFunc(s.order, func(a, b int) int {
		return cmp.Or(cmp.Compare(s.detail.Samples[a].RTT, s.detail.Samples[b].RTT), cmp.Compare(a, b))
	})
}

// simpson draws the replies of the round from the fastest to the slowest, with the median, the standard
// deviation above it, and the replies that are cut off.
func (s *Samples) simpson(_ *panel.View, c *draw.Canvas, k *chart) {
	s.sort()
	s.trips(k, insight.MarkMedian, insight.MarkCut)
	k.left, k.right = 0.3, float64(max(len(s.order), 5))+0.7
	median, complete := s.detail.Mark(insight.MarkMedian)
	cut, _ := s.detail.Mark(insight.MarkCut)
	area := k.area
	if complete {
		top, middle := k.y(inMillis(cut)), k.y(inMillis(median))
		c.Rect(area.X, top, area.W, middle-top, c.Theme.Text.Fade(0.14))
		c.Hatch(area.X, area.Y, area.W, top-area.Y, 8, c.Theme.Grid)
	}
	k.axes(c, &s.pen, c.Words.T("samples.rtt-sorted"), " ms", false)
	s.ranks(c, k)
	if complete {
		k.level(c, &s.pen, inMillis(cut), c.Words.T("samples.cut-line"), false, palette.Dash{8, 5, 8, 5}, c.Theme.Text)
		k.level(c, &s.pen, inMillis(median), c.Words.T("samples.median"), true, palette.Unbroken, c.Theme.TextDim)
	}
	kept := 0
	for n, i := range s.order {
		x, y := k.x(float64(n+1)), k.y(inMillis(s.detail.Samples[i].RTT))
		c.VLine(x, y, area.Y+area.H, 1, c.Theme.Grid)
		s.dot(c, x, y, i, panel.Nobody)
		if s.detail.Samples[i].Reason == insight.Accepted {
			kept++
		}
	}
	if s.pen.Start(c.Words); complete {
		mean, _ := s.detail.Mark(insight.MarkMean)
		s.pen.Name("samples.mean-of").Int(int64(kept)).Text(": ").Ms(mean, 1)
	} else {
		s.pen.Int(int64(len(s.order))).Text(" ").Word("samples.collected")
	}
	s.note(c, k, c.Theme.Text)
}

// ranks writes the ranks below the chart.
func (s *Samples) ranks(c *draw.Canvas, k *chart) {
	y := k.area.Y + k.area.H + 12
	for n := range s.order {
		s.pen.Start(c.Words).Int(int64(n+1)).Text(".").Put(c, k.x(float64(n+1)), y, draw.Small, c.Theme.TextDim, draw.Centre|draw.Middle)
	}
	left := k.x(float64(len(s.order))) + 18
	what := layout.Item{Text: c.Words.T("samples.ranks"), Ink: c.Theme.TextDim}
	s.pen.Line.Say(c, panel.NewRect(left, y, k.area.X+k.area.W-left, 0), draw.Right, what)
}

// leastSorted is the least width with the sorted round trips beside those by age, in points.
const leastSorted = 420

// sorted draws the round trips of Slot's ring in increasing order, broken into percentiles, as the one figure of his
// article does. They have the same heights as in the chart beside it.
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
	}{{0, within, c.Theme.Text.Fade(0.14)}, {20, 50, c.Theme.TextDim.Fade(0.09)}, {50, 80, c.Theme.TextDim.Fade(0.05)}} {
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
		// A percentile is the round trip of the first sample whose rank is that share of all.
		x, y := k.x((float64(rank)+0.5)*100/float64(n)), k.y(min(max(inMillis(s.detail.Samples[i].RTT), k.low), k.high))
		s.dot(c, x, y, i, latest)
	}
	// Where the slowest stand there is room below.
	c.Text(r.X+r.W-5, bottom-10, c.Words.T("samples.sorted"), draw.Small, c.Theme.TextDim, draw.Right|draw.Middle)
}
