package table

import (
	"strings"

	"driftlab/internal/palette"
	"driftlab/ui/draw"
	"driftlab/ui/panel"
)

// drawHeads names the columns of a block.
func (t *Table) drawHeads(c *draw.Canvas, at panel.Rect, b block) {
	corner, end := at.W, at.X
	for i := b.from; i < b.to; i++ {
		if t.left[i] {
			continue
		}
		k, x, y, ink := &t.Columns[i], t.ends[i], at.Y+at.H/2, c.Theme.TextDim
		if t.Sorts && i == t.By {
			ink = c.Theme.Text
		}
		room, lower, wide := x-end-Gap, k.Head, float32(0)
		if k.Truth {
			x, ink, room = x-5, c.Theme.Truth, room-10
		}
		if t.Two {
			upper := k.Head
			if lower = k.Unit; lower == "" {
				upper, lower = InTwo(k.Head)
			}
			wide = t.title(c, upper, x, at.Y+at.H/4, room, ink)
			y = at.Y + at.H*3/4
		}
		w := t.title(c, lower, x, y, room, ink)
		wide = max(wide, w)
		if k.Truth {
			c.BoxOutline(x-w-5, y-8, w+10, 16, 4, 1, ink)
		}
		if t.Sorts && i == t.By {
			c.Triangle(x-w-8, y, 3.5, !t.Down, c.Theme.Accent)
		}
		corner = min(corner, x-wide-Gap-at.X)
		t.heads[i] = panel.NewRect(end, at.Y, t.ends[i]-end, at.H)
		if i == b.from {
			t.heads[i] = panel.NewRect(t.ends[0], at.Y, t.ends[i]-t.ends[0], at.H)
		}
		t.tips.Add(t.heads[i], k.Tip)
		end = t.ends[i]
	}
	t.heads[0] = panel.NewRect(at.X, at.Y, t.ends[0]-at.X, at.H)
	t.tips.Add(t.heads[0], t.Columns[0].Tip)
	if b.from == 1 {
		t.source.Row(c, Heads, panel.NewRect(at.X, at.Y, corner, at.H))
	}
}

// title writes a line of a head.
func (t *Table) title(c *draw.Canvas, text string, x, y, room float32, ink palette.Color) float32 {
	t.cell.Pen.Start(t.words).Text(text)
	t.cut(room)
	return t.cell.Pen.Put(c, x, y, t.Class, ink, draw.Right|draw.Middle)
}

// InTwo divides a title before its last word, which may be joined to the others by a hyphen. The first line of one word is empty.
func InTwo(title string) (first, last string) {
	i := strings.LastIndexAny(title, " -") + 1
	return strings.TrimSuffix(title[:i], " "), title[i:]
}

// drawRow writes a row, and has its tip tell what has no room in it.
func (t *Table) drawRow(c *draw.Canvas, row int, at panel.Rect, b block) {
	t.rows = append(t.rows, placed{row, at})
	t.source.Row(c, row, at)
	t.under, t.lost = t.tips.Under(at), ""
	t.line(c, row, at, b, true)
	if t.under {
		if more := t.lost + t.told(row, false); more != "" {
			t.tips.Add(at, more+". "+t.tips.Text)
		}
	}
	t.under = false
}

// told returns what stands in the cells of a row that have no room, or in all of them.
func (t *Table) told(row int, all bool) (said string) {
	for i := range t.Columns {
		if is := t.ask(row, i, 0); (all || t.left[i]) && is.Kind != None {
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

// Left returns how many columns and rows had no room.
func (t *Table) Left() (n int) {
	for _, left := range t.left {
		if left {
			n++
		}
	}
	return n + len(t.hidden)
}

// More says how many columns and rows had no room, in a place of its source where there is room for that, and has the tip there name them.
func (t *Table) More(c *draw.Canvas, at panel.Rect) {
	n := t.Left()
	if n == 0 {
		return
	}
	if t.cell.Pen.Start(t.words).Text("+").Int(int64(n)).Text(" ").Text(c.Words.T("table.more")); t.wide() <= at.W {
		t.cell.Pen.Put(c, at.X, at.Y+at.H/2, t.Class, c.Theme.TextDim, draw.Left|draw.Middle)
	}
	if !t.tips.Under(at) {
		return
	}
	said := c.Words.T("table.more-tip")
	for i, left := range t.left {
		if left {
			said += " " + t.Columns[i].Head + "."
		}
	}
	for _, row := range t.hidden {
		said += " " + t.told(row, true) + "."
	}
	t.tips.Add(at, said)
}
