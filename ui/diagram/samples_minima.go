package diagram

import (
	"math"

	"driftlab/internal/palette"
	"driftlab/netsync/insight"
	"driftlab/ui/draw"
	"driftlab/ui/layout"
	"driftlab/ui/panel"
)

// timesync draws the windowed minima of both directions, as one-way delays by the clock as it is now: two
// staircases that meet. The small marks are the fastest trip down of each fifth of a second.
func (s *Samples) timesync(v *panel.View, c *draw.Canvas, k *chart) {
	rows := s.detail.Minima
	if len(rows) == 0 {
		c.Text(k.area.X+k.area.W/2, k.area.Y+k.area.H/2, v.Words.T("samples.waiting"), draw.Body, c.Theme.TextDim, draw.Centre|draw.Middle)
		return
	}
	newest := rows[len(rows)-1].At
	age := func(m *insight.Minima) float64 { return -newest.Sub(m.At).Seconds() }
	low, high := inMillis(rows[0].Down), inMillis(rows[0].Down)
	oldest := 5.0
	for i := range rows {
		m := &rows[i]
		low, high = min(low, inMillis(m.Down)), max(high, inMillis(m.Down), inMillis(m.Least))
		if m.HasUp {
			low, high = min(low, inMillis(m.Up)), max(high, inMillis(m.Up))
		}
		oldest = max(oldest, -age(m))
	}
	k.left, k.right = -math.Ceil(oldest/5)*5, 0
	k.aged, k.zero = true, s.now.Add(-s.local.Sub(newest))
	k.around(low, high)
	k.rows(c, &s.pen, " ms", false)
	k.columns(c, &s.pen, " s")
	k.name(c, v.Words.T("samples.trip-time"))
	for i := range rows {
		m := &rows[i]
		c.Triangle(k.x(age(m)), k.y(inMillis(m.Least)), 2, false, c.Theme.ServerTime.Fade(0.5))
	}
	s.stairs(c, k, true, palette.PredictedTimeDash, c.Theme.PredictedTime)
	s.stairs(c, k, false, palette.ServerTimeDash, c.Theme.ServerTime)
	s.minimaLegend(c, k)
	if meet, ok := s.detail.Mark(insight.MarkMinimumOWD); ok {
		s.pen.Start(v.Words).Name("samples.meet").Ms(meet, 2)
		s.note(c, k, c.Theme.Text)
	}
	v.Tips.Add(panel.NewRect(k.area.X, k.area.Y-20, k.area.W, 44), v.Words.T("samples.minima-tip"))
}

// stairs draws the minimum of one direction over time.
func (s *Samples) stairs(c *draw.Canvas, k *chart, up bool, dash palette.Dash, col palette.Color) {
	rows := s.detail.Minima
	newest := rows[len(rows)-1].At
	s.points = s.points[:0]
	last := float32(0)
	for i := range rows {
		m := &rows[i]
		v := m.Down
		if up {
			v = m.Up
		}
		if up && !m.HasUp {
			continue
		}
		x, y := k.x(-newest.Sub(m.At).Seconds()), k.y(inMillis(v))
		if len(s.points) > 0 && y != last {
			s.points = append(s.points, x, last)
		}
		s.points = append(s.points, x, y)
		last = y
	}
	c.Polyline(s.points, 2.5, dash, 0, col)
	if n := len(s.points); n >= 2 {
		c.Triangle(s.points[n-2], s.points[n-1], 5.5, up, col)
	}
}

// minimaLegend names the two lines.
func (s *Samples) minimaLegend(c *draw.Canvas, k *chart) {
	all := [...]struct {
		text string
		up   bool
		dash palette.Dash
		col  palette.Color
	}{
		{c.Words.T("samples.least-up"), true, palette.PredictedTimeDash, c.Theme.PredictedTime},
		{c.Words.T("samples.least-down"), false, palette.ServerTimeDash, c.Theme.ServerTime},
	}
	line := &s.pen.Line
	line.Start(c.Fonts(), 16)
	line.Right()
	for i, l := range all {
		line.Add(layout.Item{Text: l.text, Ink: c.Theme.TextDim, Lead: 46, Rank: i})
	}
	k.keys(c, line)
	for i, l := range all {
		if at := line.At(i); at.W > 0 {
			y := at.Y + at.H/2
			c.Dashed(at.X, y, at.X+26, y, 2.5, l.dash, 0, l.col)
			c.Triangle(at.X+35, y, 4.5, l.up, l.col)
		}
	}
}
