package table

import (
	"bytes"
	"math"
	"time"
	"unicode/utf8"

	"driftlab/internal/palette"
	"driftlab/ui/draw"
	"driftlab/ui/panel"
)

// A Kind is what stands in a cell.
type Kind uint8

// The kinds of cells. What is not known of a figure is a dash.
const (
	None Kind = iota
	Text
	Figure
	Bar // a part of the column, as long as its value, 0..1
)

// A Scale is one way to write a figure.
type Scale struct {
	Per      float64 // that many of the cell's unit are one
	Unit     string  // behind it, with the space before it
	Decimals int
	Below    float64 // values from here on are written otherwise; 0 for all
	Apart    bool    // the cell's second figure stands behind it
}

// A Cell is what a source says of one. A text it writes with the pen.
type Cell struct {
	Pen     panel.Pen
	Kind    Kind
	Value   float64
	Known   bool
	Signed  bool    // a plus stands before what is above zero
	Apart   float64 // a second figure, with its sign
	As      []Scale // the column's, unless it says otherwise: the first in which all of a group have room is taken
	Group   int     // 0..31: figures that have one unit; its column unless it says otherwise
	Best    bool    // it has a dot
	Span    bool    // a name that has the whole row for itself
	Form    int     // asked for: 0 the whole text, then shorter ones
	Shorter bool    // there is a shorter text than the one that was asked for
	Color   palette.Color
	Mark    palette.MarkerStyle // before a name
	Indent  float32             // of a name
}

// Text has the cell be a text, which is written with what is returned.
func (is *Cell) Text(s string) *panel.Pen {
	is.Kind = Text
	return is.Pen.Text(s)
}

// Figure has the cell be a figure.
func (is *Cell) Figure(v float64, known bool) { is.Kind, is.Value, is.Known = Figure, v, known }

// Time has the cell be a duration, as a figure in ms.
func (is *Cell) Time(d time.Duration, known bool) { is.Figure(d.Seconds()*1000, known) }

// thousands are what figures are written in that have no room otherwise.
var thousands = [...]struct {
	of     float64
	letter string
}{{1e3, "k"}, {1e6, "M"}, {1e9, "G"}}

// ask asks for a cell, in a form.
func (t *Table) ask(row, column, form int) *Cell {
	is := &t.cell
	*is = Cell{Pen: is.Pen, As: t.Columns[column].As, Group: column, Form: form}
	is.Pen.Start(t.words)
	t.source.Cell(row, column, is)
	return is
}

func (t *Table) wide() float32 { return t.fonts.MeasureBytes(t.cell.Pen.Buf, t.Class) }

// line writes the cells of a row that a block has; or only finds the scales of its figures.
func (t *Table) line(c *draw.Canvas, row int, at panel.Rect, b block, put bool) {
	y, end := at.Y+at.H/2, t.name(c, row, at, put)
	for i := b.from; i < b.to; i++ {
		if t.left[i] {
			continue
		}
		is, x := t.ask(row, i, 0), t.ends[i]
		room := x - end - Gap
		switch is.Kind {
		case None:
			continue
		case Text:
			t.fit(row, i, room)
		case Bar:
			if put {
				c.Box(x-room, at.Y+2, room*float32(min(max(is.Value, 0), 1)), at.H-4, 2, is.Color)
			}
			is.Pen.Start(t.words)
		case Figure:
			if is.Best {
				room -= 5
			}
			if x -= t.figure(i, room, put); put && is.Best {
				c.Circle(x-t.wide()-5, y, 2.5, c.Theme.InSync)
			}
		}
		if put {
			is.Pen.Put(c, x, y, t.Class, or(is.Color, c.Theme.Text), draw.Right|draw.Middle)
		}
		end = t.ends[i]
	}
}

func or(col, other palette.Color) palette.Color {
	if col.A == 0 {
		return other
	}
	return col
}

// name writes a row's name, and returns where that ends.
func (t *Table) name(c *draw.Canvas, row int, at panel.Rect, put bool) (end float32) {
	is := t.ask(row, 0, 0)
	x, y := at.X+is.Indent, at.Y+at.H/2
	if is.Mark.Color.A > 0 {
		if put {
			c.Marker(is.Mark.Shape, x+6, y, min(6, at.H*0.4), is.Mark.Color)
		}
		x += 20
	}
	room := t.ends[0] + t.Reach - x
	if is.Span {
		room = at.X + at.W - x
	}
	t.fit(row, 0, room)
	if put {
		is.Pen.Put(c, x, y, t.Class, or(is.Color, c.Theme.Text), draw.Left|draw.Middle)
	}
	return x + t.wide()
}

// fit has a text be one that has room: a shorter form; then without what stands behind wide gaps, then with narrow ones, then cut.
func (t *Table) fit(row, column int, room float32) {
	is := &t.cell
	if t.under && t.wide() > room {
		t.lost = string(is.Pen.Buf)
	}
	for form := 1; is.Shorter && t.wide() > room; form++ {
		t.ask(row, column, form)
	}
	for t.wide() > room {
		if i := bytes.LastIndex(is.Pen.Buf, []byte("   ")); i > 0 {
			is.Pen.Buf = is.Pen.Buf[:i]
		} else if i := bytes.LastIndex(is.Pen.Buf, []byte("  ")); i > 0 {
			is.Pen.Buf = append(is.Pen.Buf[:i], is.Pen.Buf[i+1:]...)
		} else {
			t.cut(room)
			return
		}
	}
}

// cut has a text end in an ellipsis where it has no room, and be nothing where that has none either.
func (t *Table) cut(room float32) {
	is := &t.cell
	for end := len(is.Pen.Buf); end > 0 && t.wide() > room; {
		_, n := utf8.DecodeLastRune(is.Pen.Buf[:end])
		end -= n
		is.Pen.Buf = append(bytes.TrimRight(is.Pen.Buf[:end], " "), "…"...)
	}
	if t.wide() > room {
		is.Pen.Buf = is.Pen.Buf[:0]
	}
}

// figure writes the figure of the cell that was asked for, or only finds the scale in which it and its group have room. It returns how
// far it stands left of its column's end, so that decimal points stand under each other.
func (t *Table) figure(column int, room float32, put bool) (before float32) {
	is := &t.cell
	level := &t.level[is.Group]
	if !is.Known {
		is.Pen.Text("–")
		return 0
	}
	if !put {
		for ; *level < len(is.As)-1; *level++ {
			if s := &is.As[*level]; (s.Below == 0 || math.Abs(is.Value) < s.Below) && t.write(s, 1, "", s.Decimals) <= room {
				return 0
			}
		}
		s := &is.As[*level]
		t.large[column] = t.large[column] || t.write(s, 1, "", s.Decimals) > room
		return 0
	}
	s := &is.As[*level]
	one, letter := t.fonts.Measure("0", t.Class), t.fonts.Measure(thousands[0].letter, t.Class)
	after := float32(s.Decimals)*one - one - letter // more stands behind its point than behind that of a figure in thousands
	if t.large[column] && s.Decimals > 0 {
		before = max(-after, 0)
	}
	if t.write(s, 1, "", s.Decimals) <= room-before {
		return before
	}
	for i, in := range thousands {
		if before = max(after, 0); i == 0 && t.write(s, in.of, in.letter, 1) <= room-before {
			return before
		}
		if t.write(s, in.of, in.letter, 0) <= room {
			return 0
		}
	}
	t.cut(room)
	return 0
}

// write has the pen write a figure in a scale, in so many thousands, and returns how wide that is.
func (t *Table) write(s *Scale, of float64, letter string, decimals int) float32 {
	is := &t.cell
	v := is.Value / s.Per / of
	if is.Pen.Start(t.words); is.Signed {
		is.Pen.Signed(v, decimals)
	} else {
		is.Pen.Fixed(v, decimals)
	}
	if is.Pen.Text(letter).Text(s.Unit); s.Apart {
		is.Pen.Text(" ").Signed(is.Apart, 0)
	}
	return t.wide()
}
