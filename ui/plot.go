package ui

import (
	"math"
	"time"

	"driftlab/session"
	"driftlab/ui/draw"
)

// plotSpan is the time that the plot shows.
const plotSpan = 20 * time.Second

// errorPlot draws the clock error of every algorithm on one client over time. All of them heard the
// same packets.
type errorPlot struct {
	pen    pen
	zoom   float32
	points []float32
	low    float64 // ms at the bottom
	high   float64
}

func (p *errorPlot) key() string { return "error" }

// update does nothing: there is nothing to press yet.
func (p *errorPlot) update(*App, *pointer, rect) {}

func (p *errorPlot) draw(a *App, c *draw.Canvas, r rect) {
	s, f, t := a.session, &a.frame, &a.tips
	p.zoom = float32(c.Fonts().Scale())
	p.pen.start().text("of every algorithm on client ").int(int64(f.selected)).text(", estimate − truth, on the same packets")
	p.pen.put(c, r.x+r.w-12*p.zoom, r.y-tabHeight*p.zoom/2, draw.Small, draw.TextDim, draw.Right|draw.Middle)
	legend := 248 * p.zoom
	area := rect{r.x + 62*p.zoom, r.y + 6*p.zoom, r.w - 62*p.zoom - legend, r.h - 32*p.zoom}
	h := s.History(f.selected)
	now := max(time.Duration(s.Now()), plotSpan) // the first seconds fill the plot from the left
	p.fit(h, now)
	p.grid(c, area, now)
	c.Clip(int(area.x), int(area.y), int(area.w)+1, int(area.h)+1)
	for i := range algorithms {
		p.line(c, h, area, now, i)
	}
	c.Unclip()
	p.legend(c, s, f, t, rect{area.x + area.w + 14*p.zoom, area.y, legend - 22*p.zoom, area.h})
	t.add(area, "How far each algorithm's idea of the host's clock was from the host's clock. Zero is the truth; below zero the clock is behind.")
}

// fit chooses the range of the vertical axis: all that is shown, zero included, with some room.
func (p *errorPlot) fit(h *session.History, now time.Duration) {
	low, high := -10.0, 10.0
	first, end := h.Span()
	for n := end - 1; n >= first; n-- {
		at, row := h.Row(n)
		if time.Duration(at) < now-plotSpan {
			break
		}
		for _, e := range row {
			if e == e {
				low, high = min(low, float64(e)), max(high, float64(e))
			}
		}
	}
	room := (high - low) * 0.12
	p.low, p.high = low-room, high+room
}

// step returns a round distance between grid lines, about so many over the range.
func step(span float64, lines int) float64 {
	raw := span / float64(lines)
	base := math.Pow(10, math.Floor(math.Log10(raw)))
	for _, m := range []float64{1, 2, 5} {
		if base*m >= raw {
			return base * m
		}
	}
	return base * 10
}

func (p *errorPlot) y(area rect, ms float64) float32 {
	return area.y + area.h*float32((p.high-ms)/(p.high-p.low))
}

func (p *errorPlot) x(area rect, at, now time.Duration) float32 {
	return area.x + area.w*float32(1-(now-at).Seconds()/plotSpan.Seconds())
}

func (p *errorPlot) grid(c *draw.Canvas, area rect, now time.Duration) {
	d := step(p.high-p.low, 6)
	decimals := max(0, int(math.Ceil(-math.Log10(d))))
	for v := math.Ceil(p.low/d) * d; v <= p.high; v += d {
		y := p.y(area, v)
		zero := math.Abs(v) < d/2
		if zero {
			c.HLine(area.x, area.x+area.w, y, 1.5*p.zoom, draw.Truth)
		} else {
			c.HLine(area.x, area.x+area.w, y, p.zoom, draw.Grid)
		}
		p.pen.start().signed(v, decimals).text(" ms")
		p.pen.put(c, area.x-6*p.zoom, y, draw.Small, draw.TextDim, draw.Right|draw.Middle)
	}
	every := 2 * time.Second
	for at := (now - plotSpan).Truncate(every); at <= now; at += every {
		if at < 0 || at < now-plotSpan {
			continue
		}
		x := p.x(area, at, now)
		c.VLine(x, area.y, area.y+area.h, p.zoom, draw.Grid)
		p.pen.start().fixed(at.Seconds(), 0).text(" s")
		p.pen.put(c, x, area.y+area.h+12*p.zoom, draw.Small, draw.TextDim, draw.Centre|draw.Middle)
	}
}

func (p *errorPlot) line(c *draw.Canvas, h *session.History, area rect, now time.Duration, algorithm int) {
	p.points = p.points[:0]
	first, end := h.Span()
	for n := max(first, end-int64(plotSpan/session.HistoryStep)-2); n < end; n++ {
		at, row := h.Row(n)
		p.points = append(p.points, p.x(area, time.Duration(at), now), p.y(area, float64(row[algorithm])))
	}
	style := draw.Algorithm(algorithm)
	c.Polyline(p.points, 2*p.zoom, style.Dash.Scale(p.zoom), 0, style.Color)
}

// legend names the lines and gives their present values.
func (p *errorPlot) legend(c *draw.Canvas, s *session.Session, f *frame, t *tips, r rect) {
	row := min(26*p.zoom, (r.h+14*p.zoom)/float32(len(algorithms)))
	for i, a := range algorithms {
		y := r.y + row*(float32(i)+0.5)
		style := draw.Algorithm(i)
		c.Dashed(r.x, y, r.x+26*p.zoom, y, 2.5*p.zoom, style.Dash.Scale(p.zoom), 0, style.Color)
		c.Text(r.x+34*p.zoom, y, a.Title, draw.Small, draw.Text, draw.Left|draw.Middle)
		p.pen.start().text("–")
		col := draw.TextDim
		if err, ok := s.ClockError(f.selected, i); ok {
			p.pen.start().signed(err.Seconds()*1000, 1).text(" ms")
			col = errorColor(err)
		}
		p.pen.put(c, r.x+r.w, y, draw.MonoSmall, col, draw.Right|draw.Middle)
		t.add(rect{r.x, y - row/2, r.w, row}, a.Help)
	}
}
