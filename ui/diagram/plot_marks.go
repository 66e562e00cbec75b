package diagram

import (
	"math"
	"time"

	"driftlab/game/observe"
	"driftlab/internal/palette"
	"driftlab/ui/draw"
	"driftlab/ui/panel"
)

// leastInSync is the least height, in points, at which the band of clocks in sync is worth showing. A thinner band says nothing that the
// line at zero doesn't say.
const leastInSync = 4

// eventDash is the line at an event, and at the error that no packet reveals.
var eventDash = palette.Dash{2, 3, 2, 3}

// inSync shades the errors with which a clock counts as in sync, behind everything else, and returns the limit in ms, 0 if it shades none.
func (p *ErrorPlot) inSync(v *panel.View, c *draw.Canvas) (ms float64) {
	area := p.Axis.Area
	ms = inMillis(time.Duration(v.Session.Value(0, "converge.bound")))
	top, bottom := max(p.Y(ms), area.Y), min(p.Y(-ms), area.Y+area.H)
	if bottom-top < leastInSync {
		return 0
	}
	c.Rect(area.X, top, area.W, bottom-top, c.Theme.TextDim.Fade(0.12))
	return ms
}

// unseen draws the error that no exchange of packets reveals: half the difference of the two base delays. It returns its value now, in ms.
func (p *ErrorPlot) unseen(v *panel.View, c *draw.Canvas, h *observe.History) (now float64) {
	p.points = p.points[:0]
	for n := range p.Axis.Strided(h) {
		note := h.Note(n)
		y := p.Y(float64(note.Unseen))
		if note.Unseen == 0 {
			y = float32(math.NaN())
		}
		p.points = append(p.points, p.Axis.X(note.At), y)
	}
	c.Polyline(p.points, 1.2, eventDash, 0, c.Theme.TextDim)
	p.of.busy.line(p.points)
	first, end := h.Span()
	if end == first {
		return 0
	}
	return float64(h.Note(max(h.Before(min(v.Frame.Reading.At(), p.Axis.To)), first)).Unseen)
}

// uncertainty shades, around the line of the driving clock, how wrong that estimates itself to be, and reports whether it does.
func (p *ErrorPlot) uncertainty(v *panel.View, c *draw.Canvas, h *observe.History, driving int) (some bool) {
	if driving < 0 {
		return false
	}
	col := panel.ClockStyle(c.Theme, v.Clock(driving)).Color.Fade(0.16)
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
	return some
}

// bracket draws the error of the driving clock, at the end of its line.
func (p *ErrorPlot) bracket(c *draw.Canvas, driving int) {
	if area := p.Axis.Area; driving >= 0 && p.ends[driving] == p.ends[driving] {
		zero, y := p.Y(0), min(max(p.Y(float64(p.ends[driving])), area.Y), area.Y+area.H)
		x, top, bottom := area.X+area.W-bracketAt, min(zero, y), max(zero, y)
		c.Hatch(x, top, bracketWidth, bottom-top, 6, c.Theme.Error)
		p.of.busy.take(x, top, area.X+area.W, bottom)
	}
}

// The distance of the bracket from the right edge, and its width.
const (
	bracketAt    = 14
	bracketWidth = 7
)

// besides is the greatest distance of a level line's words from it, in points.
const besides = 18

// say names the lines and bands of the plot.
func (p *ErrorPlot) say(v *panel.View, c *draw.Canvas, inSync, unseen float64, unsure bool) {
	area, notes, zero := p.Axis.Area, &p.of.notes, p.Y(0)
	right, events := area.X+area.W-8, p.events(v, c)
	p.Pen.Start(v.Words).Word("plot.truth")
	p.note(v, c, &notes[noteTruth], p.Pen.Buf, right-bracketAt, zero, draw.Right, besides, "")
	if unseen != 0 {
		p.Pen.Start(v.Words).Name("plot.unseen").Signed(unseen, 1).Text(" ms")
		p.note(v, c, &notes[noteUnseen], p.Pen.Buf, right, p.Y(unseen)-12, draw.Right, area.H, v.Words.T("plot.unseen-tip"))
	}
	for i := range events { // the latest first
		p.event(v, c, &events[len(events)-1-i])
	}
	if inSync > 0 {
		p.Pen.Start(v.Words).Text("±").Fixed(inSync, -1).Text(" ms")
		p.note(v, c, &notes[noteInSync], p.Pen.Buf, area.X+8, zero, draw.Left, zero-p.Y(inSync)+besides, v.Words.T("plot.in-sync-tip"))
	}
	if unsure {
		p.Pen.Start(v.Words).Name("plot.uncertainty").Text(panel.ClockShort(v.Words, v.Clock(v.Driving(v.Frame.Selected))))
		p.note(v, c, &notes[noteUncertain], p.Pen.Buf, area.X+8, area.Y+area.H-12, draw.Left, area.H, v.Words.T("plot.uncertainty-tip"))
	}
}

// steps marks where the clocks with wide lines were stepped, with triangles in the direction of the step.
func (p *ErrorPlot) steps(v *panel.View, c *draw.Canvas, h *observe.History, driving int) {
	area := p.Axis.Area
	least := (p.Scale.High - p.Scale.Low) / 60 // smaller ones aren't visible
	first, end := h.Steps()
	for n := first; n < end; n++ {
		s := h.StepAt(n)
		if s.At < p.Axis.From || s.At > p.Axis.To || math.Abs(float64(s.To-s.From)) < least || rankOf(v, s.Algorithm, driving) == 0 {
			continue
		}
		x, y := p.Axis.X(s.At), p.Y(float64(s.To))
		if y < area.Y || y > area.Y+area.H {
			continue
		}
		c.Triangle(x, y, 5.5, s.To > s.From, c.Theme.Panel)
		c.Triangle(x, y, 4, s.To > s.From, panel.ClockStyle(c.Theme, v.Clock(s.Algorithm)).Color)
		if spot := (panel.NewRect(x-6, y-6, 12, 12)); spot.Contains(v.Tips.X, v.Tips.Y) {
			v.Tips.Add(spot, v.Words.F("plot.step-tip", panel.ClockTitle(v.Words, v.Clock(s.Algorithm)), s.To-s.From, s.At.Sub(0).Seconds()))
		}
	}
}
