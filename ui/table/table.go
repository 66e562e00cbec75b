// Package table draws tables from what a panel declares: its columns, and what stands in each cell. All figures of a column have its unit,
// which its head says, and its decimals, so that their points stand under each other. The table divides the width, leaves out what has no room
// and counts it, scrolls, and sorts. Lengths are in points. It knows nothing of what is measured.
package table

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"driftlab/ui/draw"
	"driftlab/ui/layout"
	"driftlab/ui/panel"
	"driftlab/ui/words"
)

const (
	// Gap is the least room between two texts that stand beside each other; letters stand on whole pixels, so 4 are left.
	Gap = 5
	// Row is the height of a row, and Head that of heads of two lines.
	Row, Head = 24, 36
	// Heads is the row of the columns' heads.
	Heads = -1
)

// A Measure says how all figures of a column are written.
type Measure struct {
	Decimals int
	From     float64 // if the largest figure is at least this,
	Then     int     // all have this many decimals instead
	Apart    bool    // thousands are set apart
	Widest   string  // a figure that always has room, in bold
}

// The measures of times in ms and in s, and of whole numbers.
var (
	Millis  = Measure{Decimals: 1, From: 10_000, Widest: "−9999.9"}
	Seconds = Measure{Decimals: 3, From: 1000, Then: 1, Widest: "−999.999"}
	Whole   = Measure{Apart: true, Widest: "99\u2009999"}
)

// A Bar is the bar beside or behind a figure, whose length is relative to the column's largest figure.
type Bar uint8

// The kinds of bars.
const (
	NoBar    Bar = iota
	Behind       // grey, from the column's left edge
	FromZero     // orange, of an error: to both sides of a line left of the figure
)

// A Column is a column of a table. The first one has the rows' names.
type Column struct {
	Head   string // Head and Over have shorter forms behind bars, for less room: "since the restart|since"
	Over   string // above the heads of neighbouring columns, which then have the same decimals: a quantity and its unit
	Unit   string // below the head, if Over is empty
	Tip    string
	In     Measure
	Least  float32 // the least width of the first column, or of one with texts
	Rank   int     // columns with higher ranks have room first
	Bar    Bar
	Signed bool // positive figures have a plus sign
	Size   bool // sorted by size, whatever the sign
	Truth  bool // its head is framed, since only a simulator knows its figures
	Dim    bool // its figures are grey
}

// A Look is how a table's parts are drawn.
type Look struct {
	Class draw.Class // of rows, whose bold one is for figures that stand out
	Row   float32    // a row's height, 0 for [Row]
	Head  float32    // that of the heads, 0 for [Head]; below 0 there are none
	One   bool       // heads have one line, without units
	Sorts bool       // a click on a head sorts by it, and the source calls [Table.Read] with new rows
	Note  string     // written after the number of rows without room, with shorter forms after bars
}

// A State is how a row stands out.
type State uint8

// The states; a row may have several.
const (
	Chosen  State = 1 << iota // framed
	Pointed                   // on a lighter ground: the pointer is on it, here or elsewhere
	Dimmed                    // half as opaque, since another row is pointed at
)

// A Source has the content of a table. It numbers the rows.
type Source interface {
	// Row returns how a row stands out, and explains it. For Heads it writes the corner left of them.
	Row(c *draw.Canvas, row int, at panel.Rect) State
	// Cell sets the content of a cell.
	Cell(row, column int, is *Cell)
}

// A Table is drawn in each frame, and remembers where.
type Table struct {
	Look
	Columns []Column
	Keep    []int // rows that are always in view
	By      int   // the column that rows are sorted by
	Down    bool  // the largest first

	source   Source
	canvas   *draw.Canvas
	words    *words.Language
	tips     *panel.Tips
	cell     Cell // that was asked for last
	at, more panel.Rect
	given    []int
	shown    []int
	rows     []panel.Rect // of those that are shown
	wide     []panel.Rect // of the columns, at the height of the heads
	parts    []layout.Part
	largest  []float64 // by column, of the sizes of its figures
	below    []bool    // by column, whether one is below zero
	decimals []int
	scroll   float32 // how many rows are out of view above
	name     float32 // where names begin
	under    bool    // the pointer is on the row that is written
	lost     string  // a text of it that had to be cut
}

// Draw draws rows into r.
func (t *Table) Draw(c *draw.Canvas, tips *panel.Tips, r panel.Rect, rows []int, s Source) {
	t.canvas, t.tips, t.at, t.given = c, tips, r, rows
	if !t.Sorts || len(t.largest) != len(t.Columns) {
		t.gauge(c.Words, rows, s)
	}
	t.source, t.words = s, c.Words
	t.divide(r)
	t.settle()
	t.view(r)
	for i, row := range t.shown {
		at := t.rows[i]
		state := s.Row(c, row, at)
		t.ground(at, state)
		t.under, t.lost = tips.Under(at), ""
		if t.line(row, at, state); t.under {
			if more := t.lost + t.told(row, false); more != "" {
				tips.Add(at, more+". "+tips.Text)
			}
		}
	}
	if t.Head >= 0 {
		t.heads()
	}
	t.under = false
	t.rest()
}

// Forget notes that the table is not shown.
func (t *Table) Forget() {
	t.wide, t.rows, t.at, t.more = t.wide[:0], t.rows[:0], panel.Rect{}, panel.Rect{}
}

// divide finds the places of the columns. A column without room has none.
func (t *Table) divide(r panel.Rect) {
	t.parts = t.parts[:0]
	for i := range t.Columns {
		k := &t.Columns[i]
		part := layout.Part{Min: max(k.Least, t.head(i)), Rank: k.Rank, Share: 1}
		if i > 0 {
			widest := max(t.canvas.Fonts().Measure(k.In.Widest, bold(t.Class)), t.canvas.Fonts().Measure(k.In.Widest, t.Class))
			if k.Signed || !strings.HasPrefix(k.In.Widest, "−") { // else the sign's room is the gap
				widest += Gap
			}
			if part.Min, part.Share = max(part.Min, widest), 0.2; k.Bar == FromZero {
				part.Min += zeroBar
			}
		}
		t.parts = append(t.parts, part)
	}
	t.wide = append(t.wide[:0], make([]panel.Rect, len(t.parts))...)
	if layout.Row(t.wide, r, 0, t.parts...) > 0 { // no narrow column stays if a higher-ranked one has gone
		gone := math.MinInt
		for i := range t.parts {
			if t.wide[i].W == 0 {
				gone = max(gone, t.parts[i].Rank)
			}
		}
		for i := range t.parts {
			t.parts[i] = t.parts[i].If(t.parts[i].Rank >= gone)
		}
		layout.Row(t.wide, r, 0, t.parts...)
	}
	for i := range t.wide {
		if t.wide[i].H = max(t.Head, 0); t.Head == 0 {
			t.wide[i].H = Head
		}
	}
}

// Largest returns the largest figure of a column, without its sign, as it was read last.
func (t *Table) Largest(column int) float64 { return t.largest[column] }

// gauge finds the largest figure of each column.
func (t *Table) gauge(lang *words.Language, rows []int, s Source) {
	t.source, t.words = s, lang
	t.largest = append(t.largest[:0], make([]float64, len(t.Columns))...)
	t.below = append(t.below[:0], make([]bool, len(t.Columns))...)
	for i := range t.Columns {
		for _, row := range rows {
			if is := t.ask(row, i, 0); is.Kind == Figure && is.Known {
				t.largest[i], t.below[i] = max(t.largest[i], math.Abs(is.Value)), t.below[i] || is.Value < 0
			}
		}
	}
}

// settle finds how many decimals the columns have: fewer if the largest figure is large, or doesn't fit even with room from the names,
// and the same for all columns with a common head.
func (t *Table) settle() {
	t.decimals = t.decimals[:0]
	for i := range t.Columns {
		k, is := &t.Columns[i], &t.cell
		d := k.In.Decimals
		if k.In.From > 0 && round(t.largest[i], d) >= k.In.From {
			d = k.In.Then
		}
		if is.Value = t.largest[i]; i > 0 && t.wide[i].W > 0 {
			if t.below[i] {
				is.Value = -is.Value
			}
			if by := t.write(k, 1, "", d) - t.room(i); by > 0 && t.wide[0].W-by >= t.Columns[0].Least {
				t.wide[0].W -= by
				t.wide[i].W += by
				for j := 1; j <= i; j++ {
					t.wide[j].X -= by
				}
			}
			for ; d > 0 && t.write(k, 1, "", d) > t.room(i); d-- {
			}
		}
		t.decimals = append(t.decimals, d)
		for j := i; j > 0 && k.Over != "" && t.Columns[j-1].Over == k.Over; j-- {
			t.decimals[j-1] = min(t.decimals[j-1], t.decimals[j])
			t.decimals[i] = t.decimals[j-1]
		}
	}
}

func round(v float64, decimals int) float64 {
	of := math.Pow10(decimals)
	return math.Round(v*of) / of
}

// view finds the rows in view and their places: those that are kept, and as many others as fit, in their order.
func (t *Table) view(r panel.Rect) {
	high := cmp.Or(t.Look.Row, Row)
	head := t.wide[0].H
	n := int((r.H - head + 0.01) / high)
	t.shown, t.rows, t.more = t.shown[:0], t.rows[:0], panel.Rect{}
	more := n < len(t.given) && n > 1
	if n = max(min(n, len(t.given)), 0); more {
		n--
	}
	kept := 0
	for _, row := range t.given {
		if slices.Contains(t.Keep, row) {
			kept++
		}
	}
	kept = min(kept, n)
	t.scroll = min(max(t.scroll, 0), float32(len(t.given)-n))
	from, other := int(t.scroll), 0
	for _, row := range t.given {
		if kept > 0 && slices.Contains(t.Keep, row) {
			kept--
		} else if other++; other <= from || len(t.shown)+kept >= n {
			continue
		}
		t.rows = append(t.rows, panel.NewRect(r.X, r.Y+head+high*float32(len(t.shown)), r.W, high))
		t.shown = append(t.shown, row)
	}
	if more {
		t.more = panel.NewRect(r.X, r.Y+head+high*float32(n), r.W, high)
	}
}

// Update acts on the pointer. A click on a head sorts by that column, the second time in the other order. A click on a row returns that row,
// anything else Heads. The wheel scrolls, as does a click on the number of rows out of view.
func (t *Table) Update(p *panel.Pointer) (row int, sorted bool) {
	if p.Over(t.at) {
		t.scroll -= p.Wheel
	}
	if !p.Pressed {
		return Heads, false
	}
	for i := range t.wide {
		if t.Sorts && p.Over(t.wide[i]) {
			t.By, t.Down = i, i == t.By && !t.Down && i > 0
			return Heads, true
		}
	}
	for i, at := range t.rows {
		if p.Over(at) {
			return t.shown[i], false
		}
	}
	if p.Over(t.more) {
		if t.scroll += float32(len(t.shown)); int(t.scroll) >= len(t.given) {
			t.scroll = 0
		}
	}
	return Heads, false
}

// Read reads rows with new figures, and sorts them by a column as it is written: rows whose figure is not known come last, and equal ones
// are in the order of their numbers.
func (t *Table) Read(lang *words.Language, rows []int, s Source) {
	t.gauge(lang, rows, s)
	by := &t.Columns[t.By]
	value := func(row int) (float64, bool) {
		is := t.ask(row, t.By, 0)
		if by.Size {
			is.Value = math.Abs(is.Value)
		}
		return round(is.Value, by.In.Decimals), is.Known
	}
	slices.SortFunc(rows, func(a, b int) int {
		va, oka := value(a)
		vb, okb := value(b)
		switch {
		case oka != okb && oka:
			return -1
		case oka != okb:
			return 1
		case !oka || va == vb:
			return a - b
		case t.Down:
			va, vb = vb, va
		}
		return cmp.Compare(va, vb)
	})
}
