package diagram

import (
	"slices"
	"time"

	"driftlab/game/session"
	"driftlab/netsim"
	"driftlab/ui/draw"
	"driftlab/ui/panel"
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
func (p *ErrorPlot) layLegend(r panel.Rect, clocks int) legendLayout {
	n := float32(clocks)
	l := legendLayout{row: min(26, (r.H-12)/n), head: 18, rows: clocks, values: true}
	if l.row >= legendRow {
		return l
	}
	l.head = -4
	room := r.H + legendOver - l.head
	if l.row = min(legendRow, room/n); l.row >= legendLow {
		return l
	}
	l.rows, l.values = (clocks+1)/2, false
	l.row = min(max(room/float32(l.rows), legendLow), 20)
	return l
}

// line returns where the i-th line stands.
func (l *legendLayout) line(r panel.Rect, i int) panel.Rect {
	at := panel.NewRect(r.X-6, r.Y+l.head+l.row*float32(i%l.rows), r.W+12, l.row)
	if !l.values {
		const first = 0.56 // the share of the column with the longer names
		if at.W *= first; i >= l.rows {
			at.X, at.W = at.X+at.W, r.W+12-at.W
		}
	}
	return at
}

// names is the legend: it names the lines and gives their values as they were read last, or at the instant that is marked.
func (p *ErrorPlot) names(v *panel.View, c *draw.Canvas, h *session.History, r panel.Rect, at netsim.Time, marked bool) {
	bottom := r.Y + r.H + legendOver
	p.Legend, p.keysOf = p.Legend[:0], r
	l := p.layLegend(r, len(v.Clocks()))
	if l.head > 0 {
		if !marked {
			at = v.Frame.Reading.At()
		}
		p.Pen.Start(v.Words).At(at).Put(c, r.X+r.W, r.Y+7, draw.Small, c.Theme.TextDim, draw.Right|draw.Middle)
	}
	values := p.values(h, at, marked)
	for i := range v.Clocks() {
		line := l.line(r, i)
		if line.Y+line.H > bottom+1 {
			continue
		}
		p.Legend = append(p.Legend, line)
		p.name(v, c, i, line, &l, values, marked)
	}
}

// name writes a line of the legend.
func (p *ErrorPlot) name(v *panel.View, c *draw.Canvas, i int, line panel.Rect, l *legendLayout, values []float32, marked bool) {
	x, y := line.X+6, line.Y+line.H/2
	asked := p.asked(v, i)
	v.Which(i, line)
	if i == p.Hover || slices.Contains(p.Pins, i) {
		c.Box(line.X, line.Y, line.W, line.H, 3, c.Theme.PanelEdge)
	}
	swatch, fine := float32(26), float32(1)
	if !l.values {
		swatch, fine = 15, 0.6
	}
	style := panel.ClockStyle(c.Theme, v.Clock(i))
	c.Dashed(x, y, x+swatch, y, 2.5, style.Dash.Scale(fine), 0, style.Color)
	col, ink := c.Theme.TextDim, c.Theme.TextDim
	if asked {
		ink = c.Theme.Text
	}
	gap := float32(4)
	if l.values {
		gap = 8
	}
	x += swatch + gap
	x += c.Text(x, y, panel.ClockShort(v.Words, v.Clock(i)), draw.Small, ink, draw.Left|draw.Middle)
	p.Pen.Start(v.Words).Text("–")
	if err, ok := p.value(v, values, i, marked, l.head > 0); ok {
		if p.Pen.Start(v.Words).SignedMs(err, 1); x+gap > line.X+line.W-6-c.Fonts().MeasureBytes(p.Pen.Buf, draw.MonoSmall) {
			p.Pen.Start(v.Words).SignedMs(err, 0)
		}
		if asked {
			col = panel.ErrorColor(c.Theme, err)
		}
	}
	if l.values {
		p.Pen.Put(c, line.X+line.W-6, y, draw.MonoSmall, col, draw.Right|draw.Middle)
	}
	tip := panel.ClockTip(v.Words, v.Clock(i))
	if v.Tips.Under(line) {
		if tip += " " + v.Words.T("plot.pin-tip"); !l.values {
			tip = string(p.Pen.Buf) + ". " + tip
		}
	}
	v.Tips.Add(line, tip)
}

// values returns the row of the history at an instant, nil if there is none.
func (p *ErrorPlot) values(h *session.History, at netsim.Time, marked bool) []float32 {
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

// value returns the error of an algorithm: in a row where an instant is marked, else as it was read at the instant that the
// legend names, or now where that has no room for one.
func (p *ErrorPlot) value(v *panel.View, row []float32, i int, marked, named bool) (time.Duration, bool) {
	if !marked && !named {
		return v.Session.ClockError(max(v.Frame.Selected, 1), i)
	}
	if !marked {
		e := v.Frame.Errors[i]
		return e.Err, e.OK
	}
	if row == nil || row[i] != row[i] {
		return 0, false
	}
	return time.Duration(float64(row[i]) * 1e6), true
}
