package diagram

import (
	"math"
	"slices"
	"time"

	"driftlab/game/observe"
	"driftlab/internal/palette"
	"driftlab/netsim"
	"driftlab/ui/draw"
	"driftlab/ui/layout"
	"driftlab/ui/panel"
)

// ErrorPlot draws the clock error of every algorithm on one client over time, up to now. All of them ask over the same link. Each line
// has its clock's name at its end; the race has the figures.
type ErrorPlot struct {
	Pen    panel.Pen
	Axis   panel.TimeAxis
	Scale  ErrorScale
	points []float32
	halves map[*panel.World]*plotHalf // of two worlds
	of     *plotHalf                  // that is drawn
	room   float32                    // for the lines' names, in points
	valued float32                    // for the axis's values, in points
	ends   []float32                  // each clock's error at the end of its line, in ms, NaN if it has no end
	empty  bool                       // no clock has a line
	fitted []int                      // the clocks that the axis fits; none: those in sight
	since  int                        // frames since the last press, to notice a double click
	spot   [2]float32                 // where that press was
}

// plotHalf is what a plot remembers of a world from one frame to the next.
type plotHalf struct {
	Names    lineNames
	busy     plotMap
	notes    [numNotes]plotNote
	happened plotEvents
	axes     [4]float64 // the plot's place and the limits of its values
	near     int        // the clock whose line is under the pointer, nobody for none
}

// newErrorPlot returns a plot that follows the present.
func newErrorPlot() *ErrorPlot {
	p := &ErrorPlot{Axis: panel.NewTimeAxis(30*time.Second, time.Second, observe.HistoryRows*observe.HistoryStep, 0), halves: map[*panel.World]*plotHalf{}}
	p.Axis.Full = true
	return p
}

func (p *ErrorPlot) Begin() {
	p.Axis.Away = false
	p.fitted = p.fitted[:0]
	clear(p.halves)
}

// Sizes in points.
const (
	plotScale   = 66  // the least room left of the plot, for its scale
	plotTight   = 50  // the same in a narrow tab
	narrowPlot  = 500 // the width below which a tab is narrow
	nameGap     = 30  // between the end of a line and its name
	nameTight   = 26
	longestName = 120
	nearLine    = 4 // how far from a line the pointer may be
)

// place divides the tab: the values of the axis, the plot, and the lines' names.
func (p *ErrorPlot) place(v *panel.View, r panel.Rect) (gap float32) {
	if p.of = p.halves[v.World]; p.of == nil {
		p.of = &plotHalf{near: panel.Nobody}
		p.halves[v.World] = p.of
	}
	left := float32(plotScale)
	if gap = nameGap; r.W < narrowPlot {
		left, gap = plotTight, nameTight
	}
	left = max(left, p.valued)
	p.Axis.Place(panel.NewRect(r.X+left, r.Y+8, max(r.W-left-gap-p.room-8, 1), max(r.H-34, 1)), v.Session.Now())
	p.Scale.Area = p.Axis.Area
	return gap
}

// Update acts on the pointer: a click on a name or a line chooses its clock, a double click on a bundle of names fits the axis to these.
func (p *ErrorPlot) Update(v *panel.View, k *panel.Pointer, r panel.Rect) {
	p.place(v, r)
	p.since++
	if clicked := p.Axis.Update(k, v.Session.Now()); clicked && p.of.near != panel.Nobody {
		v.Hover.Pin(p.of.near, k.Shift)
	} else if clicked {
		v.Mark(&p.Axis, k.X)
	}
	if !k.Pressed || !k.Over(r) {
		return
	}
	const still = 4 // points between the clicks of a double one
	double := p.since < doubleClick && math.Hypot(float64(k.X-p.spot[0]), float64(k.Y-p.spot[1])) < still
	p.since, p.spot = 0, [2]float32{k.X, k.Y}
	if double && len(p.fitted) > 0 {
		p.fitted = p.fitted[:0]
		return
	}
	for i := range p.of.Names.Labels {
		switch of := &p.of.Names.Labels[i]; {
		case !k.Over(of.At):
		case len(of.Whose) == 1:
			v.Hover.Pin(of.Whose[0], k.Shift)
		case double:
			p.fitted = append(p.fitted, of.Whose...)
		}
	}
}

// doubleClick is the greatest distance between the two clicks of a double click, in updates.
const doubleClick = 24

func (p *ErrorPlot) Draw(v *panel.View, c *draw.Canvas, r panel.Rect) {
	h := v.Session.History(v.Frame.Selected)
	p.measure(v, c, r)
	gap := p.place(v, r)
	p.end(v, h)
	area, driving := p.Axis.Area, v.Driving(v.Frame.Selected)
	low, high := p.reach(v, h, driving)
	p.Scale.fit(low, high, &p.Axis, v.Session.Now(), v.Worth)
	p.title(v, c, r)
	v.Tips.Add(panel.NewRect(r.X, r.Y, area.X-r.X, r.H), v.Words.T("plot.tip")) // above the plot the tip would cover the lines
	p.point(v, h)
	p.of.busy.begin(panel.NewRect(area.X, area.Y, r.X+r.W-area.X-4, area.H)) // words may reach below the names
	inSync := p.inSync(v, c)
	p.Axis.Grid(c, &p.Pen)
	p.Scale.grid(c, &p.Pen, area.X+area.W)
	p.of.busy.take(area.X, p.Y(0), area.X+area.W, p.Y(0))
	c.Clip(area.X, area.Y, area.W+1, area.H+1)
	unsure := p.uncertainty(v, c, h, driving)
	unseen := p.unseen(v, c, h)
	p.points = v.Frame.OtherLine(c, v.Frame.Selected, true, p.Axis.From, p.points, func(at netsim.Time, ms float64) (x, y float32) {
		return p.Axis.X(at), p.Y(ms)
	})
	p.bracket(c, driving)
	p.lines(v, c, h, driving)
	if c.Unclip(); p.empty {
		c.Text(area.X+area.W/2, area.Y+area.H/4, v.Words.T("plot.empty"), draw.Small, c.Theme.TextDim, draw.Centre|draw.Middle)
	}
	p.steps(v, c, h, driving)
	p.names(v, c, r, gap, driving)
	p.say(v, c, inSync, unseen, unsure)
	p.Axis.Cursor(c, &p.Pen, v)
	if p.of.near != panel.Nobody && v.Tips.Under(area) {
		v.Hover.Next.Clock = p.of.near + 1
	}
	p.Axis.Back(c, v, area.X+area.W-6, area.Y+area.H-14)
}

// measure finds how much room the lines' names and the axis's values need.
func (p *ErrorPlot) measure(v *panel.View, c *draw.Canvas, r panel.Rect) {
	p.room = c.Fonts().Measure(v.Words.T("plot.clocks"), draw.Small) + 24
	for i := range v.Clocks() {
		p.room = max(p.room, c.Fonts().Measure(panel.ClockShort(v.Words, v.Clock(i)), draw.SmallStrong))
	}
	p.room = min(p.room+4, longestName, r.W/4)
	p.Pen.Start(v.Words).Signed(-max(p.Scale.High, -p.Scale.Low), 0)
	p.valued = c.Fonts().MeasureBytes(p.Pen.Buf, draw.Small) + 14
}

// title says, right of the tabs' titles, which client the plot is about, and how many clocks it has.
func (p *ErrorPlot) title(v *panel.View, c *draw.Canvas, r panel.Rect) {
	l, room := &p.Pen.Line, v.Room(r)
	l.Start(c.Fonts(), 0)
	l.Right()
	client := len(p.Pen.Start(v.Words).Name("race.client").Int(int64(v.Frame.Selected)).Buf)
	p.Pen.Text(v.Words.T("plot.of")).Text(" ").Int(int64(len(v.Clocks()))).Text(" ").Word("plot.clocks")
	if len(v.Clocks()) < 3 { // their names are enough
		p.Pen.Buf = p.Pen.Buf[:client]
	}
	l.Add(layout.Item{Bytes: p.Pen.Buf, Ink: c.Theme.TextDim}, layout.Item{Bytes: p.Pen.Buf[:client], Ink: c.Theme.TextDim})
	l.Put(c, panel.NewRect(room, r.Y-panel.TabHeight, r.X+r.W-12-room, panel.TabHeight))
	v.Underline(c, v.Frame.Selected, l.At(0))
}

// Y returns where an error in ms is.
func (p *ErrorPlot) Y(ms float64) float32 { return p.Scale.y(ms) }

// light returns how opaque the line of a clock is. That of the driving clock is never dim.
func light(v *panel.View, clock, driving int) float32 {
	if clock == driving {
		return 1
	}
	return v.Hover.Light(clock)
}

// point finds the clock whose line is under the pointer.
func (p *ErrorPlot) point(v *panel.View, h *observe.History) {
	p.of.near = panel.Nobody
	first, end := p.Axis.Rows(h)
	at := h.Before(p.Axis.At(v.Tips.X))
	if !v.Tips.Under(p.Axis.Area) || at < first || at+1 >= end {
		return
	}
	from, a := h.Row(at)
	to, b := h.Row(at + 1)
	least, share := float32(nearLine), float32(p.Axis.At(v.Tips.X)-from)/float32(to-from)
	for i := range a {
		y0, y1 := p.Y(float64(a[i])), p.Y(float64(b[i]))
		if p.Axis.X(to)-p.Axis.X(from) > nearLine { // else the pointer is beside the whole of it
			y0 += (y1 - y0) * share
			y1 = y0
		}
		if d := max(min(y0, y1)-v.Tips.Y, v.Tips.Y-max(y0, y1), 0); d < least {
			p.of.near, least = i, d
		}
	}
}

// lines draws the errors of all clocks, the wide lines on top.
func (p *ErrorPlot) lines(v *panel.View, c *draw.Canvas, h *observe.History, driving int) {
	p.empty = true
	for _, wide := range [...]bool{false, true} {
		for i := range v.Clocks() {
			if rankOf(v, i, driving) > 0 == wide {
				p.line(v, c, h, i, light(v, i, driving), wide)
			}
		}
	}
}

// line draws the error of a clock, and nothing for the time in which that wasn't set.
func (p *ErrorPlot) line(v *panel.View, c *draw.Canvas, h *observe.History, clock int, light float32, wide bool) {
	style, width := panel.ClockStyle(c.Theme, v.Clock(clock)), float32(1.7)
	col := style.Color.Fade(light)
	if wide {
		width = 3
		p.slewed(c, h, clock, col.Fade(0.3))
	}
	p.points = p.points[:0]
	draws := func() { // dashes start where they did in the frame before
		if len(p.points) > 2 {
			from := float32(math.Mod(float64(p.Axis.At(p.points[0]))/float64(p.Axis.PerPoint()), 1<<12))
			p.points, p.empty = thinned(p.points), false
			p.of.busy.line(p.points)
			c.Polyline(p.points, width, style.Dash, from, col)
		}
		p.points = p.points[:0]
	}
	last, most := p.Axis.From, p.gap()
	for n := range p.Axis.Strided(h) {
		at, row := h.Row(n)
		if row[clock] != row[clock] || at.Sub(last) > most {
			draws()
		}
		if last = at; row[clock] == row[clock] {
			p.points = append(p.points, p.Axis.X(at), p.Y(float64(row[clock])))
		}
	}
	if y := p.ends[clock]; y == y && p.Axis.To == v.Session.Now() {
		p.points = append(p.points, p.Axis.X(p.Axis.To), p.Y(float64(y)))
	}
	draws()
}

// thinned leaves out points that are visibly on a line through their neighbours, in place, since most lines are level for long. This is the
// swinging door algorithm of process recorders (Bristol 1990).
func thinned(points []float32) []float32 {
	const sees = 0.2 // points: smaller differences aren't visible
	x0, y0, kept := points[0], points[1], points[:2]
	low, high := float32(math.Inf(-1)), float32(math.Inf(1)) // slopes of lines from the last point kept
	for i := 2; i+1 < len(points); i += 2 {
		x, y := points[i], points[i+1]
		d := 1 / max(x-x0, 1e-3)
		low, high = max(low, (y-sees-y0)*d), min(high, (y+sees-y0)*d)
		if slope := (y - y0) * d; slope >= low && slope <= high {
			continue
		}
		x0, y0 = points[i-2], points[i-1]
		kept = append(kept, x0, y0)
		d = 1 / max(x-x0, 1e-3)
		low, high = (y-sees-y0)*d, (y+sees-y0)*d
	}
	return append(kept, points[len(points)-2:]...)
}

// gap returns the longest time without data over which a client's lines continue. A client that has left or sleeps has no line.
func (p *ErrorPlot) gap() time.Duration {
	return time.Duration(p.Axis.Stride()+3) * observe.HistoryStep
}

// end finds the errors of all clocks at the right end of the axis.
func (p *ErrorPlot) end(v *panel.View, h *observe.History) {
	p.ends = slices.Grow(p.ends[:0], h.Clocks())[:h.Clocks()]
	first, _ := h.Span()
	n := h.Before(p.Axis.To)
	for i := range p.ends {
		p.ends[i] = float32(math.NaN())
		if n < first || p.Axis.To.Sub(h.Note(n).At) > p.gap() {
			continue
		}
		if _, row := h.Row(n); p.Axis.To < v.Session.Now() {
			p.ends[i] = row[i]
		} else if err, ok := v.Session.ClockError(v.Frame.Selected, i); ok {
			p.ends[i] = float32(inMillis(err))
		}
	}
}

// slewed draws a wide pale band behind a line where the clock is slewed: it runs fast or slow on purpose.
func (p *ErrorPlot) slewed(c *draw.Canvas, h *observe.History, clock int, col palette.Color) {
	p.points = p.points[:0]
	for n := range p.Axis.Strided(h) {
		at, row := h.Row(n)
		y := p.Y(float64(row[clock]))
		if note := h.Note(n); (note.Fast|note.Slow)>>clock&1 == 0 {
			y = float32(math.NaN()) // the band ends here
		}
		p.points = append(p.points, p.Axis.X(at), y)
	}
	c.Polyline(p.points, 8, palette.Unbroken, 0, col)
}
