package diagram

import (
	"cmp"
	"math"
	"slices"

	"driftlab/game/session"
	"driftlab/netsim"
	"driftlab/ui/draw"
	"driftlab/ui/layout"
	"driftlab/ui/panel"
)

// enough is how near each other, in ms, clocks have to be for stamps to be compared: "accurate within about 6 milliseconds of
// each other" (Slot, see docs/sources.md). As a band it is worth showing from leastEnough points on: where errors are
// so large that it is thinner, it says nothing that the line at zero does not.
const (
	enough      = 6
	leastEnough = 4
)

// goodEnough shades the errors that are good enough, under all else, and says whether it does.
func (p *ErrorPlot) goodEnough(c *draw.Canvas) bool {
	area, top, bottom := p.Axis.Area, p.Y(enough), p.Y(-enough)
	if bottom-top < leastEnough {
		return false
	}
	c.Rect(area.X, top, area.W, bottom-top, c.Theme.InSync.Fade(0.10))
	c.HLine(area.X, area.X+area.W, top, 1, c.Theme.InSync.Fade(0.45))
	c.HLine(area.X, area.X+area.W, bottom, 1, c.Theme.InSync.Fade(0.45))
	return true
}

// nameEnough says what that band is: within it, or where it is too low for words beside it, at the first place
// from the left where no line, no hatching and no other words are.
func (p *ErrorPlot) nameEnough(v *panel.View, c *draw.Canvas, h *session.History) {
	area, top, bottom := p.Axis.Area, p.Y(enough), p.Y(-enough)
	says := cmp.Or(layout.First(c.Fonts(), draw.Small, area.W-14, v.Words.T("plot.enough-words")), v.Words.T("plot.enough"))
	w := p.Pen.Line.One(c.Fonts(), layout.Item{Text: says})
	high := c.Fonts().LineHeight(draw.Small)
	sides := [...]float32{top + high/2 + 1, bottom - high/2 - 1}
	if bottom-top < 2*high { // half of it is above the line at zero
		sides = [...]float32{top - high/2 - 1, bottom + high/2 + 1}
	}
	end := area.X + area.W
	if first, last := p.Axis.Rows(h); last > first {
		at, _ := h.Row(last - 1)
		end = min(end, p.Axis.X(at))   // behind the latest are the lines' names
		if h.Note(last-1).Unseen > 0 { // the lines are above
			sides[0], sides[1] = sides[1], sides[0]
		}
	}
	for _, y := range sides {
		for x := area.X + 10; x+w < end; x += w / 2 {
			at := panel.NewRect(x, y-high/2, w, high)
			if !at.Within(area) || slices.ContainsFunc(p.plates, at.Overlaps) || slices.ContainsFunc(p.said, at.Overlaps) || p.crossed(h, at) {
				continue
			}
			c.Text(x, y, says, draw.Small, c.Theme.TextDim, draw.Left|draw.Middle)
			v.Tips.Add(at, v.Words.T("plot.enough-tip"))
			return
		}
	}
}

// crossed reports whether a line goes through a place.
func (p *ErrorPlot) crossed(h *session.History, at panel.Rect) bool {
	var last []float32
	for n := range p.Axis.Strided(h) {
		t, row := h.Row(n)
		x := p.Axis.X(t)
		for i, ms := range row {
			if x < at.X {
				break
			}
			from, to := p.Y(float64(ms)), p.Y(float64(ms))
			if last != nil {
				from = p.Y(float64(last[i]))
			}
			if min(from, to) <= at.Y+at.H && max(from, to) >= at.Y {
				return true
			}
		}
		if x > at.X+at.W {
			return false
		}
		last = row
	}
	return false
}

// unseen shades what no exchange of packets can see: the band from zero to half of what the two ways'
// base delays differ by.
func (p *ErrorPlot) unseen(v *panel.View, c *draw.Canvas, h *session.History) {
	first, end := p.Axis.Rows(h)
	for from, n := first, first; from < end; from = n {
		n = p.stretch(h, from, end)
		band := h.Note(from).Unseen
		if band == 0 {
			continue
		}
		x0 := p.Axis.X(h.Note(from).At)
		x1 := p.Axis.X(h.Note(min(n, end-1)).At)
		p.band(v, c, x0, x1, float64(band))
	}
}

// stretch returns the row at which what a row has unseen becomes another, where a stretch is long enough to be seen.
func (p *ErrorPlot) stretch(h *session.History, from, end int64) int64 {
	every, n := p.Axis.Stride(), from
	for n < end && (h.Note(n).Unseen == h.Note(from).Unseen || n < (from/every+1)*every) {
		n++
	}
	return n
}

// band shades one stretch of time with the same asymmetry, and says how much it is.
func (p *ErrorPlot) band(v *panel.View, c *draw.Canvas, x0, x1 float32, ms float64) {
	area := p.Axis.Area
	x0, x1 = max(x0, area.X), min(x1, area.X+area.W)
	top, bottom := p.Y(max(ms, 0)), p.Y(min(ms, 0))
	if x1 <= x0 {
		return
	}
	p.plates = append(p.plates, panel.NewRect(x0, top, x1-x0, bottom-top))
	c.Rect(x0, top, x1-x0, bottom-top, c.Theme.Truth.Fade(0.05))
	c.Hatch(x0, top, x1-x0, bottom-top, 8, c.Theme.Truth.Fade(0.10))
	c.HLine(x0, x1, p.Y(ms), 1, c.Theme.Truth.Fade(0.5))
	v.Tips.Add(panel.NewRect(x0, top, x1-x0, bottom-top), v.Words.T("plot.unseen-tip"))
	said := layout.Item{Bytes: p.Pen.Start(v.Words).Name("plot.unseen").Signed(ms, 1).Text(" ms").Buf, Ink: c.Theme.Text, Lead: 4, Tail: 4}
	w := p.Pen.Line.One(c.Fonts(), said)
	x := x0 + 4
	switch {
	case w+4 < x1-x0 && bottom-top > 22:
	case x1+w+(4+labelRoom) < area.X+area.W && p.Axis.At(x1) >= v.Session.Now()-netsim.Time(2*session.HistoryStep):
		x = area.X + area.W - w - 4 // right of the latest and of its name, where nothing is yet
	case x0-w-8 > area.X && bottom-top > 22:
		x = x0 - w - 8
	default:
		return
	}
	at := panel.NewRect(x, (top+bottom)/2-9, w, 18)
	p.plates = append(p.plates, at)
	c.Box(at.X, at.Y, at.W, at.H, 4, c.Theme.Panel.Fade(0.85))
	p.Pen.Line.Say(c, at, draw.Left, said)
}

// uncertainty shades around the driving algorithm's line how wrong it takes itself to be, and says whether it does.
func (p *ErrorPlot) uncertainty(v *panel.View, c *draw.Canvas, h *session.History, driving int) (some bool) {
	if driving < 0 {
		return false
	}
	col := c.Theme.Machine(v.Frame.Selected).Color.Fade(0.16)
	every := p.Axis.Stride()
	first, end := p.Axis.Rows(h)
	for n := first; n < end; n += every {
		at, row := h.Row(n)
		u := h.Note(n).Uncertainty
		if u != u || row[driving] != row[driving] {
			continue
		}
		some = true
		x0, x1 := p.Axis.X(at), p.Axis.X(h.Note(min(n+every, end-1)).At)
		top, bottom := p.Y(float64(row[driving]+u)), p.Y(float64(row[driving]-u))
		c.Rect(x0, top, x1-x0, bottom-top, col)
	}
	if row := p.values(h, p.lookAt, p.Look); some && row != nil { // its tooltip is under the pointer
		if u := h.Note(h.Before(p.lookAt)).Uncertainty; u == u && row[driving] == row[driving] {
			x, top, bottom := p.Axis.X(p.lookAt), p.Y(float64(row[driving]+u)), p.Y(float64(row[driving]-u))
			v.Tips.Add(panel.NewRect(x-2, top, 4, bottom-top), v.Words.T("plot.uncertainty-tip"))
		}
	}
	return some
}

// nameUncertainty says what that band is, where there is room under the lines' names.
func (p *ErrorPlot) nameUncertainty(v *panel.View, c *draw.Canvas, driving int) {
	area := p.Axis.Area
	p.Pen.Start(v.Words).Name("plot.uncertainty").Text(panel.ClockShort(v.Words, v.Clock(driving)))
	at := panel.NewRect(area.X+10, area.Y+area.H-22, p.Pen.Line.One(c.Fonts(), layout.Item{Bytes: p.Pen.Buf}), 16)
	if area.H < nameBand || !at.Within(area) || slices.ContainsFunc(p.said, at.Overlaps) {
		return
	}
	p.Pen.Put(c, at.X, at.Y+8, draw.Small, c.Theme.Text, draw.Left|draw.Middle)
	p.said = append(p.said, at)
}

// nameBand is the height from which a plot has room to say what its band is, in points.
const nameBand = 230

// steps marks where algorithms have set their clocks, by triangles that point the way they went.
func (p *ErrorPlot) steps(v *panel.View, c *draw.Canvas, h *session.History) {
	area := p.Axis.Area
	least := (p.Scale.High - p.Scale.Low) / 60 // less than that nobody sees
	first, end := h.Steps()
	for n := first; n < end; n++ {
		s := h.StepAt(n)
		if s.At < p.Axis.From || s.At > p.Axis.To || math.Abs(float64(s.To-s.From)) < least {
			continue
		}
		if p.Hover != panel.Nobody && p.Hover != s.Algorithm || p.Hover == panel.Nobody && !p.asked(v, s.Algorithm) {
			continue
		}
		x, y := p.Axis.X(s.At), p.Y(float64(s.To))
		if y < area.Y || y > area.Y+area.H {
			continue
		}
		c.Triangle(x, y, 5.5, s.To > s.From, c.Theme.Panel)
		c.Triangle(x, y, 4, s.To > s.From, c.Theme.Machine(v.Frame.Selected).Color)
		if spot := (panel.NewRect(x-6, y-6, 12, 12)); spot.Contains(v.Tips.X, v.Tips.Y) {
			v.Tips.Add(spot, v.Words.F("plot.step-tip", panel.ClockTitle(v.Words, v.Clock(s.Algorithm)), s.To-s.From, s.At.Sub(0).Seconds()))
		}
	}
}

// clipped marks at the edge the clocks whose latest error is beyond it, with the value of those that are looked at.
func (p *ErrorPlot) clipped(v *panel.View, c *draw.Canvas, h *session.History) {
	area := p.Axis.Area
	at, row := p.latest(h)
	right := [2]float32{min(p.Axis.X(at), area.X+area.W), min(p.Axis.X(at), area.X+area.W)}
	for i, e := range row {
		ms := float64(e)
		side, y, up := 0, area.Y+9, true
		switch {
		case ms < p.Scale.Low:
			side, y, up = 1, area.Y+area.H-9, false
		case !(ms > p.Scale.High):
			continue
		}
		style := panel.ClockStyle(c.Theme, v.Clock(i))
		p.Pen.Start(v.Words).Text(panel.ClockShort(v.Words, v.Clock(i)))
		col := c.Theme.TextDim
		if p.asked(v, i) {
			p.Pen.Text(" ").Signed(ms, 0).Text(" ms")
			col = c.Theme.Text
		}
		w := p.Pen.Line.One(c.Fonts(), layout.Item{Bytes: p.Pen.Buf, Lead: 16, Tail: 4})
		x := max(right[side]-w, area.X)
		for _, said := range p.said { // beside it, or not at all: a tooltip of the legend has the value too
			if said.Overlaps(panel.NewRect(x, y-9, w, 18)) {
				x = said.X - w
			}
		}
		if x < area.X || slices.ContainsFunc(p.said, panel.NewRect(x, y-9, w, 18).Overlaps) {
			continue
		}
		c.Box(x, y-9, w-2, 18, 4, c.Theme.Panel.Fade(0.9))
		c.Triangle(x+8, y, 4, up, style.Color)
		p.Pen.Put(c, x+16, y, draw.Small, col, draw.Left|draw.Middle)
		at := panel.NewRect(x, y-9, w, 18)
		p.said = append(p.said, at)
		v.Tips.Add(at, v.Words.T("plot.clipped-tip"))
		right[side] = x - 2
	}
}
