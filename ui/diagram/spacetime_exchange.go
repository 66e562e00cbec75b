package diagram

import (
	"driftlab/game/observe"
	"driftlab/internal/palette"
	"driftlab/netsim"
	"driftlab/ui/draw"
	"driftlab/ui/layout"
	"driftlab/ui/panel"
)

// chosen draws the packet that is pointed at or was clicked last, and the exchange that it is part of. If nothing is
// chosen, it draws the latest exchange while the session is paused or a lesson shows one large.
func (d *SpaceTime) chosen(c *draw.Canvas, v *panel.View) {
	p := v.Tape.Find(d.hover)
	if p == nil {
		if p = v.Tape.Find(v.Hover.Chosen()); p != nil && !d.shows(p) {
			p = nil
		}
	}
	if p == nil && (v.Paused || v.Lesson != nil) {
		p = d.latest(v.Tape, v.Paused)
	}
	if p == nil {
		return
	}
	if e, ok := panel.ExchangeOf(v.Tape, p, d.now); ok {
		d.exchange(c, &e)
	} else {
		d.outline(c, p)
	}
	if d.hover == p.ID {
		v.TellPacket(c, p, d.x, d.Axis.Area.Y)
	}
}

// latest returns the latest reply in view that has arrived, of any exchange or only of one that fills a third of the view.
func (d *SpaceTime) latest(tape *observe.Tape, anyone bool) *observe.TapePacket {
	for i := len(d.clocks) - 1; i >= 0; i-- {
		p := tape.At(d.clocks[i])
		if e, ok := panel.ExchangeOf(tape, p, d.now); ok && e.Answer == p && e.Middle() >= d.Axis.From && (anyone || e.Answer.Due.Sub(e.Ask.Sent) > d.Axis.Span/3) {
			return p
		}
	}
	return nil
}

// outline draws one packet so that it stands out, with the waits of a stream before and after it.
func (d *SpaceTime) outline(c *draw.Canvas, p *observe.TapePacket) {
	w := d.path(p)
	x, y := w.end(p.Fate == netsim.Lost)
	col := packetStyle(c.Theme, panel.GroupOf[p.Kind]).Color
	c.Capsule(w.left, w.from, x, y, 7, c.Theme.Text.Fade(0.25))
	c.Line(w.left, w.from, x, y, 2.5, col)
	c.Line(w.sent, w.from, w.left, w.from, 5, col)
	if p.Fate != netsim.Lost && w.due > w.came {
		c.Line(w.came, w.to, w.due, w.to, 5, col)
		c.Ring(w.due, w.to, 5, 1.5, c.Theme.Text)
	}
}

// exchange draws a request and its reply as they were, and as the client must assume they were: with equal
// one-way delays, so that the host would have replied halfway in between.
func (d *SpaceTime) exchange(c *draw.Canvas, e *panel.Exchange) {
	d.outline(c, e.Ask)
	d.outline(c, e.Answer)
	sent, came := d.Axis.X(e.Ask.Sent), d.Axis.X(e.Answer.Due)
	truth, taken := d.Axis.X(e.Answer.Sent), d.Axis.X(e.Middle())
	dash := palette.Dash{5, 4, 5, 4}
	c.Dashed(sent, d.ClientY, taken, d.HostY, 1.75, dash, 0, c.Theme.Text)
	c.Dashed(taken, d.HostY, came, d.ClientY, 1.75, dash, 0, c.Theme.Text)
	if left, right := min(truth, taken), max(truth, taken); right-left > 1 {
		c.Hatch(left, d.HostY-5, right-left, 10, 6, c.Theme.Error)
		c.BoxOutline(left, d.HostY-5, right-left, 10, 0, 1.5, c.Theme.Error)
	}
	c.Circle(truth, d.HostY, 5, c.Theme.Truth)
	c.Circle(taken, d.HostY, 5, c.Theme.Panel)
	c.Ring(taken, d.HostY, 5, 1.75, c.Theme.Truth)
	for _, x := range [...]float32{sent, came} {
		c.Circle(x, d.ClientY, 4, c.Theme.Truth)
	}
	d.halves(c, sent, came, e)
	d.conclude(c, e, truth, taken)
	d.note(c, sent, d.ClientY-13, -noteStep, c.Words.T("spacetime.asked"), draw.Right)
	d.note(c, came, d.ClientY-13, -noteStep, c.Words.T("spacetime.heard"), draw.Left)
}

// halves draws the measured round trip over the client's axis, in two halves, one for each assumed one-way delay.
func (d *SpaceTime) halves(c *draw.Canvas, sent, came float32, e *panel.Exchange) {
	y := d.ClientY - 26
	d.pen.Start(c.Words).Fixed(inMillis(e.Answer.Due.Sub(e.Ask.Sent))/2, 1).Text(" ms")
	measured := layout.Item{Bytes: d.pen.Buf, Class: draw.Strong, Ink: c.Theme.Text, Lead: 5, Tail: 5}
	w, half := d.pen.Line.One(c.Fonts(), measured), (came-sent)/2
	// The triangle is narrower here than at its foot.
	if room := half * (1 - (d.ClientY-y)/(d.ClientY-d.HostY)); w > room-16 {
		return
	}
	c.HLine(sent, came, y, 2, c.Theme.Text)
	for _, x := range [...]float32{sent, sent + half, came} {
		c.VLine(x, y-5, y+5, 2, c.Theme.Text)
	}
	for _, x := range [...]float32{sent + half/2, came - half/2} {
		at := panel.NewRect(x-w/2, y-9, w, 18)
		d.room.take(at, 0, 0)
		c.Box(at.X, at.Y, at.W, at.H, 4, c.Theme.Panel)
		d.pen.Line.Say(c, at, draw.Left, measured)
	}
}

// conclude writes what the client concludes from an exchange, below the host's axis.
func (d *SpaceTime) conclude(c *draw.Canvas, e *panel.Exchange, truth, taken float32) {
	y := d.HostY + 17
	area := d.Axis.Area
	side, other := draw.Left, draw.Right
	if taken > truth {
		side, other = draw.Right, draw.Left
	}
	takenY := y
	if room := d.pen.Line.One(c.Fonts(), layout.Item{Text: c.Words.T("spacetime.taken"), Lead: 14}); other == draw.Right && taken-room < area.X || other == draw.Left && taken+room > area.X+area.W {
		// Both texts are on the side that has room.
		other, takenY = side, y+noteStep
	}
	d.note(c, truth, y, noteStep, c.Words.T("spacetime.truth"), side)
	d.note(c, taken, takenY, noteStep, c.Words.T("spacetime.taken"), other)
	up, down := e.Ask.Due.Sub(e.Ask.Sent), e.Answer.Due.Sub(e.Answer.Sent)
	d.pen.Start(c.Words).Text("(").Fixed(up.Seconds()*1000, 1).Text(" − ").Fixed(down.Seconds()*1000, 1).Text(") / 2 = ").SignedMs(e.Wrong(), 1)
	sum := layout.Item{Bytes: d.pen.Buf, Ink: c.Theme.ErrorText, Lead: 5, Tail: 5}
	w := d.pen.Line.One(c.Fonts(), sum)
	x := min(max((truth+taken)/2, area.X+w/2+4), area.X+area.W-w/2-4)
	d.put(c, panel.NewRect(x-w/2, takenY+9, w, 18), noteStep, sum)
}

// How far a word between the axes moves at a time to make room for another, in points, and how often.
const (
	noteStep  = 18
	noteSteps = 3
)

// note writes a word at a point of an exchange, on its own background, and moves it by steps if other words are there.
func (d *SpaceTime) note(c *draw.Canvas, x, y, step float32, text string, side draw.Align) {
	if x < d.Axis.Area.X || x > d.Axis.Area.X+d.Axis.Area.W {
		return
	}
	word := layout.Item{Text: text, Ink: c.Theme.Text, Lead: 4, Tail: 4}
	w, left := d.pen.Line.One(c.Fonts(), word), x+4
	if side == draw.Right {
		left = x - 4 - w
	}
	left = min(max(left, d.Axis.Area.X), d.Axis.Area.X+d.Axis.Area.W-w)
	d.put(c, panel.NewRect(left, y-8, w, 16), step, word)
}

// put writes a word on its own background, and moves it by steps if other words are there.
func (d *SpaceTime) put(c *draw.Canvas, at panel.Rect, step float32, word layout.Item) {
	if at, ok := d.room.take(at, step, noteSteps); ok {
		c.Box(at.X, at.Y, at.W, at.H, 4, c.Theme.Panel.Fade(0.92))
		d.pen.Line.Say(c, at, draw.Left, word)
	}
}
