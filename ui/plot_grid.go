package ui

import (
	"math"

	"driftlab/ui/draw"
)

// y returns where an error is, in pixels of the window. It may be outside the area.
func (s *errorScale) y(ms float64) float32 {
	return s.area.y + s.area.h*float32((s.high-ms)/(s.high-s.low))
}

// between returns the ms between two grid lines: so few that at least two have a label, as far as labels have
// room.
func (s *errorScale) between() (d float64) {
	area, span := s.area, s.high-s.low
	const close = 11.5                                                // the least between two labels, at scale 1
	few := max(int(area.h/(36*s.z)), min(int(area.h/(20*s.z)), 3), 2) // low plots are half of a comparison
	for lines := few; lines <= 5*few; lines++ {
		finer := step(span, lines)
		if lines > few && float64(area.h)*finer/span < close*float64(s.z) {
			break
		}
		d = finer
		labels := 0
		for v := math.Ceil(s.low/d) * d; v <= s.high; v += d {
			if s.labelled(s.y(v)) {
				labels++
			}
		}
		if labels >= 2 {
			break
		}
	}
	return d
}

// labelled reports whether a line at y has room for a label: not at the edges, where half of it would be outside.
func (s *errorScale) labelled(y float32) bool {
	area, z := s.area, s.z
	return y >= area.y+5*z && y <= area.y+area.h-3*z
}

// grid draws the horizontal lines; the one at zero is the truth.
func (s *errorScale) grid(c *draw.Canvas, p *pen) {
	area, z := s.area, s.z
	d := s.between()
	decimals := max(0, int(math.Ceil(-math.Log10(d)-1e-9)))
	for v := math.Ceil(s.low/d) * d; v <= s.high; v += d {
		y := s.y(v)
		if math.Abs(v) < d/2 {
			c.HLine(area.x, area.x+area.w, y, 1.5*z, c.Theme.Truth)
		} else {
			c.HLine(area.x, area.x+area.w, y, z, c.Theme.Grid)
		}
		if !s.labelled(y) {
			continue
		}
		p.start(c.Words).signed(v, decimals).text(" ms")
		p.put(c, area.x-6*z, y, draw.Small, c.Theme.TextDim, draw.Right|draw.Middle)
	}
}
