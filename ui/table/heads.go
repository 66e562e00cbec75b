package table

import (
	"strings"

	"driftlab/internal/palette"
	"driftlab/ui/draw"
	"driftlab/ui/panel"
)

// head returns the width that a column needs for its head in the shortest form.
func (t *Table) head(column int) (wide float32) {
	if column == 0 || t.Head < 0 {
		return 0
	}
	k, fonts := &t.Columns[column], t.canvas.Fonts()
	wide = fonts.Measure(k.Head[strings.LastIndex(k.Head, "|")+1:], draw.Small)
	if k.Truth {
		wide += framed
	}
	if t.Sorts && column == t.By {
		wide += sortMark
	}
	wide = max(wide, fonts.Measure(k.Unit, draw.Small))
	alone := (column == 0 || t.Columns[column-1].Over != k.Over) && (column == len(t.Columns)-1 || t.Columns[column+1].Over != k.Over)
	if k.Over != "" && alone {
		wide = max(wide, fonts.Measure(k.Over[strings.LastIndex(k.Over, "|")+1:], draw.Small))
	}
	return wide + Gap
}

// The room for a frame about a word, and for the sign of the order.
const framed, sortMark = 10, 12

// heads writes the columns' heads, and lets the source write the corner.
func (t *Table) heads() {
	c, corner := t.canvas, t.at.X+t.at.W
	for i := range t.Columns {
		k, of := &t.Columns[i], t.wide[i]
		if t.tips.Add(of, k.Tip); of.W == 0 || i == 0 {
			continue
		}
		x, y, ink, room := of.X+of.W, of.Y+of.H/2, c.Theme.TextDim, of.W-Gap
		high, low := y-8, y+8
		if t.One {
			high, low = y, y
		}
		at := high // of the head itself
		if k.Over != "" {
			if at = low; !t.One {
				corner = min(corner, t.over(i, high))
			}
		} else if !t.One {
			corner = min(corner, t.title(k.Unit, x, low, room, ink))
		}
		if t.Sorts && i == t.By {
			ink = c.Theme.Text
			c.Triangle(x-4.5, at, 3.5, !t.Down, ink)
			x, room = x-sortMark, room-sortMark
		}
		if k.Truth {
			x, ink, room = x-framed/2, c.Theme.Truth, room-framed
		}
		left := t.title(k.Head, x, at, room, ink)
		if k.Truth {
			c.BoxOutline(left-framed/2, at-8, x-left+framed, 16, 4, 1, ink)
			left -= framed / 2
		}
		corner = min(corner, left)
	}
	t.source.Row(c, Heads, panel.NewRect(t.at.X, t.at.Y, max(corner-Gap-t.at.X, 0), t.wide[0].H))
}

// over writes the common head above neighbouring columns, once, at the last of them that has room. It returns where that begins.
func (t *Table) over(column int, y float32) (left float32) {
	title, of := t.Columns[column].Over, t.wide[column]
	for i := column + 1; i < len(t.Columns) && t.Columns[i].Over == title; i++ {
		if t.wide[i].W > 0 {
			return of.X
		}
	}
	from := of.X
	for i := column - 1; i > 0 && t.Columns[i].Over == title; i-- {
		if t.wide[i].W > 0 {
			from = t.wide[i].X
		}
	}
	return t.title(title, of.X+of.W, y, of.X+of.W-from-Gap, t.canvas.Theme.TextDim)
}

// title writes the first form of a title that fits, and returns where it begins.
func (t *Table) title(text string, x, y, room float32, ink palette.Color) (left float32) {
	for more := true; more; {
		var form string
		form, text, more = strings.Cut(text, "|")
		if t.cell.Pen.Start(t.words).Text(form); t.canvas.Fonts().Measure(form, draw.Small) <= room {
			break
		}
	}
	t.cut(room, draw.Small)
	return x - t.cell.Pen.Put(t.canvas, x, y, draw.Small, ink, draw.Right|draw.Middle)
}

// called returns a column's full name.
func (t *Table) called(column int) string {
	over, _, _ := strings.Cut(t.Columns[column].Over, "|")
	head, _, _ := strings.Cut(t.Columns[column].Head, "|")
	return strings.TrimSpace(over + " " + head)
}

// More writes at an edge of a place how many columns have no room, with their names as a tooltip. It returns the width of that.
func (t *Table) More(at panel.Rect, align draw.Align) float32 {
	n, said := 0, ""
	for i := range t.Columns {
		if i < len(t.wide) && t.wide[i].W == 0 {
			if n++; t.tips.Under(at) {
				said += " " + t.called(i) + "."
			}
		}
	}
	if n == 0 {
		return 0
	}
	key, x := "table.columns", at.X
	if n == 1 {
		key = "table.column"
	}
	if align&draw.Right != 0 {
		x += at.W
	}
	t.tips.Add(at, t.words.T("table.more-tip")+said)
	if t.count(key, n); t.canvas.Fonts().MeasureBytes(t.cell.Pen.Buf, draw.Small) > at.W {
		t.cell.Pen.Start(t.words).Text("+").Int(int64(n))
	}
	return t.cell.Pen.Put(t.canvas, x, at.Y+at.H/2, draw.Small, t.canvas.Theme.TextDim, align|draw.Middle)
}

// count has the pen write a text about a number.
func (t *Table) count(key string, n int) {
	before, behind, many := strings.Cut(t.words.T(key), "%d")
	if t.cell.Pen.Start(t.words).Text(before); many {
		t.cell.Pen.Int(int64(n)).Text(behind)
	}
}

// rest writes below the rows how many are out of view, with a tooltip about these.
func (t *Table) rest() {
	if t.more.W == 0 {
		return
	}
	c, x, y := t.canvas, t.name, t.more.Y+t.more.H/2
	t.count("table.more", len(t.given)-len(t.shown))
	x += t.cell.Pen.Put(c, x, y, bold(t.Class), c.Theme.Text, draw.Left|draw.Middle) + 14
	for note, more := t.Note, true; more; {
		var form string
		form, note, more = strings.Cut(note, "|")
		for _, class := range [...]draw.Class{t.Class, draw.Small} {
			if more = more && x+c.Fonts().Measure(form, class) > t.more.X+t.more.W; !more {
				c.Text(x, y, form, class, c.Theme.TextDim, draw.Left|draw.Middle)
				break
			}
		}
	}
	if !t.tips.Under(t.more) {
		return
	}
	said := t.words.T("table.more-tip")
	for i, k := 0, 0; i < len(t.given); i++ {
		if k < len(t.shown) && t.given[i] == t.shown[k] {
			k++
		} else {
			said += " " + t.told(t.given[i], true) + "."
		}
	}
	t.tips.Add(t.more, said)
}
