package ui

import (
	"time"

	"driftlab/palette"
	"driftlab/session"
	"driftlab/ui/draw"
	"driftlab/ui/words"
)

// card shows one client's numbers: what it estimates, what is true, and the difference.
type card struct {
	pen  pen
	zoom float32
	row  rect
	tips *tips
	// blind is whether only what the client can know is shown.
	blind bool
	side  string // of the world that it is of, "" where there is only one
}

// Sizes at scale 1.
const (
	cardRow = 17
	cardPad = 14 // above and under the rows together
	cardGap = 5  // between a column and the next at least; digits that have no room are left out
)

// Widths of a card's columns as shares of its width, from the right edge.
const (
	columnError     = 0.0
	columnTrue      = 0.265
	columnEstimated = 0.54
)

// cardRows is the number of lines on a card that has room for all of them.
const cardRows = 16

// rowRanks tells which rows a card shows where there is no room for all: those with the lowest ranks.
// They are in the order in which they stand.
var rowRanks = [cardRows]int{
	0, 1, // the head, and the columns' names
	2, 3, 4, 5, 9, // offset, one-way delay up and down, round trip, jitter
	10, 6, 7, // ticks: the host's, server time, predicted time
	11, 12, 8, 13, 14, 15, // time scale, buffers, inputs, riders, traffic, trips
}

// draw draws the numbers of a client.
func (k *card) draw(c *draw.Canvas, f *frame, t *tips, client int, r rect) {
	k.zoom, k.tips, k.blind = float32(c.Fonts().Scale()), t, f.blind
	c.Box(r.x, r.y, r.w, r.h, 4*k.zoom, c.Theme.Panel)
	if client == f.selected && f.clients() > 1 {
		c.BoxOutline(r.x, r.y, r.w, r.h, 4*k.zoom, k.zoom, c.Theme.Solid)
	}
	room := r.h - cardPad*k.zoom
	rows := min(int(room/(cardRow*k.zoom)+0.01), cardRows)
	if rows <= 0 {
		return
	}
	height := min(room/float32(rows), 20*k.zoom)
	k.row = rect{r.x + 10*k.zoom, r.y + cardPad*k.zoom/2, r.w - 20*k.zoom, height}
	for row, rank := range rowRanks {
		if rank < rows && !(k.blind && tellsTruth[row]) {
			k.write(c, f, client, row)
			k.row.y += height
		}
	}
}

// write writes one of the rows, in the order of [rowRanks].
func (k *card) write(c *draw.Canvas, frame *frame, client, row int) {
	f := &frame.held[client-1]
	st := &f.Status
	switch row {
	case 0:
		k.head(c, f)
	case 1:
		k.columns(c)
	case 2:
		k.triple(c, c.Words.T("card.offset"), st.Synchronised, st.Offset, true, f.Offset)
		k.tips.add(k.row, c.Words.T("card.offset-tip"))
	case 3:
		k.triple(c, c.Words.T("card.up"), st.HasOWD, st.OWDUp, f.OWDUp > 0, f.OWDUp)
		k.tips.add(k.row, c.Words.T("card.up-tip"))
	case 4:
		k.triple(c, c.Words.T("card.down"), st.HasOWD, st.OWDDown, f.OWDDown > 0, f.OWDDown)
		k.tips.add(k.row, c.Words.T("card.down-tip"))
	case 5:
		k.triple(c, c.Words.T("card.rtt"), st.RTT > 0, st.RTT, f.OWDUp > 0 && f.OWDDown > 0, f.OWDUp+f.OWDDown)
		k.tips.add(k.row, c.Words.T("card.rtt-tip"))
	case 6:
		k.jitter(c, f)
	case 7, 8, 9:
		k.ticks(c, f, row)
	case 10:
		k.pace(c, f, &frame.paces[client-1])
	case 11:
		k.buffers(c, f)
	case 12:
		k.inputs(c, f)
	case 13:
		k.riders(c, f)
	case 14:
		k.traffic(c, f)
	case 15:
		k.trips(c, f)
	}
}

func (k *card) column(share float32) float32 { return k.row.x + k.row.w*(1-share) }

func (k *card) middle() float32 { return k.row.y + k.row.h/2 }

// label writes a row's name.
func (k *card) label(c *draw.Canvas, text string) float32 {
	return c.Text(k.row.x, k.middle(), text, draw.Small, c.Theme.TextDim, draw.Left|draw.Middle)
}

// put writes what the pen has at the right end of a column.
func (k *card) put(c *draw.Canvas, column float32, col palette.Color) {
	k.pen.put(c, k.column(column), k.middle(), draw.Small, col, draw.Right|draw.Middle)
}

func (k *card) head(c *draw.Canvas, f *session.Facts) {
	style := c.Theme.Machine(f.Client)
	y, z := k.middle(), k.zoom
	c.Marker(style.Shape, k.row.x+6*z, y, 6*z, style.Color)
	x := k.row.x + 20*z
	k.pen.start(c.Words).text(c.Words.T("card.client")).text(" ").int(int64(f.Client))
	x += k.pen.put(c, x, y, draw.Strong, c.Theme.Text, draw.Left|draw.Middle) + 8*z
	x += c.Text(x, y, algorithmTitle(c.Words, f.Driving), draw.Small, c.Theme.TextDim, draw.Left|draw.Middle)
	right := k.row.x + k.row.w
	if k.side != "" {
		badge(c, right-16*z, k.row.y+cardPad*z/2, k.side, z)
		right -= 26 * z
	}
	if name := stateName(c.Words, f); name != "" && x+c.Fonts().Measure(name, draw.Small)+8*z < right {
		c.Text(right, y, name, draw.Small, c.Theme.ErrorText, draw.Right|draw.Middle)
	}
	k.tips.add(k.row, c.Words.T("card.head-tip"))
}

// columns names the columns; the truth has its white badge.
func (k *card) columns(c *draw.Canvas) {
	y, z := k.middle(), k.zoom
	c.Text(k.column(columnEstimated), y, c.Words.T("card.estimated"), draw.Small, c.Theme.TextDim, draw.Right|draw.Middle)
	if k.blind {
		c.Text(k.column(columnError), y, c.Words.T("blind.hidden"), draw.Small, c.Theme.TextDim, draw.Right|draw.Middle)
		k.tips.add(k.row, c.Words.T("blind.heading-tip"))
		return
	}
	w := c.Text(k.column(columnTrue)-5*z, y, c.Words.T("card.true"), draw.Small, c.Theme.Truth, draw.Right|draw.Middle)
	c.BoxOutline(k.column(columnTrue)-w-10*z, y-8*z, w+10*z, 16*z, 4*z, z, c.Theme.Truth)
	c.Text(k.column(columnError), y, c.Words.T("card.error"), draw.Small, c.Theme.TextDim, draw.Right|draw.Middle)
	k.tips.add(k.row, c.Words.T("card.columns-tip"))
}

// triple writes an estimate, the truth and the difference; a dash stands for what is not known.
func (k *card) triple(c *draw.Canvas, label string, known bool, estimate time.Duration, real bool, truth time.Duration) {
	k.label(c, label)
	k.duration(c.Words, known, estimate)
	k.put(c, columnEstimated, c.Theme.Text)
	if k.blind {
		return
	}
	k.duration(c.Words, real, truth)
	k.put(c, columnTrue, c.Theme.Truth)
	if known && real {
		err := estimate - truth
		k.pen.start(c.Words).signed(err.Seconds()*1000, 1).text(" ms")
		if c.Fonts().MeasureBytes(k.pen.buf, draw.Small) > (columnTrue-columnError)*k.row.w-cardGap*k.zoom {
			k.pen.start(c.Words).signed(err.Seconds()*1000, 0).text(" ms")
		}
		k.put(c, columnError, errorColor(c.Theme, err))
	}
}

func (k *card) duration(lang *words.Language, known bool, d time.Duration) {
	k.pen.start(lang).text("–")
	if known {
		k.pen.start(lang).duration(d)
	}
}

// ticks writes one of the game's tick numbers: the host's, and where the client thinks it is. Behind
// those that have no true value stands how far they are from the host's.
func (k *card) ticks(c *draw.Canvas, f *session.Facts, row int) {
	tick, label, tip := f.Moment.Clock.Tick(), c.Words.T("card.host-tick"), c.Words.T("card.host-tick-tip")
	switch row {
	case 8:
		tick, label, tip = f.Moment.Server.Tick(), c.Words.T("card.server-tick"), c.Words.T("card.server-tick-tip")
	case 9:
		tick, label, tip = f.Moment.Predicted.Tick(), c.Words.T("card.predicted-tick"), c.Words.T("card.predicted-tick-tip")
	}
	k.label(c, label)
	k.tips.add(k.row, tip)
	k.pen.start(c.Words).text("–")
	if f.Moment.OK {
		k.pen.start(c.Words).int(tick)
	}
	k.put(c, columnEstimated, c.Theme.Text)
	if k.blind {
		return
	}
	if row == 7 {
		k.pen.start(c.Words).int(f.HostTick)
		k.put(c, columnTrue, c.Theme.Truth)
	}
	if f.Moment.OK {
		k.pen.start(c.Words).signed(float64(tick-f.HostTick), 0).text(" ").text(c.Words.T("card.ticks"))
		k.put(c, columnError, c.Theme.TextDim)
	}
}

// tellsTruth has the rows of a card, in the order of rowRanks, whose one number comes from the simulator:
// jitter, the time scale, how full the host's buffer is, riders, and the traffic of a true second.
var tellsTruth = [cardRows]bool{6: true, 10: true, 11: true, 13: true, 14: true}
