package diagram

import (
	"time"

	"driftlab/game/observe"
	"driftlab/internal/palette"
	"driftlab/netsim"
	"driftlab/netsync"
	"driftlab/netsync/unity"
	"driftlab/ui/draw"
	"driftlab/ui/layout"
	"driftlab/ui/panel"
)

// The rows of the ticks tab, in the order in which a tick goes through them.
const (
	predictedRow = iota // the client plays it for its own player
	inputRow            // its input arrives at the host
	hostRow             // the host plays it
	snapshotRow         // its snapshot arrives at the client
	serverRow           // the client shows the others in it

	tickRows
)

// ticksView is the tab that shows which ticks host and client are in, and whether what one sends
// reaches the other in time.
type ticksView struct {
	pen    panel.Pen
	line   layout.Line
	axis   panel.TimeAxis
	client int
	rate   int // ticks a second
	now    netsim.Time

	rows   [tickRows]float32     // y
	said   [tickRows]float32     // y of a row's name and values, 0 if they have no room
	over   bool                  // names are above the rows, since there is no room beside them
	low    bool                  // there is no room for the margins
	margin chart                 // of the margins
	marks  [tickRows][]tickPoint // the ticks with numbers
	points []float32             // of one line

	x, y  float32 // the pointer
	near  float32 // its distance from the packet under it
	hover uint64  // the packet under it, 0 for none

	every  int64 // ticks from one numbered tick to the next
	counts arrivalCounts
}

// tickPoint is where a tick is drawn in a row.
type tickPoint struct {
	tick int64
	x    float32
}

// arrivalCounts count what arrived, and what went wrong, in the span that is shown.
type arrivalCounts struct {
	inputs, snapshots [arrivalKinds]int // datagrams
}

// Sizes in points.
const (
	tickNames  = 196 // of the rows, left of them
	tickValues = 150 // and right of them
	tickTimes  = 22  // under them
	leastTicks = 200 // the least width of rows beside their names, if these also have room above
	tickOver   = 30  // a row under its name
	tickApart  = 34  // for the text below all of them
	tickText   = 16  // a line of text
)

func (d *ticksView) Begin() { d.axis.Away = false }

// place divides r, when virtual time is now.
func (d *ticksView) place(v *panel.View, r panel.Rect) {
	d.now = v.Session.Now()
	d.client = min(v.Frame.Selected, v.Session.Clients())
	d.rate = int(v.Session.Value(0, "tick.rate"))
	area := panel.NewRect(r.X+tickNames, r.Y+2, r.W-(tickNames+tickValues), r.H-(tickTimes+2))
	step := min(30, area.H*0.62/tickRows)
	d.low = step < 19
	if d.over = area.W < leastTicks && area.H > tickRows*tickOver+tickApart; d.over {
		area.X, area.W = r.X+12, r.W-24
		step, d.low = min((area.H-tickApart)/tickRows, 44), true
	} else if d.low {
		step = area.H / tickRows
	}
	for i := range d.rows {
		d.rows[i] = area.Y + step*(float32(i)+0.55)
		d.said[i] = d.rows[i]
		switch apart := i == inputRow || i == snapshotRow; {
		case d.over:
			d.said[i] = area.Y + step*float32(i) + 8
			d.rows[i] = d.said[i] + 18
		case step < tickText && apart, step < tickText/2 && i != hostRow:
			d.said[i] = 0
		}
	}
	top := area.Y + step*tickRows + 8
	d.margin.area = panel.NewRect(area.X, top, area.W, max(area.Y+area.H-top, 0))
	d.axis.Place(area, d.now)
}

func (d *ticksView) Update(v *panel.View, p *panel.Pointer, r panel.Rect) {
	d.place(v, r)
	d.x, d.y = p.X, p.Y
	v.Point(&d.axis, p)
}

func (d *ticksView) Draw(v *panel.View, c *draw.Canvas, r panel.Rect) {
	d.place(v, r)
	if d.client < 1 {
		c.Text(r.X+r.W/2, r.Y+r.H/2, v.Words.T("spacetime.nobody"), draw.Body, c.Theme.TextDim, draw.Centre|draw.Middle)
		return
	}
	area := d.axis.Area
	d.axis.Grid(c, &d.pen)
	for _, y := range d.rows {
		c.HLine(area.X, area.X+area.W, y, 1, c.Theme.PanelEdge)
	}
	if !d.low {
		d.margins(v, c, r)
	}
	c.Clip(area.X, area.Y, area.W+1, area.H+1)
	for i := range d.marks {
		d.marks[i] = d.marks[i][:0]
	}
	d.clockRow(c, v.Tape, predictedRow, d.client, func(m *observe.ClockMoment) netsync.World { return m.Predicted }, c.Theme.TextDim)
	d.clockRow(c, v.Tape, hostRow, 0, func(m *observe.ClockMoment) netsync.World { return m.Shared }, c.Theme.Truth)
	d.clockRow(c, v.Tape, serverRow, d.client, func(m *observe.ClockMoment) netsync.World { return m.Server }, c.Theme.TextDim)
	d.arrivals(c, v.Tape)
	d.lives(c)
	if p := v.Tape.Find(v.Hover.Chosen()); p != nil && d.row(p) != panel.Nobody {
		c.Ring(d.axis.X(p.Due), d.rows[d.row(p)], 8, 1.5, c.Theme.Text)
	}
	if p := v.Tape.Find(d.hover); p != nil {
		v.Hover.Next.Packet = p.ID
		v.TellPacket(c, p, d.x, area.Y)
	}
	d.axis.Cursor(c, &d.pen, v)
	c.Unclip()
	d.names(v, c, r)
	d.values(v, c, r)
	d.axis.Back(c, v, area.X+area.W-6, area.Y+area.H-12)
}

// clockRow draws when one of a machine's clocks reaches each tick.
func (d *ticksView) clockRow(c *draw.Canvas, tape *observe.Tape, row, machine int, reading func(*observe.ClockMoment) netsync.World, col palette.Color) {
	y := d.rows[row]
	room := d.axis.Area.W / (float32(d.axis.Span.Seconds()) * float32(d.rate))
	marked := tenths(room, 4)
	d.every = max(roundTicks(room, 64), marked)
	n, end := tape.Moments(machine, d.axis.From-netsim.Time(100*time.Millisecond), d.axis.To)
	for ; n+1 < end; n++ {
		m, next := tape.MomentAt(machine, n), tape.MomentAt(machine, n+1)
		from, to := reading(m), reading(next)
		if !m.OK || !next.OK || to <= from {
			continue // a clock that is set back plays no tick twice
		}
		last := unity.NetworkTimeAt(d.rate, to).Tick()
		for k := unity.NetworkTimeAt(d.rate, from).Tick() + 1; k <= last; k++ {
			if k%marked != 0 {
				continue
			}
			start := unity.NewNetworkTime(d.rate, k).World()
			share := float64(start-from) / float64(to-from)
			d.tick(c, row, k, d.axis.X(m.At+netsim.Time(share*float64(next.At-m.At))), y, col, marked)
		}
	}
}

// tick draws one tick of a row, with its number if it has one.
func (d *ticksView) tick(c *draw.Canvas, row int, k int64, x, y float32, col palette.Color, marked int64) {
	half := float32(3)
	if k%(10*marked) == 0 {
		half = 5
	}
	if k%d.every == 0 {
		half = 8
		all := d.marks[row]
		free := len(all) == 0 || x > all[len(all)-1].x+44  // a clock that goes back reaches a tick again
		if free && !d.over && (!d.low || row == hostRow) { // else the rows are too close to each other
			if area := d.axis.Area; x+4 >= area.X { // else not all of it is in sight
				number := layout.Item{Bytes: d.pen.Start(c.Words).Int(k).Buf, Ink: c.Theme.TextDim}
				d.line.Say(c, panel.NewRect(x+4, y-9, area.X+area.W-x-4, 0), draw.Left, number)
			}
		}
		d.marks[row] = append(d.marks[row], tickPoint{k, x})
	}
	c.Line(x, y-half, x, y+half, 1.25, col)
}

// lives joins the places of each numbered tick in all rows: how it travels from the client to the host and
// back. Missing places are skipped, such as an input that arrived together with a later one.
func (d *ticksView) lives(c *draw.Canvas) {
	for _, from := range d.marks[predictedRow] {
		d.points = append(d.points[:0], from.x, d.rows[predictedRow])
		for row := inputRow; row < tickRows; row++ {
			for _, to := range d.marks[row] {
				if to.tick == from.tick {
					d.points = append(d.points, to.x, d.rows[row])
					break
				}
			}
		}
		c.Polyline(d.points, 1.25, palette.Dash{4, 4, 4, 4}, 0, c.Theme.Text.Fade(0.45))
	}
	d.apart(c)
}

// apart draws below the rows how long after playing a tick a player sees the others in it, for the latest numbered tick
// with both in sight.
func (d *ticksView) apart(c *draw.Canvas) {
	if d.low && !d.over {
		return
	}
	own, others := d.marks[predictedRow], d.marks[serverRow]
	for i := len(own) - 1; i >= 0; i-- {
		for _, to := range others {
			if to.tick != own[i].tick || to.x <= own[i].x {
				continue
			}
			y := d.rows[serverRow] + 20
			c.HLine(own[i].x, to.x, y, 2, c.Theme.Text)
			for _, x := range [...]float32{own[i].x, to.x} {
				c.VLine(x, y-5, y+5, 2, c.Theme.Text)
			}
			d.pen.Start(c.Words).Ms(time.Duration(d.axis.At(to.x)-d.axis.At(own[i].x)), 0)
			x := (own[i].x + to.x) / 2
			w := d.pen.Put(c, x, y, draw.Strong, c.Theme.Text, draw.Centre|draw.Middle)
			c.Box(x-w/2-4, y-9, w+8, 18, 4, c.Theme.Panel)
			return
		}
	}
}
