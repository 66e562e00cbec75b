package diagram

import (
	"time"

	"driftlab/game"
	"driftlab/game/session"
	"driftlab/ui/draw"
	"driftlab/ui/layout"
	table "driftlab/ui/oldtable"
	"driftlab/ui/panel"
	"driftlab/ui/words"
)

// Card shows one client's numbers: what it estimates, what is true, and the difference; or the host's.
type Card struct {
	Side string // of the world that it is of, "" where there is only one

	table   table.Table
	said    layout.Line
	pen     panel.Pen
	frame   *panel.Frame
	tips    *panel.Tips
	words   *words.Language
	client  int            // 0 for the host
	rows    []int          // in the order of cardRows; of the host clients, and 0 for its world
	instant bool           // stands before the columns' names
	roomy   bool           // it has room for long names
	ticks   [2]table.Scale // of how far ticks are apart
	canvas  *draw.Canvas
}

// Sizes of a client's card in points.
const (
	CardRow  = 17            // the height of a row
	CardPad  = 14            // above and under the rows together
	CardRows = 3 + cardTrips // on a card that has room for all: the head and the columns' names, too
)

// The rows of a card; from cardPace on they are lines of text.
const (
	cardOffset = iota
	cardUp
	cardDown
	cardRTT
	cardJitter
	cardHostTick
	cardServerTick
	cardPredictedTick
	cardPace
	cardBuffers
	cardInputs
	cardRiders
	cardTraffic
	cardTrips
)

// cardRows are a card's rows, in the order in which they stand, and whether their one number comes from the simulator.
var cardRows = [...]struct {
	name, tip string
	truth     bool
}{
	{"card.offset", "card.offset-tip", false}, {"card.up", "card.up-tip", false}, {"card.down", "card.down-tip", false}, {"card.rtt", "card.rtt-tip", false},
	{"card.jitter", "card.jitter-tip", true}, {"card.host-tick", "card.host-tick-tip", false}, {"card.server-tick", "card.server-tick-tip", false},
	{"card.predicted-tick", "card.predicted-tick-tip", false}, {"card.scale", "card.scale-tip", true}, {"card.buffers", "card.buffers-tip", true},
	{"card.late", "card.inputs-tip", false}, {"card.riders", "card.riders-tip", true}, {"card.traffic", "card.traffic-tip", true}, {"card.trips", "card.trips-tip", false},
}

// cardRanks are their ranks: those with the highest go where there is no room for all.
var cardRanks = []int{0, 1, 2, 3, 7, 8, 4, 5, 9, 10, 6, 11, 12, 13}

// The columns of a card behind the names, from left to right.
const (
	columnEstimated = 1 + iota
	columnTrue
	columnError
)

var asError = []table.Scale{{Per: 1, Unit: "ms", Decimals: 1}, {Per: 1, Unit: "ms"}, {Per: 1000, Unit: "s", Decimals: 1}, {Per: 1000, Unit: "s"}}

// begin takes in what a card is of, and draws its ground.
func (k *Card) begin(c *draw.Canvas, f *panel.Frame, t *panel.Tips, client int, r panel.Rect) {
	k.canvas, k.frame, k.tips, k.words, k.client, k.rows = c, f, t, c.Words, client, k.rows[:0]
	c.Box(r.X, r.Y, r.W, r.H, 4, c.Theme.Panel)
}

// Draw draws the numbers of a client.
func (k *Card) Draw(c *draw.Canvas, f *panel.Frame, t *panel.Tips, client int, r panel.Rect) {
	k.begin(c, f, t, client, r)
	if client == f.Selected && f.Clients() > 1 {
		c.BoxOutline(r.X, r.Y, r.W, r.H, 4, 1, c.Theme.Solid)
	}
	room := r.H - CardPad
	rows := min(int(room/CardRow+0.01), CardRows)
	if rows <= 0 {
		return
	}
	head, rest := panel.NewRect(r.X+10, r.Y+CardPad/2, r.W-20, room).CutTop(min(room/float32(rows), 20))
	if k.head(c, head); rows == 1 {
		return
	}
	for i := range cardRows {
		if !f.Blind || !cardRows[i].truth {
			k.rows = append(k.rows, i)
		}
	}
	tip, truth, err := c.Words.T("card.columns-tip"), c.Words.T("card.true"), c.Words.T("card.error")
	if f.Blind {
		tip, truth, err = c.Words.T("blind.heading-tip"), "", c.Words.T("blind.hidden")
	}
	k.table.Look, k.table.Ranks, k.table.Columns = table.Look{Class: draw.Small, Row: 20, Low: CardRow}, cardRanks, append(k.table.Columns[:0],
		table.Column{Tip: tip, Least: 71, Share: 45}, table.Column{Head: c.Words.T("card.estimated"), Tip: tip, As: asTime, Least: 32},
		table.Column{Head: truth, Tip: tip, As: asTime, Least: 59, Share: 28, Truth: !f.Blind}, table.Column{Head: err, Tip: tip, As: asError, Least: 58, Share: 27})
	k.ticks = [...]table.Scale{{Per: 1, Unit: c.Words.T("card.ticks")}, {Per: 1}}
	k.roomy = r.W >= 300
	k.table.Draw(c, t, rest, k.rows, k)
}

// Row explains a row, and draws of the host's what is no figure. In the corner stands what has no room: the instant in the head, and rows.
func (k *Card) Row(c *draw.Canvas, row int, at panel.Rect) {
	switch {
	case k.client == 0:
		k.hostRow(c, row, at)
		return
	case row == table.Heads:
		if !k.table.More(at) && k.instant {
			k.pen.Start(c.Words).Fixed(time.Duration(k.frame.Reading.At()).Seconds(), 3).Text(" s").Put(c, at.X, at.Y+at.H/2, draw.Small, c.Theme.TextDim, draw.Left|draw.Middle)
		}
		return
	}
	if !k.tips.Under(at) {
		return
	}
	tip := c.Words.T(cardRows[row].tip)
	switch f := &k.frame.Held[k.client-1]; {
	case row == cardPace:
		tip += " " + paceTip(c.Words, &f.Time)
	case row == cardTraffic && f.Refused.Total()+f.Rejected.Total() > 0:
		tip += " " + droppedTip(c.Words, f)
	case row == cardTrips:
		if tip += " " + mailTip(c.Words, &f.Mail); f.Stamps.Read > 0 {
			tip += " " + c.Words.F("card.stamps-tip", f.Stamps.Read, f.Stamps.Misread)
		}
	}
	k.tips.Add(at, tip)
}

// Cell says what stands in a row: its name, an estimate, the truth and the difference, a dash for what is not known; or a line.
func (k *Card) Cell(row, column int, is *table.Cell) {
	if k.client == 0 {
		k.hostCell(row, column, is)
		return
	}
	f, th := &k.frame.Held[k.client-1], k.canvas.Theme
	if column == 0 {
		is.Color = th.TextDim
		name := k.words.T(cardRows[row].name)
		if row == cardOffset && k.frame.Parted && f.Apart.World && k.roomy {
			name = k.words.T("card.world-offset")
		}
		if is.Text(name); row >= cardPace {
			is.Span = true
			k.line(f, row, is)
		}
		return
	}
	if row >= cardPace || k.frame.Blind && column > columnEstimated {
		return
	}
	if row == cardJitter {
		if column == columnTrue {
			is.Text("↑ ").Fixed(f.JitterUp.Seconds()*1000, 1-is.Form).Text("  ↓ ").Fixed(f.JitterDown.Seconds()*1000, 1-is.Form).Text(" ms")
			is.Color, is.Shorter = th.Truth, is.Form == 0
		}
		return
	}
	estimate, known, truth, real := factsOf(f, row)
	is.Group = row
	switch tick := row >= cardHostTick; {
	case column == columnEstimated:
		is.Figure(estimate, known)
	case column == columnTrue && (!tick || row == cardHostTick): // the others have no true value
		is.Figure(truth, real)
		is.Color = th.Truth
	case column == columnError && known && real:
		is.Figure(estimate-truth, true)
		is.Signed, is.Group = true, row+len(cardRows)
		if is.Color = panel.ErrorColor(th, time.Duration(is.Value*1e6)); tick {
			is.Color = th.TextDim
		}
	}
	if row >= cardHostTick {
		if is.As = asTick; column == columnError {
			is.As = k.ticks[:]
		}
	}
}

// factsOf returns a row's estimate and what is true, in ms or ticks, and whether they are known.
func factsOf(f *session.Facts, row int) (estimate float64, known bool, truth float64, real bool) {
	st, ms := &f.Status, func(d time.Duration) float64 { return d.Seconds() * 1000 }
	switch row {
	case cardOffset:
		return ms(st.Offset), st.Synchronised, ms(f.Offset), true
	case cardUp:
		return ms(st.OWDUp), st.HasOWD, ms(f.OWDUp), f.OWDUp > 0
	case cardDown:
		return ms(st.OWDDown), st.HasOWD, ms(f.OWDDown), f.OWDDown > 0
	case cardRTT:
		return ms(st.RTT), st.RTT > 0, ms(f.OWDUp + f.OWDDown), f.OWDUp > 0 && f.OWDDown > 0
	}
	tick := f.Moment.Clock.Tick()
	switch row {
	case cardServerTick:
		tick = f.Moment.Server.Tick()
	case cardPredictedTick:
		tick = f.Moment.Predicted.Tick()
	}
	return float64(tick), f.Moment.OK, float64(f.HostTick), true
}

// head says whose the numbers are, and which instant they are of: above the columns' names, or where there is no room before them.
func (k *Card) head(c *draw.Canvas, at panel.Rect) {
	f, l := &k.frame.Held[k.client-1], &k.said
	k.tips.Add(at, c.Words.T("card.head-tip"))
	l.Start(c.Fonts(), 8)
	l.Add(layout.Item{Bytes: k.pen.Start(c.Words).Text(c.Words.T("card.client")).Text(" ").Int(int64(k.client)).Buf, Class: draw.Strong, Ink: c.Theme.Text, Lead: 20, Rank: 3})
	l.Add(layout.Item{Text: panel.AlgorithmTitle(c.Words, f.Driving), Class: draw.Small, Ink: c.Theme.TextDim, Rank: 2, Cut: 40})
	l.Right()
	instant := -1
	if !k.frame.Blind { // true time tells a world from its twin
		instant = l.Add(layout.Item{Bytes: k.pen.Start(c.Words).At(k.frame.Reading.At()).Buf, Class: draw.Small, Ink: c.Theme.TextDim})
	}
	l.Add(layout.Item{Text: stateName(c.Words, f), Class: draw.Small, Ink: c.Theme.Text, Rank: 1})
	if k.Side != "" {
		panel.Badge(c, at.X+at.W-16, at.Y+CardPad/2, panel.BadgeHigh, k.Side)
		at.W -= 26
	}
	l.Place(at, 0)
	k.instant = instant >= 0 && l.Form(instant) < 0
	c.Machine(k.client, at.X+6, at.Y+at.H/2, 6)
	l.Draw(c)
}

// stateName says in a word why a client is not in the game, or nothing.
func stateName(lang *words.Language, f *session.Facts) string {
	switch {
	case f.State == game.Away:
		return lang.T("card.left")
	case f.State == game.TimedOut:
		return lang.T("card.lost")
	case !f.Joined:
		return lang.T("card.joining")
	}
	return ""
}
