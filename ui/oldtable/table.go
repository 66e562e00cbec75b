// Package oldtable draws tables from what a panel declares: its columns, and what stands in each cell. It divides the width, leaves out
// what has no room and counts it, gives figures that are compared one unit and their decimal points one place, and sorts. Lengths
// are in points. It knows nothing of what is measured.
package oldtable

import (
	"slices"
	"strings"

	"driftlab/internal/palette"
	"driftlab/ui/draw"
	"driftlab/ui/layout"
	"driftlab/ui/panel"
)

// Gap is the least room between two texts that stand beside each other; letters stand on whole pixels, so 4 are left.
const Gap = 5

// Heads is the row of the columns' heads.
const Heads = -1

// A Column is one of a table's, of which the first has the rows' names.
type Column struct {
	Head, Tip string
	Unit      string  // of all its figures, under the head
	As        []Scale // how its figures may be written
	Least     float32 // the width that it needs, with the gap before it; one that is not among the first two has room for its head in any case
	Share     float32 // of the width that is left over, as a weight
	Rank      int     // where not all have room the column with the highest has it first
	Truth     bool    // its head has the badge of what only a simulator knows
}

// A Look is how a table's parts are drawn.
type Look struct {
	Class draw.Class
	Row   float32 // a row's height at most
	Low   float32 // and at least: rows for which there is less are left out
	Head  float32 // the height of the heads, 0 for that of a row; below 0 there are none
	Under float32 // room between the heads and the rows, in which the source draws
	Grows float32 // by how much a column is wider than it needs at most, 0 for no limit
	Reach float32 // how far names may stand in the column behind them
	Two   bool    // heads have two lines: the second is the unit, or the last word
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
	canvas *draw.Canvas
	tips   *panel.Tips
	cell   Cell // that was asked for last
	given  []int
	parts  []layout.Part
	high   []panel.Rect // of the heads, of what is under them, and of the rows
	wide   []panel.Rect // of the columns, at the height of the heads
	level  [Groups]int  // by group: in which scale its figures are
	under  bool         // the pointer is on the row that is written
	lost   string       // what a text of it would be that has no room
}

// Draw draws rows into r.
func (t *Table) Draw(c *draw.Canvas, tips *panel.Tips, r panel.Rect, rows []int, s Source) {
	t.source, t.canvas, t.tips, t.given, t.level = s, c, tips, rows, [len(t.level)]int{}
	t.divide(r)
	for i, row := range rows {
		if at := t.high[i+2]; at.H > 0 {
			t.line(row, at, false)
		}
	}
	if at := t.high[0]; at.H > 0 {
		t.heads(at)
	}
	for i, row := range rows {
		at := t.high[i+2]
		if at.H == 0 {
			continue
		}
		s.Row(c, row, at)
		t.under, t.lost = tips.Under(at), ""
		if t.line(row, at, true); t.under {
			if more := t.lost + t.told(row, false); more != "" {
				tips.Add(at, more+". "+tips.Text)
			}
		}
	}
	t.under = false
}

// Forget says that the table is not to be seen.
func (t *Table) Forget() { t.wide, t.given = t.wide[:0], nil }

// divide finds the places of the heads, what is under them, the rows, and the columns. What has no room has none.
func (t *Table) divide(r panel.Rect) {
	line := layout.Part{Min: t.Low, Most: t.Row, Share: 1}
	t.parts = append(t.parts[:0], layout.Part{Min: t.Head, Rank: 1}, layout.Part{Min: t.Under, Rank: 1})
	if t.Head == 0 {
		t.parts[0], t.parts[0].Rank = line, 1
	}
	for i, row := range t.given {
		if line.Rank = -i; t.Ranks != nil {
			line.Rank = -t.Ranks[row]
		}
		t.parts = append(t.parts, line)
	}
	t.high = append(t.high[:0], make([]panel.Rect, len(t.parts))...)
	layout.Column(t.high, r, 0, t.parts...)
	t.parts = t.parts[:0]
	for i := range t.Columns {
		k := &t.Columns[i]
		part := layout.Part{Min: k.Least, Share: k.Share, Rank: k.Rank}
		if i > 1 && !t.Two || k.Unit != "" {
			part.Min = max(part.Min, t.canvas.Fonts().Measure(k.Head, t.Class)+Gap)
		}
		if t.Grows > 0 {
			part.Most = part.Min + t.Grows
		}
		t.parts = append(t.parts, part)
	}
	t.wide = append(t.wide[:0], make([]panel.Rect, len(t.parts))...)
	layout.Row(t.wide, r, 0, t.parts...)
}

// heads names the columns.
func (t *Table) heads(at panel.Rect) {
	c, corner := t.canvas, at.W
	for i := range t.Columns {
		k, of, y, ink := &t.Columns[i], &t.wide[i], at.Y+at.H/2, t.canvas.Theme.TextDim
		of.Y, of.H = at.Y, at.H
		if t.tips.Add(*of, k.Tip); of.W == 0 || i == 0 {
			continue
		}
		x, room := of.X+of.W, of.W-Gap
		if corner == at.W {
			room = x - at.X - Gap
		}
		if t.Sorts && i == t.By {
			ink = c.Theme.Text
		}
		if k.Truth {
			x, ink, room = x-5, c.Theme.Truth, room-10
		}
		first, last := "", k.Head
		if t.Two {
			if y, first, last = at.Y+at.H*3/4, k.Head, k.Unit; last == "" {
				first, last = InTwo(k.Head)
			}
		}
		w := t.title(last, x, y, room, ink)
		corner = min(corner, x-max(w, t.title(first, x, at.Y+at.H/4, room, ink))-Gap-at.X)
		if k.Truth {
			c.BoxOutline(x-w-5, y-8, w+10, 16, 4, 1, ink)
		}
		if t.Sorts && i == t.By {
			c.Triangle(x-w-8, y, 3.5, !t.Down, c.Theme.Accent)
		}
	}
	t.source.Row(c, Heads, panel.NewRect(at.X, at.Y, corner, at.H))
}

// title writes a line of a head.
func (t *Table) title(text string, x, y, room float32, ink palette.Color) float32 {
	t.cell.Pen.Start(t.canvas.Words).Text(text)
	t.cut(room)
	return t.cell.Pen.Put(t.canvas, x, y, t.Class, ink, draw.Right|draw.Middle)
}

// InTwo divides a title before its last word, which may be joined to the others by a hyphen. The first line of one word is empty.
func InTwo(title string) (first, last string) {
	i := strings.LastIndexAny(title, " -") + 1
	return strings.TrimSuffix(title[:i], " "), title[i:]
}

// told returns what stands in the cells of a row that have no room, or in all of them.
func (t *Table) told(row int, all bool) (said string) {
	for i := range t.Columns {
		if is := t.ask(row, i, 0); (all || t.wide[i].W == 0) && is.Kind != None {
			if is.Kind == Figure && is.Known {
				t.write(&is.As[0], 1, "", is.As[0].Decimals)
			} else if is.Kind == Figure {
				is.Pen.Text("–")
			}
			said += " " + t.Columns[i].Head + " " + string(is.Pen.Buf) + " " + t.Columns[i].Unit
		}
	}
	return strings.Join(strings.Fields(said), " ")
}

// More says how many columns and rows had no room, in a place of its source if it has room, and has the tip there name them. It reports
// whether there are any.
func (t *Table) More(at panel.Rect) bool {
	n, lang, under, said := 0, t.canvas.Words, t.tips.Under(at), ""
	for i := range t.Columns {
		if t.wide[i].W == 0 {
			if n++; under {
				said += " " + t.Columns[i].Head + "."
			}
		}
	}
	for i, row := range t.given {
		if t.high[i+2].H == 0 {
			if n++; under {
				said += " " + t.told(row, true) + "."
			}
		}
	}
	if said != "" {
		t.tips.Add(at, lang.T("table.more-tip")+said)
	}
	before, behind, _ := strings.Cut(lang.T("table.more"), "%d")
	if t.cell.Pen.Start(lang).Text(before).Int(int64(n)).Text(behind); n > 0 && t.measure() <= at.W {
		t.cell.Pen.Put(t.canvas, at.X, at.Y+at.H/2, t.Class, t.canvas.Theme.TextDim, draw.Left|draw.Middle)
	}
	return n > 0
}

// Update acts on a click. On a head it sorts by that column, the second time the other way, which the source sees to with [Table.Sort];
// on a row it returns which that is, else Heads.
func (t *Table) Update(p *panel.Pointer) (row int, sorted bool) {
	if !p.Pressed {
		return Heads, false
	}
	for i := range t.wide {
		if t.Sorts && p.Over(t.wide[i]) {
			t.By, t.Down = i, i == t.By && !t.Down && i > 0
			return Heads, true
		}
	}
	for i, row := range t.given {
		if p.Over(t.high[i+2]) {
			return row, false
		}
	}
	return Heads, false
}

// Sort brings rows into the order of a column's figures; those whose figure is not known come last.
func (t *Table) Sort(rows []int, s Source) {
	value := func(row int) (float64, bool) {
		t.cell = Cell{Pen: panel.Pen{Buf: t.cell.Pen.Buf[:0]}}
		s.Cell(row, t.By, &t.cell)
		return t.cell.Value, t.cell.Known
	}
	slices.SortStableFunc(rows, func(a, b int) int {
		va, oka := value(a)
		vb, okb := value(b)
		switch {
		case oka != okb && oka, oka == okb && va != vb && va < vb != t.Down:
			return -1
		case oka == okb && va == vb:
			return 0
		}
		return 1
	})
}

// BringOut marks a row as the one that is chosen or pointed at elsewhere.
func BringOut(c *draw.Canvas, at panel.Rect) {
	c.Box(at.X-6, at.Y, at.W+12, at.H, 3, c.Theme.PanelEdge)
}
