package ui

import (
	"slices"

	"driftlab/session"
	"driftlab/ui/draw"
)

// asked reports whether a clock is looked at: one that was pinned, or where none was, one in question.
func (p *errorPlot) asked(v *view, clock int) bool {
	if len(p.pins) > 0 {
		return slices.Contains(p.pins, clock)
	}
	return v.inQuestion(v.frame.selected, clock)
}

// pin has the plot be about one clock alone, or about what it was about before where it is. With more it comes to those
// that are looked at, or goes from them.
func (p *errorPlot) pin(v *view, clock int, more bool) {
	if !more {
		alone := len(p.pins) == 1 && p.pins[0] == clock
		if p.pins = p.pins[:0]; !alone {
			p.pins = append(p.pins, clock)
		}
		return
	}
	var looked []int
	for i := range v.clocks() {
		if p.asked(v, i) != (i == clock) {
			looked = append(looked, i)
		}
	}
	p.pins = looked
}

// pinNext is pin of the clock after the one that it was of last, by the keyboard: after the last one the plot is about
// what it was about before.
func (p *errorPlot) pinNext(v *view, more bool) {
	if p.turn++; p.turn < len(v.clocks()) {
		p.pin(v, p.turn, more)
		return
	}
	p.unpin()
}

// unpin has the plot be about the clocks in question again, and reports whether it was not.
func (p *errorPlot) unpin() (was bool) {
	was = len(p.pins) > 0
	p.pins, p.turn = p.pins[:0], nobody
	return was
}

// labels writes at the lines' ends which clocks they are of: those that are looked at by name, and of the others that end
// there how many they are, or where one is alone, its name too.
func (p *errorPlot) labels(v *view, c *draw.Canvas, h *session.History) {
	z, area := p.zoom, p.axis.area
	p.ends.reset()
	first, end := p.axis.rows(h)
	last := min(end, h.Before(p.axis.to)+1) - 1
	if last < first {
		return
	}
	at, row := h.Row(last)
	for i, ms := range row {
		if len(p.pins) > 0 && !p.asked(v, i) {
			continue // their names are in the legend
		}
		if y := p.y(float64(ms)); y >= area.y-1 && y <= area.y+area.h+1 {
			p.ends.add(i, y)
		}
	}
	p.ends.gather(area.y-2*z, area.y+area.h+2*z, 15*z)
	x := p.axis.x(at)
	if driving := v.driving(v.frame.selected); driving >= 0 && p.asked(v, driving) {
		if y := p.y(float64(row[driving])); y >= area.y && y <= area.y+area.h && x <= area.x+area.w {
			mark := c.Theme.Machine(v.frame.selected)
			c.Marker(mark.Shape, x, y, 4*z, mark.Color)
		}
	}
	for i := range p.ends.labels {
		p.label(v, c, &p.ends.labels[i], x+8*z)
	}
}

// label writes one of the labels at x, or as far right as there is room for it.
func (p *errorPlot) label(v *view, c *draw.Canvas, e *endLabel, x float32) {
	z, others, names := p.zoom, 0, 0
	p.pen.start(v.words)
	for _, end := range p.ends.of(e) {
		if !p.asked(v, end.whose) {
			others++
			continue
		}
		if names++; names > 1 {
			p.pen.text(", ")
		}
		p.pen.text(clockShort(v.words, v.clock(end.whose)))
	}
	named := len(p.pen.buf)
	switch {
	case others > 0 && names > 0:
		p.pen.text(", ").int(int64(others)).text(" ").text(v.words.T("plot.more"))
	case others > 1:
		p.pen.int(int64(others)).text(" ").text(v.words.T("plot.clocks"))
	case others == 1:
		p.pen.text(clockShort(v.words, v.clock(p.ends.whose(e, 0))))
	}
	w := c.Fonts().MeasureBytes(p.pen.buf, draw.Small)
	x = min(x, p.axis.area.x+p.axis.area.w-w-2*z)
	e.at = rect{x - 2*z, e.y - 7.5*z, w + 4*z, 15 * z}
	c.Box(e.at.x, e.at.y, e.at.w, e.at.h, 3*z, c.Theme.Panel.Fade(0.85))
	x += c.TextBytes(x, e.y, p.pen.buf[:named], draw.Small, c.Theme.Text, draw.Left|draw.Middle)
	c.TextBytes(x, e.y, p.pen.buf[named:], draw.Small, c.Theme.TextDim, draw.Left|draw.Middle)
}
