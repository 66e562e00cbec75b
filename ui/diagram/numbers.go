package diagram

import (
	"slices"

	"driftlab/game/session"
	"driftlab/internal/palette"
	"driftlab/ui/draw"
	"driftlab/ui/panel"
	"driftlab/ui/table"
)

// Numbers is the Watch view's table, in the place of the strip of errors: a row a machine, with the offset and the one-way
// delays of the clock that drives it, estimated and true, by how much it is wrong, and its ticks. A narrow table has titles of
// two lines, a narrower one its columns in several blocks, one under the other, and on a phone small letters.
type Numbers struct {
	blocks   [len(numbersGroups) - 1]table.Table
	table    *table.Table // that is drawn
	from     int          // its first column
	pen      panel.Pen
	theme    *palette.Theme
	rows     []NumbersRow // as drawn last
	machines []int        // their places
	clients  []int        // and those of clients
}

// A NumbersRow is one machine of a world.
type NumbersRow struct {
	View    *panel.View
	Machine int    // 0 is the host
	Side    string // of the world, where there are two
}

const (
	numbersRow = 20 // the height of a row, in points
	numbersPad = 8  // above and under the rows together
)

// The columns beside the name, from left to right.
const (
	offsetEstimated = 1 + iota
	offsetTrue
	wrongBy
	upEstimated
	upTrue
	downEstimated
	downTrue
	hostTick
	serverTick
	predictedTick
	numbersColumns
)

// How figures are written, which are in ms.
var (
	asTime  = []table.Scale{{Per: 1, Unit: "ms", Decimals: 1, Below: 1000}, {Per: 1000, Unit: "s", Decimals: 3}, {Per: 1000, Unit: "s", Decimals: 1}, {Per: 1000, Unit: "s"}}
	asWhole = []table.Scale{{Per: 1, Unit: "ms"}, {Per: 1000, Unit: "s", Decimals: 1}, {Per: 1000, Unit: "s"}}
	asTick  = []table.Scale{{Per: 1}}
	asTicks = []table.Scale{{Per: 1, Apart: true}, {Per: 1}}
)

// numbersHeads has each column's width with the gap before it under a title of one line and of two, the texts of the title and of
// what explains it, and how its figures are written.
var numbersHeads = [numbersColumns]struct {
	wide, narrow float32
	title, tip   string
	as           []table.Scale
}{
	offsetEstimated: {133, 80, "numbers.offset", "card.offset-tip", asTime},
	offsetTrue:      {93, 80, "card.true", "card.columns-tip", asTime},
	wrongBy:         {86, 79, "numbers.error", "numbers.error-tip", asWhole},
	upEstimated:     {148, 78, "numbers.up", "card.up-tip", asTime},
	upTrue:          {79, 75, "card.true", "card.columns-tip", asTime},
	downEstimated:   {175, 99, "numbers.down", "card.down-tip", asTime},
	downTrue:        {79, 75, "card.true", "card.columns-tip", asTime},
	hostTick:        {83, 53, "card.host-tick", "card.host-tick-tip", asTick},
	serverTick:      {99, 85, "card.server-tick", "card.server-tick-tip", asTicks},
	predictedTick:   {133, 90, "numbers.predicted", "card.predicted-tick-tip", asTicks},
}

// numbersGroups are columns that stay beside each other: the first of each, and the end.
var numbersGroups = [...]int{offsetEstimated, upEstimated, downEstimated, hostTick, numbersColumns}

// A NumbersLook is how large a table's parts are.
type NumbersLook struct {
	table.Look
	share      float32 // of the usual size of rows and columns
	edge, name float32 // at both sides; of the first column
}

// numbersLook returns a look in which rows and columns have a share of their usual size.
func numbersLook(class draw.Class, share, edge, name float32, two bool) *NumbersLook {
	row := numbersRow * share
	l := &NumbersLook{table.Look{Class: class, Row: row, Low: row, Head: row, Grows: 30, Reach: 16, Two: two}, share, edge, name}
	if two {
		l.Head *= 2
	}
	return l
}

var (
	usualNumbers  = numbersLook(draw.Table, 1, 12, 100, false)
	narrowNumbers = numbersLook(draw.Table, 1, 12, 84, true)
	closeNumbers  = numbersLook(draw.Body, 15./16, 5, 76, true) // in two blocks in a film for a phone
	smallNumbers  = numbersLook(draw.Small, 13./16, 8, 76, false)
)

// NumbersFor returns how a table that is so wide, in points, has its columns, and in how many blocks: in one if it can, else in
// two, in small letters where large ones have no room; in 0 where not even one group of columns has any.
func NumbersFor(wide float32) (look *NumbersLook, blocks int) {
	for most := 1; most <= 2; most++ {
		for _, look = range [...]*NumbersLook{usualNumbers, narrowNumbers, closeNumbers} {
			if blocks = look.blocks(wide); blocks == most && (most == 1 || look != narrowNumbers) {
				return look, blocks
			}
		}
	}
	return smallNumbers, smallNumbers.blocks(wide)
}

func (l *NumbersLook) blocks(wide float32) (blocks int) {
	for from := 1; from < numbersColumns; blocks++ {
		var w float32
		if from, w = l.block(from, wide); w > wide {
			return 0
		}
	}
	return blocks
}

// block returns the end of the groups of columns from one on that have room beside each other in a width, and how wide these are.
func (l *NumbersLook) block(from int, wide float32) (to int, w float32) {
	w = 2*l.edge + l.name
	for i, group := range numbersGroups[1:] {
		if numbersGroups[i] < from {
			continue
		}
		more := float32(0)
		for column := numbersGroups[i]; column < group; column++ {
			more += l.wide(column)
		}
		if to > 0 && w+more > wide {
			break
		}
		to, w = group, w+more
	}
	return to, w
}

// wide returns a column's width with the gap before it.
func (l *NumbersLook) wide(column int) float32 {
	if l.Two {
		return numbersHeads[column].narrow * l.share
	}
	return numbersHeads[column].wide * l.share
}

// Height returns how high so many blocks of so many rows are, of which some are hosts', in points. A table that has less room than for all of its
// blocks shows the first ones.
func (l *NumbersLook) Height(blocks, rows, hosts int) float32 {
	saved := (float32(hosts) - 0.5) * float32(max(blocks-1, 0)) // hosts have rows in the last one alone, and leave the others half a row
	return numbersPad + float32(blocks)*l.Head + (float32(blocks*rows)-saved)*l.Row
}

// Update acts on the pointer: a click on a row chooses its client.
func (k *Numbers) Update(p *panel.Pointer) {
	for b := range k.blocks {
		if i, _ := k.blocks[b].Update(p); i >= 0 && k.rows[i].Machine > 0 && k.rows[i].View.Ask != nil {
			k.rows[i].View.Ask.Choose(k.rows[i].Machine)
			return
		}
	}
}

// begin draws the ground of some rows, and reports whether they are to be seen on it.
func (k *Numbers) begin(c *draw.Canvas, rows []NumbersRow, r panel.Rect) bool {
	for b := range k.blocks {
		k.blocks[b].Forget()
	}
	k.rows, k.machines, k.clients, k.theme = append(k.rows[:0], rows...), k.machines[:0], k.clients[:0], c.Theme
	for i := range rows {
		if k.machines = append(k.machines, i); rows[i].Machine > 0 {
			k.clients = append(k.clients, i)
		}
	}
	c.Box(r.X, r.Y, r.W, r.H, 4, c.Theme.Panel)
	return len(rows) > 0 && !rows[0].View.Covered(c, r.Inset(4))
}

// Draw draws the table of some machines into r.
func (k *Numbers) Draw(c *draw.Canvas, rows []NumbersRow, r panel.Rect) {
	if !k.begin(c, rows, r) {
		return
	}
	look, _ := NumbersFor(r.W)
	y, bottom := r.Y+numbersPad/2, r.Y+r.H-numbersPad/2
	k.from = 1
	for b := 0; k.from < numbersColumns; b++ {
		to, lines, high := k.block(look, r.W, k.from)
		last := to
		if _, _, next := k.block(look, r.W, to); to < numbersColumns && y+high+next > bottom+0.1 {
			last = numbersColumns // the others are left out
		}
		k.table = &k.blocks[b]
		k.table.Look, k.table.Columns = look.Look, append(k.table.Columns[:0], table.Column{Least: look.name})
		for i := k.from; i < last; i++ {
			h := &numbersHeads[i]
			k.table.Columns = append(k.table.Columns, table.Column{Head: c.Words.T(h.title), Tip: c.Words.T(h.tip), As: h.as, Least: look.wide(i), Share: 1, Rank: max(i-to+1, 0)})
		}
		k.table.Draw(c, rows[0].View.Tips, panel.NewRect(r.X+look.edge, y, r.W-2*look.edge, min(high, bottom-y)), lines, k)
		k.from, y = last, y+high
	}
}

// block returns the end of the block that begins with a column, the rows that it has, and how high it is, with the room under it. Hosts have
// nothing but their tick.
func (k *Numbers) block(look *NumbersLook, wide float32, from int) (to int, lines []int, high float32) {
	if to, _ = look.block(from, wide); to > hostTick {
		return to, k.machines, look.Head + look.Row*float32(len(k.machines))
	}
	return to, k.clients, look.Head + look.Row*(float32(len(k.clients))+0.5)
}

// Row draws what is behind a machine's row; in the corner stands which instant all is of.
func (k *Numbers) Row(c *draw.Canvas, row int, at panel.Rect) {
	if row == table.Heads {
		line := at.Below(at.H - k.table.Row)
		if k.from == 1 {
			x := k.pen.Start(c.Words).At(k.rows[0].View.Frame.Reading.At()).Put(c, at.X, at.Y+k.table.Row/2, k.table.Class, c.Theme.TextDim, draw.Left|draw.Middle)
			if !k.table.Two {
				line = line.After(x + table.Gap)
			}
		}
		k.table.More(line)
		return
	}
	r := &k.rows[row]
	if r.View.Whose(r.Machine, at) {
		table.BringOut(c, at)
	}
	if r.Side != "" {
		panel.Badge(c, at.X, at.Y+at.H/2, at.H*0.9, r.Side)
	}
}

// Cell says what a machine has in a column; the host has nothing but its tick.
func (k *Numbers) Cell(row, column int, is *table.Cell) {
	r := &k.rows[row]
	if column == 0 {
		k.name(r, is)
		return
	}
	if column += k.from - 1; r.Machine == 0 {
		if column == hostTick {
			is.Figure(float64(r.View.Frame.Held[0].HostTick), true)
			is.Color = k.theme.Truth
		}
		return
	}
	f := &r.View.Frame.Held[r.Machine-1]
	st, m := &f.Status, &f.Moment
	switch column {
	case offsetEstimated:
		is.Time(st.Offset, st.Synchronised)
	case offsetTrue:
		is.Time(f.Offset, true)
	case wrongBy:
		is.Time(f.Error, st.Synchronised)
		is.Color = wrongColor(k.theme, f)
	case upEstimated:
		is.Time(st.OWDUp, st.HasOWD)
	case upTrue:
		is.Time(f.OWDUp, f.OWDUp > 0)
	case downEstimated:
		is.Time(st.OWDDown, st.HasOWD)
	case downTrue:
		is.Time(f.OWDDown, f.OWDDown > 0)
	case hostTick:
		is.Figure(float64(m.Clock.Tick()), m.OK)
	case serverTick:
		is.Figure(float64(m.Server.Tick()), m.OK)
	case predictedTick:
		is.Figure(float64(m.Predicted.Tick()), m.OK)
	}
	is.Signed, is.Apart = column <= wrongBy, is.Value-float64(f.HostTick)
	if is.Group = column; column == offsetTrue || column == upTrue || column == downTrue {
		is.Color, is.Group = k.theme.Truth, column-1 // it has the unit of the estimates
	}
}

// name is a machine's shape, and what it is called.
func (k *Numbers) name(r *NumbersRow, is *table.Cell) {
	is.Mark = k.theme.Machine(r.Machine)
	if r.Side != "" {
		is.Indent = 24
	}
	switch lang := r.View.Words; {
	case r.Machine == 0:
		is.Text(lang.T("viewport.host"))
	case r.Side == "":
		is.Text(lang.T("viewport.client")).Text(" ").Int(int64(r.Machine))
	default:
		is.Text("").Int(int64(r.Machine))
	}
}

// wrongColor is the colour of by how much a client's clock is wrong.
func wrongColor(th *palette.Theme, f *session.Facts) palette.Color {
	if !f.Status.Synchronised {
		return th.Text
	}
	return panel.ErrorColor(th, f.Error)
}

// DrawLine draws the clients of some machines into r, one beside the other, each with by how much its clock is wrong: what is worth
// most of a table that has no room.
func (k *Numbers) DrawLine(c *draw.Canvas, rows []NumbersRow, r panel.Rect) {
	if !k.begin(c, rows, r) {
		return
	}
	k.rows = slices.DeleteFunc(k.rows, func(r NumbersRow) bool { return r.Machine == 0 })
	y := r.Y + r.H/2
	title := c.Text(r.X+12, y, c.Words.T(numbersHeads[wrongBy].title), draw.Body, c.Theme.TextDim, draw.Left|draw.Middle) + 24
	each := (r.W - title) / float32(len(k.rows))
	for i := range k.rows {
		v, m := k.rows[i].View, k.rows[i].Machine
		f, at := &v.Frame.Held[m-1], panel.NewRect(r.X+title+each*float32(i), r.Y, each, r.H)
		k.blocks[0].Place(i, at)
		if in := at.Inset(3); v.Whose(m, at) || v.Frame.Selected == m {
			c.Box(in.X, in.Y, in.W, in.H, 3, c.Theme.PanelEdge)
		}
		v.Tips.Add(at, c.Words.T("numbers.line-tip"))
		c.Machine(m, at.X+15, y, 6)
		x := at.X + 36 + k.pen.Start(c.Words).Int(int64(m)).Put(c, at.X+28, y, draw.Body, c.Theme.Text, draw.Left|draw.Middle)
		for _, s := range asWhole {
			k.pen.Start(c.Words).Signed(f.Error.Seconds()*1000/s.Per, s.Decimals).Text(" ").Text(s.Unit)
			if !f.Status.Synchronised {
				k.pen.Start(c.Words).Text("–")
			}
			if c.Fonts().MeasureBytes(k.pen.Buf, draw.Body) <= at.X+at.W-x {
				break
			}
		}
		k.pen.Put(c, x, y, draw.Body, wrongColor(c.Theme, f), draw.Left|draw.Middle)
	}
}
