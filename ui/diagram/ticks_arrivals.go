package diagram

import (
	"driftlab/game"
	"driftlab/game/observe"
	"driftlab/internal/palette"
	"driftlab/netsim"
	"driftlab/netsync"
	"driftlab/netsync/unity"
	"driftlab/ui/draw"
	"driftlab/ui/layout"
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

// margins plots how long before they are needed inputs and snapshots arrive. Below zero they are late.
func (d *ticksView) margins(v *panel.View, c *draw.Canvas, r panel.Rect) {
	k, tape, low, high := &d.margin, v.Tape, -5.0, 20.0
	first, end := tape.Packets(d.axis.From, min(d.axis.To, d.now))
	for n := first; n < end; n++ {
		if p := tape.At(n); d.about(p, game.KindInput) || d.about(p, game.KindSnapshot) {
			low, high = min(low, inMillis(p.Margin)), max(high, inMillis(p.Margin))
		}
	}
	room := (high - low) * 0.1
	k.low, k.high = low-room, high+room
	zero, x := k.y(0), k.area.X+k.area.W+10
	c.Hatch(k.area.X, zero, k.area.W, k.area.Y+k.area.H-zero, 8, c.Theme.Grid)
	k.rows(c, &d.pen, " ms", true)
	c.HLine(k.area.X, k.area.X+k.area.W, zero, 1.5, c.Theme.Truth)
	for n := first; n < end; n++ {
		p := tape.At(n)
		if up := d.about(p, game.KindInput); up || d.about(p, game.KindSnapshot) {
			c.Triangle(d.axis.X(p.Due), k.y(inMillis(p.Margin)), 2.5, up, c.Theme.TextDim)
		}
	}
	c.Text(r.X+12, k.area.Y+9, c.Words.T("ticks.margin"), draw.Small, c.Theme.Text, draw.Left|draw.Middle)
	c.Text(x, zero-9, c.Words.T("ticks.in-time"), draw.Small, c.Theme.TextDim, draw.Left|draw.Middle)
	c.Text(x, zero+9, c.Words.T("ticks.late"), draw.Small, c.Theme.Text, draw.Left|draw.Middle)
	v.Tips.Add(panel.NewRect(r.X, k.area.Y, r.W, k.area.H), c.Words.T("ticks.margin-tip"))
}

// about reports whether a packet is an input or a snapshot of the client that has arrived in view.
func (d *ticksView) about(p *observe.TapePacket, kind game.Kind) bool {
	mine := int(p.From) == d.client || int(p.To) == d.client
	return mine && game.Kind(p.Kind) == kind && p.HasMargin && p.Fate == netsim.Delivered && p.Due >= d.axis.From && p.Due <= min(d.axis.To, d.now)
}

// names writes the rows' names left of them, with a sample of their marks and a tooltip.
func (d *ticksView) names(v *panel.View, c *draw.Canvas, r panel.Rect) {
	const gutter = 12
	for row, y := range d.said {
		if y == 0 {
			continue
		}
		name, tip := v.Words.T(tickWords[row].name), v.Words.T(tickWords[row].tip)
		switch x := r.X + gutter + 5; row { // what the row's marks look like
		case inputRow, snapshotRow:
			c.Triangle(x, y, 4.5, row == inputRow, c.Theme.TextDim)
		case hostRow:
			c.VLine(x, y-6, y+6, 1.25, c.Theme.Truth)
		default:
			c.VLine(x, y-6, y+6, 1.25, c.Theme.TextDim)
		}
		x := r.X + (gutter + 16)
		d.pen.Start(v.Words)
		if row != hostRow {
			d.pen.Name("ticks.client").Int(int64(d.client)).Text(": ")
		}
		d.pen.Text(name)
		room := d.axis.Area.X - 4 - x
		if d.over {
			room = r.X + r.W - (tickValues - 10) - 4 - x
		}
		short := layout.Item{Text: name, Ink: c.Theme.Text} // its tooltip says that it is the client's
		d.line.Say(c, panel.NewRect(x, y, room, 0), draw.Left, layout.Item{Bytes: d.pen.Buf, Ink: c.Theme.Text, Cut: 1}, short)
		if row != hostRow {
			v.Underline(c, d.client, panel.NewRect(x, y-12, room, 24))
		}
		if d.hover == 0 {
			v.Tips.Add(panel.NewRect(r.X, y-12, r.W, 24), tip)
		}
	}
}

// tickWords are the keys of a row's name and its tooltip.
var tickWords = [tickRows]struct{ name, tip string }{
	predictedRow: {"ticks.predicted", "ticks.predicted-tip"}, inputRow: {"ticks.inputs", "ticks.inputs-tip"}, hostRow: {"ticks.host", "ticks.host-tip"},
	snapshotRow: {"ticks.snapshots", "ticks.snapshots-tip"}, serverRow: {"ticks.server", "ticks.server-tip"},
}

// values writes right of the rows their values now, and what went wrong in the span.
func (d *ticksView) values(v *panel.View, c *draw.Canvas, r panel.Rect) {
	x := r.X + r.W - (tickValues - 10)
	host, client := v.Tape.Before(0, d.now), v.Tape.Before(d.client, d.now)
	if host != nil {
		d.say(c, d.pen.Start(v.Words).Name("ticks.tick").Int(d.tickOf(host.Shared)), x, hostRow, c.Theme.Text)
	}
	if host != nil && client != nil && client.OK {
		unit := worldUnit(c, &v.Frame)
		d.lead(c, x, predictedRow, client.Predicted, host.Shared, unit)
		d.lead(c, x, serverRow, client.Server, host.Shared, unit)
	}
	d.wrong(v, c, x, inputRow, d.counts.inputs)
	d.wrong(v, c, x, snapshotRow, d.counts.snapshots)
}

// wrong writes right of a row of arrivals how many went wrong in the span, each kind with its shape. If not all have room, kinds that
// occurred come first.
func (d *ticksView) wrong(v *panel.View, c *draw.Canvas, x float32, row int, counts [arrivalKinds]int) {
	y := d.said[row]
	if y == 0 {
		return
	}
	d.line.Start(c.Fonts(), 8)
	for k := tooLate; k < arrivalKinds; k++ {
		word := layout.Item{Bytes: d.pen.Start(v.Words).Int(int64(counts[k])).Text(" ").Word(arrivalTexts[k]).Buf, Ink: c.Theme.TextDim, Lead: 14}
		if counts[k] > 0 {
			word.Ink, word.Rank = c.Theme.Text, 1
		} else if k == tooEarly || k == lackedInput && row == snapshotRow {
			word = layout.Item{} // most have none
		}
		d.line.Add(word)
	}
	at := panel.NewRect(x, y-8, tickValues-10, 16)
	d.line.Put(c, at)
	for k := tooLate; k < arrivalKinds; k++ {
		if at := d.line.At(int(k - tooLate)); at.W > 0 {
			k.draw(c, at.X+5, y, 4, row == inputRow)
		}
	}
	v.Tips.Add(at, v.Words.T("ticks.counts-tip"))
}

// say writes a text as the value of a row, if there is room for one.
func (d *ticksView) say(c *draw.Canvas, text *panel.Pen, x float32, row int, col palette.Color) {
	if y := d.said[row]; y > 0 {
		text.Put(c, x, y, draw.Small, col, draw.Left|draw.Middle)
	}
}

func (d *ticksView) tickOf(w netsync.World) int64 { return unity.NetworkTimeAt(d.rate, w).Tick() }

// lead writes the tick that a client is in, and how far that is from the host's.
func (d *ticksView) lead(c *draw.Canvas, x float32, row int, at, host netsync.World, unit string) {
	ahead := at.Sub(host).Seconds() * 1000
	d.pen.Start(c.Words).Name("ticks.tick").Int(d.tickOf(at)).Text("  ").Signed(ahead, 0).Text(unit)
	if c.Fonts().MeasureBytes(d.pen.Buf, draw.Small) > tickValues-12 { // its number stands at the row
		d.pen.Start(c.Words).Signed(ahead, 0).Text(unit)
	}
	d.say(c, &d.pen, x, row, c.Theme.Text)
}
