package ui

import (
	"time"

	"driftlab/netsim"
	"driftlab/palette"
	"driftlab/session"
	"driftlab/ui/draw"
)

// An errorStrip draws the clock error of each client over time, as low as a strip: a line for the clock that drives a
// client now, in the client's hue, with its shape at the line's end. Of many clients it draws a dot each: [errorDots].
type errorStrip struct {
	// bare has it write no errors, where they are written beside it already.
	bare bool
	// under is a line of time under it, with which its axis agrees where there is room, until a person zooms or pans it.
	under  timeLine
	agreed time.Duration // the span that the axis had then

	pen    pen
	axis   timeAxis
	scale  errorScale
	dots   errorDots
	points []float32
	ends   lineEnds
	titled float32 // the room that the title took
	timed  bool    // it has times of its own, since it does not agree with the line of time
	valued float32 // and that for values of the axis, at scale 1
	hover  int     // client under the pointer, nobody for none
}

// A timeLine is where a line of time is that begins at 0, and how much time it shows.
type timeLine struct {
	x, w float32
	span time.Duration
}

// Sizes at scale 1.
const (
	stripAxis  = 64  // the room for the values of the vertical axis
	stripEnds  = 190 // the room for the labels at the lines' ends
	stripBare  = 104 // the same where they have no errors
	stripValue = 50  // the room for a value of the vertical axis of two digits
	stripDigit = 9   // and for each more
	stripDots  = 130 // the room for what dots are summed up by
	stripRow   = 16  // the height of a label
	stripMark  = 26  // a client's shape and number in it
	stripTight = 520 // in less width there are no titles
	stripTimes = 18  // the room for the times of its own axis
	stripTimed = 48  // the least height that has that room
)

// newErrorStrip returns a strip that follows the present.
func newErrorStrip() errorStrip {
	const span = 20 * time.Second
	return errorStrip{axis: newTimeAxis(span, time.Second, session.HistoryRows*session.HistoryStep, 0), agreed: span, hover: nobody}
}

// place divides the strip: the title to the left, the lines, and the labels to the right.
func (p *errorStrip) place(v *view, r rect) {
	z := float32(v.scale)
	left, right := stripAxis*z+p.titled, stripEnds*z
	if p.bare && !manyClients(v) {
		right = stripBare * z
	}
	area := rect{r.x + left, r.y + 6*z, max(r.w-left-right, z), max(r.h-12*z, z)}
	if p.timed = false; p.agrees(r, z) {
		area.x, area.w = p.under.x, p.under.w
		p.axis.span, p.agreed = p.under.span, p.under.span
	} else if !manyClients(v) && area.h >= stripTimed*z {
		p.timed = true
		area.h -= (stripTimes - 4) * z
	}
	p.axis.place(area, v.session.Now())
	p.scale.area, p.scale.z = area, z
}

// agrees says whether the axis is to be that of the line of time, which has room in r.
func (p *errorStrip) agrees(r rect, z float32) bool {
	l := &p.under
	return p.bare && l.w > 0 && !p.axis.away && p.axis.span == p.agreed && l.span <= p.axis.most &&
		l.x >= r.x+p.titled+p.valued*z && l.x+l.w+stripBare*z <= r.x+r.w
}

// update acts on the pointer: a click on a label chooses its client, and one on the lines marks an instant.
func (p *errorStrip) update(v *view, k *pointer, r rect) {
	if manyClients(v) {
		p.dots.update(v, k)
		return
	}
	p.place(v, r)
	p.hover = nobody
	for i := range p.ends.labels {
		if e := &p.ends.labels[i]; k.over(e.at) {
			p.hover = p.ends.whose(e, int((k.x-e.at.x)/(stripMark*p.scale.z)))
		}
	}
	if k.pressed && p.hover != nobody {
		v.ask.choose(p.hover)
	} else if p.axis.update(k, v.session.Now()) {
		v.mark(&p.axis, k.x)
	}
}

// draw draws the strip into r.
func (p *errorStrip) draw(v *view, c *draw.Canvas, r rect) {
	low, high := p.reach(v, r)
	p.drawTo(v, c, r, low, high)
}

// drawTo draws it with a scale for errors from low to high.
func (p *errorStrip) drawTo(v *view, c *draw.Canvas, r rect, low, high float64) {
	z := float32(v.scale)
	c.Box(r.x, r.y, r.w, r.h, 4*z, c.Theme.Panel)
	p.ends.reset()
	if r.w <= 0 || r.h <= 0 {
		return
	}
	if v.covered(c, r.inset(4*z)) {
		return
	}
	if manyClients(v) {
		p.dots.draw(v, c, r)
		return
	}
	if p.titled = 0; r.w >= stripTight*z {
		p.titled = stripHead(c, r, z)
	}
	p.valued = stripValue
	for most := max(high, -low); most >= 100; most /= 10 {
		p.valued += stripDigit
	}
	p.place(v, r)
	p.scale.fit(low, high, &p.axis, v.session.Now(), v.worth)
	v.tips.add(r, v.words.T("strip.tip"))
	p.scale.grid(c, &p.pen)
	if p.timed {
		p.axis.grid(c, &p.pen, z)
	}
	area := p.axis.area
	c.Clip(int(area.x), int(area.y), int(area.w)+1, int(area.h)+1)
	p.points = v.frame.otherLine(c, v.frame.selected, p.axis.from, z, p.points, func(at netsim.Time, ms float64) (x, y float32) {
		return p.axis.x(at), p.scale.y(ms)
	})
	for i := range v.frame.facts {
		p.line(v, c, p.nth(v, i))
	}
	c.Unclip()
	for i := range v.frame.facts {
		p.mark(v, c, p.nth(v, i))
	}
	p.axis.cursor(c, &p.pen, v, z)
	p.labels(v, c)
}

// stripHead writes the title of a strip, and under it where there is room what it is of. It returns the room that takes.
func stripHead(c *draw.Canvas, r rect, z float32) (w float32) {
	x, y := r.x+12*z, r.y+r.h/2
	if r.h >= 40*z {
		w = c.Text(x, y+9*z, c.Words.T("strip.of-each"), draw.Small, c.Theme.TextDim, draw.Left|draw.Middle)
		y -= 9 * z
	}
	return max(w, c.Text(x, y, c.Words.T("strip.title"), draw.Strong, c.Theme.Text, draw.Left|draw.Middle)) + 12*z
}

// reach returns from where to where the errors go of all clients in what is in sight.
func (p *errorStrip) reach(v *view, r rect) (low, high float64) {
	if r.w <= 0 || v.frame.blind || manyClients(v) {
		return 0, 0 // there are no lines
	}
	p.place(v, r)
	s := &p.scale
	s.extents = s.extents[:0]
	for i := range v.frame.facts {
		h, clock, e := v.session.History(i+1), v.driving(i+1), extent{whose: i + 1}
		first, end := p.axis.rows(h)
		for n := first; n < end; n++ {
			_, row := h.Row(n)
			e.take(row[clock])
		}
		s.extents = append(s.extents, e)
	}
	return s.inSight(v.frame.selected)
}

// nth returns the client that is drawn i-th: the one that is chosen last, so that no other's line hides it.
func (p *errorStrip) nth(v *view, i int) int {
	switch chosen := v.frame.selected; {
	case chosen < 1:
		return i + 1
	case i == len(v.frame.facts)-1:
		return chosen
	case i+1 < chosen:
		return i + 1
	default:
		return i + 2
	}
}

// line draws how wrong a client's clock was.
func (p *errorStrip) line(v *view, c *draw.Canvas, client int) {
	h, clock, z := v.session.History(client), v.driving(client), p.scale.z
	first, end := p.axis.rows(h)
	every := p.axis.stride(z)
	p.points = p.points[:0]
	for n := (first + every - 1) / every * every; n < end; n += every {
		at, row := h.Row(n)
		p.points = append(p.points, p.axis.x(at), p.scale.y(float64(row[clock])))
	}
	if f := &v.frame.facts[client-1]; f.Status.Synchronised {
		p.points = append(p.points, p.axis.x(v.session.Now()), p.scale.y(inMillis(f.Error)))
	}
	width := 2 * z
	if p.hover == client {
		width = 3.5 * z
	}
	c.Polyline(p.points, width, palette.Unbroken, 0, p.colour(c, client))
}

// colour is a client's, paler while another is under the pointer.
func (p *errorStrip) colour(c *draw.Canvas, client int) palette.Color {
	col := c.Theme.Machine(client).Color
	if p.hover != nobody && p.hover != client {
		return col.Fade(0.25)
	}
	return col
}

// mark draws a client's shape at its line's end, or at the edge that the line has left by, and notes where it is.
func (p *errorStrip) mark(v *view, c *draw.Canvas, client int) {
	f, now, area, z := &v.frame.facts[client-1], v.session.Now(), p.axis.area, p.scale.z
	if !f.Status.Synchronised || now > p.axis.to || now < p.axis.from {
		return
	}
	inside := func(y float32) float32 { return min(max(y, area.y), area.y+area.h) }
	x, y, col := p.axis.x(now), p.scale.y(inMillis(f.Error)), p.colour(c, client)
	if y == inside(y) {
		c.Marker(c.Theme.Machine(client).Shape, x, y, 4.5*z, col)
	} else {
		c.Triangle(x, inside(y), 4*z, y < area.y, col)
	}
	p.ends.add(client, inside(p.scale.y(inMillis(v.frame.held[client-1].Error))))
}
