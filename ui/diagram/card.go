package diagram

import (
	"time"

	"driftlab/game/session"
	"driftlab/internal/palette"
	"driftlab/netsim"
	"driftlab/ui/draw"
	"driftlab/ui/panel"
)

// Card shows one client's numbers: what it estimates, what is true, and the difference.
type Card struct {
	pen  panel.Pen
	row  panel.Rect
	tips *panel.Tips
	// blind is whether only what the client can know is shown.
	blind bool
	Side  string // of the world that it is of, "" where there is only one
	unit  string // of what is in world time
}

// Sizes in points.
const (
	CardRow = 17 // the height of a row
	CardPad = 14 // above and under the rows together
	cardGap = 5  // between a column and the next at least; digits that have no room are left out
)

// Widths of a card's columns as shares of its width, from the right edge.
const (
	columnError     = 0.0
	columnTrue      = 0.265
	columnEstimated = 0.54
)

// CardRows is the number of lines on a card that has room for all of them.
const CardRows = 16

// rowRanks tells which rows a card shows where there is no room for all: those with the lowest ranks.
// They are in the order in which they stand.
var rowRanks = [CardRows]int{
	0, 1, // the head, and the columns' names
	2, 3, 4, 5, 9, // offset, one-way delay up and down, round trip, jitter
	10, 6, 7, // ticks: the host's, server time, predicted time
	11, 12, 8, 13, 14, 15, // time scale, buffers, inputs, riders, traffic, trips
}

// Draw draws the numbers of a client.
func (k *Card) Draw(c *draw.Canvas, f *panel.Frame, t *panel.Tips, client int, r panel.Rect) {
	k.tips, k.blind, k.unit = t, f.Blind, worldUnit(c, f)
	c.Box(r.X, r.Y, r.W, r.H, 4, c.Theme.Panel)
	if client == f.Selected && f.Clients() > 1 {
		c.BoxOutline(r.X, r.Y, r.W, r.H, 4, 1, c.Theme.Solid)
	}
	room := r.H - CardPad
	rows := min(int(room/CardRow+0.01), CardRows)
	if rows <= 0 {
		return
	}
	height := min(room/float32(rows), 20)
	k.row = panel.NewRect(r.X+10, r.Y+CardPad/2, r.W-20, height)
	for row, rank := range rowRanks {
		if rank < rows && !(k.blind && tellsTruth[row]) {
			k.write(c, f, client, row)
			k.row.Y += height
		}
	}
}

// write writes one of the rows, in the order of [rowRanks].
func (k *Card) write(c *draw.Canvas, frame *panel.Frame, client, row int) {
	f := &frame.Held[client-1]
	st := &f.Status
	switch row {
	case 0:
		k.head(c, f, frame.Reading.At())
	case 1:
		k.columns(c)
	case 2:
		name := c.Words.T("card.offset")
		if frame.Parted && f.Apart.World {
			name = c.Words.T("card.world-offset")
		}
		k.triple(c, name, st.Synchronised, st.Offset, true, f.Offset)
		k.tips.Add(k.row, c.Words.T("card.offset-tip"))
	case 3:
		k.triple(c, c.Words.T("card.up"), st.HasOWD, st.OWDUp, f.OWDUp > 0, f.OWDUp)
		k.tips.Add(k.row, c.Words.T("card.up-tip"))
	case 4:
		k.triple(c, c.Words.T("card.down"), st.HasOWD, st.OWDDown, f.OWDDown > 0, f.OWDDown)
		k.tips.Add(k.row, c.Words.T("card.down-tip"))
	case 5:
		k.triple(c, c.Words.T("card.rtt"), st.RTT > 0, st.RTT, f.OWDUp > 0 && f.OWDDown > 0, f.OWDUp+f.OWDDown)
		k.tips.Add(k.row, c.Words.T("card.rtt-tip"))
	case 6:
		k.jitter(c, f)
	case 7, 8, 9:
		k.ticks(c, f, row)
	case 10:
		k.pace(c, f, &frame.Paces[client-1])
	case 11:
		k.buffers(c, f)
	case 12:
		k.inputs(c, f)
	case 13:
		k.riders(c, &frame.Rode[client-1])
	case 14:
		k.traffic(c, f)
	case 15:
		k.trips(c, f)
	}
}

// worldUnit is the unit of a time in the game's world, which has a name where that runs at another rate than the host's clock.
func worldUnit(c *draw.Canvas, f *panel.Frame) string {
	if f.Dilated {
		return " " + c.Words.T("card.world-ms")
	}
	return " ms"
}

func (k *Card) column(share float32) float32 { return k.row.X + k.row.W*(1-share) }

func (k *Card) middle() float32 { return k.row.Y + k.row.H/2 }

// label writes a row's name.
func (k *Card) label(c *draw.Canvas, text string) float32 {
	return c.Text(k.row.X, k.middle(), text, draw.Small, c.Theme.TextDim, draw.Left|draw.Middle)
}

// put writes what the pen has at the right end of a column.
func (k *Card) put(c *draw.Canvas, column float32, col palette.Color) {
	k.pen.Put(c, k.column(column), k.middle(), draw.Small, col, draw.Right|draw.Middle)
}

// head says whose the numbers are, and which instant they are of: above the columns' names, or where there is no room before them.
func (k *Card) head(c *draw.Canvas, f *session.Facts, at netsim.Time) {
	y := k.middle()
	c.Machine(f.Client, k.row.X+6, y, 6)
	x := k.row.X + 20
	k.pen.Start(c.Words).Text(c.Words.T("card.client")).Text(" ").Int(int64(f.Client))
	x += k.pen.Put(c, x, y, draw.Strong, c.Theme.Text, draw.Left|draw.Middle) + 8
	x += c.Text(x, y, panel.AlgorithmTitle(c.Words, f.Driving), draw.Small, c.Theme.TextDim, draw.Left|draw.Middle)
	right := k.row.X + k.row.W
	if k.Side != "" {
		panel.Badge(c, right-16, k.row.Y+CardPad/2, panel.BadgeHigh, k.Side)
		right -= 26
	}
	if name := stateName(c.Words, f); name != "" && x+c.Fonts().Measure(name, draw.Small)+8 < right {
		right -= c.Text(right, y, name, draw.Small, c.Theme.Text, draw.Right|draw.Middle) + 8
	}
	if k.pen.Start(c.Words).At(at); k.blind { // true time tells a world from its twin
	} else if x+c.Fonts().MeasureBytes(k.pen.Buf, draw.Small)+8 < right {
		k.pen.Put(c, right, y, draw.Small, c.Theme.TextDim, draw.Right|draw.Middle)
	} else {
		k.pen.Start(c.Words).Fixed(time.Duration(at).Seconds(), 3).Text(" s").Put(c, k.row.X, y+k.row.H, draw.Small, c.Theme.TextDim, draw.Left|draw.Middle)
	}
	k.tips.Add(k.row, c.Words.T("card.head-tip"))
}

// columns names the columns; the truth has its white badge.
func (k *Card) columns(c *draw.Canvas) {
	y := k.middle()
	c.Text(k.column(columnEstimated), y, c.Words.T("card.estimated"), draw.Small, c.Theme.TextDim, draw.Right|draw.Middle)
	if k.blind {
		c.Text(k.column(columnError), y, c.Words.T("blind.hidden"), draw.Small, c.Theme.TextDim, draw.Right|draw.Middle)
		k.tips.Add(k.row, c.Words.T("blind.heading-tip"))
		return
	}
	w := c.Text(k.column(columnTrue)-5, y, c.Words.T("card.true"), draw.Small, c.Theme.Truth, draw.Right|draw.Middle)
	c.BoxOutline(k.column(columnTrue)-w-10, y-8, w+10, 16, 4, 1, c.Theme.Truth)
	c.Text(k.column(columnError), y, c.Words.T("card.error"), draw.Small, c.Theme.TextDim, draw.Right|draw.Middle)
	k.tips.Add(k.row, c.Words.T("card.columns-tip"))
}

// triple writes an estimate, the truth and the difference; a dash stands for what is not known.
func (k *Card) triple(c *draw.Canvas, label string, known bool, estimate time.Duration, real bool, truth time.Duration) {
	k.label(c, label)
	k.pen.Start(c.Words).DurationOr(known, estimate)
	k.put(c, columnEstimated, c.Theme.Text)
	if k.blind {
		return
	}
	k.pen.Start(c.Words).DurationOr(real, truth)
	k.put(c, columnTrue, c.Theme.Truth)
	if known && real {
		err := estimate - truth
		k.pen.Start(c.Words).Signed(err.Seconds()*1000, 1).Text(" ms")
		if c.Fonts().MeasureBytes(k.pen.Buf, draw.Small) > (columnTrue-columnError)*k.row.W-cardGap {
			k.pen.Start(c.Words).Signed(err.Seconds()*1000, 0).Text(" ms")
		}
		k.put(c, columnError, panel.ErrorColor(c.Theme, err))
	}
}

// ticks writes one of the game's tick numbers: the host's, and where the client thinks it is. Behind
// those that have no true value stands how far they are from the host's.
func (k *Card) ticks(c *draw.Canvas, f *session.Facts, row int) {
	tick, label, tip := f.Moment.Clock.Tick(), c.Words.T("card.host-tick"), c.Words.T("card.host-tick-tip")
	switch row {
	case 8:
		tick, label, tip = f.Moment.Server.Tick(), c.Words.T("card.server-tick"), c.Words.T("card.server-tick-tip")
	case 9:
		tick, label, tip = f.Moment.Predicted.Tick(), c.Words.T("card.predicted-tick"), c.Words.T("card.predicted-tick-tip")
	}
	k.label(c, label)
	k.tips.Add(k.row, tip)
	k.pen.Start(c.Words).Text("–")
	if f.Moment.OK {
		k.pen.Start(c.Words).Int(tick)
	}
	k.put(c, columnEstimated, c.Theme.Text)
	if k.blind {
		return
	}
	if row == 7 {
		k.pen.Start(c.Words).Int(f.HostTick)
		k.put(c, columnTrue, c.Theme.Truth)
	}
	if f.Moment.OK {
		k.pen.Start(c.Words).Signed(float64(tick-f.HostTick), 0).Text(" ").Text(c.Words.T("card.ticks"))
		k.put(c, columnError, c.Theme.TextDim)
	}
}

// tellsTruth has the rows of a card, in the order of rowRanks, whose one number comes from the simulator:
// jitter, the time scale, how full the host's buffer is, riders, and the traffic of a true second.
var tellsTruth = [CardRows]bool{6: true, 10: true, 11: true, 13: true, 14: true}
