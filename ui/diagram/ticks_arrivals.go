package diagram

import (
	"driftlab/game"
	"driftlab/game/observe"
	"driftlab/internal/palette"
	"driftlab/netsim"
	"driftlab/ui/draw"
	"driftlab/ui/panel"
)

// An arrivalKind is what became of an input or a snapshot.
type arrivalKind int

const (
	inTime arrivalKind = iota
	tooLate
	tooEarly
	lostArrival
	lackedInput // the host played a tick without it

	arrivalKinds
)

// arrivalTexts are the keys of the kinds' names.
var arrivalTexts = [arrivalKinds]string{"ticks.in-time", "ticks.late", "ticks.early", "ticks.lost", "ticks.lacked"}

// draw draws an arrival of the kind, with its own shape: up from a client, down from the host.
func (k arrivalKind) draw(c *draw.Canvas, x, y, r float32, up bool) {
	switch k {
	case inTime:
		c.Triangle(x, y, r, up, c.Theme.TextDim)
	case tooLate:
		c.TriangleOutline(x, y, r+1, 1.5, up, c.Theme.Text)
	case tooEarly:
		c.MarkerOutline(palette.Diamond, x, y, r+1, 1.5, c.Theme.Text)
	case lostArrival:
		c.Cross(x, y, r*0.8, 1.5, c.Theme.Text)
	case lackedInput:
		c.Rect(x-1.5, y-r-2, 3, 2*r+4, c.Theme.Text)
	}
}

// arrivalOf returns the kind of arrival of a datagram that is due by now.
func arrivalOf(p *observe.TapePacket) arrivalKind {
	switch {
	case p.Fate == netsim.Lost:
		return lostArrival
	case p.Early:
		return tooEarly
	case p.TooLate():
		return tooLate
	}
	return inTime
}

// arrivals draws the inputs that arrive at the host and the snapshots that arrive at the client, and counts
// those that go wrong.
func (d *ticksView) arrivals(c *draw.Canvas, tape *observe.Tape) {
	d.counts, d.hover, d.near = arrivalCounts{}, 0, 7
	for n, end := tape.Packets(d.axis.From, min(d.axis.To, d.now)); n < end; n++ {
		p := tape.At(n)
		switch d.row(p) {
		case inputRow:
			d.arrival(c, p, inputRow)
			d.counts.inputs[arrivalOf(p)]++
		case snapshotRow:
			d.arrival(c, p, snapshotRow)
			d.counts.snapshots[arrivalOf(p)]++
		}
	}
	for n, end := tape.MissingInputs(d.client, d.axis.From, min(d.axis.To, d.now)); n < end; n++ {
		m := tape.MissingAt(d.client, n)
		d.counts.inputs[lackedInput] += m.Ticks
		lackedInput.draw(c, d.axis.X(m.At), d.rows[inputRow], 4, true)
	}
}

// row returns the row of a datagram's arrival, nobody if there is none.
func (d *ticksView) row(p *observe.TapePacket) int {
	switch {
	case p.Due < d.axis.From || p.Due > min(d.axis.To, d.now) || p.Ticks == 0 || p.Fate == netsim.Duplicate || p.Stale():
	case game.Kind(p.Kind) == game.KindInput && int(p.From) == d.client:
		return inputRow
	case game.Kind(p.Kind) == game.KindSnapshot && int(p.To) == d.client:
		return snapshotRow
	}
	return panel.Nobody
}

// arrival draws one arrival. Without room for shapes, arrivals in time are thin lines.
func (d *ticksView) arrival(c *draw.Canvas, p *observe.TapePacket, row int) {
	x, y := d.axis.X(p.Due), d.rows[row]
	k := arrivalOf(p)
	if far := max(d.x-x, x-d.x, d.y-y, y-d.y); far < d.near {
		d.hover, d.near = p.ID, far
	}
	if k != lostArrival && p.Tick%d.every == 0 {
		d.marks[row] = append(d.marks[row], tickPoint{p.Tick, x})
	}
	room := d.axis.Area.W / (float32(d.axis.Span.Seconds()) * float32(d.rate))
	if k == inTime && room < 3 {
		c.Line(x, y-4, x, y+4, 1, c.Theme.TextDim.Fade(0.5))
		return
	}
	k.draw(c, x, y, min(4, max(room*0.6, 2.5)), row == inputRow)
}
