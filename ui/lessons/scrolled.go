package lessons

import (
	"driftlab/game/lesson"
	"driftlab/internal/palette"
	"driftlab/ui/draw"
	"driftlab/ui/layout"
	"driftlab/ui/panel"
	"driftlab/ui/picture"
)

// A part is a text, a question or an answer of a step. They stand one below the other.
type part struct {
	high float32
	draw func(r panel.Rect)
}

// parts is a column of them.
type parts []part

func (p parts) high() (h float32) {
	for i := range p {
		h += p[i].high
	}
	return h
}

// draw draws them from the top of r on.
func (p parts) draw(r panel.Rect) {
	for i := range p {
		p[i].draw(panel.NewRect(r.X, r.Y, r.W, p[i].high))
		r = r.Below(p[i].high)
	}
}

// A scroll is a column of parts that is higher than its place.
type scroll struct {
	at      float32    // by how many points it has gone up
	reach   float32    // by how many it can
	place   panel.Rect // as drawn last; empty where all has room
	of      string     // what it shows: something else begins at its top
	held    bool       // the pointer moves it
	lastY   float32    // of the pointer
	grabbed bool       // by a finger
}

// by moves it down by a number of points.
func (s *scroll) by(down float32) { s.at = min(max(s.at-down, 0), s.reach) }

// drawScrolled draws parts over each other into a place that is too low for all of them, from where they are scrolled to. Of
// is what they are.
func (k *player) drawScrolled(c *draw.Canvas, r panel.Rect, all parts, of string) {
	s := &k.scroll
	if s.of != of {
		*s = scroll{of: of}
	}
	s.place, s.reach = r, max(all.high()-r.H, 0)
	s.by(0)
	first := len(k.Spots)
	c.Clip(r.X, r.Y, r.W+1, r.H+1)
	all.draw(panel.NewRect(r.X, r.Y-s.at, r.W-scrollBar, 0))
	c.Unclip()
	seen := k.Spots[:first]
	for _, spot := range k.Spots[first:] { // spots out of sight, or barely in sight, can't be pressed
		least := min(spot.H, picture.Finger)
		top, foot := max(spot.Y, r.Y), min(spot.Y+spot.H, r.Y+r.H)
		if spot.Y, spot.H = top, foot-top; spot.H >= least {
			seen = append(seen, spot)
		}
	}
	k.Spots = seen
	if s.reach > 0 {
		x, h := r.X+r.W-4, r.H*r.H/(r.H+s.reach)
		c.Box(x, r.Y, 4, r.H, 2, c.Theme.PanelEdge)
		c.Box(x, r.Y+(r.H-h)*s.at/s.reach, 4, h, 2, c.Theme.TextDim)
	}
}

// scrollBar is the width at the right that shows how far a column is scrolled, in points.
const scrollBar = 12

// Grab takes hold of a step's text with a finger, where that scrolls, and reports whether it does.
func (rm *Room) Grab(x, y float32) bool {
	s := &rm.Player.scroll
	s.grabbed = rm.Carded() && s.reach > 0 && s.place.Contains(x, y)
	return s.grabbed
}

// LetGo lets go of it.
func (rm *Room) LetGo() { rm.Player.scroll.grabbed = false }

// ScrollBy moves what a finger holds down by a number of points.
func (rm *Room) ScrollBy(down float32) {
	if s := &rm.Player.scroll; s.grabbed {
		s.by(down)
	}
}

// text returns a text in lines as wide as a column.
func (k *player) text(c *draw.Canvas, said string, class draw.Class, width float32, col palette.Color) part {
	t := layout.Fit(c.Fonts(), said, width, layout.Open, class)
	return part{t.H, func(r panel.Rect) { t.Draw(c, r, col, draw.Left) }}
}

// gap parts two others.
func (k *player) gap(h float32) part { return part{h, func(panel.Rect) {}} }

// optionRows returns the buttons in rows.
func (k *player) optionRows(rm *Room, c *draw.Canvas, q *lesson.Question, width float32, columns int, small bool) (rows parts) {
	each := (width - float32(columns-1)*10) / float32(columns)
	all, highs := make([]layout.Text, len(q.Options)), make([]float32, (len(q.Options)+columns-1)/columns)
	for i := range q.Options {
		class := draw.Title
		if small {
			class = draw.Small
		} else if !fits(c, rm.optionText(q, i), class, each-20, 0) {
			class = draw.Body
		}
		all[i] = layout.Fit(c.Fonts(), rm.optionText(q, i), each-20, layout.Open, class)
		highs[i/columns] = max(highs[i/columns], picture.PhoneBar, all[i].H+16)
	}
	for row, high := range highs {
		rows = append(rows, part{high, func(r panel.Rect) {
			for i := row * columns; i < min((row+1)*columns, len(all)); i++ {
				at := panel.NewRect(r.X+float32(i%columns)*(each+10), r.Y, each, r.H)
				text := all[i]
				if in := k.scroll.place; in.H > 0 && !at.Inset(8).Within(panel.NewRect(at.X, in.Y, at.W, in.H)) { // its top says that there is more
					text = layout.Text{}
				}
				k.buttonOf(c, panel.NewRect(at.X, at.Y+2, at.W, at.H-4), text, k.touched && int(k.value) == i, func(rm *Room) { rm.Commit(q.Options[i].Value) })
			}
		}})
	}
	return rows
}

// filled returns a text of the lesson with its figures.
func (rm *Room) filled(text lesson.Words) string {
	t := &rm.picture.Taught
	return rm.picture.Words.Decimal(t.Lesson.Filled(text.In(rm.picture.Words.Name()), t.Readings))
}
