package diagram

import (
	"slices"

	"driftlab/ui/draw"
	"driftlab/ui/panel"
	"driftlab/ui/words"
)

// A plotMap is where lines and words are in a plot, in columns of some points, each with 64 rows: what is written of the plot goes
// where nothing is.
type plotMap struct {
	area    panel.Rect
	columns []uint64
}

const mapColumn = 4 // points

func (m *plotMap) begin(area panel.Rect) {
	n := int(area.W/mapColumn) + 1
	m.area, m.columns = area, slices.Grow(m.columns[:0], n)[:n]
	clear(m.columns)
}

// take marks what is from x0 to x1 and from y0 to y1, as far as it is in the plot.
func (m *plotMap) take(x0, y0, x1, y1 float32) {
	if y1 < m.area.Y || y0 > m.area.Y+m.area.H || x1 < m.area.X || x0 > m.area.X+m.area.W {
		return
	}
	rows := m.rows(y0, y1)
	for i := m.column(x0); i <= m.column(x1); i++ {
		m.columns[i] |= rows
	}
}

func (m *plotMap) column(x float32) int {
	return int(min(max((x-m.area.X)/mapColumn, 0), float32(len(m.columns)-1)))
}

// rows returns the bits of the rows from y0 to y1.
func (m *plotMap) rows(y0, y1 float32) uint64 {
	row := func(y float32) int { return int(min(max((y-m.area.Y)/m.area.H*64, 0), 63)) }
	return ^uint64(0) << row(y0) & (^uint64(0) >> (63 - row(y1)))
}

// line marks a line through points, all in a column at once. It breaks at those that are no number.
func (m *plotMap) line(points []float32) {
	at, x0, low, high := -1, float32(0), float32(0), float32(0)
	for i := 0; i+1 < len(points); i += 2 {
		x, y := points[i], points[i+1]
		switch column := m.column(x); {
		case y != y:
			if at >= 0 {
				m.take(x0, low, x0, high)
			}
			at = -1
		case at < 0:
			at, x0, low, high = column, x, y, y
		case column == at:
			low, high = min(low, y), max(high, y)
		default:
			m.take(x0, min(low, y), x, max(high, y))
			at, x0, low, high = column, x, y, y
		}
	}
	if at >= 0 {
		m.take(x0, low, x0, high)
	}
}

// free reports whether nothing is in a place of the plot.
func (m *plotMap) free(r panel.Rect) bool {
	if !r.Within(m.area) {
		return false
	}
	rows := m.rows(r.Y, r.Y+r.H)
	return !slices.ContainsFunc(m.columns[m.column(r.X):m.column(r.X+r.W)+1], func(taken uint64) bool { return taken&rows != 0 })
}

// A plotNote is where something was written last.
type plotNote struct {
	on   bool
	step int // from its first place, to the side
	y    float32
}

const noteHigh = 16 // points

// place finds what is so wide its place: where it was as long as nothing comes there, or else the one nearest to x and y which is free.
// To the side it may be some steps of dx away, up and down as far as it reaches.
func (m *plotMap) place(n *plotNote, w, x, y, dx float32, steps int, reach float32) (at panel.Rect, ok bool) {
	at = panel.NewRect(x+dx*float32(n.step), n.y, w, noteHigh)
	if n.on && max(n.y-y, y-n.y) <= reach && m.free(at) {
		return at, true
	}
	for n.step = range steps {
		for d := float32(0); d <= reach; d += 3 {
			for _, n.y = range [...]float32{y + d, y - d} {
				at = panel.NewRect(x+dx*float32(n.step), n.y, w, noteHigh)
				if n.on = m.free(panel.NewRect(at.X-3, at.Y, at.W+6, at.H)); n.on {
					return at, true
				}
			}
		}
	}
	return at, false
}

// The notes of a plot.
const (
	noteTruth = iota
	noteInSync
	noteUnseen
	noteUncertain
	numNotes
)

// note writes what the pen has, or nothing where there is no room: beside x, at its left or its right, near y.
func (p *ErrorPlot) note(v *panel.View, c *draw.Canvas, which int, x, y float32, align draw.Align, reach float32, tip string) {
	w := c.Fonts().MeasureBytes(p.Pen.Buf, draw.Small)
	dx := w / 2
	if align == draw.Right {
		x, dx = x-w, -dx
	}
	steps := max(int((p.Axis.Area.W-w)/dx), int((w-p.Axis.Area.W)/dx)) + 1
	if at, ok := p.of.busy.place(&p.of.notes[which], w, x, y-noteHigh/2, dx, steps, reach); ok {
		p.write(v, c, at, p.Pen.Buf, tip)
	}
}

// write writes a note in its place, and explains it.
func (p *ErrorPlot) write(v *panel.View, c *draw.Canvas, at panel.Rect, text []byte, tip string) {
	c.TextBytes(at.X, at.Y+at.H/2, text, draw.Small, c.Theme.TextDim, draw.Left|draw.Middle)
	p.of.busy.take(at.X-4, at.Y, at.X+at.W+4, at.Y+at.H)
	if tip != "" {
		v.Tips.Add(at, tip)
	}
}

// plotEvents are what has happened in a session that clocks may notice, in the order of time.
type plotEvents struct {
	of  plotLog
	all []plotEvent
}

// plotLog is what events were read of.
type plotLog struct {
	world          *panel.World
	branch, events int
	client         int
	words          *words.Language
}

type plotEvent struct {
	panel.Change
	text []byte
	note plotNote
}

// read brings the events up to date.
func (e *plotEvents) read(v *panel.View) {
	of := plotLog{v.World, v.Line.Branch(), v.Line.Events(), v.Frame.Selected, v.Words}
	if of == e.of {
		return
	}
	e.of, e.all = of, e.all[:0]
	for _, ev := range panel.Changes(v.Line.Log(), of.client) {
		e.all = append(e.all, plotEvent{Change: ev})
	}
}

// events draws a dotted line for each event that the axis shows, and writes beside it what has happened, the latest first.
func (p *ErrorPlot) events(v *panel.View, c *draw.Canvas) {
	e, area := &p.of.happened, p.Axis.Area
	e.read(v)
	last := area.X + area.W
	for i := len(e.all) - 1; i >= 0 && e.all[i].At >= p.Axis.From; i-- {
		ev := &e.all[i]
		x := p.Axis.X(ev.At)
		if ev.At > p.Axis.To || x > last-4 { // a line is not drawn twice
			continue
		}
		last = x
		c.Dashed(x, area.Y, x, area.Y+area.H, 1.5, eventDash, 0, c.Theme.TextDim)
		p.of.busy.take(x, area.Y, x, area.Y+area.H)
	}
	for i := len(e.all) - 1; i >= 0 && e.all[i].At >= p.Axis.From; i-- {
		if ev := &e.all[i]; ev.At <= p.Axis.To {
			p.event(v, c, ev)
		}
	}
}

// event writes what has happened right of its line or else left of it, and where all of that has no room, nothing.
func (p *ErrorPlot) event(v *panel.View, c *draw.Canvas, ev *plotEvent) {
	area := p.Axis.Area
	if ev.text == nil {
		ev.text = append(ev.text, p.Pen.Start(v.Words).Fixed(float64(ev.At/1e6)/1000, -1).Text(" s: ").Text(panel.EventText(v.Words, &ev.Event, false)).Buf...)
	}
	x, w := p.Axis.X(ev.At), c.Fonts().MeasureBytes(ev.text, draw.Small)
	if at, ok := p.of.busy.place(&ev.note, w, x+8, area.Y+area.H-noteHigh-4, -w-16, 2, area.H); ok {
		p.write(v, c, at, ev.text, "")
	}
	if at := panel.NewRect(x-4, area.Y, 8, area.H); v.Tips.Under(at) {
		v.Tips.Add(at, string(ev.text))
	}
}
