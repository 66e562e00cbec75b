package diagram

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"driftlab/game"
	"driftlab/game/session"
	"driftlab/ui/draw"
	"driftlab/ui/layout"
	"driftlab/ui/panel"
	"driftlab/ui/table"
	"driftlab/ui/words"
)

// Numbers is the table of clients: a row a machine, with its clock error, the offset and the one-way delays as it estimates them and as they
// really are, and its ticks. The corner says how many columns have no room; a click there shows other columns.
type Numbers struct {
	table  table.Table
	pen    panel.Pen
	canvas *draw.Canvas
	rows   []NumbersRow
	order  []int        // their indices, from the top: hosts first
	hosts  int          // how many hosts there are
	was    []NumbersRow // the rows that order was made for
	of     panel.Hold   // when the rows were put in order
	asked  bool         // a person has chosen the column to sort by
	turned int          // how often a person has asked for other columns
	narrow bool
	game   bool                   // the page with the game's figures is shown
	title  panel.Rect             // where the page's name leads to the other
	tick   string                 // the heading above the ticks
	typed  int                    // the number that is being typed
	since  int                    // updates since its last digit
	widest [numbersColumns]string // the widest figure that each column has room for
	sorted []time.Duration
	corner panel.Rect // where it says how many columns have no room
	sides  []side
}

// A side is the place of the letter of a row's world, which is drawn on top of the row.
type side struct {
	at   panel.Rect
	name string
}

// A NumbersRow is one machine of a world.
type NumbersRow struct {
	View    *panel.View
	Machine int    // 0 is the host
	Side    string // of the world, where there are two
}

const (
	numbersPad  = 10        // above and below the rows together, in points
	TableRow    = table.Row // of any table, in points
	NumbersWide = 240       // the least width in which there is a table, in points
	typedFor    = 60        // updates within which digits make one number
)

// The columns.
const (
	byName = iota
	byError
	byOffset
	byOffsetTrue
	byUp
	byUpTrue
	byDown
	byDownTrue
	byRTT
	byJitterUp
	byJitterDown
	byHost
	byServer
	byServerApart
	byPredicted
	byPredictedApart
	numbersColumns
)

// How figures are written: as in all tables, but with only as much room as a column's largest figure needs.
var (
	short  = table.Measure{Decimals: 1, From: 10_000, Widest: "99.9"}
	second = table.Measure{Decimals: 3, From: 1000, Then: 1, Widest: "−9.999"}
	ticks  = table.Measure{Apart: true, Widest: "999"}
	behind = table.Measure{Widest: "−9"}
)

// A numbersHead is a column: its texts, how figures are written, and its rank if not all have room.
type numbersHead struct {
	over, head, unit, tip string
	in                    table.Measure
	rank                  int
	signed, truth, dim    bool
}

// numbersHeads are the columns of the first page, of clocks.
var numbersHeads = [numbersColumns]numbersHead{
	byError:          {head: "numbers.error", unit: "ms", tip: "numbers.error-tip", in: table.Millis, signed: true},
	byOffset:         {over: "numbers.offset", head: "numbers.est", tip: "card.offset-tip", in: second, rank: 4, signed: true},
	byOffsetTrue:     {over: "numbers.offset", head: "card.true", tip: "card.offset-tip", in: second, rank: 15, signed: true, truth: true},
	byUp:             {over: "numbers.up", head: "numbers.est", tip: "card.up-tip", in: short, rank: 7},
	byUpTrue:         {over: "numbers.up", head: "card.true", tip: "card.up-tip", in: short, rank: 14, truth: true},
	byDown:           {over: "numbers.down", head: "numbers.est", tip: "card.down-tip", in: short, rank: 6},
	byDownTrue:       {over: "numbers.down", head: "card.true", tip: "card.down-tip", in: short, rank: 13, truth: true},
	byRTT:            {over: "numbers.rtt", head: "card.true", tip: "card.rtt-tip", in: short, rank: 3, truth: true},
	byJitterUp:       {over: "numbers.jitter", head: "numbers.jitter-up", tip: "card.jitter-tip", in: short, rank: 2},
	byJitterDown:     {over: "numbers.jitter", head: "numbers.jitter-down", tip: "card.jitter-tip", in: short, rank: 1},
	byHost:           {head: "numbers.host", tip: "card.host-tick-tip", in: ticks, rank: 5},
	byServer:         {head: "numbers.server", tip: "card.server-tick-tip", in: ticks, rank: 12},
	byServerApart:    {tip: "card.server-tick-tip", in: behind, rank: 9, signed: true, dim: true},
	byPredicted:      {head: "numbers.predicted", tip: "card.predicted-tick-tip", in: ticks, rank: 11},
	byPredictedApart: {tip: "card.predicted-tick-tip", in: behind, rank: 8, signed: true, dim: true},
}

// NumbersHigh returns the height of a table with some rows, in points.
func NumbersHigh(rows int) float32 { return numbersPad + table.Head + table.Row*float32(rows) }

// Update acts on the pointer: a click on a row chooses its client, one on a head sorts, and one in the corner shows columns that had no room.
func (k *Numbers) Update(p *panel.Pointer) {
	k.since++
	switch {
	case p.Pressed && p.Over(k.title):
		k.turnPage()
		return
	case p.Pressed && p.Over(k.corner):
		k.turned++
		return
	}
	if row, sorted := k.table.Update(p); sorted {
		k.asked, k.of = true, panel.Hold{}
	} else if row >= 0 && k.rows[row].Machine > 0 && k.rows[row].View.Ask != nil {
		k.rows[row].View.Ask.Choose(k.rows[row].Machine)
	}
}

// Typed takes the next digit of a client's number, and chooses that client.
func (k *Numbers) Typed(digit int) {
	if k.since > typedFor {
		k.typed = 0
	}
	if k.typed, k.since = 10*k.typed+digit, 0; len(k.rows) > 0 && k.typed > k.rows[0].View.Frame.Clients() {
		k.typed = digit
	}
	if k.typed > 0 && len(k.rows) > 0 && k.rows[0].View.Ask != nil {
		k.rows[0].View.Ask.Choose(k.typed)
	}
}

// Draw draws the table of some machines into r.
func (k *Numbers) Draw(c *draw.Canvas, rows []NumbersRow, r panel.Rect) {
	k.rows, k.canvas, k.corner, k.title = rows, c, panel.Rect{}, panel.Rect{}
	k.narrow = r.W < numbersNarrow
	if k.table.Forget(); len(rows) == 0 || r.W <= 0 || r.H <= 0 {
		return
	}
	c.Box(r.X, r.Y, r.W, r.H, 4, c.Theme.Panel)
	if rows[0].View.Covered(c, r.Inset(4)) {
		return
	}
	if f := &rows[0].View.Frame; k.of != f.Reading || !slices.Equal(k.rows, k.was) {
		k.read(f.Reading)
	}
	k.heads(c)
	k.table.Keep, k.sides = append(k.table.Keep[:0], k.order[:k.hosts]...), k.sides[:0]
	for _, i := range k.order[k.hosts:] {
		if r := &k.rows[i]; r.Machine == r.View.Frame.Selected {
			k.table.Keep = append(k.table.Keep, i)
		}
	}
	k.table.Draw(c, rows[0].View.Tips, panel.NewRect(r.X+12, r.Y+numbersPad/2, r.W-24, r.H-numbersPad), k.order, k)
	for _, of := range k.sides {
		panel.Badge(c, of.at.X, of.at.Y+of.at.H/2, panel.BadgeHigh, of.name)
	}
}

// read sorts the rows: by number, or many clients by error, the worst first, unless a person has chosen a column.
func (k *Numbers) read(of panel.Hold) {
	k.of, k.order, k.was, k.hosts = of, k.order[:0], append(k.was[:0], k.rows...), 0
	t, lang := &k.table, k.rows[0].View.Words
	for i := range k.rows {
		if k.order = append(k.order, i); k.rows[i].Machine == 0 {
			k.hosts++
		}
	}
	if slices.SortStableFunc(k.order, func(a, b int) int { return min(k.rows[a].Machine, 1) - min(k.rows[b].Machine, 1) }); !k.asked {
		if t.By, t.Down = byName, false; manyClients(k.rows[0].View) && !k.game {
			t.By, t.Down = byError, true
		}
	}
	k.tick = strings.ReplaceAll(lang.T("numbers.tick-of"), "%d", strconv.FormatInt(k.rows[0].View.Frame.Held[0].HostTick, 10))
	t.Sorts = true
	k.heads(k.canvas)
	t.Read(lang, k.order[k.hosts:], k)
	k.widen()
	t.Note = k.summary()
}

// widen gives each column room for the digits that its largest figure has beyond its measure.
func (k *Numbers) widen() {
	for column, h := range k.page() {
		if column == byName {
			continue
		}
		largest := k.table.Largest(column)
		for _, host := range k.order[:k.hosts] {
			if column == byHost && !k.game {
				largest = max(largest, float64(k.rows[host].View.Frame.Held[0].HostTick))
			}
		}
		whole, _, _ := strings.Cut(h.in.Widest, ".")
		most, more := math.Pow10(strings.Count(whole, "9"))-0.05, 0
		for ; largest >= most && more < len(nines); most *= 10 {
			more++
		}
		if k.widest[column] = nines[:more] + h.in.Widest; more > 0 && h.in.Apart {
			k.widest[column] += "\u2009" // the space between thousands
		}
		k.widest[column] += " " // with this many columns, gaps are wider
	}
}

const nines = "999999"

// summary says how wrong all clocks are, for a table without room for all rows, with shorter forms.
func (k *Numbers) summary() string {
	all, lang := k.sorted[:0], k.rows[0].View.Words
	for i := range k.rows {
		if r := &k.rows[i]; r.Machine > 0 && known(&r.View.Frame.Held[r.Machine-1]) {
			all = append(all, r.View.Frame.Held[r.Machine-1].Error)
		}
	}
	if k.sorted = all; len(all) == 0 {
		return lang.T("numbers.scroll")
	}
	slices.Sort(all)
	p := k.pen.Start(lang)
	if k.table.By == byError && k.table.Down && !k.game {
		p.Name("numbers.worst")
	}
	scroll := " " + lang.T("numbers.scroll")
	if k.rows[0].View.Unattended {
		scroll = ""
	}
	said := string(p.Name("numbers.median").SignedMs(all[(len(all)-1)/2], 1).Buf)
	from := string(p.Start(lang).Text(", ").Name("numbers.from").Signed(inMillis(all[0]), 1).Text(" ").Name("numbers.to").SignedMs(all[len(all)-1], 1).Text(".").Buf)
	return said + from + scroll + "|" + said + from + "|" + said + "."
}

// heads declares the columns.
func (k *Numbers) heads(c *draw.Canvas) {
	t := &k.table
	t.Class, t.Columns = draw.Body, t.Columns[:0]
	for i, h := range k.page() {
		col := table.Column{Tip: c.Words.T(h.tip), Unit: h.unit, In: h.in, Rank: h.rank, Signed: h.signed, Truth: h.truth, Dim: h.dim}
		if h.head != "" {
			col.Head = c.Words.T(h.head)
		}
		switch {
		case h.over != "":
			col.Over = c.Words.T(h.over)
		case i >= byHost && !k.game:
			col.Over = k.tick
		case i == byError && !k.game:
			col.Bar, col.Size, col.Rank = table.FromZero, true, numbersColumns+1
		case i == byName:
			col.Least, col.Rank, col.Tip = numbersName, numbersColumns+2, ""
			if k.rows[0].View.Frame.Clients() >= 10 {
				col.Least += numbersTens
			}
			if k.rows[0].Side != "" {
				col.Least += numbersSide
			}
		}
		col.In.Widest = k.widest[i]
		if h.dim && k.narrow {
			col.Least = nowhere
		}
		if i > byError {
			col.Rank = (col.Rank + numbersTurn*k.turned) % numbersRanks
		}
		t.Columns = append(t.Columns, col)
	}
}

const (
	numbersName   = 86  // the width of the column of names, in points
	numbersTens   = 10  // the same for the second digit of a number
	numbersSide   = 24  // and for the letter of a world
	numbersNarrow = 560 // the least width with how far ticks are from the host's
	nowhere       = 1 << 20

	numbersRanks = 16 // the ranks of the columns right of the error
	numbersTurn  = 11 // by how much a click turns these ranks: coprime to 16, so every column gets its turn
)

func (k *Numbers) Row(c *draw.Canvas, row int, at panel.Rect) (state table.State) {
	if row == table.Heads {
		k.head(c, at)
		return 0
	}
	r := &k.rows[row]
	if r.Side != "" {
		k.sides = append(k.sides, side{at, r.Side})
	}
	if r.Machine == 0 {
		return 0
	}
	v := r.View
	if v.Whose(r.Machine, at) {
		state = table.Pointed
	} else if v.Tips.Under(at) {
		state = table.Pointed
		v.Tips.Add(at, c.Words.F("numbers.row-tip", r.Machine, panel.AlgorithmTitle(c.Words, v.Frame.Held[r.Machine-1].Driving)))
	}
	if r.Machine == v.Frame.Selected {
		state |= table.Chosen
	}
	return state
}

// head writes the corner: what the rows are, at which instant numbers were read, and how many columns have no room.
func (k *Numbers) head(c *draw.Canvas, at panel.Rect) {
	l, f := &k.pen.Line, &k.rows[0].View.Frame
	up, low := at.CutTop(at.H / 2)
	l.Start(c.Fonts(), 10)
	l.Add(layout.Item{Text: k.titled(c, up), Class: draw.Strong, Ink: c.Theme.Text, Rank: 1})
	instant := layout.Item{Class: draw.Small, Ink: c.Theme.TextDim}
	if f.Dated {
		instant.Bytes = k.pen.Start(c.Words).At(f.Reading.At()).Buf
	}
	l.Add(instant)
	out := l.Place(up, 0)
	l.Draw(c)
	if k.corner = low; out > 0 { // the instant matters more than the missing columns
		l.Say(c, low, draw.Left, instant)
		return
	}
	k.corner.W = k.table.More(low, draw.Left)
}

// known reports whether a client has a clock error: its clock is set, and it hasn't left.
func known(f *session.Facts) bool { return f.Status.Synchronised && f.State != game.Away }

// Cell implements [table.Source]. The host has only its tick.
func (k *Numbers) Cell(row, column int, is *table.Cell) {
	r := &k.rows[row]
	if column == byName {
		k.name(r, is)
		return
	}
	if r.Machine > 0 && k.game {
		k.gameCell(r, column, is)
		return
	}
	if r.Machine == 0 {
		if column == byHost && !k.game {
			is.Figure(float64(r.View.Frame.Held[0].HostTick), true)
		}
		return
	}
	f := &r.View.Frame.Held[r.Machine-1]
	st, there, tick := &f.Status, f.State != game.Away, func(of int64, known bool) { is.Figure(float64(of), known) }
	switch column {
	case byError:
		is.Time(f.Error, known(f))
		is.Bold, is.Color = r.Machine == r.View.Frame.Selected, k.canvas.Theme.ErrorText
	case byOffset:
		is.Figure(st.Offset.Seconds(), known(f))
	case byOffsetTrue:
		is.Figure(f.Offset.Seconds(), there)
	case byUp:
		is.Time(st.OWDUp, st.HasOWD && there)
	case byUpTrue:
		is.Time(f.OWDUp, f.OWDUp > 0 && there)
	case byDown:
		is.Time(st.OWDDown, st.HasOWD && there)
	case byDownTrue:
		is.Time(f.OWDDown, f.OWDDown > 0 && there)
	case byRTT:
		is.Time(f.OWDUp+f.OWDDown, f.OWDUp > 0 && f.OWDDown > 0 && there)
	case byJitterUp:
		is.Time(f.JitterUp, f.OWDUp > 0 && there)
	case byJitterDown:
		is.Time(f.JitterDown, f.OWDDown > 0 && there)
	case byHost:
		tick(f.Moment.Clock.Tick(), f.Moment.OK && there)
	case byServer:
		tick(f.Moment.Server.Tick(), f.Moment.OK && there)
	case byServerApart:
		tick(f.Moment.Server.Tick()-f.HostTick, f.Moment.OK && there)
	case byPredicted:
		tick(f.Moment.Predicted.Tick(), f.Moment.OK && there)
	case byPredictedApart:
		tick(f.Moment.Predicted.Tick()-f.HostTick, f.Moment.OK && there)
	}
}

// name writes a machine's shape, its name, and why it is not in the game.
func (k *Numbers) name(r *NumbersRow, is *table.Cell) {
	lang := r.View.Words
	is.Value, is.Known = float64(r.Machine), true
	is.Mark = k.canvas.Theme.Machine(r.Machine)
	if r.Side != "" {
		is.Indent = numbersSide
	}
	if r.Machine == 0 {
		is.Text(lang.T("viewport.host"))
		return
	}
	is.Text(lang.T("viewport.client")).Text(" ").Int(int64(r.Machine))
	if why := stateName(lang, &r.View.Frame.Held[r.Machine-1]); why != "" && is.Form == 0 {
		is.Pen.Text(" ").Text(why)
		is.Shorter = true
	}
}

// stateName returns a word for why a client is not in the game, or "".
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
