package diagram

import (
	"math"

	"driftlab/ui/draw"
	"driftlab/ui/panel"
)

// y returns where an error is, in points of the window. It may be outside the area.
func (s *ErrorScale) y(ms float64) float32 {
	return s.Area.Y + s.Area.H*float32((s.High-ms)/(s.High-s.Low))
}

// Between returns the distance of two grid lines in ms: small enough that at least two have a label, if labels have
// room.
func (s *ErrorScale) Between() (d float64) {
	area, span := s.Area, s.High-s.Low
	const close = 11.5                                    // the least between two labels, in points
	few := max(int(area.H/36), min(int(area.H/20), 3), 2) // a low plot is one of two that are compared
	for lines := few; lines <= 5*few; lines++ {
		finer := panel.Step(span, lines)
		if lines > few && float64(area.H)*finer/span < close {
			break
		}
		d = finer
		labels := 0
		for v := math.Ceil(s.Low/d) * d; v <= s.High; v += d {
			if s.Labelled(s.y(v)) {
				labels++
			}
		}
		if labels >= 2 {
			break
		}
	}
	return d
}

// Labelled reports whether a line at y has room for a label: not at the edges, where half of it would be outside.
func (s *ErrorScale) Labelled(y float32) bool {
	area := s.Area
	return y >= area.Y+5 && y <= area.Y+area.H-3
}

// grid draws the horizontal lines. The one at zero is the truth, up to x = now.
func (s *ErrorScale) grid(c *draw.Canvas, p *panel.Pen, now float32) {
	area := s.Area
	d := s.Between()
	decimals := max(0, int(math.Ceil(-math.Log10(d)-1e-9)))
	for v := math.Ceil(s.Low/d) * d; v <= s.High; v += d {
		y := s.y(v)
		c.HLine(area.X, area.X+area.W, y, 1, c.Theme.Grid)
		if math.Abs(v) < d/2 {
			c.HLine(area.X, min(max(now, area.X), area.X+area.W), y, 1.5, c.Theme.Truth)
		}
		if !s.Labelled(y) {
			continue
		}
		if p.Start(c.Words).Signed(v, decimals); math.Abs(v) < d/2 {
			p.Text(" ms") // of all
		}
		p.Put(c, area.X-6, y, draw.Small, c.Theme.TextDim, draw.Right|draw.Middle)
	}
}
