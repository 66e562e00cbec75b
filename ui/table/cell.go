package table

import (
	"strings"
	"time"

	"driftlab/internal/palette"
	"driftlab/ui/draw"
	"driftlab/ui/layout"
	"driftlab/ui/panel"
)

// A Kind is the kind of a cell's content.
type Kind uint8

// The kinds of cells. An unknown figure is a dash.
const (
	None Kind = iota
	Text
	Figure
)

// A Cell is what a source puts into a cell. It writes texts with the pen.
type Cell struct {
	Pen     panel.Pen
	Kind    Kind
	Value   float64
	Known   bool
	Bold    bool
	Form    int  // asked for: 0 the whole text, then shorter ones
	Shorter bool // there is a shorter text than the one that was asked for
	Color   palette.Color
	Line    palette.LineStyle   // before a name, a sample of it
	Wide    float32             // how wide that is, 0 for none
	Mark    palette.MarkerStyle // before a name
	Behind  palette.MarkerStyle // behind it
	Indent  float32             // of a name
}

// Text makes the cell a text, which starts with s and can be continued with the pen.
func (is *Cell) Text(s string) *panel.Pen {
	is.Kind = Text
	return is.Pen.Text(s)
}

// Figure makes the cell a figure.
func (is *Cell) Figure(v float64, known bool) { is.Kind, is.Value, is.Known = Figure, v, known }

// Time makes the cell a figure in ms.
func (is *Cell) Time(d time.Duration, known bool) { is.Figure(d.Seconds()*1000, known) }

// ask asks for a cell, in a form.
func (t *Table) ask(row, column, form int) *Cell {
	is := &t.cell
	*is = Cell{Pen: is.Pen, Form: form}
	is.Pen.Start(t.words)
	t.source.Cell(row, column, is)
	return is
}

// bold returns the bold class that belongs to a class.
func bold(class draw.Class) draw.Class {
	if class == draw.Body {
		return draw.Strong
	}
	return class
}

const (
	zeroBar   = 36 // the place of a bar to both sides of zero
	sample    = 21 // of a line, before a name: two dashes
	sampleGap = 7
	markRoom  = 20 // a mark and what is behind it
)

// room returns how wide a column's figures may be.
func (t *Table) room(column int) float32 {
	room := t.wide[column].W - Gap
	if t.Columns[column].Bar == FromZero {
		room -= zeroBar
	}
	return room
}

// ground draws what is behind a row.
func (t *Table) ground(at panel.Rect, state State) {
	c, at := t.canvas, panel.NewRect(at.X-9, at.Y, at.W+18, at.H)
	if state&Pointed != 0 {
		c.Box(at.X, at.Y, at.W, at.H, 4, c.Theme.Text.Fade(0.07)) // over what the source has drawn
	}
	if state&Chosen != 0 {
		c.BoxOutline(at.X, at.Y, at.W, at.H, 4, 1, c.Theme.Accent)
	}
}

// line writes the cells of a row, from right to left, so that the name can use the room that the figure beside it leaves.
func (t *Table) line(row int, at panel.Rect, state State) {
	left, fade := at.X+at.W+Gap, float32(1)
	if state&Dimmed != 0 {
		fade = 0.5
	}
	for i := len(t.Columns) - 1; i >= 0; i-- {
		of, k, class := t.wide[i], &t.Columns[i], t.Class
		is := t.ask(row, i, 0)
		if is.Kind == None || of.W == 0 {
			continue
		}
		if is.Bold || i == 0 && state&(Chosen|Pointed) != 0 {
			class = bold(class)
		}
		if i == 0 {
			t.named(row, of.X, left, at, class, fade)
			continue
		}
		x := of.X + of.W
		if left = x; is.Kind == Text {
			t.fit(row, i, of.W-Gap, class)
		} else {
			left = min(left, t.bar(i, at, fade))
			t.figure(i, class)
		}
		left = min(left, x-is.Pen.Put(t.canvas, x, at.Y+at.H/2, class, t.ink(k).Fade(fade), draw.Right|draw.Middle))
	}
}

// ink returns the colour of the cell that was asked for.
func (t *Table) ink(k *Column) palette.Color {
	if is := &t.cell; k.Dim && is.Color.A == 0 || is.Kind == Figure && !is.Known {
		return t.canvas.Theme.TextDim
	} else if is.Color.A > 0 {
		return is.Color
	}
	return t.canvas.Theme.Text
}

// bar draws the bar of a figure, and returns how far left it may reach.
func (t *Table) bar(column int, at panel.Rect, fade float32) (left float32) {
	c, is, of, bar := t.canvas, &t.cell, t.wide[column], t.Columns[column].Bar
	share := float32(is.Value / max(t.largest[column], 1e-9))
	switch zero, wide := of.X+zeroBar/2, share*(zeroBar/2-4); {
	case bar == NoBar:
		return of.X + of.W
	case !is.Known:
	case bar == Behind:
		c.Box(of.X+8, at.Y+3, max(share*(of.W-5), -share*(of.W-5), 2), at.H-6, 0, c.Theme.PanelEdge.Fade(fade))
	default:
		c.Rect(min(zero, zero+wide), at.Y+5, max(wide, -wide), at.H-10, c.Theme.Error.Fade(fade))
		c.VLine(zero, at.Y+2, at.Y+at.H-2, 1, c.Theme.Truth.Fade(fade))
	}
	return of.X
}

// named writes a row's name with the samples and marks before and behind it, from x to where there is no more room.
func (t *Table) named(row int, x, end float32, at panel.Rect, class draw.Class, fade float32) {
	c, is, y := t.canvas, &t.cell, at.Y+at.H/2
	if x += is.Indent; is.Wide > 0 {
		c.Dashed(x, y, x+sample, y, is.Wide, is.Line.Dash, 0, is.Line.Color.Fade(fade))
		x += sample + sampleGap
	}
	if is.Mark.Color.A > 0 {
		c.Marker(is.Mark.Shape, x+6, y, 6, is.Mark.Color.Fade(fade))
		x += markRoom
	}
	behind := is.Behind
	if t.name = x; c.Fonts().MeasureBytes(is.Pen.Buf, class) > end-markRoom-Gap-x { // the whole name matters more than the mark
		behind = palette.MarkerStyle{}
	} else if behind.Color.A > 0 {
		end -= markRoom
	}
	t.fit(row, 0, end-Gap-x, class)
	x += is.Pen.Put(c, x, y, class, t.ink(&t.Columns[0]).Fade(fade), draw.Left|draw.Middle)
	if behind.Color.A > 0 {
		c.Marker(behind.Shape, x+14, y, 5.5, behind.Color.Fade(fade))
	}
}

// fit makes a text fit: it takes a shorter form, then cuts it.
func (t *Table) fit(row, column int, room float32, class draw.Class) {
	is, fonts := &t.cell, t.canvas.Fonts()
	if fonts.MeasureBytes(is.Pen.Buf, class) > room && t.under {
		t.lost = string(is.Pen.Buf)
	}
	for form := 1; is.Shorter && fonts.MeasureBytes(is.Pen.Buf, class) > room; form++ {
		t.ask(row, column, form)
	}
	t.cut(room, class)
}

// cut cuts a text with an ellipsis, or drops it if not even that fits.
func (t *Table) cut(room float32, class draw.Class) {
	p, fonts := &t.cell.Pen, t.canvas.Fonts()
	if fonts.MeasureBytes(p.Buf, class) > room {
		p.Buf = layout.Cut(p.Buf[:0], fonts, p.Buf, class, room)
	}
	for _, less := range [...]string{"…", ""} {
		if fonts.MeasureBytes(p.Buf, class) > room {
			p.Buf = append(p.Buf[:0], less...)
		}
	}
}

// figure writes the figure of the cell that was asked for, in thousands if it doesn't fit otherwise.
func (t *Table) figure(column int, class draw.Class) {
	is, k := &t.cell, &t.Columns[column]
	if !is.Known {
		is.Pen.Text("–")
		return
	}
	decimals, room := t.decimals[column], t.room(column)
	for i, of := 0, 1.0; i < len(thousands); i, of = i+1, of*1000 {
		t.write(k, of, thousands[i], decimals)
		if i == 0 && k.In.Apart && t.canvas.Fonts().MeasureBytes(is.Pen.Buf, class) > room {
			is.Pen.Start(t.words).Fixed(is.Value, 0) // closer together
		}
		if decimals = 0; t.canvas.Fonts().MeasureBytes(is.Pen.Buf, class) <= room {
			return
		}
	}
	t.cut(room, class)
}

var thousands = [...]string{"", "k", "M", "G"}

// write writes a figure divided by of, with a letter for that, and returns its width in bold.
func (t *Table) write(k *Column, of float64, letter string, decimals int) float32 {
	is := &t.cell
	v := is.Value / of
	is.Pen.Start(t.words)
	switch {
	case k.In.Apart && letter == "":
		is.Pen.Apart(v)
	case k.Signed:
		is.Pen.Signed(v, decimals)
	default:
		is.Pen.Fixed(v, decimals)
	}
	is.Pen.Text(letter)
	return t.canvas.Fonts().MeasureBytes(is.Pen.Buf, bold(t.Class))
}

// told returns the content of a row's cells that have no room, or of all its cells.
func (t *Table) told(row int, all bool) (said string) {
	for i := range t.Columns {
		k := &t.Columns[i]
		if is := t.ask(row, i, 0); (all || t.wide[i].W == 0) && is.Kind != None {
			if is.Kind == Figure && is.Known {
				t.write(k, 1, "", k.In.Decimals)
			} else if is.Kind == Figure {
				is.Pen.Text("–")
			}
			said += " " + t.called(i) + " " + string(is.Pen.Buf) + " " + k.Unit
		}
	}
	return strings.Join(strings.Fields(said), " ")
}
