package ui

import (
	"driftlab/session"
	"driftlab/ui/draw"
)

// filmErrors writes how wrong the clocks are that are compared, or the one of the chosen client, with
// the unit and what is meant by it.
func (f *filmPicture) filmErrors(c *draw.Canvas, r rect) {
	if r.h == 0 {
		return
	}
	z, y := float32(f.scale), r.y+r.h/2
	c.Rect(r.x, r.y, r.w, r.h, c.Theme.Panel)
	room := rect{r.x + 16*z, r.y, r.w - 24*z, r.h}
	if f.ab.on {
		f.filmBothErrors(c, room)
		return
	}
	label := f.words.F("film.error", f.deck.chosen)
	if hint := f.words.F("film.error-hint", f.deck.chosen); c.Fonts().Measure(hint, draw.Body) < r.w*0.42 {
		label = hint
	}
	x := room.x + c.Text(room.x, y, label, draw.Body, c.Theme.TextDim, draw.Left|draw.Middle) + 24*z
	own := &f.frame.held[f.deck.chosen-1]
	x += c.Text(x, y, algorithmTitle(f.words, own.Driving), draw.Body, c.Theme.Text, draw.Left|draw.Middle) + 16*z
	f.putError(c, x, y, room.x+room.w-x, draw.Title, own)
}

// widestError is as wide as errors usually are at most.
const widestError = "−8888.8 ms"

// filmBothErrors writes the errors of A and B and what is between them, each with as much room. The label
// before them is as short as that takes, and the letters as small.
func (f *filmPicture) filmBothErrors(c *draw.Canvas, r rect) {
	z, y, fonts := float32(f.scale), r.y+r.h/2, c.Fonts()
	between := f.words.T("ab.between")
	lead := max(28*z, fonts.Measure(between, draw.Body)+10*z)
	label, class := "", draw.Small
	least := func(class draw.Class) float32 { return lead + fonts.Measure(widestError, class) + 8*z }
choice:
	for _, class = range [...]draw.Class{draw.Title, draw.Body, draw.Small} {
		for _, label = range [...]string{f.words.F("film.error-hint", f.deck.chosen), f.words.F("film.error", f.deck.chosen), ""} {
			if f.labelWidth(c, label)+3*least(class) <= r.w && (label == "" || f.labelWidth(c, label) < r.w*0.45) {
				break choice
			}
		}
	}
	if label != "" {
		c.Text(r.x, y, label, draw.Body, c.Theme.TextDim, draw.Left|draw.Middle)
	}
	x := r.x + f.labelWidth(c, label)
	step := (r.x + r.w - x) / 3
	if step < least(class) {
		step = (r.x + r.w - x) / 2 // without what is between
	}
	facts := [2]*session.Facts{chosenFacts(&f.ab.a.frame, f.deck.chosen), chosenFacts(&f.frame, f.deck.chosen)}
	for i, one := range facts {
		badge(c, x, y, [...]string{"a", "b"}[i], z)
		w := 28*z + f.putError(c, x+28*z, y, step-36*z, class, one)
		if name := algorithmTitle(f.words, one.Driving); one.Status.Synchronised && w+10*z+fonts.Measure(name, draw.Small) < step-8*z {
			c.Text(x+w+10*z, y, name, draw.Small, c.Theme.TextDim, draw.Left|draw.Middle)
		}
		x += step
	}
	if x+least(class) > r.x+r.w+z {
		return
	}
	x += c.Text(x, y, between, draw.Body, c.Theme.TextDim, draw.Left|draw.Middle) + 10*z
	f.pen.start(f.words).text("–")
	if facts[0].Status.Synchronised && facts[1].Status.Synchronised {
		f.pen.start(f.words).signed((facts[1].Error-facts[0].Error).Seconds()*1000, 1).text(" ms")
	}
	f.pen.put(c, x, y, class, c.Theme.Text, draw.Left|draw.Middle)
}

// labelWidth returns how much room a label before errors takes.
func (f *filmPicture) labelWidth(c *draw.Canvas, label string) float32 {
	if label == "" {
		return 0
	}
	return c.Fonts().Measure(label, draw.Body) + 24*float32(c.Fonts().Scale())
}

// putError writes a clock's error in milliseconds into a room, large, and returns how wide it is.
func (f *filmPicture) putError(c *draw.Canvas, x, y, room float32, class draw.Class, of *session.Facts) float32 {
	if of.Status.Synchronised {
		f.pen.start(f.words).signed(of.Error.Seconds()*1000, 1).text(" ms")
		return f.pen.put(c, x, y, class, errorColor(c.Theme, of.Error), draw.Left|draw.Middle)
	}
	text, fits := "–", func(text string, class draw.Class) bool { return c.Fonts().Measure(text, class) <= room }
	switch long, short := f.words.T("film.no-time"), f.words.T("film.no-time-short"); {
	case fits(long, draw.Body):
		text, class = long, draw.Body
	case fits(short, draw.Body):
		text, class = short, draw.Body
	case fits(short, draw.Small):
		text, class = short, draw.Small
	}
	return c.Text(x, y, text, class, c.Theme.TextDim, draw.Left|draw.Middle)
}
