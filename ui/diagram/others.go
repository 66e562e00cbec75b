package diagram

import (
	"cmp"
	"slices"
	"time"

	"driftlab/game/session"
	"driftlab/ui/draw"
	"driftlab/ui/layout"
	"driftlab/ui/panel"
	"driftlab/ui/table"
)

// Others leads to the clients whose worlds are not shown: a list of shape, number and error beside the worlds, a grid of shapes if there
// are many clients, or one row in a window without room for the table of clients.
type Others struct {
	pen    panel.Pen
	table  table.Table
	view   *panel.View
	canvas *draw.Canvas
	order  []int // clients
	rows   []NumbersRow
	of     panel.Hold
	places []place
	all    panel.Rect // what leads to the table
}

// A place is where a client or a clock was drawn last.
type place struct {
	of int
	at panel.Rect
}

// Sizes in points.
const (
	othersHead   = 28
	othersAcross = 8 // shapes beside each other
	othersCell   = 22
	othersShape  = 6
	othersGap    = 18  // between two in a row
	othersTitled = 460 // the least width of a row with a title
)

// Update acts on the pointer: a click chooses a client. It reports whether a person asks for the table of all numbers.
func (o *Others) Update(v *panel.View, p *panel.Pointer) (all bool) {
	if client, _ := o.table.Update(p); client > 0 {
		v.Ask.Choose(client)
	}
	for i := range o.places {
		if p.Pressed && p.Over(o.places[i].at) {
			v.Ask.Choose(o.places[i].of)
		}
	}
	return p.Pressed && p.Over(o.all)
}

// begin draws the panel, and reports whether it has any room.
func (o *Others) begin(v *panel.View, c *draw.Canvas, r panel.Rect) bool {
	o.view, o.canvas, o.places, o.all = v, c, o.places[:0], panel.Rect{}
	if o.table.Forget(); r.W <= 0 || r.H <= 0 {
		return false
	}
	c.Box(r.X, r.Y, r.W, r.H, 4, c.Theme.Panel)
	return true
}

// Draw draws the list into r, or the grid if there are many clients.
func (o *Others) Draw(v *panel.View, c *draw.Canvas, r panel.Rect) {
	switch {
	case !o.begin(v, c, r):
	case manyClients(v):
		o.grid(v, c, r.Inset(8))
	case !v.Covered(c, r.Inset(4)):
		o.sort(v)
		in := panel.NewRect(r.X+10, r.Y+2, r.W-20, r.H-6)
		o.table.Look = table.Look{Class: draw.Body, Head: othersHead - 4, One: true, Row: min(max((in.H-othersHead+4)/float32(max(len(o.order), 1)), 18), table.Row)}
		o.table.Columns = append(o.table.Columns[:0], table.Column{Least: 40, Rank: 1}, table.Column{Head: "ms", Tip: v.Words.T("numbers.error-tip"), In: short, Signed: true})
		o.table.Draw(c, v.Tips, in, o.order, o)
	}
}

func (o *Others) Row(c *draw.Canvas, client int, at panel.Rect) table.State {
	if client == table.Heads {
		o.pen.Line.Say(c, at, draw.Left, layout.Item{Text: c.Words.T("others.title"), Class: draw.Strong, Ink: c.Theme.Text})
		return 0
	}
	if o.tell(client, at); o.view.Whose(client, at) || o.view.Tips.Under(at) {
		return table.Pointed
	}
	return 0
}

func (o *Others) Cell(client, column int, is *table.Cell) {
	f := &o.view.Frame.Facts[client-1]
	if column == 0 {
		is.Mark = o.canvas.Theme.Machine(client)
		is.Text("").Int(int64(client))
		return
	}
	is.Time(f.Error, known(f))
	is.Color = o.canvas.Theme.ErrorText
}

// tell explains a client under the pointer.
func (o *Others) tell(client int, at panel.Rect) {
	v := o.view
	if !v.Tips.Under(at) {
		return
	}
	f := &v.Frame.Facts[client-1]
	name := panel.AlgorithmTitle(v.Words, f.Driving)
	if tip := v.Words.F("strip.unset", client, name); v.Frame.Blind || !known(f) {
		v.Tips.Add(at, tip)
	} else {
		v.Tips.Add(at, v.Words.F("strip.dot", client, name, inMillis(f.Error)))
	}
}

// grid draws a shape for each client, and frames the chosen one.
func (o *Others) grid(v *panel.View, c *draw.Canvas, r panel.Rect) {
	n, l := v.Frame.Clients(), &o.pen.Line
	head, in := r.CutTop(othersHead - 6)
	l.Start(c.Fonts(), 8)
	l.Add(layout.Item{Bytes: o.pen.Start(v.Words).Int(int64(n)).Text(" ").Word("others.clients").Buf, Class: draw.Strong, Ink: c.Theme.Text, Rank: 1})
	l.Right()
	l.Add(layout.Item{Bytes: o.pen.Start(v.Words).Name("others.chosen").Int(int64(v.Frame.Selected)).Buf, Class: draw.Body, Ink: c.Theme.TextDim})
	l.Put(c, head)
	rows := (n + othersAcross - 1) / othersAcross
	w, h := in.W/othersAcross, min(in.H/float32(rows), othersCell)
	size := min(w, h)*0.5 - 3
	for client := 1; client <= n; client++ {
		i := client - 1
		at := panel.NewRect(in.X+w*float32(i%othersAcross), in.Y+h*float32(i/othersAcross), w, h)
		style, x, y := c.Theme.Machine(client), at.X+w/2, at.Y+h/2
		if v.Whose(client, at) || v.Tips.Under(at) {
			c.Box(x-h/2, at.Y, h, h, 4, c.Theme.Grid)
		}
		if client == v.Frame.Selected {
			c.BoxOutline(x-h/2, at.Y, h, h, 4, 2, c.Theme.Accent)
		}
		if stateName(v.Words, &v.Frame.Held[i]) != "" { // not in the game
			style.Color = style.Color.Fade(0.35)
		}
		c.Marker(style.Shape, x, y, min(size, othersShape), style.Color)
		o.places = append(o.places, place{client, at})
		o.tell(client, at)
	}
}

// DrawRow draws as many other clients as fit into one row, of many the worst first, and the button for all numbers.
func (o *Others) DrawRow(v *panel.View, c *draw.Canvas, r panel.Rect) {
	o.sort(v)
	o.rows = o.rows[:0]
	for _, client := range o.order {
		o.rows = append(o.rows, NumbersRow{View: v, Machine: client})
	}
	if o.begin(v, c, r); len(o.rows) > 0 && r.H > 0 {
		o.line(c, "others.title", "others.all", r)
	}
}

// DrawLine draws the clients of some rows of a table into one row, in their order.
func (o *Others) DrawLine(c *draw.Canvas, rows []NumbersRow, r panel.Rect) {
	o.rows = o.rows[:0]
	for _, row := range rows {
		if row.Machine > 0 {
			o.rows = append(o.rows, row)
		}
	}
	if len(o.rows) > 0 && o.begin(o.rows[0].View, c, r) {
		o.line(c, "numbers.line", "", r)
	}
}

// line draws some clients beside each other, each with its clock error, between a title and the button for all numbers.
func (o *Others) line(c *draw.Canvas, title, all string, r panel.Rect) {
	v, l := o.view, &o.pen.Line
	if v.Covered(c, r.Inset(2)) {
		return
	}
	in := panel.NewRect(r.X+12, r.Y, r.W-24, r.H)
	if r.W >= othersTitled {
		in = in.After(c.Text(in.X, r.Y+r.H/2, c.Words.T(title), draw.Body, c.Theme.TextDim, draw.Left|draw.Middle) + othersGap)
	}
	l.Start(c.Fonts(), othersGap)
	for i := range o.rows {
		row := &o.rows[i]
		f, p := &row.View.Frame.Facts[row.Machine-1], o.pen.Start(c.Words)
		if known(f) {
			p.SignedMs(f.Error, 1)
		} else {
			p.Text("–")
		}
		l.Add(layout.Item{Bytes: p.Buf, Class: draw.Body, Ink: c.Theme.ErrorText, Lead: row.lead()})
	}
	l.Count(c.Words.T("table.more"), layout.Item{Class: draw.Body, Ink: c.Theme.TextDim, Rank: 1})
	last := -1
	if l.Right(); all != "" && v.Ask != nil {
		last = l.Add(layout.Item{Text: c.Words.T(all), Class: draw.Body, Ink: c.Theme.TextDim, Rank: 1})
	}
	l.Place(in, 0)
	for i := range o.rows {
		row, at := &o.rows[i], l.At(i)
		if at.W == 0 {
			continue
		}
		at.Y, at.H = r.Y, r.H
		o.view = row.View
		if o.tell(row.Machine, at); o.view.Whose(row.Machine, at) || o.view.Tips.Under(at) {
			c.Box(at.X-6, at.Y+2, at.W+12, at.H-4, 4, c.Theme.Grid)
		}
		x, y := at.X, at.Y+at.H/2
		if row.Side != "" {
			panel.Badge(c, x, y, panel.BadgeHigh, row.Side)
			x += numbersSide
		}
		c.Machine(row.Machine, x+6, y, othersShape)
		o.pen.Start(c.Words).Int(int64(row.Machine)).Put(c, x+18, y, draw.Body, c.Theme.Text, draw.Left|draw.Middle)
		o.places = append(o.places, place{row.Machine, at})
	}
	if last >= 0 {
		o.all = l.At(last)
		v.Tips.Add(o.all, c.Words.T("others.all-tip"))
	}
	l.Draw(c)
}

// lead is the room for a client's shape and number before its figure, in points.
func (r *NumbersRow) lead() (room float32) {
	if room = 36; r.Machine >= 10 {
		room += 9
	}
	if r.Side != "" {
		room += numbersSide
	}
	return room
}

// sort lists the other clients when numbers are read: by number, or of many the worst first.
func (o *Others) sort(v *panel.View) {
	if o.of == v.Frame.Reading && len(o.order) == v.Frame.Clients()-1 {
		return
	}
	o.of, o.order = v.Frame.Reading, o.order[:0]
	for client := 1; client <= v.Frame.Clients(); client++ {
		if client != v.Frame.Selected {
			o.order = append(o.order, client)
		}
	}
	if manyClients(v) {
		slices.SortStableFunc(o.order, func(a, b int) int {
			return cmp.Compare(wrong(&v.Frame.Held[b-1]), wrong(&v.Frame.Held[a-1]))
		})
	}
}

// wrong returns a client's absolute clock error, −1 if it is not known.
func wrong(f *session.Facts) time.Duration {
	if !known(f) {
		return -1
	}
	return f.Error.Abs()
}
