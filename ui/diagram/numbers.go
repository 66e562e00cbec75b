package diagram

import (
	"strconv"
	"strings"
	"time"

	"driftlab/palette"
	"driftlab/session"
	"driftlab/ui/draw"
	"driftlab/ui/panel"
	"driftlab/ui/words"
)

// Numbers is the Watch view's table, in the place of the strip of errors: a row a machine, with the offset and the one-way
// delays of the clock that drives it, estimated and true, and its ticks. How wrong a clock is stands beside the table
// already; here a bar and a sparkline draw it. A narrow table has titles of two lines, a narrower one its columns in several
// blocks, one under the other, and on a phone small letters.
type Numbers struct {
	pen    panel.Pen
	look   *NumbersLook
	axis   panel.TimeAxis
	row    panel.Rect // that is written
	most   float32    // ms: how far the sparklines and the bars go either way
	scaled struct {   // the title over them
		most  float32
		words *words.Language
		title string
	}
	points []float32
	rows   []NumbersRow // as drawn last
	at     [maxNumbers]panel.Rect
}

// A NumbersRow is one machine of a world.
type NumbersRow struct {
	View    *panel.View
	Machine int    // 0 is the host
	Side    string // of the world, where there are two
}

// maxNumbers is how many rows there are at most: two worlds' hosts and clients, or a page of machines.
const maxNumbers = panel.Viewports

// Sizes at scale 1.
const (
	numbersRow   = 20 // the height of a row
	numbersPad   = 8  // above and under the rows together
	numbersGap   = 14 // before the sparkline
	numbersLeast = 8  // between two columns at least
	numbersBar   = 44 // for the bar, of the column with the sparkline
)

// The columns beside the name, from left to right.
const (
	hostTick = iota
	serverTick
	predictedTick
	offsetEstimated
	offsetTrue
	wrongBy
	upEstimated
	upTrue
	downEstimated
	downTrue
	numbersColumns
)

// numbersHeads has each column's width with the gap before it, at scale 1, under a title of one line and of two, and the texts of
// the title and of what explains it.
var numbersHeads = [numbersColumns]struct {
	wide, narrow float32
	title, tip   string
}{
	hostTick:        {83, 56, "card.host-tick", "card.host-tick-tip"},
	serverTick:      {99, 85, "card.server-tick", "card.server-tick-tip"},
	predictedTick:   {133, 101, "numbers.predicted", "card.predicted-tick-tip"},
	offsetEstimated: {133, 80, "numbers.offset", "card.offset-tip"},
	offsetTrue:      {93, 80, "card.true", "card.columns-tip"},
	wrongBy:         {121, 114, "numbers.error", "numbers.error-tip"},
	upEstimated:     {148, 79, "numbers.up", "card.up-tip"},
	upTrue:          {79, 75, "card.true", "card.columns-tip"},
	downEstimated:   {175, 99, "numbers.down", "card.down-tip"},
	downTrue:        {79, 75, "card.true", "card.columns-tip"},
}

// numbersGroups are columns that stay beside each other: the first of each, and the end.
var numbersGroups = [...]int{hostTick, offsetEstimated, upEstimated, downEstimated, numbersColumns}

// NewNumbers returns a table whose sparklines show as much time as the strip does first.
func NewNumbers() Numbers {
	const span = 20 * time.Second
	return Numbers{axis: panel.NewTimeAxis(span, span, span, 0)}
}

// A NumbersLook is how large a table's parts are, at scale 1.
type NumbersLook struct {
	class draw.Class // of its letters
	share float32    // of a row's height, and of a column's width
	edge  float32    // at both sides
	name  float32
	drawn bool // errors are
	two   bool // titles have two lines
}

var (
	usualNumbers  = NumbersLook{class: draw.Table, share: 1, edge: 12, name: 100, drawn: true}
	narrowNumbers = NumbersLook{class: draw.Table, share: 1, edge: 12, name: 84, drawn: true, two: true}
	barelyNumbers = NumbersLook{class: draw.Table, share: 1, edge: 12, name: 84, two: true}
	closeNumbers  = NumbersLook{class: draw.Body, share: 15. / 16, edge: 5, name: 76, two: true} // in two blocks in a film for a phone
	smallNumbers  = NumbersLook{class: draw.Small, share: 13. / 16, edge: 8, name: 76}
)

// NumbersFor returns how a table that is so wide, at scale 1, has its columns, and in how many blocks: in one if it can, else in
// two, in small letters where large ones have no room; in 0 where not even one group of columns has any.
func NumbersFor(wide float32) (look *NumbersLook, blocks int) {
	for _, look = range [...]*NumbersLook{&usualNumbers, &narrowNumbers, &barelyNumbers} {
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

// Height returns how high so many blocks of so many rows are, of which some are hosts', at scale 1. A table that has less room than for all of its
// blocks shows the first ones.
func (l *NumbersLook) Height(blocks, rows, hosts int) float32 {
	saved := (float32(hosts) - 0.5) * float32(max(blocks-1, 0)) // hosts have rows in the first one alone, and leave the others half a row
	return numbersPad + (float32(blocks*(rows+l.titled()))-saved)*numbersRow*l.share
}

// titled returns how many rows the titles have the room of.
func (l *NumbersLook) titled() int {
	if l.two {
		return 2
	}
	return 1
}

// wide returns a column's width with the gap before it, 0 for one that is left out.
func (l *NumbersLook) wide(column int) float32 {
	if column == wrongBy && !l.drawn {
		return 0
	}
	if l.two {
		return numbersHeads[column].narrow * l.share
	}
	return numbersHeads[column].wide * l.share
}

// blockWidth returns how wide some columns are with the name before them, at scale 1.
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
	z := float32(c.Fonts().Scale())
	c.Box(r.X, r.Y, r.W, r.H, 4*z, c.Theme.Panel)
	if len(k.rows) == 0 || k.rows[0].View.Covered(c, r.Inset(4*z)) {
		k.rows = k.rows[:0]
		return
	}
	k.fit(z)
	k.look, _ = NumbersFor(r.W / z)
	look, y, row := k.look, r.Y+numbersPad/2*z, numbersRow*k.look.share*z
	look.eachBlock(r.W/z, func(from, to int) {
		shown := k.shown(from)
		if from > 0 && shown < len(k.rows) {
			y += row / 2 // of the room of the hosts
		}
		if high := float32(shown+look.titled()) * row; y+high > r.Y+r.H {
			return
		}
		spare := max(r.W/z-look.blockWidth(from, to), 0) / float32(to-from) * z // the columns share what is left
		spare = min(spare, 30*z)
		k.row = panel.NewRect(r.X+look.edge*z, y+float32(look.titled()-1)*row, r.W-2*look.edge*z, row)
		k.heads(c, from, to, spare, z)
		for i := range k.rows {
			if from > hostTick && k.rows[i].Machine == 0 {
				continue
			}
			k.row.Y += row
			if from == 0 {
				k.at[i] = k.row
			}
			k.line(c, &k.rows[i], from, to, spare, z)
		}
		y = k.row.Y + row
	})
}

// shown returns how many rows a block has that begins with a column: a host has nothing but its tick.
func (k *Numbers) shown(from int) (rows int) {
	for i := range k.rows {
		if from == hostTick || k.rows[i].Machine > 0 {
			rows++
		}
	}
	return rows
}

// heads names the columns of a block.
func (k *Numbers) heads(c *draw.Canvas, from, to int, spare, z float32) {
	y, x := k.row.Y+k.row.H/2, k.row.X+k.look.name*z
	t := k.rows[0].View.Tips
	if from == 0 {
		k.pen.Start(c.Words).At(k.rows[0].View.Frame.Reading.At()).Put(c, k.row.X, y, k.look.class, c.Theme.TextDim, draw.Left|draw.Middle)
	}
	for i := from; i < to; i++ {
		head, wide := &numbersHeads[i], k.look.wide(i)*z+spare
		if i == wrongBy && !k.look.drawn {
			continue
		}
		x += wide
		first, title := "", c.Words.T(head.title)
		if i == wrongBy {
			title = k.scale(c.Words)
		}
		if k.look.two {
			first, title = inTwo(title)
			c.Text(x, y-k.row.H, first, k.look.class, c.Theme.TextDim, draw.Right|draw.Middle)
		}
		c.Text(x, y, title, k.look.class, c.Theme.TextDim, draw.Right|draw.Middle)
		over := k.row.H * float32(k.look.titled()-1)
		t.Add(panel.NewRect(x-wide, k.row.Y-over, wide, k.row.H+over), c.Words.T(head.tip))
	}
}

// scale returns the title over sparklines and bars, with how far they go.
func (k *Numbers) scale(lang *words.Language) string {
	if s := &k.scaled; s.most != k.most || s.words != lang {
		s.most, s.words = k.most, lang
		size := strconv.FormatFloat(float64(k.most), 'f', -1, 32) + "\u00a0ms"
		if k.most >= 1000 {
			size = strconv.FormatFloat(float64(k.most)/1000, 'f', -1, 32) + "\u00a0s"
		}
		s.title = lang.F("numbers.error", size)
	}
	return k.scaled.title
}

// inTwo divides a title before its last word, which may be joined to the others by a hyphen. The first line of one word is empty.
func inTwo(title string) (first, last string) {
	i := strings.LastIndexAny(title, " -") + 1
	return strings.TrimSuffix(title[:i], " "), title[i:]
}

// line writes the part of a machine's row that a block has.
func (k *Numbers) line(c *draw.Canvas, r *NumbersRow, from, to int, spare, z float32) {
	v, y := r.View, k.row.Y+k.row.H/2
	mark := c.Theme.Machine(r.Machine)
	if v.Whose(r.Machine, k.row) {
		c.Rect(k.row.X-6*z, k.row.Y, k.row.W+12*z, k.row.H, c.Theme.PanelEdge)
	}
	x := k.row.X
	if r.Side != "" {
		panel.Badge(c, x, y, r.Side, z*k.look.share)
		x += 24 * z
	}
	c.Marker(mark.Shape, x+7*z, y, 6*z, mark.Color)
	k.pen.Start(c.Words).Text(c.Words.T("viewport.host"))
	if r.Machine > 0 {
		k.pen.Start(c.Words)
		if r.Side == "" {
			k.pen.Text(c.Words.T("viewport.client")).Text(" ")
		}
		k.pen.Int(int64(r.Machine))
	}
	k.pen.Put(c, x+20*z, y, k.look.class, c.Theme.Text, draw.Left|draw.Middle)
	x = k.row.X + k.look.name*z
	for i := from; i < to; i++ {
		if i == wrongBy && !k.look.drawn {
			continue
		}
		wide := k.look.wide(i)*z + spare
		x += wide
		if i == wrongBy {
			k.wrong(c, r, panel.NewRect(x-wide+numbersGap*z, k.row.Y, wide-numbersGap*z, k.row.H), z)
			continue
		}
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
	if c.Fonts().MeasureBytes(k.pen.Buf, k.look.class) > (k.look.wide(offsetTrue)-numbersLeast)*float32(c.Fonts().Scale()) { // hours
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

// fit places the axis of the sparklines, and has all of them, and the bars, go as far as the largest error in sight, to a round number.
func (k *Numbers) fit(z float32) {
	most := float32(5) // ms: less is drawn small
	for i := range k.rows {
		r := &k.rows[i]
		if r.Machine == 0 {
			continue
		}
		k.axis.Place(panel.NewRect(0, 0, 100*z, 1), r.View.Session.Now())
		if f := &r.View.Frame.Held[r.Machine-1]; f.Status.Synchronised {
			most = max(most, float32(inMillis(f.Error.Abs())))
		}
		h, clock := r.View.Session.History(r.Machine), r.View.Driving(r.Machine)
		for n, end := k.axis.Rows(h); n < end; n++ {
			if _, row := h.Row(n); row[clock] == row[clock] { // it has been set
				most = max(most, row[clock], -row[clock])
			}
		}
	}
	k.most = float32(panel.Step(float64(most), 1))
}

// wrong draws how wrong a client's clock was of late, and beside that as a bar how wrong it is: to the left what is late, to the
// right what is early.
func (k *Numbers) wrong(c *draw.Canvas, r *NumbersRow, in panel.Rect, z float32) {
	if r.Machine == 0 {
		return
	}
	v := r.View
	f, now := &v.Frame.Held[r.Machine-1], v.Session.Now()
	bar := panel.NewRect(in.X+in.W-numbersBar*z, in.Y+5*z, numbersBar*z, in.H-10*z)
	line := panel.NewRect(in.X, in.Y+2*z, in.W-(numbersBar+10)*z, in.H-4*z)
	middle, half := line.Y+line.H/2, line.H/2
	c.HLine(line.X, line.X+line.W, middle, z, c.Theme.Grid)
	k.axis.Place(line, now)
	h, clock := v.Session.History(r.Machine), v.Driving(r.Machine)
	k.points = k.points[:0]
	for n := range k.axis.Strided(h, z) {
		at, row := h.Row(n)
		k.points = append(k.points, min(max(k.axis.X(at), line.X), k.axis.X(now)), middle-row[clock]/k.most*half)
	}
	if f.Status.Synchronised { // a step that the line's columns have not come to yet
		k.points = append(k.points, k.axis.X(now), middle-float32(inMillis(f.Error))/k.most*half)
	}
	c.Polyline(k.points, 1.5*z, palette.Unbroken, 0, c.Theme.Machine(r.Machine).Color)
	zero := bar.X + bar.W/2
	if f.Status.Synchronised {
		long := float32(inMillis(f.Error)) / k.most * bar.W / 2
		c.Rect(min(zero, zero+long), bar.Y, max(long, -long, z), bar.H, panel.ErrorColor(c.Theme, f.Error))
	}
	c.VLine(zero, bar.Y-2*z, bar.Y+bar.H+2*z, z, c.Theme.TextDim)
}
