package diagram

import (
	"driftlab/internal/palette"
	"driftlab/netsync/insight"
	"driftlab/ui/draw"
	"driftlab/ui/layout"
	"driftlab/ui/panel"
)

// timesync draws the windowed minima of both directions, as one-way delays by the clock as it is now: two
// staircases that meet. The small marks are the fastest downlink trip of each fifth of a second.
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
	if meet, ok := s.detail.Mark(insight.MarkMinimumOWD); ok {
		s.pen.Start(c.Words).Name("samples.meet").Ms(meet, 2)
		s.note(c, k, c.Theme.Text)
	}
	s.ways(c, k, [...]float32{up, down}, [...]string{"samples.least-up", "samples.least-down"}, up > down)
	v.Tips.Add(panel.NewRect(k.area.X, k.area.Y-20, k.area.W, 44), c.Words.T("samples.minima-tip"))
}

// ways says at the right ends of two lines which is uplink and which downlink, or above the chart if there is no room. A line at 0 is
// not there. under says on which side of the first line its name is; the name of the other line is on the other side.
func (s *Samples) ways(c *draw.Canvas, k *chart, ends [2]float32, names [2]string, under bool) {
	var words [2]string
	for i, y := range ends {
		if y == 0 {
			continue
		}
		words[i] = c.Words.T(names[i])
		at := k.tag(c, &s.pen.Line, k.area.X+k.area.W, y, under == (i == 0), layout.Item{Text: words[i], Ink: c.Theme.TextDim, Lead: 14})
		if at.W > 0 {
			words[i] = ""
			c.Triangle(at.X+9, at.Y+8, 4.5, i == 0, c.Theme.TextDim)
		}
	}
	k.keys(c, &s.pen.Line, 18, words[:], func(i int, x, y float32) { c.Triangle(x+9, y, 4.5, i == 0, c.Theme.TextDim) })
}

// stairs draws the minimum of one direction over time, and returns the y at which it ends, 0 if there is none.
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
