// Package table draws tables from what a panel declares: its columns, and what stands in each cell. It divides the width, leaves out
// what has no room and counts it, gives figures that are compared one unit and their decimal points one place, and sorts. Lengths
// are in points. It knows nothing of what is measured.
package table

import (
	"slices"

	"driftlab/ui/draw"
	"driftlab/ui/panel"
	"driftlab/ui/words"
)

// Gap is the least room between two texts that stand beside each other; letters stand on whole pixels, so 4 are left.
const Gap = 5

// Heads is the row of the columns' heads.
const Heads = -1

// A Column is one of a table's. The first has the rows' names, and is in each block of a table that folds.
type Column struct {
	Head, Tip string
	Unit      string  // of all its figures, under the head
	As        []Scale // how its figures may be written
	Least     float32 // the width that it needs, with the gap before it
	Share     float32 // of the width that is left over, as a weight
	Rank      int     // where not all have room the column with the highest goes first; 0 stays
	Joined    bool    // it stays beside the column before it where the table folds
	Truth     bool    // its head has the badge of what only a simulator knows
}

// A Look is how a table's parts are drawn.
type Look struct {
	Class draw.Class
	Row   float32 // a row's height at most
	Low   float32 // and at least: rows for which there is less are left out
	Head  float32 // the height of the heads, 0 for that of a row
	Under float32 // room between the heads and the rows, in which the source draws
	Grows float32 // by how much a column is wider than it needs at most, 0 for no limit
	Reach float32 // how far names may stand in the column behind them
	Two   bool    // heads have two lines: the second is the unit, or the last word
	Folds bool    // columns without room stand in another block, under the first
	Sorts bool    // a click on a head sorts by it
}

// A Source is what a table asks for its rows, which the source numbers.
type Source interface {
	// Row draws what is behind the cells of a row, and explains it; of the Heads, what stands in the corner before them.
	Row(c *draw.Canvas, row int, at panel.Rect)
	// Cell says what stands in a cell of a row.
	Cell(row, column int, is *Cell)
}

// A Table is drawn anew in each frame, and remembers where.
type Table struct {
	Look
	Columns []Column
	Ranks   []int // by row: where not all have room those with the highest go first; nil for the last ones
	By      int   // the column that rows are sorted by
	Down    bool  // the largest first

	source Source
	words  *words.Language
	fonts  *draw.Fonts
	tips   *panel.Tips
	cell   Cell // that was asked for last
	left   []bool
	ends   []float32 // where columns end
	heads  []panel.Rect
	level  [32]int // by group: in which scale its figures are
	large  []bool  // by column: some of its figures are in thousands
	blocks []block
	shown  []int
	hidden []int // rows without room
	rows   []placed
	under  bool   // the pointer is on the row that is written
	lost   string // what a text of it would be that has no room
}

// A block is columns beside each other, with heads over them at a height.
type block struct {
	from, to int
	y        float32
}

// placed is where a row is.
type placed struct {
	row int
	at  panel.Rect
}

// Draw draws rows into r.
func (t *Table) Draw(c *draw.Canvas, tips *panel.Tips, r panel.Rect, rows []int, s Source) {
	t.source, t.words, t.fonts, t.tips = s, c.Words, c.Fonts(), tips
	n := len(t.Columns)
	t.Forget()
	t.left, t.ends, t.large, t.heads = sized(t.left, n), sized(t.ends, n), sized(t.large, n), sized(t.heads, n)
	t.level = [len(t.level)]int{}
	head, high := t.choose(r, rows)
	t.leave(r.W)
	t.fold(r, head, high)
	for _, b := range t.blocks {
		t.divide(r.X, r.W, b)
		at := panel.NewRect(r.X, b.y, r.W, high)
		for _, row := range t.shown {
			t.line(c, row, at, b, false)
		}
		t.drawHeads(c, panel.NewRect(r.X, b.y, r.W, head), b)
		at.Y += head + t.Under
		for _, row := range t.shown {
			if t.has(row, b.from, b.to) {
				t.drawRow(c, row, at, b)
				at.Y += high
			}
		}
	}
}

// sized returns a slice of so many zeros, in the memory of another.
func sized[T any](s []T, n int) []T {
	s = slices.Grow(s[:0], n)[:n]
	clear(s)
	return s
}

// Forget says that the table is not to be seen.
func (t *Table) Forget() { t.heads, t.rows = t.heads[:0], t.rows[:0] }

// choose finds the rows that have room, and how high the heads and each row are.
func (t *Table) choose(r panel.Rect, rows []int) (head, high float32) {
	t.shown, t.hidden = t.shown[:0], t.hidden[:0]
	room, lines := r.H-t.Head-t.Under, 0
	if t.Head == 0 {
		lines = 1
	}
	n := max(min(len(rows), int(room/t.Low+0.01)-lines), 0)
	for i, row := range rows {
		before := i
		if n < len(rows) && t.Ranks != nil {
			before = 0
			for _, other := range rows {
				if t.Ranks[other] < t.Ranks[row] {
					before++
				}
			}
		}
		if before < n {
			t.shown = append(t.shown, row)
		} else {
			t.hidden = append(t.hidden, row)
		}
	}
	high = min(room/float32(max(n+lines, 1)), t.Row)
	return max(t.Head, high*float32(lines)), high
}

// leave leaves columns out until the others have room beside each other.
func (t *Table) leave(width float32) {
	for !t.Folds {
		wide, last := float32(0), 0
		for i := range t.Columns {
			if !t.left[i] {
				wide += t.least(i)
				if t.Columns[i].Rank > t.Columns[last].Rank || t.left[last] {
					last = i
				}
			}
		}
		if wide <= width || t.Columns[last].Rank == 0 {
			return
		}
		t.left[last] = true
	}
}

// least returns the width that a column needs. Where the table does not fold that is enough for its head; that of the first has the corner, too.
func (t *Table) least(i int) float32 {
	k := &t.Columns[i]
	if i < 2 || t.Folds {
		return k.Least
	}
	return max(k.Least, t.fonts.Measure(k.Head, t.Class)+Gap)
}

// Block returns the end of the columns from one on that have room beside each other and the names, and how wide these are.
func Block(columns []Column, from int, width float32) (to int, wide float32) {
	for wide, to = columns[0].Least, from; to < len(columns); {
		end, more := to+1, columns[to].Least
		for ; end < len(columns) && columns[end].Joined; end++ {
			more += columns[end].Least
		}
		if to > from && wide+more > width {
			break
		}
		to, wide = end, wide+more
	}
	return to, wide
}

// fold finds the blocks, and leaves the columns out of those that have no room under the others.
func (t *Table) fold(r panel.Rect, head, high float32) {
	t.blocks = t.blocks[:0]
	for from, y := 1, r.Y; from < len(t.Columns); {
		to := len(t.Columns)
		if t.Folds {
			to, _ = Block(t.Columns, from, r.W)
		}
		h := head + t.Under
		for _, row := range t.shown {
			if t.has(row, from, to) {
				h += high
			}
		}
		if from > 1 && y+h > r.Y+r.H+0.1 {
			for i := range t.left[from:] {
				t.left[from+i] = true
			}
			return
		}
		t.blocks = append(t.blocks, block{from, to, y})
		from, y = to, y+h+high/2
	}
}

// has reports whether anything of a row stands in some columns.
func (t *Table) has(row, from, to int) bool {
	for i := from; t.Folds && i < to; i++ {
		if t.ask(row, i, 0).Kind != None {
			return true
		}
	}
	return !t.Folds
}

// divide finds where the columns of a block end.
func (t *Table) divide(x, width float32, b block) {
	wide, shares := t.Columns[0].Least, float32(0)
	for i := b.from; i < b.to; i++ {
		if !t.left[i] {
			wide, shares = wide+t.least(i), shares+t.Columns[i].Share
		}
	}
	narrow, spare := min(width/wide, 1), max(width-wide, 0)/max(shares, 0.001)
	x += t.Columns[0].Least * narrow
	t.ends[0] = x
	for i := b.from; i < b.to; i++ {
		if !t.left[i] {
			grown := spare * t.Columns[i].Share
			if t.Grows > 0 {
				grown = min(grown, t.Grows)
			}
			x += t.least(i)*narrow + grown
		}
		t.ends[i] = x
	}
}

// Place says that a row was drawn by its source.
func (t *Table) Place(row int, at panel.Rect) { t.rows = append(t.rows, placed{row, at}) }

// Update acts on a click. On a head it sorts by that column, the second time the other way, which the source sees to with [Table.Sort];
// on a row it returns which that is, else Heads.
func (t *Table) Update(p *panel.Pointer) (row int, sorted bool) {
	if !p.Pressed {
		return Heads, false
	}
	for i, head := range t.heads {
		if t.Sorts && p.Over(head) {
			t.By, t.Down = i, i == t.By && !t.Down && i > 0
			return Heads, true
		}
	}
	for _, r := range t.rows {
		if p.Over(r.at) {
			return r.row, false
		}
	}
	return Heads, false
}

// Sort brings rows into the order of a column's figures; those whose figure is not known come last.
func (t *Table) Sort(rows []int, s Source) {
	t.source = s
	slices.SortStableFunc(rows, func(a, b int) int {
		va, oka := t.value(a)
		vb, okb := t.value(b)
		switch {
		case oka != okb && oka, oka == okb && va != vb && va < vb != t.Down:
			return -1
		case oka == okb && va == vb:
			return 0
		}
		return 1
	})
}

func (t *Table) value(row int) (v float64, known bool) {
	is := t.ask(row, t.By, 0)
	return is.Value, is.Known
}

// BringOut marks a row as the one that is chosen or pointed at elsewhere.
func BringOut(c *draw.Canvas, at panel.Rect) {
	c.Box(at.X-6, at.Y, at.W+12, at.H, 3, c.Theme.PanelEdge)
}
