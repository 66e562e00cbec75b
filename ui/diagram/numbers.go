package diagram

import (
	"slices"
	"strings"
	"time"

	"driftlab/game/session"
	"driftlab/internal/palette"
	"driftlab/ui/draw"
	"driftlab/ui/panel"
)

// Numbers is the Watch view's table, in the place of the strip of errors: a row a machine, with the offset and the one-way
// delays of the clock that drives it, estimated and true, by how much it is wrong, and its ticks. A narrow table has titles of
// two lines, a narrower one its columns in several blocks, one under the other, and on a phone small letters.
type Numbers struct {
	pen  panel.Pen
	look *NumbersLook
	row  panel.Rect   // that is written
	rows []NumbersRow // as drawn last
	at   [maxNumbers]panel.Rect
}

// A NumbersRow is one machine of a world.
type NumbersRow struct {
	View    *panel.View
	Machine int    // 0 is the host
	Side    string // of the world, where there are two
}

// maxNumbers is how many rows there are at most: two worlds' hosts and clients, or a page of machines.
const maxNumbers = panel.Viewports

// Sizes in points.
const (
	numbersRow   = 20 // the height of a row
	numbersPad   = 8  // above and under the rows together
	numbersLeast = 8  // between two columns at least
)

// The columns beside the name, from left to right.
const (
	offsetEstimated = iota
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

// numbersHeads has each column's width with the gap before it, in points, under a title of one line and of two, and the texts of
// the title and of what explains it.
var numbersHeads = [numbersColumns]struct {
	wide, narrow float32
	title, tip   string
}{
	offsetEstimated: {133, 80, "numbers.offset", "card.offset-tip"},
	offsetTrue:      {93, 80, "card.true", "card.columns-tip"},
	wrongBy:         {86, 79, "numbers.error", "numbers.error-tip"},
	upEstimated:     {148, 78, "numbers.up", "card.up-tip"},
	upTrue:          {79, 75, "card.true", "card.columns-tip"},
	downEstimated:   {175, 99, "numbers.down", "card.down-tip"},
	downTrue:        {79, 75, "card.true", "card.columns-tip"},
	hostTick:        {83, 53, "card.host-tick", "card.host-tick-tip"},
	serverTick:      {99, 85, "card.server-tick", "card.server-tick-tip"},
	predictedTick:   {133, 90, "numbers.predicted", "card.predicted-tick-tip"},
}

// numbersGroups are columns that stay beside each other: the first of each, and the end.
var numbersGroups = [...]int{offsetEstimated, upEstimated, downEstimated, hostTick, numbersColumns}

// A NumbersLook is how large a table's parts are, in points.
type NumbersLook struct {
	class draw.Class // of its letters
	share float32    // of a row's height, and of a column's width
	edge  float32    // at both sides
	name  float32
	two   bool // titles have two lines
}

var (
	usualNumbers  = NumbersLook{class: draw.Table, share: 1, edge: 12, name: 100}
	narrowNumbers = NumbersLook{class: draw.Table, share: 1, edge: 12, name: 84, two: true}
	closeNumbers  = NumbersLook{class: draw.Body, share: 15. / 16, edge: 5, name: 76, two: true} // in two blocks in a film for a phone
	smallNumbers  = NumbersLook{class: draw.Small, share: 13. / 16, edge: 8, name: 76}
)

// NumbersFor returns how a table that is so wide, in points, has its columns, and in how many blocks: in one if it can, else in
// two, in small letters where large ones have no room; in 0 where not even one group of columns has any.
func NumbersFor(wide float32) (look *NumbersLook, blocks int) {
	for _, look = range [...]*NumbersLook{&usualNumbers, &narrowNumbers, &closeNumbers} {
		if blocks = look.blocks(wide); blocks == 1 {
			return look, blocks
		}
	}
	for _, look = range [...]*NumbersLook{&usualNumbers, &closeNumbers} {
		if blocks = look.blocks(wide); blocks == 2 {
			return look, blocks
		}
	}
	look = &smallNumbers
	return look, look.blocks(wide)
}

func (l *NumbersLook) blocks(wide float32) (blocks int) {
	whole := true
	l.eachBlock(wide, func(from, to int) {
		blocks++
		whole = whole && l.blockWidth(from, to) <= wide
	})
	if !whole {
		return 0
	}
	return blocks
}

// Height returns how high so many blocks of so many rows are, of which some are hosts', in points. A table that has less room than for all of its
// blocks shows the first ones.
func (l *NumbersLook) Height(blocks, rows, hosts int) float32 {
	saved := (float32(hosts) - 0.5) * float32(max(blocks-1, 0)) // hosts have rows in the last one alone, and leave the others half a row
	return numbersPad + (float32(blocks*(rows+l.titled()))-saved)*numbersRow*l.share
}

// titled returns how many rows the titles have the room of.
func (l *NumbersLook) titled() int {
	if l.two {
		return 2
	}
	return 1
}

// wide returns a column's width with the gap before it.
func (l *NumbersLook) wide(column int) float32 {
	if l.two {
		return numbersHeads[column].narrow * l.share
	}
	return numbersHeads[column].wide * l.share
}

// blockWidth returns how wide some columns are with the name before them, in points.
func (l *NumbersLook) blockWidth(from, to int) float32 {
	w := 2*l.edge + l.name
	for i := from; i < to; i++ {
		w += l.wide(i)
	}
	return w
}

// eachBlock calls do with the columns of each block of a table so wide: as many groups as have room beside each other.
func (l *NumbersLook) eachBlock(wide float32, do func(from, to int)) {
	from := 0
	for i := 1; i < len(numbersGroups); i++ {
		if end := numbersGroups[i]; i == len(numbersGroups)-1 || l.blockWidth(from, numbersGroups[i+1]) > wide {
			do(from, end)
			from = end
		}
	}
}

// Update acts on the pointer: a click on a row chooses its client.
func (k *Numbers) Update(p *panel.Pointer) {
	for i := range k.rows {
		if r := &k.rows[i]; p.Pressed && r.Machine > 0 && p.Over(k.at[i]) && r.View.Ask != nil {
			r.View.Ask.Choose(r.Machine)
			return
		}
	}
}

// Draw draws the table of some machines into r.
func (k *Numbers) Draw(c *draw.Canvas, rows []NumbersRow, r panel.Rect) {
	k.rows = append(k.rows[:0], rows[:min(len(rows), maxNumbers)]...)
	clear(k.at[:])
	c.Box(r.X, r.Y, r.W, r.H, 4, c.Theme.Panel)
	if k.covered(c, r) {
		return
	}
	k.look, _ = NumbersFor(r.W)
	look, y, row := k.look, r.Y+numbersPad/2, numbersRow*k.look.share
	look.eachBlock(r.W, func(from, to int) {
		shown := k.shown(to)
		if from > 0 {
			y += row / 2 // of the room of the hosts
		}
		if high := float32(shown+look.titled()) * row; y+high > r.Y+r.H {
			return
		}
		spare := max(r.W-look.blockWidth(from, to), 0) / float32(to-from) // the columns share what is left
		spare = min(spare, 30)
		k.row = panel.NewRect(r.X+look.edge, y+float32(look.titled()-1)*row, r.W-2*look.edge, row)
		k.heads(c, from, to, spare)
		for i := range k.rows {
			if to <= hostTick && k.rows[i].Machine == 0 {
				continue
			}
			k.row.Y += row
			if from == 0 {
				k.at[i] = k.row
			}
			k.line(c, &k.rows[i], from, to, spare)
		}
		y = k.row.Y + row
	})
}

// covered reports whether nothing is to be seen of the rows, which are none then.
func (k *Numbers) covered(c *draw.Canvas, r panel.Rect) bool {
	if len(k.rows) > 0 && !k.rows[0].View.Covered(c, r.Inset(4)) {
		return false
	}
	k.rows = k.rows[:0]
	return true
}

// DrawLine draws the clients of some machines into r, one beside the other, each with by how much its clock is wrong: what is worth
// most of a table that has no room.
func (k *Numbers) DrawLine(c *draw.Canvas, rows []NumbersRow, r panel.Rect) {
	k.rows = slices.DeleteFunc(append(k.rows[:0], rows[:min(len(rows), maxNumbers)]...), func(r NumbersRow) bool { return r.Machine == 0 })
	clear(k.at[:])
	y := r.Y + r.H/2
	c.Box(r.X, r.Y, r.W, r.H, 4, c.Theme.Panel)
	if k.covered(c, r) {
		return
	}
	k.look = &closeNumbers
	title := c.Text(r.X+12, y, c.Words.T(numbersHeads[wrongBy].title), draw.Body, c.Theme.TextDim, draw.Left|draw.Middle) + 24
	each := (r.W - title) / float32(len(k.rows))
	for i := range k.rows {
		v, m := k.rows[i].View, k.rows[i].Machine
		k.at[i] = panel.NewRect(r.X+title+each*float32(i), r.Y, each, r.H)
		if in := k.at[i].Inset(3); v.Whose(m, k.at[i]) || v.Frame.Selected == m {
			c.Box(in.X, in.Y, in.W, in.H, 3, c.Theme.PanelEdge)
		}
		v.Tips.Add(k.at[i], c.Words.T("numbers.line-tip"))
		x := k.at[i].X + 8
		c.Machine(m, x+7, y, 6)
		x += 20 + k.pen.Start(c.Words).Int(int64(m)).Put(c, x+20, y, draw.Body, c.Theme.Text, draw.Left|draw.Middle)
		col := k.wrong(c, &v.Frame.Held[m-1])
		k.pen.Put(c, x+8, y, draw.Body, col, draw.Left|draw.Middle)
	}
}

// shown returns how many rows a block has that ends before a column: a host has nothing but its tick.
func (k *Numbers) shown(to int) (rows int) {
	for i := range k.rows {
		if to > hostTick || k.rows[i].Machine > 0 {
			rows++
		}
	}
	return rows
}

// heads names the columns of a block.
func (k *Numbers) heads(c *draw.Canvas, from, to int, spare float32) {
	y, x := k.row.Y+k.row.H/2, k.row.X+k.look.name
	t, over := k.rows[0].View.Tips, k.row.H*float32(k.look.titled()-1) // of the titles' first line
	if from == 0 {
		k.pen.Start(c.Words).At(k.rows[0].View.Frame.Reading.At()).Put(c, k.row.X, y-over, k.look.class, c.Theme.TextDim, draw.Left|draw.Middle)
	}
	for i := from; i < to; i++ {
		head, wide := &numbersHeads[i], k.look.wide(i)+spare
		x += wide
		first, title := "", c.Words.T(head.title)
		if k.look.two {
			first, title = inTwo(title)
			c.Text(x, y-over, first, k.look.class, c.Theme.TextDim, draw.Right|draw.Middle)
		}
		c.Text(x, y, title, k.look.class, c.Theme.TextDim, draw.Right|draw.Middle)
		t.Add(panel.NewRect(x-wide, k.row.Y-over, wide, k.row.H+over), c.Words.T(head.tip))
	}
}

// inTwo divides a title before its last word, which may be joined to the others by a hyphen. The first line of one word is empty.
func inTwo(title string) (first, last string) {
	i := strings.LastIndexAny(title, " -") + 1
	return strings.TrimSuffix(title[:i], " "), title[i:]
}

// line writes the part of a machine's row that a block has.
func (k *Numbers) line(c *draw.Canvas, r *NumbersRow, from, to int, spare float32) {
	v, y := r.View, k.row.Y+k.row.H/2
	if v.Whose(r.Machine, k.row) {
		c.Rect(k.row.X-6, k.row.Y, k.row.W+12, k.row.H, c.Theme.PanelEdge)
	}
	x := k.row.X
	if r.Side != "" {
		panel.Badge(c, x, y, panel.BadgeHigh*k.look.share, r.Side)
		x += 24
	}
	c.Machine(r.Machine, x+7, y, 6)
	k.pen.Start(c.Words).Text(c.Words.T("viewport.host"))
	if r.Machine > 0 {
		k.pen.Start(c.Words)
		if r.Side == "" {
			k.pen.Text(c.Words.T("viewport.client")).Text(" ")
		}
		k.pen.Int(int64(r.Machine))
	}
	k.pen.Put(c, x+20, y, k.look.class, c.Theme.Text, draw.Left|draw.Middle)
	x = k.row.X + k.look.name
	for i := from; i < to; i++ {
		x += k.look.wide(i) + spare
		if col, ok := k.cell(c, v, r.Machine, i); ok {
			k.pen.Put(c, x, y, k.look.class, col, draw.Right|draw.Middle)
		}
	}
}

// cell has the pen write what a machine has in a column, a dash where that is not known. It reports whether there is anything.
func (k *Numbers) cell(c *draw.Canvas, v *panel.View, machine, column int) (col palette.Color, ok bool) {
	col = c.Theme.Text
	if machine == 0 {
		k.pen.Start(c.Words).Int(v.Frame.Held[0].HostTick)
		return c.Theme.Truth, column == hostTick
	}
	f := &v.Frame.Held[machine-1]
	st := &f.Status
	switch column {
	case offsetEstimated:
		k.offset(c, st.Synchronised, st.Offset)
	case offsetTrue:
		k.offset(c, true, f.Offset)
	case wrongBy:
		return k.wrong(c, f), true
	case upEstimated:
		k.pen.Start(c.Words).DurationOr(st.HasOWD, st.OWDUp)
	case upTrue:
		k.pen.Start(c.Words).DurationOr(f.OWDUp > 0, f.OWDUp)
	case downEstimated:
		k.pen.Start(c.Words).DurationOr(st.HasOWD, st.OWDDown)
	case downTrue:
		k.pen.Start(c.Words).DurationOr(f.OWDDown > 0, f.OWDDown)
	case hostTick:
		k.tick(c, f, f.Moment.Clock.Tick(), false)
	case serverTick:
		k.tick(c, f, f.Moment.Server.Tick(), true)
	case predictedTick:
		k.tick(c, f, f.Moment.Predicted.Tick(), true)
	}
	if column == offsetTrue || column == upTrue || column == downTrue {
		col = c.Theme.Truth
	}
	return col, true
}

// offset writes by how much the host's clock is ahead, with its sign.
func (k *Numbers) offset(c *draw.Canvas, known bool, d time.Duration) {
	if k.pen.Start(c.Words).Text("–"); !known {
		return
	}
	if k.pen.Start(c.Words); d > 0 {
		k.pen.Text("+")
	}
	k.pen.Duration(d)
	if c.Fonts().MeasureBytes(k.pen.Buf, k.look.class) > (k.look.wide(offsetTrue) - numbersLeast) { // hours
		k.pen.Start(c.Words).Fixed(d.Seconds(), 0).Text(" s")
	}
}

// tick writes a tick that a client takes it to be, and how far that is from the host's.
func (k *Numbers) tick(c *draw.Canvas, f *session.Facts, tick int64, apart bool) {
	k.pen.Start(c.Words).Text("–")
	if !f.Moment.OK {
		return
	}
	k.pen.Start(c.Words).Int(tick)
	if apart {
		k.pen.Text(" ").Signed(float64(tick-f.HostTick), 0)
	}
}

// wrong writes by how much a client's clock is wrong, as its world's title does.
func (k *Numbers) wrong(c *draw.Canvas, f *session.Facts) palette.Color {
	if k.pen.Start(c.Words).Text("–"); !f.Status.Synchronised {
		return c.Theme.Text
	}
	k.pen.Start(c.Words).Signed(f.Error.Seconds()*1000, 0).Text(" ms")
	return panel.ErrorColor(c.Theme, f.Error)
}
