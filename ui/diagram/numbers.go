package diagram

import (
	"driftlab/internal/palette"
	"driftlab/ui/draw"
	table "driftlab/ui/oldtable"
	"driftlab/ui/panel"
)

// Numbers is the Watch view's table, in the place of the strip of errors: a row a machine, with the offset and the one-way
// delays of the clock that drives it, estimated and true, by how much it is wrong, and its ticks. A narrow table has titles of
// two lines, a narrower one its columns in several blocks, one under the other, and on a phone small letters.
type Numbers struct {
	blocks   [len(numbersGroups) - 1]table.Table
	table    *table.Table // that is drawn
	from     int          // its first column
	lined    bool         // clients stand beside each other
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

	wrongBy        = 3 // of the columns
	numbersColumns = 11
)

// How figures are written, which are in ms.
var (
	asTime  = []table.Scale{{Per: 1, Unit: "ms", Decimals: 1, Below: 1000}, {Per: 1, Unit: "ms", Below: 1000}, {Per: 1000, Unit: "s", Decimals: 3}, {Per: 1000, Unit: "s", Decimals: 1}, {Per: 1000, Unit: "s"}}
	asWhole = []table.Scale{{Per: 1, Unit: "ms"}, {Per: 1000, Unit: "s", Decimals: 1}, {Per: 1000, Unit: "s"}}
	asTick  = []table.Scale{{Per: 1}}
	asTicks = []table.Scale{{Per: 1, Apart: true}, {Per: 1}}
)

// numbersHeads has each column's width with the gap before it under a title of one line and of two, the texts of the title and of
// what explains it, how its figures are written, and what they are.
var numbersHeads = [numbersColumns]struct {
	wide, narrow float32
	title, tip   string
	as           []table.Scale
	of, what     int // the row of a card, and its column
}{
	{}, // the machine's name
	{133, 80, "numbers.offset", "card.offset-tip", asTime, cardOffset, columnEstimated},
	{93, 80, "card.true", "card.columns-tip", asTime, cardOffset, columnTrue},
	{86, 79, "numbers.error", "numbers.error-tip", asWhole, cardOffset, columnError},
	{148, 78, "numbers.up", "card.up-tip", asTime, cardUp, columnEstimated},
	{79, 75, "card.true", "card.columns-tip", asTime, cardUp, columnTrue},
	{175, 99, "numbers.down", "card.down-tip", asTime, cardDown, columnEstimated},
	{79, 75, "card.true", "card.columns-tip", asTime, cardDown, columnTrue},
	{83, 53, "card.host-tick", "card.host-tick-tip", asTick, cardHostTick, columnEstimated},
	{99, 85, "card.server-tick", "card.server-tick-tip", asTicks, cardServerTick, columnEstimated},
	{133, 90, "numbers.predicted", "card.predicted-tick-tip", asTicks, cardPredictedTick, columnEstimated},
}

// numbersGroups are columns that stay beside each other: the first of each, and the end.
var numbersGroups = [...]int{1, 4, 6, 8, numbersColumns}

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
			if _, blocks = look.fold(wide); blocks == most && (most == 1 || look != narrowNumbers) {
				return look, blocks
			}
		}
	}
	_, blocks = smallNumbers.fold(wide)
	return smallNumbers, blocks
}

// fold returns where the blocks end into which the groups of columns go that have room beside each other, and how many there are: 0 where a
// group has none even alone.
func (l *NumbersLook) fold(wide float32) (ends [len(numbersGroups) - 1]int, n int) {
	room := float32(-1)
	for i, end := range numbersGroups[1:] {
		group := float32(0)
		for column := numbersGroups[i]; column < end; column++ {
			group += l.wide(column)
		}
		if room -= group; room < 0 {
			if room, n = wide-2*l.edge-l.name-group, n+1; room < 0 {
				return ends, 0
			}
		}
		ends[n-1] = end
	}
	return ends, n
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

// Draw draws the table of some machines into r. Where not all of its blocks have room the columns of the last ones are left out.
func (k *Numbers) Draw(c *draw.Canvas, rows []NumbersRow, r panel.Rect) {
	if !k.begin(c, rows, r) {
		return
	}
	look, _ := NumbersFor(r.W)
	ends, n := look.fold(r.W)
	in, each := panel.NewRect(r.X+look.edge, r.Y+numbersPad/2, r.W-2*look.edge, r.H-numbersPad), look.Head+look.Row*(float32(len(k.clients))+0.5)
	shown := n
	if rows := float32(len(k.machines) - len(k.clients)); each*float32(n)+look.Row*(rows-0.5) > in.H+0.1 {
		shown = max(min(int((in.H+look.Row/2)/each), n-1), 1)
	}
	k.lined, k.from = false, 1
	for b, end := range ends[:shown] {
		last, lines := end, k.clients
		if b == shown-1 {
			last = numbersColumns
		}
		if end == numbersColumns { // hosts have nothing but their tick
			lines = k.machines
		}
		k.table = &k.blocks[b]
		k.table.Look, k.table.Columns = look.Look, append(k.table.Columns[:0], table.Column{Least: look.name})
		for i := k.from; i < last; i++ {
			h := &numbersHeads[i]
			k.table.Columns = append(k.table.Columns, table.Column{Head: c.Words.T(h.title), Tip: c.Words.T(h.tip), As: h.as, Least: look.wide(i), Share: 1, Rank: min(end-1-i, 0)})
		}
		k.table.Draw(c, rows[0].View.Tips, in, lines, k)
		k.from, in = last, in.Below(each)
	}
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
	if r.View.Whose(r.Machine, at) || k.lined && r.View.Frame.Selected == r.Machine {
		table.BringOut(c, at)
	}
	if k.lined {
		r.View.Tips.Add(at, c.Words.T("numbers.line-tip"))
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
		if numbersHeads[column].of == cardHostTick {
			is.Figure(float64(r.View.Frame.Held[0].HostTick), true)
			is.Color = k.theme.Truth
		}
		return
	}
	f, h := &r.View.Frame.Held[r.Machine-1], &numbersHeads[column]
	estimate, known, truth, real := factsOf(f, h.of)
	is.Signed, is.Group, is.Apart = h.of == cardOffset, h.of, estimate-float64(f.HostTick) // what is true has the unit of the estimate
	switch h.what {
	case columnEstimated:
		is.Figure(estimate, known)
	case columnTrue:
		is.Figure(truth, real)
		is.Color = k.theme.Truth
	case columnError:
		is.Time(f.Error, known)
		is.Color, is.Group = panel.ErrorColor(k.theme, f.Error), len(cardRows)
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
	case r.Side == "" && !k.lined:
		is.Text(lang.T("viewport.client")).Text(" ").Int(int64(r.Machine))
	default:
		is.Text("").Int(int64(r.Machine))
	}
}

// DrawLine draws the clients of some machines into r, one beside the other, each with by how much its clock is wrong: what is worth
// most of a table that has no room.
func (k *Numbers) DrawLine(c *draw.Canvas, rows []NumbersRow, r panel.Rect) {
	if !k.begin(c, rows, r) {
		return
	}
	k.lined, k.from = true, wrongBy
	title := c.Text(r.X+12, r.Y+r.H/2, c.Words.T(numbersHeads[wrongBy].title), draw.Body, c.Theme.TextDim, draw.Left|draw.Middle) + 24
	each := (r.W - title) / float32(len(k.clients))
	for i := range k.clients {
		k.table = &k.blocks[i]
		k.table.Look = table.Look{Class: draw.Body, Row: r.H, Low: r.H, Head: -1}
		k.table.Columns = append(k.table.Columns[:0], table.Column{Least: 40}, table.Column{As: asWhole, Least: min(each-60, 72)})
		k.table.Draw(c, rows[0].View.Tips, panel.NewRect(r.X+title+each*float32(i)+8, r.Y, each-16, r.H), k.clients[i:i+1], k)
	}
}
