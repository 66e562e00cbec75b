package oldtable

import (
	"bytes"
	"math"
	"time"

	"driftlab/internal/palette"
	"driftlab/ui/draw"
	"driftlab/ui/layout"
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
	Unit     string  // behind it
	Decimals int
	Below    float64 // values from here on are written otherwise; 0 for all
	Apart    bool    // the cell's second figure stands behind it
}

// Groups is how many groups of figures with one unit a table can have.
const Groups = 32

// A Cell is what a source says of one. A text it writes with the pen.
type Cell struct {
	Pen     panel.Pen
	Kind    Kind
	Value   float64
	Known   bool
	Signed  bool    // a plus stands before what is above zero
	Apart   float64 // a second figure, with its sign
	As      []Scale // the column's, unless it says otherwise: the first in which all of a group have room is taken
	Group   int     // below [Groups]: figures that have one unit; its column unless it says otherwise
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

// ask asks for a cell, in a form.
func (t *Table) ask(row, column, form int) *Cell {
	is := &t.cell
	*is = Cell{Pen: is.Pen, As: t.Columns[column].As, Group: column, Form: form, Color: t.canvas.Theme.Text}
	is.Pen.Start(t.canvas.Words)
	t.source.Cell(row, column, is)
	return is
}

func (t *Table) measure() float32 { return t.canvas.Fonts().MeasureBytes(t.cell.Pen.Buf, t.Class) }

// line writes the cells of a row; or only finds the scales of its figures.
func (t *Table) line(row int, at panel.Rect, put bool) {
	c, y, end := t.canvas, at.Y+at.H/2, at.X
	for i, of := range t.wide {
		is, x, align := t.ask(row, i, 0), of.X+of.W, draw.Right|draw.Middle
		room := x - end - Gap
		if is.Kind == None || of.W == 0 {
			continue
		}
		switch end = x; {
		case i == 0:
			if room = x + t.Reach; is.Span {
				room = at.X + at.W
			}
			if x, align = at.X+is.Indent, draw.Left|draw.Middle; is.Mark.Color.A > 0 {
				if put {
					c.Marker(is.Mark.Shape, x+6, y, min(6, at.H*0.4), is.Mark.Color)
				}
				x += 20
			}
			t.fit(row, i, room-x)
			end = x + t.measure()
		case is.Kind == Text:
			t.fit(row, i, room)
		case is.Kind == Figure:
			if t.figure(room, put); put && is.Best { // the dot has the gap
				c.Circle(x-t.measure()-4.5, y, 2.2, c.Theme.InSync)
			}
		case put: // a bar
			c.Box(x-room, at.Y+2, room*float32(min(max(is.Value, 0), 1)), at.H-4, 2, is.Color)
		}
		if put {
			is.Pen.Put(c, x, y, t.Class, is.Color, align)
		}
	}
}

// fit has a text be one that has room: a shorter form; then without what stands behind wide gaps, then with narrow ones, then cut.
func (t *Table) fit(row, column int, room float32) {
	is := &t.cell
	if t.under && t.measure() > room {
		t.lost = string(is.Pen.Buf)
	}
	for form := 1; is.Shorter && t.measure() > room; form++ {
		t.ask(row, column, form)
	}
	for t.measure() > room {
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
	p := &t.cell.Pen
	if t.measure() > room {
		p.Buf = layout.Cut(p.Buf[:0], t.canvas.Fonts(), p.Buf, t.Class, room)
	}
	for _, less := range [...]string{"…", ""} {
		if t.measure() > room {
			p.Buf = append(p.Buf[:0], less...)
		}
	}
}

// figure writes the figure of the cell that was asked for, or only finds the scale in which it and its group have room. What has none in
// any is written alone without decimals, or in thousands: it has no point that others would have to stand under.
func (t *Table) figure(room float32, put bool) {
	is := &t.cell
	if !is.Known {
		is.Pen.Text("–")
		is.Color = t.canvas.Theme.Text
		return
	}
	level := &t.level[is.Group]
	for l := *level; l < len(is.As); l++ {
		s := &is.As[l]
		if fits := (s.Below == 0 || math.Abs(is.Value) < s.Below) && t.write(s, 1, "", s.Decimals) <= room; fits {
			*level = l
			return
		} else if put {
			break
		}
	}
	for i, of := 0, 1.0; put && i < len(thousands); i, of = i+1, of*1000 {
		if t.write(&is.As[len(is.As)-1], of, thousands[i], 0) <= room {
			return
		}
	}
	t.cut(room)
}

var thousands = [...]string{"", "k", "M", "G"}

// write has the pen write a figure in a scale, in so many thousands, and returns how wide that is.
func (t *Table) write(s *Scale, of float64, letter string, decimals int) float32 {
	is := &t.cell
	v := is.Value / s.Per / of
	if is.Pen.Start(t.canvas.Words); is.Signed {
		is.Pen.Signed(v, decimals)
	} else {
		is.Pen.Fixed(v, decimals)
	}
	if is.Pen.Text(letter); s.Unit != "" {
		is.Pen.Text(" ").Text(s.Unit)
	}
	if s.Apart {
		is.Pen.Text(" ").Signed(is.Apart, 0)
	}
	return t.measure()
}
