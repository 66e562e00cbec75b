package stage

import (
	"time"

	"driftlab/internal/palette"
	"driftlab/netsim"
	"driftlab/ui/draw"
	"driftlab/ui/layout"
	"driftlab/ui/panel"
)

// Labels finds room for the texts of a picture, so that none covers another, an object or an edge. What
// is in the way is blocked first; a text for which there is no room is left out.
type Labels struct {
	Bounds panel.Rect
	Taken  []panel.Rect
	Text   []bool // which of taken are texts
	firm   []bool // and which are never passed by: texts and plates
	Placed int    // how many texts
	now    netsim.Time
	homes  [64]home
	line   layout.Line
}

// A home is where a text stood last. It stays there while there is room, so that texts do not jump: what passes by passes beneath it.
type home struct {
	key  int
	spot int8
	free netsim.Time // when nothing else was there last
}

// passesIn is how long something may lie beneath a text before that makes room: a figure has gone by, and a lift with its own text
// has left a bell behind.
const passesIn = 500 * time.Millisecond

// start forgets what stood in the picture, and takes a new one, of an instant.
func (l *Labels) start(bounds panel.Rect, now netsim.Time) {
	l.Bounds, l.Taken, l.Text, l.firm, l.Placed, l.now = bounds, l.Taken[:0], l.Text[:0], l.firm[:0], 0, now
}

// block keeps texts off r, where something is that may pass by.
func (l *Labels) block(r panel.Rect) { l.take(r, false, false) }

// plate keeps texts off r, always.
func (l *Labels) plate(r panel.Rect) { l.take(r, false, true) }

func (l *Labels) take(r panel.Rect, text, firm bool) {
	l.Taken, l.Text, l.firm = append(l.Taken, r), append(l.Text, text), append(l.firm, firm)
}

// free says whether nothing stands in r, and r is in the picture.
func (l *Labels) free(r panel.Rect) bool {
	beneath, ok := l.room(r)
	return ok && !beneath
}

// room says whether a text has room in r, and whether something that may pass by is beneath it there.
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

// place finds room for a text of a size about what it belongs to. The first spot that is tried is the
// one where the text with this key stood last.
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

// write writes what something is on a plate so high about it, where there is room.
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

// spots is how many places there are about an object, from the best to the last.
const spots = 16

// spot returns the i-th place for a text about an object: above, under, to the right, to the left, at
// the four corners; and all of them again farther away.
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

// Plates are what lies over a picture's foot: the score, the legend, and what the window has to say there. All of them ask for
// their room here, so that none lies over another, and numbers and names keep off them.
type Plates struct {
	AskW float32    // how wide the window's own plate is, 0 for none; it is as high as the legend
	Own  panel.Rect // where it has room in the picture that was drawn last; empty without any
	All  []panel.Rect

	NoteW, NoteH float32    // how large the window's notice is, 0 for none
	Note         panel.Rect // where that has room
}

// lay gives a plate its room: where it would be, or above what lies there.
func (v *Viewport) lay(r panel.Rect) panel.Rect {
	r = v.Plates.above(r)
	v.Plates.All = append(v.Plates.All, r)
	v.Labels.plate(r)
	return r
}

// above returns where a plate lies over no other.
func (k *Plates) above(r panel.Rect) panel.Rect {
	for i := 0; i < len(k.All); i++ {
		if o := k.All[i]; r.Overlaps(o) {
			r.Y, i = o.Y-r.H-4, -1
		}
	}
	return r
}

// layNote gives the window's notice its room beside or above all other plates, which stay where they are when it comes and goes. Where
// there is too little it lies over them, and not outside of the picture.
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

// layOwn gives the window's own plate its room, at the legend's left, if there is enough.
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
