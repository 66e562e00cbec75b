package picture

import (
	"slices"
	"strings"

	"driftlab/ui/draw"
	"driftlab/ui/panel"
	"driftlab/ui/words"
)

// LessonFigures writes what a lesson measures.
type LessonFigures struct {
	More panel.Rect // where it says how many figures have no room
	pen  panel.Pen
}

// Draw writes the figures that must be in a range, as many of the first as there is room for, and how many
// more there are. In a film, where nobody can look at these, there are only those that are measured and have room.
func (s *LessonFigures) Draw(v *panel.View, t *Taught, c *draw.Canvas, r panel.Rect) {
	s.More = panel.Rect{}
	if v.Frame.Blind {
		return
	}
	all := t.Ranged(v, c.Fonts())
	at := c.Fonts().MeasureBytes(s.pen.Start(v.Words).At(t.at).Buf, draw.Small) + 24
	r.X, r.W = r.X+at, r.W-at
	if v.Unattended {
		all = slices.DeleteFunc(all, func(f StripFigure) bool { return f.value == unmeasured })
	}
	shown, total := Fitting(all, r.W, 24)
	if len(shown) < len(all) && !v.Unattended {
		shown, total = Fitting(all, r.W-moreWidth, 24)
	}
	x, y := r.X+r.W-total, r.Y+r.H/2
	if rest := len(all) - len(shown); rest > 0 && !v.Unattended {
		x -= moreWidth
		s.More = panel.NewRect(r.X+r.W-(moreWidth-16), r.Y+6, moreWidth-16, r.H-12)
		c.Box(s.More.X, s.More.Y, s.More.W, s.More.H, 4, c.Theme.PanelEdge)
		s.pen.Start(v.Words).Text("+").Int(int64(rest))
		s.pen.Put(c, s.More.X+s.More.W/2, y, draw.Small, c.Theme.Text, draw.Centre|draw.Middle)
		if v.Tips.Under(s.More) {
			v.Tips.Add(s.More, leftOut(v.Words, all))
		}
	}
	if len(shown) > 0 {
		s.pen.Start(v.Words).At(t.at).Put(c, x-at, y, draw.Small, c.Theme.TextDim, draw.Left|draw.Middle)
	}
	for _, i := range shown {
		f := &all[i]
		col := c.Theme.TextDim
		if f.live {
			col = c.Theme.Text
		}
		c.Text(x, y, f.label, draw.Small, c.Theme.TextDim, draw.Left|draw.Middle)
		c.Text(x+f.W, y, f.value, draw.Mono, col, draw.Right|draw.Middle)
		v.Tips.Add(panel.NewRect(x, r.Y, f.W, r.H), f.tip)
		x += f.W + 24
	}
}

// StripFigure is a figure as the strip writes it.
type StripFigure struct {
	label, value string
	tip          string
	live         bool // of the world that is shown
	shown        bool // there is room for it
	W            float32
}

// unmeasured stands for the value of a figure that has none so far.
const unmeasured = "…"

// moreWidth is the room for how many figures are left out, in points.
const moreWidth = 52

// Fitting returns which figures have room in a width with a space between them, marks them, and returns how
// wide they are together.
func Fitting(all []StripFigure, width, space float32) (shown []int, total float32) {
	for i := range all {
		f := &all[i]
		wide := f.W
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
func leftOut(lang *words.Language, all []StripFigure) string {
	var rest []string
	for i := range all {
		if f := &all[i]; !f.shown {
			rest = append(rest, f.label+" "+f.value)
		}
	}
	return lang.T("lesson.also") + " " + strings.Join(rest, " · ")
}
