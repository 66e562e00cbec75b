package ui

import (
	"math"

	"driftlab/netsim"
	"driftlab/session"
	"driftlab/ui/draw"
)

// unseen shades what no exchange of packets can see: the band from zero to half of what the two ways'
// base delays differ by.
func (p *errorPlot) unseen(v *view, c *draw.Canvas, h *session.History) {
	first, end := p.axis.rows(h)
	for from, n := first, first; from < end; from = n {
		n = p.stretch(h, from, end)
		band := h.Note(from).Unseen
		if band == 0 {
			continue
		}
		x0 := p.axis.x(h.Note(from).At)
		x1 := p.axis.x(h.Note(min(n, end-1)).At)
		p.band(v, c, x0, x1, float64(band))
	}
}

// stretch returns the row at which what a row has unseen becomes another, where a stretch is long enough to be seen.
func (p *errorPlot) stretch(h *session.History, from, end int64) int64 {
	every, n := p.axis.stride(p.zoom), from
	for n < end && (h.Note(n).Unseen == h.Note(from).Unseen || n < (from/every+1)*every) {
		n++
	}
	return n
}

// band shades one stretch of time with the same asymmetry, and says how much it is.
func (p *errorPlot) band(v *view, c *draw.Canvas, x0, x1 float32, ms float64) {
	z, area := p.zoom, p.axis.area
	x0, x1 = max(x0, area.x), min(x1, area.x+area.w)
	top, bottom := p.y(max(ms, 0)), p.y(min(ms, 0))
	if x1 <= x0 {
		return
	}
	c.Rect(x0, top, x1-x0, bottom-top, c.Theme.Truth.Fade(0.05))
	c.Hatch(x0, top, x1-x0, bottom-top, 8*z, c.Theme.Truth.Fade(0.10))
	c.HLine(x0, x1, p.y(ms), z, c.Theme.Truth.Fade(0.5))
	v.tips.add(rect{x0, top, x1 - x0, bottom - top}, v.words.T("plot.unseen-tip"))
	p.pen.start(v.words).text(v.words.T("plot.unseen")).text(" ").signed(ms, 1).text(" ms")
	w := c.Fonts().MeasureBytes(p.pen.buf, draw.Small) + 8*z
	x := x0 + 4*z
	switch {
	case w+4*z < x1-x0 && bottom-top > 22*z:
	case x1+w+(4+labelRoom)*z < area.x+area.w && p.axis.at(x1) >= v.session.Now()-netsim.Time(2*session.HistoryStep):
		x = area.x + area.w - w - 4*z // right of the latest and of its name, where nothing is yet
	case x0-w-8*z > area.x && bottom-top > 22*z:
		x = x0 - w - 8*z
	default:
		return
	}
	c.Box(x, (top+bottom)/2-9*z, w, 18*z, 4*z, c.Theme.Panel.Fade(0.85))
	p.pen.put(c, x+4*z, (top+bottom)/2, draw.Small, c.Theme.Text, draw.Left|draw.Middle)
}

// uncertainty shades around the driving algorithm's line how wrong it takes itself to be.
func (p *errorPlot) uncertainty(v *view, c *draw.Canvas, h *session.History, driving int) {
	if driving < 0 {
		return
	}
	col := c.Theme.Machine(v.frame.selected).Color.Fade(0.16)
	every := p.axis.stride(p.zoom)
	first, end := p.axis.rows(h)
	some := false
	for n := first; n < end; n += every {
		at, row := h.Row(n)
		u := h.Note(n).Uncertainty
		if u != u || row[driving] != row[driving] {
			continue
		}
		some = true
		x0, x1 := p.axis.x(at), p.axis.x(h.Note(min(n+every, end-1)).At)
		top, bottom := p.y(float64(row[driving]+u)), p.y(float64(row[driving]-u))
		c.Rect(x0, top, x1-x0, bottom-top, col)
	}
	if some {
		p.explainUncertainty(v, h, driving)
		if z, area := p.zoom, p.axis.area; area.h >= nameBand*z {
			p.pen.start(v.words).text(v.words.T("plot.uncertainty")).text(" ").text(clockShort(v.words, v.clock(driving)))
			p.pen.put(c, area.x+10*z, area.y+area.h-14*z, draw.Small, c.Theme.Text, draw.Left|draw.Middle)
		}
	}
}

// nameBand is the height from which a plot has room to say what its band is, at scale 1.
const nameBand = 230

// explainUncertainty has the band's tooltip under the pointer.
func (p *errorPlot) explainUncertainty(v *view, h *session.History, driving int) {
	row := p.values(h, p.lookAt, p.look)
	if row == nil {
		return
	}
	u := h.Note(h.Before(p.lookAt)).Uncertainty
	if u != u || row[driving] != row[driving] {
		return
	}
	x, top, bottom := p.axis.x(p.lookAt), p.y(float64(row[driving]+u)), p.y(float64(row[driving]-u))
	v.tips.add(rect{x - 2, top, 4, bottom - top}, v.words.T("plot.uncertainty-tip"))
}

// steps marks where algorithms have set their clocks, by triangles that point the way they went.
func (p *errorPlot) steps(v *view, c *draw.Canvas, h *session.History) {
	z, area := p.zoom, p.axis.area
	least := (p.scale.high - p.scale.low) / 60 // less than that nobody sees
	first, end := h.Steps()
	for n := first; n < end; n++ {
		s := h.StepAt(n)
		if s.At < p.axis.from || s.At > p.axis.to || math.Abs(float64(s.To-s.From)) < least {
			continue
		}
		if p.hover != nobody && p.hover != s.Algorithm || p.hover == nobody && !p.asked(v, s.Algorithm) {
			continue
		}
		x, y := p.axis.x(s.At), p.y(float64(s.To))
		if y < area.y || y > area.y+area.h {
			continue
		}
		c.Triangle(x, y, 5.5*z, s.To > s.From, c.Theme.Panel)
		c.Triangle(x, y, 4*z, s.To > s.From, c.Theme.Machine(v.frame.selected).Color)
		if spot := (rect{x - 6*z, y - 6*z, 12 * z, 12 * z}); spot.contains(v.tips.x, v.tips.y) {
			v.tips.add(spot, v.words.F("plot.step-tip", clockTitle(v.words, v.clock(s.Algorithm)), s.To-s.From, s.At.Sub(0).Seconds()))
		}
	}
}

// clipped marks at the edge the clocks whose latest error is beyond it, with the value of those that are looked at.
func (p *errorPlot) clipped(v *view, c *draw.Canvas, h *session.History) {
	z, area := p.zoom, p.axis.area
	first, end := p.axis.rows(h)
	if end <= first {
		return
	}
	last := min(end, h.Before(p.axis.to)+1) - 1
	if last < first {
		return
	}
	at, row := h.Row(last)
	right := [2]float32{min(p.axis.x(at), area.x+area.w), min(p.axis.x(at), area.x+area.w)}
	for i, e := range row {
		ms := float64(e)
		side, y, up := 0, area.y+9*z, true
		switch {
		case ms < p.scale.low:
			side, y, up = 1, area.y+area.h-9*z, false
		case !(ms > p.scale.high):
			continue
		}
		style, _ := clockStyle(c.Theme, v.frame.selected, i, p.asked(v, i))
		p.pen.start(v.words).text(clockShort(v.words, v.clock(i)))
		col := c.Theme.TextDim
		if p.asked(v, i) {
			p.pen.text(" ").signed(ms, 0).text(" ms")
			col = c.Theme.Text
		}
		w := c.Fonts().MeasureBytes(p.pen.buf, draw.Small) + 20*z
		x := max(right[side]-w, area.x)
		c.Box(x, y-9*z, w-2*z, 18*z, 4*z, c.Theme.Panel.Fade(0.9))
		c.Triangle(x+8*z, y, 4*z, up, style.Color)
		p.pen.put(c, x+16*z, y, draw.Small, col, draw.Left|draw.Middle)
		v.tips.add(rect{x, y - 9*z, w, 18 * z}, v.words.T("plot.clipped-tip"))
		right[side] = x - 2*z
	}
}
