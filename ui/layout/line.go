package layout

import (
	"strconv"
	"strings"

	"driftlab/internal/palette"
	"driftlab/ui/draw"
)

// An Item is something that a line says, with a mark before it if there is one, or a button.
type Item struct {
	Text       string
	Bytes      []byte // instead of Text: figures, which the line copies
	Class      draw.Class
	Ink        palette.Color
	As         string  // it is at least as wide as this text, so that what is beside a figure doesn't move
	Lead, Tail float32 // the room before and after the text, for a mark or a margin, or the whole of a button
	Rank       int     // the highest has room first
	Cut        float32 // before it is dropped it is cut, with …, down to this width; 0 for never
}

// A Line fits items into a width, or into several rows. In the order of their ranks items are written in full, or all items of a rank get
// shorter, or the last ones of a rank are dropped. The line can say how many were dropped.
//
// A frame begins with [Line.Start], adds items from left to right, has them placed, and then draws them. The zero Line is ready.
type Line struct {
	W, H  float32 // of what is placed, with the gaps
	More  Rect    // where it says how many items were dropped, empty if it doesn't
	fonts *draw.Fonts
	gap   float32
	buf   []byte
	forms []form
	items []placed
	right int     // the first item at the right end
	alike bool    // all items get shorter before one is dropped
	more  int     // the item that says how many were dropped, negative for none
	count [2]span // the text before and after that number
}

// A span is a part of the line's buffer.
type span struct{ from, to int }

// A form is an item in full, or shorter.
type form struct {
	span
	class      draw.Class
	ink        palette.Color
	as         string
	lead, tail float32
	text, w    float32 // how wide its text is, and all of it: negative before that is measured
}

// A placed item has its forms, the longest first, and where it is.
type placed struct {
	first, end int // of its forms
	rank       int
	cut        float32
	use        int  // which form it has, or gone
	waits      bool // that has not been decided yet
	at         Rect
}

// gone is an item's form that has no room.
const gone = -1

// Start empties the line, for items with a gap between two.
func (l *Line) Start(fonts *draw.Fonts, gap float32) {
	l.fonts, l.gap = fonts, gap
	l.buf, l.forms, l.items = l.buf[:0], l.forms[:0], l.items[:0]
	l.right, l.more, l.alike = maxItems, gone, false
	l.W, l.H, l.More = 0, 0, Rect{}
}

// maxItems is the greatest number of items in a line.
const maxItems = 1 << 20

// Add adds an item with its shorter forms, whose ranks and cuts are ignored, and returns its index. An empty item takes no
// room and doesn't count as dropped.
func (l *Line) Add(item Item, shorter ...Item) int {
	p := placed{first: len(l.forms), rank: item.Rank, cut: item.Cut, use: gone}
	l.form(&item)
	for i := range shorter {
		l.form(&shorter[i])
	}
	p.end = len(l.forms)
	l.items = append(l.items, p)
	return len(l.items) - 1
}

// Or adds a further, shorter form of the latest item.
func (l *Line) Or(item Item) {
	l.form(&item)
	l.items[len(l.items)-1].end++
}

func (l *Line) form(item *Item) {
	f := form{span: l.text(item.Text), class: item.Class, ink: item.Ink, as: item.As, lead: item.Lead, tail: item.Tail, w: -1}
	l.buf = append(l.buf, item.Bytes...)
	f.to = len(l.buf)
	l.forms = append(l.forms, f)
}

func (l *Line) text(s string) span {
	from := len(l.buf)
	l.buf = append(l.buf, s...)
	return span{from, len(l.buf)}
}

// Alike makes all items get shorter before one is dropped, whatever their ranks.
func (l *Line) Alike() { l.alike = true }

// Right puts all following items at the right end.
func (l *Line) Right() { l.right = len(l.items) }

// Count makes the line say here how many of the other items were dropped, if any, in a text with %d for the number. It has a rank like
// other items.
func (l *Line) Count(text string, item Item) {
	before, behind, _ := strings.Cut(text, "%d")
	l.count = [2]span{l.text(before), l.text(behind)}
	l.more = l.Add(item)
}

// Lift gives an item another rank.
func (l *Line) Lift(i, rank int) { l.items[i].rank = rank }

// Place places the items in r, in one row, or in as many as fit if a row's height is given. It returns how many items were dropped.
func (l *Line) Place(r Rect, row float32) (out int) {
	if row <= 0 {
		row = r.H
	}
	rows := max(int(r.H/max(row, hair)+hair), 1)
	out = l.choose(r.W, rows, false)
	for said := 0; l.more != gone && out > 0 && out != said; {
		l.say(out)
		if said, out = out, l.choose(r.W, rows, true); out < said {
			l.say(out)
			break
		}
	}
	l.W, rows = l.flow(Rect{r.X, r.Y, r.W, row}, rows, true)
	l.H = row * float32(rows)
	if l.more != gone {
		l.More = l.items[l.more].at
	}
	return out
}

// At returns the place of an item with its mark, empty if it was dropped.
func (l *Line) At(i int) Rect { return l.items[i].at }

// Form returns the form of an item: 0 if it is in full, negative if it was dropped.
func (l *Line) Form(i int) int {
	if p := &l.items[i]; p.use != gone {
		return p.use - p.first
	}
	return gone
}

// Draw writes the items. Marks are for the caller to draw.
func (l *Line) Draw(c Letters) {
	for i := range l.items {
		if p := &l.items[i]; p.use != gone {
			f := &l.forms[p.use]
			x := p.at.X + f.lead
			if i >= l.right {
				x = p.at.X + p.at.W - f.tail - f.text
			}
			c.TextBytes(x, p.at.Y+p.at.H/2, l.buf[f.from:f.to], f.class, f.ink, draw.Left|draw.Middle)
		}
	}
}

// Put places the items in r, in one row, and writes them.
func (l *Line) Put(c Letters, r Rect) {
	l.Place(r, 0)
	l.Draw(c)
}

// Say draws a line of one item in r: at its left, in its middle or at its right. It returns the item's place.
func (l *Line) Say(c Letters, r Rect, align draw.Align, item Item, shorter ...Item) Rect {
	l.Start(c.Fonts(), 0)
	l.Add(item, shorter...)
	l.Place(r, 0)
	at := &l.items[0].at
	switch align {
	case draw.Centre:
		at.X += (r.W - at.W) / 2
	case draw.Right:
		at.X += r.W - at.W
	}
	l.Draw(c)
	return *at
}

// One starts a line of one item, and returns its full width, for a plate that needs its place before it is drawn.
func (l *Line) One(fonts *draw.Fonts, item Item) float32 {
	l.Start(fonts, 0)
	l.Add(item)
	l.Place(Rect{W: Open}, 0)
	return l.W
}

// say writes how many items were dropped.
func (l *Line) say(n int) {
	if l.more == gone {
		return
	}
	f := &l.forms[l.items[l.more].first]
	f.from, f.w = len(l.buf), -1
	l.buf = append(l.buf, l.buf[l.count[0].from:l.count[0].to]...)
	l.buf = strconv.AppendInt(l.buf, int64(n), 10)
	l.buf = append(l.buf, l.buf[l.count[1].from:l.count[1].to]...)
	f.to = len(l.buf)
}
