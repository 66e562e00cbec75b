package diagram

import (
	"slices"

	"driftlab/game/session"
	"driftlab/netsim"
	"driftlab/ui/draw"
	"driftlab/ui/layout"
	"driftlab/ui/panel"
)

// asked reports whether a clock is looked at: one that was pinned, or where none was, one in question.
func (p *ErrorPlot) asked(v *panel.View, clock int) bool {
	if len(p.Pins) > 0 {
		return slices.Contains(p.Pins, clock)
	}
	return v.InQuestion(v.Frame.Selected, clock)
}

// pin has the plot be about one clock alone, or about what it was about before where it is. With more it comes to those
// that are looked at, or goes from them.
func (p *ErrorPlot) pin(v *panel.View, clock int, more bool) {
	if !more {
		alone := len(p.Pins) == 1 && p.Pins[0] == clock
		if p.Pins = p.Pins[:0]; !alone {
			p.Pins = append(p.Pins, clock)
		}
		return
	}
	var looked []int
	for i := range v.Clocks() {
		if p.asked(v, i) != (i == clock) {
			looked = append(looked, i)
		}
	}
	p.Pins = looked
}

// PinNext is pin of the clock after the one that it was of last, by the keyboard: after the last one the plot is about
// what it was about before.
func (p *ErrorPlot) PinNext(v *panel.View, more bool) {
	if p.turn++; p.turn < len(v.Clocks()) {
		p.pin(v, p.turn, more)
		return
	}
	p.Unpin()
}

// Unpin has the plot be about the clocks in question again, and reports whether it was not.
func (p *ErrorPlot) Unpin() (was bool) {
	was = len(p.Pins) > 0
	p.Pins, p.turn = p.Pins[:0], panel.Nobody
	return was
}

// labels writes at the lines' ends which clocks they are of: those that are looked at by name, and of the others that end
// there how many they are, or where one is alone, its name too.
func (p *ErrorPlot) labels(v *panel.View, c *draw.Canvas, h *session.History) {
	area := p.Axis.Area
	p.ends.reset()
	at, row := p.latest(h)
	for i, ms := range row {
		if len(p.Pins) > 0 && !p.asked(v, i) {
			continue // their names are in the legend
		}
		if y := p.Y(float64(ms)); y >= area.Y-1 && y <= area.Y+area.H+1 {
			p.ends.add(i, y)
		}
	}
	p.ends.gather(area.Y-2, area.Y+area.H+2, 15)
	x := p.Axis.X(at)
	if driving := v.Driving(v.Frame.Selected); driving >= 0 && row != nil && p.asked(v, driving) {
		if y := p.Y(float64(row[driving])); y >= area.Y && y <= area.Y+area.H && x <= area.X+area.W {
			c.Machine(v.Frame.Selected, x, y, 4)
		}
	}
	for i := range p.ends.labels {
		p.label(v, c, &p.ends.labels[i], x+8)
	}
}

// latest returns the last row of a history that the axis shows, nil for none.
func (p *ErrorPlot) latest(h *session.History) (at netsim.Time, row []float32) {
	first, end := p.Axis.Rows(h)
	if last := min(end, h.Before(p.Axis.To)+1) - 1; last >= first {
		return h.Row(last)
	}
	return 0, nil
}

// label writes one of the labels at x, or as far right as there is room for it.
func (p *ErrorPlot) label(v *panel.View, c *draw.Canvas, e *endLabel, x float32) {
	others, names := 0, 0
	p.Pen.Start(v.Words)
	for _, end := range p.ends.of(e) {
		if !p.asked(v, end.whose) {
			others++
			continue
		}
		if names++; names > 1 {
			p.Pen.Text(", ")
		}
		p.Pen.Text(panel.ClockShort(v.Words, v.Clock(end.whose)))
	}
	named := len(p.Pen.Buf)
	switch {
	case others > 0 && names > 0:
		p.Pen.Text(", ").Int(int64(others)).Text(" ").Word("plot.more")
	case others > 1:
		p.Pen.Int(int64(others)).Text(" ").Word("plot.clocks")
	case others == 1:
		p.Pen.Text(panel.ClockShort(v.Words, v.Clock(p.ends.whose(e, 0))))
	}
	l, area := &p.Pen.Line, p.Axis.Area
	l.Start(c.Fonts(), 0)
	l.Add(layout.Item{Bytes: p.Pen.Buf[:named], Ink: c.Theme.Text})
	l.Add(layout.Item{Bytes: p.Pen.Buf[named:], Ink: c.Theme.TextDim})
	out := l.Place(panel.NewRect(0, 0, area.W-4, 0), 0)
	if all := p.ends.of(e); out > 0 && len(all) > 1 { // the legend has their names
		l.Start(c.Fonts(), 0)
		l.Add(layout.Item{Bytes: p.Pen.Start(v.Words).Int(int64(len(all))).Text(" ").Word("plot.clocks").Buf, Ink: c.Theme.TextDim})
		out = l.Place(panel.NewRect(0, 0, area.W-4, 0), 0)
	}
	x = min(x, area.X+area.W-l.W-2)
	e.at = panel.NewRect(x-2, e.y-7.5, l.W+4, 15)
	if out > 0 || slices.ContainsFunc(p.said, e.at.Inset(1).Overlaps) {
		return // the legend has its name and its value
	}
	p.said = append(p.said, e.at)
	c.Box(e.at.X, e.at.Y, e.at.W, e.at.H, 3, c.Theme.Panel.Fade(0.85))
	l.Put(c, panel.NewRect(x, e.at.Y, l.W, e.at.H))
}
