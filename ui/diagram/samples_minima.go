package diagram

import (
	"driftlab/internal/palette"
	"driftlab/netsync/insight"
	"driftlab/ui/draw"
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
		c.Triangle(k.x(age(m)), k.y(inMillis(m.Least)), 2, false, c.Theme.ServerTime.Fade(0.5))
	}
	dashes, cols := [...]palette.Dash{palette.PredictedTimeDash, palette.ServerTimeDash}, [...]palette.Color{c.Theme.PredictedTime, c.Theme.ServerTime}
	for i, col := range cols {
		s.stairs(c, k, i == 0, dashes[i], col)
	}
	words := [...]string{c.Words.T("samples.least-up"), c.Words.T("samples.least-down")}
	k.keys(c, &s.pen.Line, 46, words[:], func(i int, x, y float32) {
		c.Dashed(x, y, x+26, y, 2.5, dashes[i], 0, cols[i])
		c.Triangle(x+35, y, 4.5, i == 0, cols[i])
	})
	if meet, ok := s.detail.Mark(insight.MarkMinimumOWD); ok {
		s.pen.Start(c.Words).Name("samples.meet").Ms(meet, 2)
		s.note(c, k, c.Theme.Text)
	}
	v.Tips.Add(panel.NewRect(k.area.X, k.area.Y-20, k.area.W, 44), c.Words.T("samples.minima-tip"))
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
	c.Polyline(s.points, 2.5, dash, 0, col)
	if n := len(s.points); n >= 2 {
		c.Triangle(s.points[n-2], s.points[n-1], 5.5, up, col)
	}
}
