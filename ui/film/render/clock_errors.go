package render

import (
	"cmp"

	"driftlab/game/session"
	"driftlab/ui/draw"
	"driftlab/ui/layout"
	"driftlab/ui/panel"
	"driftlab/ui/picture"
)

// filmErrors writes how wrong the compared clocks are, or the chosen client's clock, with the unit and what is meant by it.
func (f *filmPicture) filmErrors(c *draw.Canvas, r panel.Rect) {
	if r.H == 0 {
		return
	}
	y := r.Y + r.H/2
	c.Rect(r.X, r.Y, r.W, r.H, c.Theme.Panel)
	room := panel.NewRect(r.X+16, r.Y, r.W-24, r.H)
	if f.AB.On {
		f.filmBothErrors(c, room)
		return
	}
	hint := layout.First(c.Fonts(), draw.Body, r.W*0.42, f.Words.F("film.error-hint", f.Deck.Chosen))
	label := cmp.Or(hint, f.Words.F("film.error", f.Deck.Chosen))
	x := room.X + c.Text(room.X, y, label, draw.Body, c.Theme.TextDim, draw.Left|draw.Middle) + 24
	own := &f.Frame.Facts[f.Deck.Chosen-1]
	x += c.Text(x, y, panel.AlgorithmTitle(f.Words, own.Driving), draw.Body, c.Theme.Text, draw.Left|draw.Middle) + 16
	f.putError(c, x, y, room.X+room.W-x, draw.Title, own)
}

// widestError is about the widest error that is common.
const widestError = "−8888.8 ms"

// filmBothErrors writes the errors of A and B and the difference between them, in columns of the same width. The label and the
// letters get smaller until they fit.
func (f *filmPicture) filmBothErrors(c *draw.Canvas, r panel.Rect) {
	y, fonts := r.Y+r.H/2, c.Fonts()
	between := f.Words.T("ab.between")
	lead := max(28, layout.Fit(fonts, between, r.W, 0, draw.Body).W+10)
	label, class := "", draw.Small
	least := func(class draw.Class) float32 { return lead + layout.Fit(fonts, widestError, r.W, 0, class).W + 8 }
choice:
	for _, class = range [...]draw.Class{draw.Title, draw.Body, draw.Small} {
		for _, label = range [...]string{f.Words.F("film.error-hint", f.Deck.Chosen), f.Words.F("film.error", f.Deck.Chosen), ""} {
			if f.labelWidth(c, label)+3*least(class) <= r.W && (label == "" || f.labelWidth(c, label) < r.W*0.45) {
				break choice
			}
		}
	}
	if label != "" {
		c.Text(r.X, y, label, draw.Body, c.Theme.TextDim, draw.Left|draw.Middle)
	}
	x := r.X + f.labelWidth(c, label)
	step := (r.X + r.W - x) / 3
	if step < least(class) {
		step = (r.X + r.W - x) / 2 // without the difference
	}
	facts := [2]*session.Facts{picture.ChosenFacts(&f.AB.A.Frame, f.Deck.Chosen), picture.ChosenFacts(&f.Frame, f.Deck.Chosen)}
	for i, one := range facts {
		panel.Badge(c, x, y, panel.BadgeHigh, [...]string{"a", "b"}[i])
		w := 28 + f.putError(c, x+28, y, step-36, class, one)
		if one.Status.Synchronised {
			name := layout.Item{Text: panel.AlgorithmTitle(f.Words, one.Driving), Ink: c.Theme.TextDim}
			f.line.Say(c, panel.NewRect(x+w+10, y, step-w-18, 0), draw.Left, name)
		}
		x += step
	}
	if x+least(class) > r.X+r.W+1 {
		return
	}
	x += c.Text(x, y, between, draw.Body, c.Theme.TextDim, draw.Left|draw.Middle) + 10
	f.pen.Start(f.Words).Text("–")
	if facts[0].Status.Synchronised && facts[1].Status.Synchronised {
		f.pen.Start(f.Words).Signed(picture.Between(facts[0], facts[1]), 1).Text(" ms")
	}
	f.pen.Put(c, x, y, class, c.Theme.Text, draw.Left|draw.Middle)
}

// labelWidth returns how wide a label before the errors is, with the space after it.
func (f *filmPicture) labelWidth(c *draw.Canvas, label string) float32 {
	if label == "" {
		return 0
	}
	return layout.Fit(c.Fonts(), label, layout.Open, 0, draw.Body).W + 24
}

// putError writes a clock's error in milliseconds, in large letters, and returns how wide it is.
func (f *filmPicture) putError(c *draw.Canvas, x, y, room float32, class draw.Class, of *session.Facts) float32 {
	if of.Status.Synchronised {
		f.pen.Start(f.Words).Signed(of.Error.Seconds()*1000, 1).Text(" ms")
		return f.pen.Put(c, x, y, class, c.Theme.ErrorText, draw.Left|draw.Middle)
	}
	ink, long, short := c.Theme.TextDim, f.Words.T("film.no-time"), f.Words.T("film.no-time-short")
	return f.line.Say(c, panel.NewRect(x, y, room, 0), draw.Left, layout.Item{Text: long, Class: draw.Body, Ink: ink}, layout.Item{Text: short, Class: draw.Body, Ink: ink},
		layout.Item{Text: short, Ink: ink}, layout.Item{Text: "–", Class: class, Ink: ink}).W
}
