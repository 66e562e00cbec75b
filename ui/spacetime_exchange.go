package ui

import (
	"driftlab/netsim"
	"driftlab/palette"
	"driftlab/session"
	"driftlab/ui/draw"
)

// chosen draws what the pointer is on, or was clicked on last: the packet, and the exchange that it is
// part of. While the session is paused and nothing is chosen, it is the latest exchange.
func (d *spaceTime) chosen(c *draw.Canvas, v *view) {
	p := v.tape.Find(d.hover)
	if p == nil {
		if p = v.tape.Find(v.hover.chosen()); p != nil && !d.shows(p) {
			p = nil
		}
	}
	if p == nil && v.paused {
		p = d.latest(v.tape)
	}
	if p == nil {
		return
	}
	if e, ok := exchangeOf(v.tape, p, d.now); ok {
		d.exchange(c, &e)
	} else {
		d.outline(c, p)
	}
	if d.hover == p.ID {
		v.tellPacket(c, p, d.x, d.axis.area.y)
	}
}

// latest returns the latest answer in view that has come.
func (d *spaceTime) latest(tape *session.Tape) *session.TapePacket {
	for i := len(d.clocks) - 1; i >= 0; i-- {
		p := tape.At(d.clocks[i])
		if e, ok := exchangeOf(tape, p, d.now); ok && e.answer == p && e.middle() >= d.axis.from {
			return p
		}
	}
	return nil
}

// outline draws one packet so that it stands out, with what a stream waits before and behind it.
func (d *spaceTime) outline(c *draw.Canvas, p *session.TapePacket) {
	z, w := d.zoom, d.path(p)
	x, y := w.end(p.Fate == netsim.Lost)
	col := groupOf[p.Kind].style(c.Theme).Color
	c.Capsule(w.left, w.from, x, y, 7*z, c.Theme.Text.Fade(0.25))
	c.Line(w.left, w.from, x, y, 2.5*z, col)
	c.Line(w.sent, w.from, w.left, w.from, 5*z, col)
	if p.Fate != netsim.Lost && w.due > w.came {
		c.Line(w.came, w.to, w.due, w.to, 5*z, col)
		c.Ring(w.due, w.to, 5*z, 1.5*z, c.Theme.Text)
	}
}

// exchange draws a question and its answer as they were, and as the client must take them to have been:
// with equal ways, so that the host would have answered half way between.
func (d *spaceTime) exchange(c *draw.Canvas, e *exchange) {
	z := d.zoom
	d.outline(c, e.ask)
	d.outline(c, e.answer)
	sent, came := d.axis.x(e.ask.Sent), d.axis.x(e.answer.Due)
	truth, taken := d.axis.x(e.answer.Sent), d.axis.x(e.middle())
	dash := palette.Dash{5, 4, 5, 4}.Scale(z)
	c.Dashed(sent, d.clientY, taken, d.hostY, 1.75*z, dash, 0, c.Theme.Text)
	c.Dashed(taken, d.hostY, came, d.clientY, 1.75*z, dash, 0, c.Theme.Text)
	if left, right := min(truth, taken), max(truth, taken); right-left > 1 {
		c.Hatch(left, d.hostY-5*z, right-left, 10*z, 6*z, c.Theme.Error)
		c.BoxOutline(left, d.hostY-5*z, right-left, 10*z, 0, 1.5*z, c.Theme.Error)
	}
	c.Circle(truth, d.hostY, 5*z, c.Theme.Truth)
	c.Circle(taken, d.hostY, 5*z, c.Theme.Panel)
	c.Ring(taken, d.hostY, 5*z, 1.75*z, c.Theme.Truth)
	for _, x := range [...]float32{sent, came} {
		c.Circle(x, d.clientY, 4*z, c.Theme.Truth)
	}
	d.note(c, sent, d.clientY-13*z, c.Words.T("spacetime.asked"), draw.Right)
	d.note(c, came, d.clientY-13*z, c.Words.T("spacetime.heard"), draw.Left)
	d.conclude(c, e, truth, taken)
}

// conclude writes what the client takes from an exchange, under the host's axis.
func (d *spaceTime) conclude(c *draw.Canvas, e *exchange, truth, taken float32) {
	z, y := d.zoom, d.hostY+17*d.zoom
	area := d.axis.area
	side, other := draw.Left, draw.Right
	if taken > truth {
		side, other = draw.Right, draw.Left
	}
	takenY := y
	if room := c.Fonts().Measure(c.Words.T("spacetime.taken"), draw.Small) + 14*z; other == draw.Right && taken-room < area.x || other == draw.Left && taken+room > area.x+area.w {
		// Both on the side that has room.
		other, takenY = side, y+18*z
	}
	d.note(c, truth, y, c.Words.T("spacetime.truth"), side)
	d.note(c, taken, takenY, c.Words.T("spacetime.taken"), other)
	up, down := e.ask.Due.Sub(e.ask.Sent), e.answer.Due.Sub(e.answer.Sent)
	d.pen.start(c.Words).text("(").fixed(up.Seconds()*1000, 1).text(" − ").fixed(down.Seconds()*1000, 1).text(") / 2 = ")
	d.pen.signed(e.wrong().Seconds()*1000, 1).text(" ms")
	w := 6.6 * z * float32(len(d.pen.buf))
	x := min(max((truth+taken)/2, area.x+w/2+4*z), area.x+area.w-w/2-4*z)
	c.Box(x-w/2, takenY+9*z, w, 18*z, 4*z, c.Theme.Panel.Fade(0.92))
	d.pen.put(c, x, takenY+18*z, draw.Small, c.Theme.ErrorText, draw.Centre|draw.Middle)
}

// note writes a word at a point of an exchange, on a ground of its own.
func (d *spaceTime) note(c *draw.Canvas, x, y float32, text string, side draw.Align) {
	z := d.zoom
	w := c.Fonts().Measure(text, draw.Small)
	if x < d.axis.area.x || x > d.axis.area.x+d.axis.area.w {
		return
	}
	left := x + 8*z
	if side == draw.Right {
		left = x - 8*z - w
	}
	left = min(max(left, d.axis.area.x+4*z), d.axis.area.x+d.axis.area.w-w-4*z)
	c.Box(left-4*z, y-8*z, w+8*z, 16*z, 4*z, c.Theme.Panel.Fade(0.92))
	c.Text(left, y, text, draw.Small, c.Theme.Text, draw.Left|draw.Middle)
}
