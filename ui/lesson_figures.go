package ui

import (
	"strings"

	"driftlab/ui/draw"
	"driftlab/ui/words"
)

// lessonFigures writes what a lesson measures.
type lessonFigures struct {
	more rect // where it says how many figures have no room
	pen  pen
}

// draw writes the figures that must be in a range, as many of the first as there is room for, and how many
// more there are.
func (s *lessonFigures) draw(v *view, t *taught, c *draw.Canvas, r rect) {
	s.more = rect{}
	if v.frame.blind {
		return
	}
	z := float32(v.scale)
	all := t.ranged(v, c.Fonts())
	shown, total := fitting(all, r.w, 24*z)
	if len(shown) < len(all) {
		shown, total = fitting(all, r.w-moreWidth*z, 24*z)
	}
	x, y := r.x+r.w-total, r.y+r.h/2
	if rest := len(all) - len(shown); rest > 0 {
		x -= moreWidth * z
		s.more = rect{r.x + r.w - (moreWidth-16)*z, r.y + 6*z, (moreWidth - 16) * z, r.h - 12*z}
		c.Box(s.more.x, s.more.y, s.more.w, s.more.h, 4*z, c.Theme.PanelEdge)
		s.pen.start(v.words).text("+").int(int64(rest))
		s.pen.put(c, s.more.x+s.more.w/2, y, draw.Small, c.Theme.Text, draw.Centre|draw.Middle)
		if v.tips.under(s.more) {
			v.tips.add(s.more, leftOut(v.words, all))
		}
	}
	for _, i := range shown {
		f := &all[i]
		col := c.Theme.TextDim
		if f.live {
			col = c.Theme.Text
		}
		c.Text(x, y, f.label, draw.Small, c.Theme.TextDim, draw.Left|draw.Middle)
		c.Text(x+f.w, y, f.value, draw.Mono, col, draw.Right|draw.Middle)
		v.tips.add(rect{x, r.y, f.w, r.h}, f.tip)
		x += f.w + 24*z
	}
}

// stripFigure is a figure as the strip writes it.
type stripFigure struct {
	label, value string
	tip          string
	live         bool // of the world that is shown
	shown        bool // there is room for it
	w            float32
}

// moreWidth is the room for how many figures are left out, at scale 1.
const moreWidth = 52

// fitting returns which figures have room in a width with a space between them, marks them, and returns how
// wide they are together.
func fitting(all []stripFigure, width, space float32) (shown []int, total float32) {
	for i := range all {
		f := &all[i]
		wide := f.w
		if len(shown) > 0 {
			wide += space
		}
		if f.shown = total+wide <= width; f.shown {
			total += wide
			shown = append(shown, i)
		}
	}
	return shown, total
}

// leftOut lists the figures that are not shown.
func leftOut(lang *words.Language, all []stripFigure) string {
	var rest []string
	for i := range all {
		if f := &all[i]; !f.shown {
			rest = append(rest, f.label+" "+f.value)
		}
	}
	return lang.T("lesson.also") + " " + strings.Join(rest, " · ")
}
