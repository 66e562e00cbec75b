package finder

import (
	"driftlab/ui/draw"
	"driftlab/ui/layout"
	"driftlab/ui/panel"
	"driftlab/ui/picture"
)

// Sizes of the palette in points.
const (
	mostWide = 620
	lineHigh = 42 // what is typed
	rowHigh  = 30
	kindWide = 92 // left of a label: what kind of thing it is
	footHigh = 26
)

// Draw draws the palette over the window.
func (f *Room) Draw(c *draw.Canvas) {
	if !f.open {
		return
	}
	l := &c.Overlay
	w, h := f.view.Width, f.view.Height
	l.Rect(0, 0, w, h, c.Theme.Ground.Fade(0.6))
	top := min(picture.BarHeight+16, h/10)
	shown := min(mostRows, max(int((h-2*top-(lineHigh+footHigh))/rowHigh), 1))
	lines := max(min(shown, len(f.found)), 1)
	wide := min(mostWide, w-16)
	f.box = panel.NewRect((w-wide)/2, top, wide, (lineHigh+footHigh)+float32(lines)*rowHigh)
	l.Box(f.box.X, f.box.Y, f.box.W, f.box.H, 6, c.Theme.Panel)
	l.BoxOutline(f.box.X, f.box.Y, f.box.W, f.box.H, 6, 1.5, c.Theme.Solid)
	x, y, room := f.box.X+14, f.box.Y+lineHigh/2, f.box.W-28
	text := f.text
	for len(text) > 0 && l.Fonts().Measure(string(text), draw.Strong) > room {
		text = text[1:]
	}
	end := x
	if len(text) == 0 {
		layout.Fit(l.Fonts(), f.view.Words.T("find.hint"), room-6, 0, draw.Body).Draw(l, panel.NewRect(x+6, y, 0, 0), l.Theme.TextDim, draw.Left|draw.Middle)
	} else {
		end += l.Text(x, y, string(text), draw.Strong, l.Theme.Text, draw.Left|draw.Middle) + 2
	}
	l.VLine(end, y-10, y+10, 1.5, l.Theme.Text)
	l.HLine(f.box.X+4, f.box.X+f.box.W-4, f.box.Y+(lineHigh-2), 1, l.Theme.Grid)
	f.first = max(min(f.first, f.chosen), f.chosen-shown+1)
	f.rows = f.rows[:0]
	for i := f.first; i < min(f.first+shown, len(f.found)); i++ {
		r := panel.NewRect(f.box.X+4, f.box.Y+(lineHigh+float32(len(f.rows))*rowHigh), f.box.W-8, rowHigh)
		f.rows = append(f.rows, r)
		e := &f.found[i]
		text, dim := l.Theme.Text, l.Theme.TextDim
		if i == f.chosen {
			text, dim = l.Theme.OnChosen, l.Theme.OnChosen
			l.Box(r.X, r.Y, r.W, r.H, 3, l.Theme.Chosen)
		}
		layout.Fit(l.Fonts(), f.view.Words.T("find."+e.Kind), kindWide-10, 0, draw.Small).Draw(l, r.After(10), dim, draw.Left|draw.Middle)
		words := &f.line
		words.Start(l.Fonts(), 14)
		words.Add(layout.Item{Text: e.Label, Class: draw.Body, Ink: text, Rank: 1, Cut: 1})
		words.Right()
		words.Add(layout.Item{Text: e.Note, Ink: dim})
		words.Place(panel.NewRect(r.X+kindWide, r.Y, r.W-kindWide-10, r.H), 0)
		words.Draw(l)
	}
	if len(f.found) == 0 {
		l.Text(f.box.X+14, f.box.Y+(lineHigh+rowHigh/2), f.view.Words.T("find.none"), draw.Body, c.Theme.TextDim, draw.Left|draw.Middle)
	}
	l.Text(f.box.X+f.box.W-14, f.box.Y+f.box.H-footHigh/2, f.view.Words.T("find.close"), draw.Small, c.Theme.TextDim, draw.Right|draw.Middle)
}
