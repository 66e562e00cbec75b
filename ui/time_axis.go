package ui

import (
	"math"
	"time"

	"driftlab/netsim"
	"driftlab/session"
	"driftlab/ui/draw"
)

// A timeAxis is a horizontal axis of true time: of a tab in which the wheel zooms, a drag pans, and which
// follows virtual time until it is taken away from there. Tabs have one each, and share the [cursor].
type timeAxis struct {
	least, most time.Duration // the span's limits
	ahead       float64       // share of the span that lies right of now while it follows
	span        time.Duration // what it shows

	away     bool        // it does not follow
	end      netsim.Time // the right edge; set by place while it follows
	from, to netsim.Time // what place has made of them
	area     rect        // where place has put it

	grabbed    bool
	grabbedX   float32
	grabbedEnd netsim.Time
	dragged    bool // the pointer has moved since it went down: it is no click
	last       netsim.Time
	button     rect // that brings it back, where it was drawn last
	buttonOf   rect // the area that it was drawn in
}

// newTimeAxis returns an axis that shows a span, which a person can change within limits, and a share
// of it that lies ahead of now.
func newTimeAxis(span, least, most time.Duration, ahead float64) timeAxis {
	return timeAxis{span: span, least: least, most: most, ahead: ahead}
}

// place puts the axis along the width of an area when virtual time is now. It comes before all that
// asks where something is.
func (x *timeAxis) place(area rect, now netsim.Time) {
	x.area = area
	if x.away && now > x.last && x.last <= x.end && now > x.end {
		x.away = false // time has run up to the right edge
	}
	x.last = now
	if !x.away {
		x.end = x.live(now)
	}
	x.end = max(x.end, netsim.Time(x.span))
	x.from, x.to = x.end.Add(-x.span), x.end
}

// show has the axis show a span, as far as its limits go, and no less than it did.
func (x *timeAxis) show(span time.Duration) { x.span = min(max(span, x.span), x.most) }

// as has the axis show the time that another one shows.
func (x *timeAxis) as(o *timeAxis) { x.span, x.away, x.end, x.last = o.span, o.away, o.end, o.last }

// live returns the right edge of the axis while it follows.
func (x *timeAxis) live(now netsim.Time) netsim.Time {
	// The first seconds fill the axis from the left.
	return max(now.Add(time.Duration(float64(x.span)*x.ahead)), netsim.Time(x.span))
}

// x returns where an instant is, in pixels of the window. It may be outside the area.
func (x *timeAxis) x(at netsim.Time) float32 {
	return x.area.x + float32(float64(at-x.from)*float64(x.area.w)/float64(x.span))
}

// at returns the instant at a place.
func (x *timeAxis) at(px float32) netsim.Time {
	return x.from + netsim.Time(float64(px-x.area.x)*float64(x.span)/float64(x.area.w))
}

// perPixel returns the time that a pixel takes.
func (x *timeAxis) perPixel() time.Duration {
	return max(time.Duration(float64(x.span)/float64(x.area.w)), 1)
}

// follow returns the axis to virtual time.
func (x *timeAxis) follow() { x.away = false }

// stay has the axis stand where it is, until virtual time runs past its right edge.
func (x *timeAxis) stay() { x.away = true }

// update acts on the pointer over the area in which place has put the axis, and reports a click there:
// a press and a release without a way between them.
func (x *timeAxis) update(p *pointer, now netsim.Time) (clicked bool) {
	if x.away && p.pressed && p.over(x.button.moved(x.buttonOf, x.area)) {
		x.follow()
		return false
	}
	over := p.over(x.area)
	if over && p.wheel != 0 {
		x.zoom(math.Pow(1.25, -float64(p.wheel)), p.x, now)
	}
	if over && p.pressed {
		x.grabbed, x.dragged, x.grabbedX, x.grabbedEnd = true, false, p.x, x.end
	}
	if !x.grabbed {
		return false
	}
	const still = 4 // pixels that a click may move
	if d := p.x - x.grabbedX; x.dragged || d > still || d < -still {
		x.dragged = true
		x.end = x.grabbedEnd.Add(-time.Duration(float64(d) * float64(x.span) / float64(x.area.w)))
		x.away = x.end < x.live(now)
		x.place(x.area, now)
	}
	if p.down {
		return false
	}
	x.grabbed = false
	return !x.dragged
}

// zoom multiplies the span, and keeps the instant under the pointer where it is; now, while the axis
// follows.
func (x *timeAxis) zoom(by float64, px float32, now netsim.Time) {
	under := x.at(px)
	x.span = min(max(time.Duration(float64(x.span)*by), x.least), x.most)
	if x.away {
		right := float64(x.area.x+x.area.w-px) / float64(x.area.w)
		x.end = under.Add(time.Duration(right * float64(x.span)))
	}
	x.place(x.area, now)
}

// rows returns the rows of a history that the axis shows, and one more at each end.
func (x *timeAxis) rows(h *session.History) (first, end int64) {
	first, end = h.Span()
	return max(first, h.Before(x.from)), min(end, h.Before(x.to)+2)
}

// stride is how many rows of a history there are to a pixel and a half, at least one: more than that nobody sees.
func (x *timeAxis) stride(z float32) int64 {
	return max(int64(1.5*float64(z)*float64(x.perPixel())/float64(session.HistoryStep)), 1)
}

// grid draws vertical lines at round instants over the area, and their times under it.
func (x *timeAxis) grid(c *draw.Canvas, p *pen, z float32) {
	every, decimals := x.step(z)
	bottom := x.area.y + x.area.h
	for at := (x.from + every - 1) / every * every; at <= x.to; at += every {
		px := x.x(at)
		c.VLine(px, x.area.y, bottom, z, c.Theme.Grid)
		p.start(c.Words).fixed(time.Duration(at).Seconds(), decimals).text(" s")
		p.put(c, px, bottom+12*z, draw.Small, c.Theme.TextDim, draw.Centre|draw.Middle)
	}
}

// step returns the time between two lines, which have room for their times, and how many decimals
// these have.
func (x *timeAxis) step(z float32) (every netsim.Time, decimals int) {
	lines := max(int(x.area.w/(90*z)), 2)
	seconds := step(x.span.Seconds(), lines)
	return max(netsim.Time(math.Round(seconds*1e9)), 1), max(0, int(math.Ceil(-math.Log10(seconds)-1e-9)))
}

// A cursor is the instant that a person has marked. All tabs show it.
type cursor struct {
	at netsim.Time
	on bool
}

// toggle marks an instant, or takes the mark away if it is there already, within a tolerance.
func (k *cursor) toggle(at netsim.Time, within time.Duration) {
	if k.on && at.Sub(k.at).Abs() <= within {
		k.on = false
		return
	}
	*k = cursor{max(at, 0), true}
}

// cursor draws the mark over the area, and its time at the top; and a thin line at the instant that the pointer is on,
// here or elsewhere.
func (x *timeAxis) cursor(c *draw.Canvas, p *pen, v *view, z float32) {
	k := v.cursor
	if v.tips.under(x.area) {
		v.hover.instant(x.at(v.tips.x))
	}
	if at := v.hover.at; v.hover.timed && at >= x.from && at <= x.to {
		c.VLine(x.x(at), x.area.y, x.area.y+x.area.h, z, c.Theme.Solid)
	}
	if !k.on || k.at < x.from || k.at > x.to {
		return
	}
	px := x.x(k.at)
	c.VLine(px, x.area.y, x.area.y+x.area.h, 1.5*z, c.Theme.Accent)
	c.Triangle(px, x.area.y+4*z, 5*z, false, c.Theme.Accent)
	const room = 68 // for the time, at scale 1
	left := min(px+8*z, x.area.x+x.area.w-room*z)
	c.Box(left-4*z, x.area.y+1*z, room*z, 17*z, 3*z, c.Theme.Panel.Fade(0.9))
	p.start(c.Words).fixed(time.Duration(k.at).Seconds(), 4).text(" s")
	p.put(c, left, x.area.y+9*z, draw.Small, c.Theme.Text, draw.Left|draw.Middle)
}

// back draws the button that returns the axis to virtual time, where it does not follow it: its right
// end is at (right, y).
func (x *timeAxis) back(c *draw.Canvas, v *view, right, y, z float32) {
	x.button, x.buttonOf = rect{}, x.area
	if !x.away || v.unattended {
		return
	}
	text := v.words.T("time.follow")
	w := c.Fonts().Measure(text, draw.Small) + 20*z
	x.button = rect{right - w, y - 10*z, w, 20 * z}
	c.Box(x.button.x, x.button.y, x.button.w, x.button.h, 10*z, c.Theme.PanelEdge)
	c.BoxOutline(x.button.x, x.button.y, x.button.w, x.button.h, 10*z, z, c.Theme.Accent)
	c.Text(right-w/2, y, text, draw.Small, c.Theme.Text, draw.Centre|draw.Middle)
	v.tips.add(x.button, v.words.T("time.follow-tip"))
}

// step returns a round distance between grid lines, about so many over the range.
func step(span float64, lines int) float64 {
	raw := span / float64(lines)
	base := math.Pow(10, math.Floor(math.Log10(raw)))
	for _, m := range []float64{1, 2, 5} {
		if base*m >= raw {
			return base * m
		}
	}
	return base * 10
}
