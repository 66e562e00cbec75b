package stage

import (
	"time"

	"driftlab/internal/palette"
	"driftlab/netsim"
	"driftlab/ui/draw"
	"driftlab/ui/layout"
	"driftlab/ui/panel"
)

// Labels finds room for the texts of a picture, so that none covers another text, an object or an edge. Obstacles are
// blocked first; a text that finds no room is left out.
type Labels struct {
	Bounds panel.Rect
	Taken  []panel.Rect
	Text   []bool // which of Taken are texts
	firm   []bool // which of Taken don't move: texts and plates
	Placed int    // how many texts
	now    netsim.Time
	homes  [64]home
	line   layout.Line
}

// A home is where a text stood last. The text stays there while there is room, so that it doesn't jump: what passes by passes beneath it.
type home struct {
	key  int
	spot int8
	free netsim.Time // when nothing else was there last
}

// passesIn is how long something may lie beneath a text before the text makes room. By then a figure has passed, and a lift with its text
// has passed a bell.
const passesIn = 500 * time.Millisecond

// start begins a new picture.
func (l *Labels) start(bounds panel.Rect, now netsim.Time) {
	l.Bounds, l.Taken, l.Text, l.firm, l.Placed, l.now = bounds, l.Taken[:0], l.Text[:0], l.firm[:0], 0, now
}

// block keeps texts off something that may move on.
func (l *Labels) block(r panel.Rect) { l.take(r, false, false) }

// plate keeps texts off something that stays.
func (l *Labels) plate(r panel.Rect) { l.take(r, false, true) }

func (l *Labels) take(r panel.Rect, text, firm bool) {
	l.Taken, l.Text, l.firm = append(l.Taken, r), append(l.Text, text), append(l.firm, firm)
}

// free reports whether r is in the picture with nothing in it.
func (l *Labels) free(r panel.Rect) bool {
	beneath, ok := l.room(r)
	return ok && !beneath
}

// room reports whether a text has room in r, and whether something that may move on is beneath it there.
func (l *Labels) room(r panel.Rect) (beneath, ok bool) {
	for i := range l.Taken {
		if l.Taken[i].Overlaps(r) {
			if l.firm[i] {
				return false, false
			}
			beneath = true
		}
	}
	return beneath, r.Within(l.Bounds)
}

// place finds room for a text around what it belongs to. It tries first where the text with this key stood last.
func (l *Labels) place(key int, about panel.Rect, w, h, gap float32) (r panel.Rect, ok bool) {
	turn := 0
	if about.H > about.W {
		turn = 2 // beside what is upright
	}
	at := &l.homes[uint(key)%uint(len(l.homes))]
	if at.key == key {
		r = spot(int(at.spot), about, w, h, gap)
		beneath, ok := l.room(r)
		if ok && !beneath {
			at.free = l.now
		}
		if since := l.now.Sub(at.free); ok && since >= 0 && since < passesIn {
			return l.put(r), true
		}
	}
	for i := range spots {
		if i < spots/4 {
			i = (i + turn) % (spots / 4)
		}
		if r = spot(i, about, w, h, gap); l.free(r) {
			*at = home{key, int8(i), l.now}
			return l.put(r), true
		}
	}
	return panel.Rect{}, false
}

// write writes a text on a plate of height h around what it belongs to, where there is room.
func (l *Labels) write(c *draw.Canvas, key int, about panel.Rect, h, gap float32, plate palette.Color, item layout.Item) (r panel.Rect, ok bool) {
	if r, ok = l.place(key, about, l.line.One(c.Fonts(), item), h, gap); ok {
		c.Box(r.X, r.Y, r.W, r.H, 5, plate)
		l.line.Put(c, r)
	}
	return r, ok
}

func (l *Labels) put(r panel.Rect) panel.Rect {
	l.take(r, true, true)
	l.Placed++
	return r
}

// spots is the number of places around an object, the best first.
const spots = 16

// spot returns the i-th place for a text around an object: above, below, right, left, at
// the four corners, and all of these again farther away.
func spot(i int, about panel.Rect, w, h, gap float32) panel.Rect {
	if i >= spots/2 {
		gap += h * 1.4
	}
	left, middle, right := about.X-gap-w, about.X+(about.W-w)/2, about.X+about.W+gap
	above, level, under := about.Y-gap-h, about.Y+(about.H-h)/2, about.Y+about.H+gap
	i %= spots / 2
	x := [spots / 2]float32{middle, middle, right, left, right, left, right, left}[i]
	y := [spots / 2]float32{above, under, level, level, above, above, under, under}[i]
	return panel.NewRect(x, y, w, h)
}

// Plates lie over a picture's foot: the score, the legend and the window's notes. They get their room here, so that none covers
// another, and numbers and names keep off them.
type Plates struct {
	AskW float32    // the width of the window's own plate, 0 for none; it is as high as the legend
	Own  panel.Rect // where that was in the picture drawn last; empty if it had no room
	All  []panel.Rect

	NoteW, NoteH float32    // how large the window's notice is, 0 for none
	Note         panel.Rect // where that has room
}

// lay gives a plate its room: at r, or above what already lies there.
func (v *Viewport) lay(r panel.Rect) panel.Rect {
	r = v.Plates.above(r)
	v.Plates.All = append(v.Plates.All, r)
	v.Labels.plate(r)
	return r
}

// above moves a plate up until it covers no other.
func (k *Plates) above(r panel.Rect) panel.Rect {
	for i := 0; i < len(k.All); i++ {
		if o := k.All[i]; r.Overlaps(o) {
			r.Y, i = o.Y-r.H-4, -1
		}
	}
	return r
}

// layNote gives the window's notice its room beside or above all other plates, which therefore don't move when it comes and goes. Where
// there is too little room it covers them rather than leave the picture.
func (v *Viewport) layNote() {
	k, p := &v.Plates, v.Picture
	if k.Note = (panel.Rect{}); k.NoteW <= 0 || k.NoteW > p.W-20 || k.NoteH > p.H {
		return
	}
	r := panel.NewRect(p.X+10, p.Y+p.H-k.NoteH-10, k.NoteW, k.NoteH)
	if k.Note = k.above(r); k.Note.Y >= p.Y {
		v.lay(r)
		return
	}
	k.Note.Y = p.Y
	v.Labels.plate(k.Note)
}

// layOwn gives the window's own plate its room, left of the legend, if there is enough.
func (v *Viewport) layOwn() {
	k, p := &v.Plates, v.Picture
	if k.Own = (panel.Rect{}); k.AskW <= 0 || k.AskW > p.W-20 {
		return
	}
	_, at := v.foot()
	r := v.lay(panel.NewRect(p.X+10, at.Y, k.AskW, at.H))
	if r.Y >= p.Y {
		k.Own = r
	}
}
