package picture

import (
	"slices"
	"strings"

	"driftlab/ui/draw"
	"driftlab/ui/layout"
	"driftlab/ui/panel"
)

// LessonFigures writes what a lesson measures.
type LessonFigures struct {
	More panel.Rect // where the number of figures without room is
	pen  panel.Pen
}

// Draw writes the figures that must be in a range, as many as fit, and how many more there are. A film has only
// those that are measured and fit, since nobody can look at the others.
func (s *LessonFigures) Draw(v *panel.View, t *Taught, c *draw.Canvas, r panel.Rect) {
	s.More = panel.Rect{}
	if v.Frame.Blind {
		return
	}
	all := t.Ranged(v)
	if v.Unattended {
		all = slices.DeleteFunc(all, func(f StripFigure) bool { return f.value == unmeasured })
	}
	const first = 1 // the item of the first figure, behind that of the instant
	l := &s.pen.Line
	l.Start(c.Fonts(), 24)
	l.Right()
	l.Add(layout.Item{Bytes: s.pen.Start(v.Words).At(t.at).Buf, Ink: c.Theme.TextDim, Rank: 2})
	for i := range all {
		l.Add(all[i].item(c, -i))
	}
	if !v.Unattended {
		l.Count(v.Words.T("ab.more"), layout.Item{Ink: c.Theme.Text, Lead: 7, Tail: 7, Rank: 1})
	}
	if l.Place(r, 0) == len(all) {
		return
	}
	l.Draw(c)
	var gone []string
	for i := range all {
		f, at := &all[i], l.At(first+i)
		if at.W == 0 {
			gone = append(gone, f.label+" "+f.value)
			continue
		}
		c.Text(at.X, r.Y+r.H/2, f.label, draw.Small, c.Theme.TextDim, draw.Left|draw.Middle)
		v.Tips.Add(at, f.tip)
	}
	if s.More = l.More; s.More.W > 0 {
		s.More.Y, s.More.H = r.Y+6, r.H-12
		c.Box(s.More.X, s.More.Y, s.More.W, s.More.H, 4, c.Theme.PanelEdge)
		v.Tips.Add(s.More, v.Words.T("lesson.also")+" "+strings.Join(gone, " · "))
	}
}

// StripFigure is a figure as the strip writes it.
type StripFigure struct {
	label, value string
	tip          string
	live         bool // of the world that is shown
}

// unmeasured stands for the value of a figure that has none yet.
const unmeasured = "…"

// item returns the figure's value as an item of a line, with room before it for its name.
func (f *StripFigure) item(c *draw.Canvas, rank int) layout.Item {
	col := c.Theme.TextDim
	if f.live {
		col = c.Theme.Text
	}
	return layout.Item{Text: f.value, Class: draw.Body, Ink: col, Lead: layout.Fit(c.Fonts(), f.label, layout.Open, 0, draw.Small).W + 8, Rank: rank}
}
