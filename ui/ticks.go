package ui

import (
	"time"

	"driftlab/netsim"
	"driftlab/netsync"
	"driftlab/palette"
	"driftlab/session"
	"driftlab/ui/draw"
)

// The rows of the ticks tab, in the order in which a tick goes through them.
const (
	predictedRow = iota // the client plays it for its own player
	inputRow            // its input comes to the host
	hostRow             // the host plays it
	snapshotRow         // its state comes to the client
	serverRow           // the client shows it of the others

	tickRows
)

// ticksView is the tab that shows where host and client are in ticks, and whether what one sends
// the other comes in time.
type ticksView struct {
	pen    pen
	axis   timeAxis
	zoom   float32
	client int
	rate   int // ticks a second
	now    netsim.Time

	rows   [tickRows]float32     // y
	low    bool                  // there is no room for the margins
	margin rect                  // where they are plotted
	marks  [tickRows][]tickPoint // of the ticks that have their numbers
	points []float32             // of one line
	least  float64               // ms at the bottom of the margins
	most   float64

	x, y  float32 // the pointer
	near  float32 // how far it is from what it is on
	hover uint64  // the packet that it is on, 0 for none

	every  int64 // ticks from one numbered tick to the next
	counts arrivalCounts
}

// tickPoint is where a tick is drawn in a row.
type tickPoint struct {
	tick int64
	x    float32
}

// arrivalCounts are what has gone wrong in the span that is shown.
type arrivalCounts struct {
	inputs, lateInputs, earlyInputs, lostInputs int // datagrams
	missing                                     int // ticks
	snapshots, lateSnapshots, lostSnapshots     int
}

func newTicksView() *ticksView {
	return &ticksView{axis: newTimeAxis(2*time.Second, 100*time.Millisecond, 20*time.Second, 0.03)}
}

func (d *ticksView) key() string { return "ticks" }

func (d *ticksView) begin() { d.axis.follow() }

// place divides r, when virtual time is now.
func (d *ticksView) place(v *view, r rect) {
	z := float32(v.scale)
	d.zoom, d.now = z, v.session.Now()
	d.client = min(v.frame.selected, v.session.Clients())
	d.rate = int(v.session.Value(0, "tick.rate"))
	const left, right, under = 196, 150, 22
	area := rect{r.x + left*z, r.y + 2*z, r.w - (left+right)*z, r.h - (under+2)*z}
	step := min(30*z, area.h*0.62/tickRows)
	d.low = step < 19*z
	if d.low {
		step = area.h / tickRows
	}
	for i := range d.rows {
		d.rows[i] = area.y + step*(float32(i)+0.55)
	}
	top := area.y + step*tickRows + 8*z
	d.margin = rect{area.x, top, area.w, max(area.y+area.h-top, 0)}
	d.axis.place(area, d.now)
}

func (d *ticksView) update(v *view, p *pointer, r rect) {
	d.place(v, r)
	d.x, d.y = p.x, p.y
	if d.axis.update(p, d.now) {
		v.mark(&d.axis, p.x)
	}
}

func (d *ticksView) draw(v *view, c *draw.Canvas, r rect) {
	d.place(v, r)
	if d.client < 1 {
		c.Text(r.x+r.w/2, r.y+r.h/2, v.words.T("spacetime.nobody"), draw.Body, c.Theme.TextDim, draw.Centre|draw.Middle)
		return
	}
	area := d.axis.area
	d.legend(v, c, r)
	d.axis.grid(c, &d.pen, d.zoom)
	for _, y := range d.rows {
		c.HLine(area.x, area.x+area.w, y, d.zoom, c.Theme.PanelEdge)
	}
	c.Clip(int(area.x), int(area.y), int(area.w)+1, int(area.h)+1)
	for i := range d.marks {
		d.marks[i] = d.marks[i][:0]
	}
	d.clockRow(c, v.tape, predictedRow, d.client, predictedReading, c.Theme.PredictedTime)
	d.clockRow(c, v.tape, hostRow, 0, sharedReading, c.Theme.Truth)
	d.clockRow(c, v.tape, serverRow, d.client, serverReading, c.Theme.ServerTime)
	d.arrivals(c, v.tape)
	d.lives(c)
	if p := v.tape.Find(d.hover); p != nil {
		v.hover.next.packet = p.ID
		v.tellPacket(c, p, d.x, area.y)
	}
	if !d.low {
		d.margins(c, v.tape)
	}
	d.axis.cursor(c, &d.pen, v, d.zoom)
	c.Unclip()
	d.names(v, c, r)
	d.values(v, c, r)
	if !d.low {
		d.scale(c, v.tips, r)
	}
	d.axis.back(c, v, area.x+area.w-6*d.zoom, area.y+area.h-12*d.zoom, d.zoom)
}

func predictedReading(m *session.ClockMoment) netsync.World { return m.Predicted }
func sharedReading(m *session.ClockMoment) netsync.World    { return m.Shared }
func serverReading(m *session.ClockMoment) netsync.World    { return m.Server }

// clockRow draws when a clock of a machine comes to each tick.
func (d *ticksView) clockRow(c *draw.Canvas, tape *session.Tape, row, machine int, reading func(*session.ClockMoment) netsync.World, col palette.Color) {
	z, y := d.zoom, d.rows[row]
	room := d.axis.area.w / (float32(d.axis.span.Seconds()) * float32(d.rate))
	marked := tenths(room, 4*z)
	d.every = max(roundTicks(room, 64*z), marked)
	n, end := tape.Moments(machine, d.axis.from-netsim.Time(100*time.Millisecond), d.axis.to)
	for ; n+1 < end; n++ {
		m, next := tape.MomentAt(machine, n), tape.MomentAt(machine, n+1)
		from, to := reading(m), reading(next)
		if !m.OK || !next.OK || to <= from {
			continue // a clock that is set back plays nothing again
		}
		last := netsync.NetworkTimeAt(d.rate, to).Tick()
		for k := netsync.NetworkTimeAt(d.rate, from).Tick() + 1; k <= last; k++ {
			if k%marked != 0 {
				continue
			}
			start := netsync.NewNetworkTime(d.rate, k).World()
			share := float64(start-from) / float64(to-from)
			d.tick(c, row, k, d.axis.x(m.At+netsim.Time(share*float64(next.At-m.At))), y, col, marked)
		}
	}
}

// tick draws one tick of a row, with its number if it has one.
func (d *ticksView) tick(c *draw.Canvas, row int, k int64, x, y float32, col palette.Color, marked int64) {
	z, half := d.zoom, 3*d.zoom
	if k%(10*marked) == 0 {
		half = 5 * z
	}
	if k%d.every == 0 {
		half = 8 * z
		all := d.marks[row]
		free := len(all) == 0 || x > all[len(all)-1].x+44*z // a time that goes back comes by its tick again
		if free && (!d.low || row == hostRow) {             // else the rows are too close for all numbers
			d.pen.start(c.Words).int(k)
			d.pen.put(c, x+4*z, y-9*z, draw.Small, c.Theme.TextDim, draw.Left|draw.Middle)
		}
		d.marks[row] = append(d.marks[row], tickPoint{k, x})
	}
	c.Line(x, y-half, x, y+half, 1.25*z, col)
}

// lives joins the places of each numbered tick in all rows: how it comes from the client to the host and
// back. A joint that is not there, such as the input of a tick that came with a later one, is passed over.
func (d *ticksView) lives(c *draw.Canvas) {
	z := d.zoom
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
		c.Polyline(d.points, 1.25*z, palette.Dash{4, 4, 4, 4}.Scale(z), 0, c.Theme.Text.Fade(0.45))
	}
	d.apart(c)
}

// apart draws under the rows how long after a player has played a tick it sees others in it, of the latest numbered tick
// of which both are in sight.
func (d *ticksView) apart(c *draw.Canvas) {
	if d.low {
		return
	}
	own, others := d.marks[predictedRow], d.marks[serverRow]
	for i := len(own) - 1; i >= 0; i-- {
		for _, to := range others {
			if to.tick != own[i].tick || to.x <= own[i].x {
				continue
			}
			z, y := d.zoom, d.rows[serverRow]+20*d.zoom
			c.HLine(own[i].x, to.x, y, 2*z, c.Theme.Text)
			for _, x := range [...]float32{own[i].x, to.x} {
				c.VLine(x, y-5*z, y+5*z, 2*z, c.Theme.Text)
			}
			d.pen.start(c.Words).fixed(inMillis(time.Duration(d.axis.at(to.x)-d.axis.at(own[i].x))), 0).text(" ms")
			w := c.Fonts().MeasureBytes(d.pen.buf, draw.Strong)
			x := (own[i].x + to.x) / 2
			c.Box(x-w/2-4*z, y-9*z, w+8*z, 18*z, 4*z, c.Theme.Panel)
			d.pen.put(c, x, y, draw.Strong, c.Theme.Text, draw.Centre|draw.Middle)
			return
		}
	}
}

// legend says what the shapes of the arrivals mean, from the right in the strip with the tabs' titles, by
// name where there is room.
func (d *ticksView) legend(v *view, c *draw.Canvas, r rect) {
	z := d.zoom
	x, y := r.x+r.w-12*z, r.y-tabHeight*z/2
	need := float32(0)
	for k := range arrivalKinds {
		need += c.Fonts().Measure(k.word(v.words), draw.Small) + 25*z
	}
	named, start := x-need > v.room(r), x
	for k := arrivalKinds - 1; k >= 0; k-- {
		if named {
			x -= c.Text(x, y, k.word(v.words), draw.Small, c.Theme.TextDim, draw.Right|draw.Middle)
		}
		x -= 9 * z
		k.draw(c, x, y, 4.5*z, true, z)
		x -= 16 * z
	}
	v.tips.add(rect{x, y - 11*z, start - x, 22 * z}, v.words.T("ticks.legend-tip"))
}
