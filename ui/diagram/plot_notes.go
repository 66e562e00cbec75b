package diagram

import (
	"slices"

	"driftlab/ui/draw"
	"driftlab/ui/panel"
	"driftlab/ui/words"
)

// A plotMap knows which parts of a plot have lines and words, as columns of some points with 64 rows each. Notes go where there
// is nothing.
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

func (m *plotMap) column(x float32) int {
	return int(min(max((x-m.area.X)/mapColumn, 0), float32(len(m.columns)-1)))
}

// rows returns the bits of the rows from y0 to y1, none where these are not in the plot.
func (m *plotMap) rows(y0, y1 float32) uint64 {
	if y1 < m.area.Y || y0 > m.area.Y+m.area.H {
		return 0
	}
	row := func(y float32) int { return int(min(max((y-m.area.Y)/m.area.H*64, 0), 63)) }
	return ^uint64(0) << row(y0) & (^uint64(0) >> (63 - row(y1)))
}

// take marks the area from x0 to x1 and from y0 to y1.
func (m *plotMap) take(x0, y0, x1, y1 float32) {
	rows := m.rows(y0, y1)
	for i := m.column(x0); i <= m.column(x1); i++ {
		m.columns[i] |= rows
	}
}

// line marks a line through points, which breaks at NaN.
func (m *plotMap) line(points []float32) {
	for ; len(points) >= 4; points = points[2:] {
		x0, y0, x1, y1 := points[0], points[1], points[2], points[3]
		if y0 != y0 || y1 != y1 {
			continue
		}
		slope := (y1 - y0) / max(x1-x0, mapColumn)
		for i := m.column(x0); i <= m.column(x1); i++ {
			left := m.area.X + mapColumn*float32(i)
			a, b := y0+slope*max(left-x0, 0), y1-slope*max(x1-left-mapColumn, 0)
			m.columns[i] |= m.rows(min(a, b), max(a, b))
		}
	}
}

// free reports whether a place of the plot is in it and empty.
func (m *plotMap) free(r panel.Rect) bool {
	rows := m.rows(r.Y, r.Y+r.H)
	return r.Within(m.area) &&
		!slices.ContainsFunc(m.columns[m.column(r.X):m.column(r.X+r.W)+1], func(taken uint64) bool { return taken&rows != 0 })
}

// A plotNote is the last place of a note.
type plotNote struct {
	on   bool
	gone int // frames until a new place is looked for: nobody could read a note that comes and goes
	step int // how far aside it is from its first place
	y    float32
}

// The notes of a plot.
const (
	noteTruth = iota
	noteInSync
	noteUnseen
	noteUncertain
	numNotes
	noteHigh = 16 // points
	noteGone = 60 // frames
)

// note writes a text where there is nothing: at its old place as long as that is free, else at the nearest free place, else not at all. It
// starts right of x, or ends left of it, or does either if it is aligned to the middle. It may be up to reach above or below y.
func (p *ErrorPlot) note(v *panel.View, c *draw.Canvas, n *plotNote, text []byte, x, y float32, align draw.Align, reach float32, tip string) {
	m, w := &p.of.busy, c.Fonts().MeasureBytes(text, draw.Small)
	dx, steps := w/2, int(m.area.W/w*2)
	switch align {
	case draw.Right:
		x, dx = x-w, -dx
	case draw.Centre:
		x, dx, steps = x+8, -w-16, 1
	}
	spot := func(more float32) panel.Rect {
		return panel.NewRect(x+dx*float32(n.step)-more, n.y-noteHigh/2, w+2*more, noteHigh)
	}
	n.on = n.on && max(n.y-y, y-n.y) <= reach && m.free(spot(0))
	if n.gone = max(n.gone-1, 0); n.gone > 0 {
		return
	}
	for step := 0; step <= steps && !n.on; step++ {
		for i := 0; i <= int(reach) && !n.on; i++ { // below and above alternately
			n.step, n.y = step, y+2*float32((i+1)/2*(i%2*2-1))
			n.on = m.free(spot(3))
		}
	}
	if !n.on {
		n.gone = noteGone
		return
	}
	at := spot(0)
	c.TextBytes(at.X, n.y, text, draw.Small, c.Theme.TextDim, draw.Left|draw.Middle)
	m.take(at.X-4, at.Y, at.X+at.W+4, at.Y+at.H)
	v.Tips.Add(at, tip)
}

// plotEvents are the events of a session that clocks may notice, in order of time.
type plotEvents struct {
	of  plotLog
	all []plotEvent
}

// plotLog says of which session, and up to when, events were read.
type plotLog struct {
	world                  *panel.World
	branch, events, client int
	words                  *words.Language
}

type plotEvent struct {
	panel.Change
	text []byte
	note plotNote
}

// events draws a dotted line for each event in sight, and returns these events.
func (p *ErrorPlot) events(v *panel.View, c *draw.Canvas) []plotEvent {
	e, area := &p.of.happened, p.Axis.Area
	if of := (plotLog{v.World, v.Line.Branch(), v.Line.Events(), v.Frame.Selected, v.Words}); of != e.of {
		e.of, e.all = of, e.all[:0]
		for _, change := range panel.Changes(v.Line.Log(), of.client) {
			e.all = append(e.all, plotEvent{Change: change})
		}
	}
	seen := e.all
	for len(seen) > 0 && seen[len(seen)-1].At > p.Axis.To {
		seen = seen[:len(seen)-1]
	}
	first, last := len(seen), area.X+area.W
	for ; first > 0 && seen[first-1].At >= p.Axis.From; first-- {
		if x := p.Axis.X(seen[first-1].At); x < last-4 { // not two lines on top of each other
			last = x
			c.Dashed(x, area.Y, x, area.Y+area.H, 1.5, eventDash, 0, c.Theme.TextDim)
			p.of.busy.take(x, area.Y, x, area.Y+area.H)
		}
	}
	return seen[first:]
}

// event writes beside an event's line what happened.
func (p *ErrorPlot) event(v *panel.View, c *draw.Canvas, ev *plotEvent) {
	area, x := p.Axis.Area, p.Axis.X(ev.At)
	if ev.text == nil {
		p.Pen.Start(v.Words).Fixed(float64(ev.At/1e6)/1000, -1).Text(" s: ").Text(panel.EventText(v.Words, &ev.Event, false))
		ev.text = slices.Clone(p.Pen.Buf)
	}
	p.note(v, c, &ev.note, ev.text, x, area.Y+area.H-12, draw.Centre, area.H*2, "")
	if at := panel.NewRect(x-4, area.Y, 8, area.H); v.Tips.Under(at) {
		v.Tips.Add(at, string(ev.text))
	}
}
