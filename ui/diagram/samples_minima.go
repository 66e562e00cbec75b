package diagram

import (
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
		c.Text(k.area.X+k.area.W/2, k.area.Y+k.area.H/2, c.Words.T("samples.waiting"), draw.Body, c.Theme.TextDim, draw.Centre|draw.Middle)
		return
	}
	newest := rows[len(rows)-1].At
	age := func(m *insight.Minima) float64 { return -newest.Sub(m.At).Seconds() }
	low, high := inMillis(rows[0].Down), inMillis(rows[0].Down)
	oldest := 0.0
	for i := range rows {
		m := &rows[i]
		low, high = min(low, inMillis(m.Down)), max(high, inMillis(m.Down), inMillis(m.Least))
		if m.HasUp {
			low, high = min(low, inMillis(m.Up)), max(high, inMillis(m.Up))
		}
		oldest = max(oldest, -age(m))
	}
	k.past(oldest, s.now.Add(-s.local.Sub(newest)))
	k.around(low, high)
	k.axes(c, &s.pen, c.Words.T("samples.trip-time"), " ms", false)
	for i := range rows {
		m := &rows[i]
		c.Triangle(k.x(age(m)), k.y(inMillis(m.Least)), 2, false, c.Theme.TextDim.Fade(0.5))
	}
	up, down := s.stairs(c, k, true, palette.PredictedTimeDash), s.stairs(c, k, false, palette.ServerTimeDash)
	for i, y := range [...]float32{up, down} {
		if y == 0 {
			continue // there is none yet
		}
		word := layout.Item{Text: c.Words.T([...]string{"samples.least-up", "samples.least-down"}[i]), Ink: c.Theme.TextDim, Lead: 14}
		at := k.tag(c, &s.pen.Line, k.area.X+k.area.W, y, (up > down) == (i == 0), word)
		c.Triangle(at.X+9, at.Y+8, 4.5, i == 0, c.Theme.TextDim)
	}
	if meet, ok := s.detail.Mark(insight.MarkMinimumOWD); ok {
		s.pen.Start(c.Words).Name("samples.meet").Ms(meet, 2)
		s.note(c, k, c.Theme.Text)
	}
	v.Tips.Add(panel.NewRect(k.area.X, k.area.Y-20, k.area.W, 44), c.Words.T("samples.minima-tip"))
}

// stairs draws the minimum of one direction over time, and returns at which height it ends, 0 if there is none.
func (s *Samples) stairs(c *draw.Canvas, k *chart, up bool, dash palette.Dash) (last float32) {
	rows := s.detail.Minima
	newest := rows[len(rows)-1].At
	s.points = s.points[:0]
	for i := range rows {
		m := &rows[i]
		v := m.Down
		if up {
			if v = m.Up; !m.HasUp {
				continue
			}
		}
		x, y := k.x(-newest.Sub(m.At).Seconds()), k.y(inMillis(v))
		if len(s.points) > 0 && y != last {
			s.points = append(s.points, x, last)
		}
		s.points = append(s.points, x, y)
		last = y
	}
	c.Polyline(s.points, 2.5, dash, 0, c.Theme.TextDim)
	if n := len(s.points); n >= 2 {
		c.Triangle(s.points[n-2], s.points[n-1], 5.5, up, c.Theme.TextDim)
	}
	return last
}
