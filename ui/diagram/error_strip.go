package diagram

import (
	"math"
	"slices"
	"time"

	"driftlab/game/observe"
	"driftlab/internal/palette"
	"driftlab/netsim"
	"driftlab/ui/draw"
	"driftlab/ui/panel"
)

// An ErrorStrip draws the clock error of each client over time in a low strip: a line for the clock that drives the client
// now, in the client's hue, with the client's shape at its end. With many clients it draws [ErrorDots].
type ErrorStrip struct {
	// Bare leaves the errors out, where they are written beside the strip already.
	Bare bool
	// Under is a timeline below the strip. The strip's axis agrees with it where there is room, until a person zooms or pans.
	Under  TimeLine
	agreed time.Duration // the span that the axis had then

	pen    panel.Pen
	Axis   panel.TimeAxis
	Scale  ErrorScale
	dots   ErrorDots
	points []float32
	ends   lineEnds
	titled float32 // the room for the title, in points
	timed  bool    // it has its own times, since it doesn't agree with the timeline
	valued float32 // the room for the axis's values, in points
	hover  int     // client under the pointer, nobody for none
}

// A TimeLine is the place of a timeline that starts at 0, and how much time it shows.
type TimeLine struct {
	X, W float32
	Span time.Duration
}

// Sizes in points.
const (
	stripAxis  = 64  // the room for the values of the vertical axis
	stripEnds  = 190 // the room for the labels at the lines' ends
	stripBare  = 104 // the same without errors
	stripValue = 50  // the room for a value of the vertical axis of two digits
	stripDigit = 9   // and for each further digit
	stripDots  = 130 // the room for the summary of the dots
	stripRow   = 16  // the height of a label
	stripMark  = 26  // a client's shape and number in it
	stripTight = 520 // the least width with a title
	stripTimes = 18  // the room for the times of its own axis
	stripTimed = 48  // the least height that has that room
)

// NewErrorStrip returns a strip that follows the present.
func NewErrorStrip() ErrorStrip {
	const span = 20 * time.Second
	return ErrorStrip{Axis: panel.NewTimeAxis(span, time.Second, observe.HistoryRows*observe.HistoryStep, 0), agreed: span, hover: panel.Nobody}
}

// place divides the strip: the title to the left, the lines, and the labels to the right.
func (p *ErrorStrip) place(v *panel.View, r panel.Rect) {
	left, right := max(stripAxis, p.valued)+p.titled, float32(stripEnds)
	if p.Bare && !manyClients(v) {
		right = stripBare
	}
	area := panel.NewRect(r.X+left, r.Y+6, max(r.W-left-right, 1), max(r.H-12, 1))
	// The axis agrees with the timeline below if that fits in r.
	l := &p.Under
	if p.timed = false; p.Bare && l.W > 0 && !p.Axis.Away && p.Axis.Span == p.agreed && l.Span <= p.Axis.Most &&
		l.X >= r.X+p.titled+p.valued && l.X+l.W+stripBare <= r.X+r.W {
		area.X, area.W = p.Under.X, p.Under.W
		p.Axis.Span, p.agreed = p.Under.Span, p.Under.Span
	} else if !manyClients(v) && area.H >= stripTimed {
		p.timed = true
		area.H -= stripTimes - 4
	}
	p.Axis.Place(area, v.Session.Now())
	p.Scale.Area = area
}

// Update acts on the pointer: a click on a label chooses its client, and one on the lines marks an instant.
func (p *ErrorStrip) Update(v *panel.View, k *panel.Pointer, r panel.Rect) {
	if manyClients(v) {
		p.dots.Update(v, k)
		return
	}
	p.place(v, r)
	p.hover = panel.Nobody
	for i := range p.ends.labels {
		if e := &p.ends.labels[i]; k.Over(e.at) {
			p.hover = p.ends.whose(e, int((k.X-e.at.X)/stripMark))
		}
	}
	if k.Pressed && p.hover != panel.Nobody {
		v.Ask.Choose(p.hover)
	} else {
		v.Point(&p.Axis, k)
	}
}

// Draw draws the strip into r.
func (p *ErrorStrip) Draw(v *panel.View, c *draw.Canvas, r panel.Rect) {
	low, high := p.Reach(v, r)
	p.DrawTo(v, c, r, low, high)
}

// DrawTo draws it with a scale for errors from low to high.
func (p *ErrorStrip) DrawTo(v *panel.View, c *draw.Canvas, r panel.Rect, low, high float64) {
	c.Box(r.X, r.Y, r.W, r.H, 4, c.Theme.Panel)
	p.ends.reset()
	if r.W <= 0 || r.H <= 0 {
		return
	}
	if v.Covered(c, r.Inset(4)) {
		return
	}
	if manyClients(v) {
		p.dots.Draw(v, c, r)
		return
	}
	if p.titled = 0; r.W >= stripTight {
		p.titled = stripHead(c, r)
	}
	p.valued = stripValue
	for most := max(high, -low); most >= 100; most /= 10 {
		p.valued += stripDigit
	}
	p.place(v, r)
	p.Scale.fit(low, high, &p.Axis, v.Session.Now(), v.Worth)
	v.Tips.Add(r, v.Words.T("strip.tip"))
	p.Scale.grid(c, &p.pen, p.Axis.X(v.Session.Now()))
	if p.timed {
		p.Axis.Grid(c, &p.pen)
	}
	area := p.Axis.Area
	c.Clip(area.X, area.Y, area.W+1, area.H+1)
	p.points = v.Frame.OtherLine(c, v.Frame.Selected, false, p.Axis.From, p.points, func(at netsim.Time, ms float64) (x, y float32) {
		return p.Axis.X(at), p.Scale.y(ms)
	})
	for i := range v.Frame.Facts {
		p.line(v, c, p.nth(v, i))
	}
	c.Unclip()
	for i := range v.Frame.Facts {
		p.mark(v, c, p.nth(v, i))
	}
	p.Axis.Cursor(c, &p.pen, v)
	p.Labels(v, c)
	if p.hover != panel.Nobody && v.Tips.Under(r) {
		v.Hover.Next.Client = p.hover
	}
}

// stripHead writes the title of a strip, and a subtitle if there is room. It returns the width of both.
func stripHead(c *draw.Canvas, r panel.Rect) (w float32) {
	x, y := r.X+12, r.Y+r.H/2
	if r.H >= 40 {
		w = c.Text(x, y+9, c.Words.T("strip.of-each"), draw.Small, c.Theme.TextDim, draw.Left|draw.Middle)
		y -= 9
	}
	return max(w, c.Text(x, y, c.Words.T("strip.title"), draw.Strong, c.Theme.Text, draw.Left|draw.Middle)) + 12
}

// Reach returns the least and the largest error in sight, of all clients.
func (p *ErrorStrip) Reach(v *panel.View, r panel.Rect) (low, high float64) {
	if r.W <= 0 || v.Frame.Blind || manyClients(v) {
		return 0, 0 // there are no lines
	}
	p.place(v, r)
	s := &p.Scale
	s.extents = s.extents[:0]
	for i := range v.Frame.Facts {
		h := v.Session.History(i + 1)
		first, end := p.Axis.Rows(h)
		s.add(i+1, h, v.Driving(i+1), first, end)
	}
	return s.inSight(v.Frame.Selected)
}

// nth returns the client that is drawn i-th. The chosen one is the last, so that no other line covers it.
func (p *ErrorStrip) nth(v *panel.View, i int) int {
	switch chosen := v.Frame.Selected; {
	case chosen < 1 || i+1 < chosen:
		return i + 1
	case i == len(v.Frame.Facts)-1:
		return chosen
	}
	return i + 2
}

// line draws how wrong a client's clock was.
func (p *ErrorStrip) line(v *panel.View, c *draw.Canvas, client int) {
	h, clock := v.Session.History(client), v.Driving(client)
	p.points = p.points[:0]
	for n := range p.Axis.Strided(h) {
		at, row := h.Row(n)
		p.points = append(p.points, p.Axis.X(at), p.Scale.y(float64(row[clock])))
	}
	if f := &v.Frame.Facts[client-1]; f.Status.Synchronised {
		p.points = append(p.points, p.Axis.X(v.Session.Now()), p.Scale.y(inMillis(f.Error)))
	}
	width := float32(2)
	if p.hover == client || v.Hover.Client == client {
		width = 3.5
	}
	c.Polyline(p.points, width, palette.Unbroken, 0, p.colour(c, client))
}

// colour returns a client's colour, paler while another client is under the pointer.
func (p *ErrorStrip) colour(c *draw.Canvas, client int) palette.Color {
	col := c.Theme.Machine(client).Color
	if p.hover != panel.Nobody && p.hover != client {
		return col.Fade(0.25)
	}
	return col
}

// mark draws a client's shape at the end of its line, or at the edge that the line has crossed, and notes where it is.
func (p *ErrorStrip) mark(v *panel.View, c *draw.Canvas, client int) {
	f, now, area := &v.Frame.Facts[client-1], v.Session.Now(), p.Axis.Area
	if !f.Status.Synchronised || now > p.Axis.To || now < p.Axis.From {
		return
	}
	inside := func(y float32) float32 { return min(max(y, area.Y), area.Y+area.H) }
	x, y, col := p.Axis.X(now), p.Scale.y(inMillis(f.Error)), p.colour(c, client)
	if y == inside(y) {
		c.Marker(c.Theme.Machine(client).Shape, x, y, 4.5, col)
	} else {
		c.Triangle(x, inside(y), 4, y < area.Y, col)
	}
	p.ends.add(client, inside(y))
}

// Labels writes at the lines' ends whose they are and how wrong those clocks are.
func (p *ErrorStrip) Labels(v *panel.View, c *draw.Canvas) {
	area := p.Axis.Area
	p.ends.gather(area.Y-4, area.Y+area.H+4, stripRow)
	x := min(p.Axis.X(v.Session.Now()), area.X+area.W) + 12
	for i := range p.ends.labels {
		p.label(v, c, &p.ends.labels[i], x)
	}
}

// label writes one label: the shape and the number of each client, and their errors.
func (p *ErrorStrip) label(v *panel.View, c *draw.Canvas, e *endLabel, x float32) {
	clients := p.ends.ends[e.from:e.to]
	e.at = panel.NewRect(x-6, e.y-stripRow/2, stripEnds, stripRow)
	p.errors(v, c, clients)
	marks := stripMark * float32(len(clients))
	w := p.pen.Put(c, x+marks, e.y, draw.Small, c.Theme.Text, draw.Left|draw.Middle)
	c.Box(e.at.X, e.at.Y, marks+w+12, e.at.H, 3, c.Theme.Panel.Fade(0.9))
	for _, end := range clients {
		c.Marker(c.Theme.Machine(end.whose).Shape, x, e.y, 4, p.colour(c, end.whose))
		p.pen.Start(c.Words).Int(int64(end.whose)).Put(c, x+7, e.y, draw.Small, c.Theme.Text, draw.Left|draw.Middle)
		x += stripMark
	}
}

// errors writes how wrong some clients' clocks are.
func (p *ErrorStrip) errors(v *panel.View, c *draw.Canvas, clients []lineEnd) {
	p.pen.Start(c.Words)
	if p.Bare {
		return
	}
	low, high := math.Inf(1), math.Inf(-1)
	for _, end := range clients {
		ms := inMillis(v.Frame.Facts[end.whose-1].Error)
		low, high = min(low, ms), max(high, ms)
	}
	switch {
	case max(high, -low) <= inMillis(panel.InSync) && len(clients) > 1:
		p.pen.Word("strip.right")
	case math.Round(low) == math.Round(high):
		p.pen.Signed(high, 0).Text(" ms")
	default:
		p.pen.Signed(low, 0).Text(" … ").Signed(high, 0).Text(" ms")
	}
}

// lineEnds are the ends of a plot's lines, from the top, and their labels. Lines that end too close to each other share a
// label.
type lineEnds struct {
	ends   []lineEnd
	labels []endLabel
}

// A lineEnd is the end of one line.
type lineEnd struct {
	y     float32
	whose int
}

// An endLabel is the label of some consecutive ends.
type endLabel struct {
	y        float32
	from, to int
	at       panel.Rect // where it was drawn last
}

func (l *lineEnds) reset() { l.ends, l.labels = l.ends[:0], l.labels[:0] }

// add notes that a line ends at a height.
func (l *lineEnds) add(whose int, y float32) {
	i := len(l.ends)
	l.ends = append(l.ends, lineEnd{y, whose})
	for ; i > 0 && l.ends[i-1].y > y; i-- {
		l.ends[i-1], l.ends[i] = l.ends[i], l.ends[i-1]
	}
}

// gather makes the labels, each with a height in points, between top and bottom.
func (l *lineEnds) gather(top, bottom, row float32) {
	l.labels = l.labels[:0]
	for i, e := range l.ends {
		l.labels = append(l.labels, endLabel{y: min(max(e.y, top+row/2), bottom-row/2), from: i, to: i + 1})
		for n := len(l.labels); n > 1 && l.labels[n-1].y-l.labels[n-2].y < row; n-- {
			a, b := &l.labels[n-2], &l.labels[n-1]
			k, m := float32(a.to-a.from), float32(b.to-b.from)
			a.y, a.to = (a.y*k+b.y*m)/(k+m), b.to // the average of all ends
			l.labels = l.labels[:n-1]
		}
	}
	for _, label := range l.labels {
		slices.SortStableFunc(l.ends[label.from:label.to], func(a, b lineEnd) int { return a.whose - b.whose })
	}
}

// whose returns whose line is the i-th of a label, or the last one if there are fewer.
func (l *lineEnds) whose(label *endLabel, i int) int {
	all := l.ends[label.from:label.to]
	return all[min(max(i, 0), len(all)-1)].whose
}
