package ui

import (
	"slices"
	"time"

	"driftlab/netsim"
	"driftlab/session"
	"driftlab/ui/draw"
)

// A legendLayout is how the lines of the legend stand.
type legendLayout struct {
	row    float32 // height of a line
	head   float32 // of the instant over them, negative without one
	rows   int     // in a column
	values bool    // there is room for them
}

// layLegend finds out how the legend has room in its region: with the instant over it, or without, down to
// beside the axis, or in two columns without values, which the tips have then.
func (p *errorPlot) layLegend(r rect, clocks int) legendLayout {
	z, n := p.zoom, float32(clocks)
	l := legendLayout{row: min(26*z, (r.h-12*z)/n), head: 18 * z, rows: clocks, values: true}
	if l.row >= legendRow*z {
		return l
	}
	l.head = -4 * z
	room := r.h + legendOver*z - l.head
	if l.row = min(legendRow*z, room/n); l.row >= legendLow*z {
		return l
	}
	l.rows, l.values = (clocks+1)/2, false
	l.row = min(max(room/float32(l.rows), legendLow*z), 20*z)
	return l
}

// line returns where the i-th line stands.
func (l *legendLayout) line(r rect, i int, z float32) rect {
	at := rect{r.x - 6*z, r.y + l.head + l.row*float32(i%l.rows), r.w + 12*z, l.row}
	if !l.values {
		const first = 0.56 // the share of the column with the longer names
		if at.w *= first; i >= l.rows {
			at.x, at.w = at.x+at.w, r.w+12*z-at.w
		}
	}
	return at
}

// names is the legend: it names the lines and gives their values now, or at the instant that is marked.
func (p *errorPlot) names(v *view, c *draw.Canvas, h *session.History, r rect, at netsim.Time, marked bool) {
	z, bottom := p.zoom, r.y+r.h+legendOver*p.zoom
	p.legend, p.keysOf = p.legend[:0], r
	l := p.layLegend(r, len(v.clocks()))
	if l.head > 0 {
		when := v.words.T("plot.now")
		if marked {
			when = v.words.T("plot.at")
		}
		p.pen.start(v.words).text(when).text(" ").fixed(time.Duration(at).Seconds(), 2).text(" s")
		p.pen.put(c, r.x+r.w, r.y+7*z, draw.Small, c.Theme.TextDim, draw.Right|draw.Middle)
	}
	values := p.values(h, at, marked)
	for i := range v.clocks() {
		line := l.line(r, i, z)
		if line.y+line.h > bottom+z {
			continue
		}
		p.legend = append(p.legend, line)
		p.name(v, c, i, line, l.values, values, marked)
	}
}

// name writes a line of the legend.
func (p *errorPlot) name(v *view, c *draw.Canvas, i int, line rect, valued bool, values []float32, marked bool) {
	z, x, y := p.zoom, line.x+6*p.zoom, line.y+line.h/2
	asked := p.asked(v, i)
	if i == p.hover || slices.Contains(p.pins, i) {
		c.Box(line.x, line.y, line.w, line.h, 3*z, c.Theme.PanelEdge)
	}
	swatch, fine := 26*z, z
	if !valued {
		swatch, fine = 15*z, 0.6*z
	}
	style, width := clockStyle(c.Theme, v.frame.selected, i, asked || i == p.hover)
	c.Dashed(x, y, x+swatch, y, (width+0.5)*z, style.Dash.Scale(fine), 0, style.Color)
	p.pen.start(v.words).text("–")
	col, name := c.Theme.TextDim, c.Theme.TextDim
	if asked {
		name = c.Theme.Text
	}
	if err, ok := p.value(v, values, i, marked); ok {
		p.pen.start(v.words).signed(err.Seconds()*1000, 1).text(" ms")
		if asked {
			col = errorColor(c.Theme, err)
		}
	}
	if valued {
		c.Text(x+swatch+8*z, y, clockShort(v.words, v.clock(i)), draw.Small, name, draw.Left|draw.Middle)
		p.pen.put(c, line.x+line.w-6*z, y, draw.MonoSmall, col, draw.Right|draw.Middle)
		v.tips.add(line, p.tip(v, i, line))
		return
	}
	c.Text(x+swatch+4*z, y, clockShort(v.words, v.clock(i)), draw.Small, name, draw.Left|draw.Middle)
	if v.tips.under(line) {
		v.tips.add(line, string(p.pen.buf)+". "+p.tip(v, i, line))
	}
}

// tip tells what a clock does, and under the pointer what a click does.
func (p *errorPlot) tip(v *view, i int, line rect) string {
	tip := clockTip(v.words, v.clock(i))
	if v.tips.under(line) {
		tip += " " + v.words.T("plot.pin-tip")
	}
	return tip
}

// values returns the row of the history at an instant, nil if there is none.
func (p *errorPlot) values(h *session.History, at netsim.Time, marked bool) []float32 {
	first, end := h.Span()
	n := h.Before(at)
	if !marked || n < first || n >= end {
		return nil
	}
	when, row := h.Row(n)
	if at.Sub(when) > 2*session.HistoryStep {
		return nil // it lies ahead
	}
	return row
}

// value returns the error of an algorithm now, or in a row where an instant is marked.
func (p *errorPlot) value(v *view, row []float32, i int, marked bool) (time.Duration, bool) {
	if !marked {
		e := v.frame.errors[i]
		return e.err, e.ok
	}
	if row == nil || row[i] != row[i] {
		return 0, false
	}
	return time.Duration(float64(row[i]) * 1e6), true
}
