package ui

import (
	"strings"

	"github.com/ebitenui/ebitenui/widget"

	"driftlab/ui/draw"
	"driftlab/ui/widgets"
	"driftlab/ui/words"
)

// lessonHeight is the height of the strip between the top bar and the worlds while a lesson runs, at scale 1.
const lessonHeight = 40

// lessonStrip says which lesson runs, has its worlds to choose from, and shows what it measures.
type lessonStrip struct {
	way    *widget.Container // to the lessons before and after
	worlds *widget.Container
	both   *widgets.Toggle // two worlds side by side; nil where there is one only
	end    *widget.Container
	w      [3]float32 // of the three
}

// lessonFigures writes what a lesson measures.
type lessonFigures struct {
	more rect // where it says how many figures have no room
	pen  pen
}

// underStrip makes room for a strip of a height under the top bar of a layout for a window without it.
func (l *layout) underStrip(height float32) {
	l.strip = rect{0, l.top.h, l.top.w, height}
	for _, r := range []*rect{&l.bottom, &l.controls, &l.rail, &l.worlds, &l.time, &l.numbers} {
		r.y += height
	}
}

// lessonHeight returns the height of the strip in device pixels, 0 where no lesson runs.
func (a *App) lessonHeight() float32 {
	if a.taught.lesson == nil {
		return 0
	}
	return lessonHeight * float32(a.scale)
}

// build makes the strip's controls for the present scale and lesson.
func (s *lessonStrip) build(a *App, theme *widgets.Theme) {
	*s = lessonStrip{}
	l := a.taught.lesson
	if l == nil {
		return
	}
	s.way = theme.Row(
		theme.Button("‹", a.words.T("lesson.previous-tip"), func() { a.nextLesson(-1) }),
		theme.Button("›", a.words.T("lesson.next-tip"), func() { a.nextLesson(1) }),
	)
	s.end = theme.Row(theme.Button(a.words.T("lesson.end"), a.words.T("lesson.end-tip"), a.endLesson))
	var chips []widgets.Child
	for i, w := range l.Worlds {
		if w.Name == "" {
			continue
		}
		var chip *widgets.Toggle
		chip = theme.Toggle(w.Title.In(a.words.Name()), a.words.T("lesson.world-tip"), i == a.taught.world, func(on bool) {
			chip.Set(i == a.taught.world)
			if on {
				a.startLesson(l.Number, i)
			}
		})
		chips = append(chips, chip)
	}
	if len(chips) > 0 {
		s.both = theme.Toggle(a.words.T("lesson.beside"), a.words.T("lesson.beside-tip"), false, func(bool) { a.toggleBeside() })
		chips = append(chips, s.both)
	}
	s.worlds = theme.Row(chips...)
	for i, c := range []widgets.Child{s.way, s.worlds, s.end} {
		w, _ := c.PreferredSize()
		s.w[i] = float32(w)
	}
}

// refresh keeps the strip's controls in step.
func (s *lessonStrip) refresh(a *App) {
	if s.both != nil {
		s.both.Set(a.worldsBeside())
	}
}

// place puts the controls into the strip: the ways left, the worlds behind the title, the end right.
func (s *lessonStrip) place(a *App, r rect) {
	if s.way == nil {
		return
	}
	z := float32(a.scale)
	y, h := r.y+6*z, r.h-12*z
	a.root.Place(s.way, rect{r.x + 8*z, y, s.w[0], h}.pixels())
	a.root.Place(s.end, rect{r.x + r.w - s.w[2] - 8*z, y, s.w[2], h}.pixels())
	a.root.Place(s.worlds, rect{s.titleAt(r, z) + s.title(a, nil, 0, 0) + 14*z, y, s.w[1], h}.pixels())
}

// titleAt returns where the title begins.
func (s *lessonStrip) titleAt(r rect, z float32) float32 { return r.x + s.w[0] + 22*z }

// title writes number and title of the lesson and returns how wide they are; without a canvas it only
// measures.
func (s *lessonStrip) title(a *App, c *draw.Canvas, x, y float32) (w float32) {
	l := a.taught.lesson
	number := a.words.F("lesson.strip", l.Number)
	fonts, space := a.canvas.Fonts(), 10*float32(a.scale)
	w = fonts.Measure(number, draw.Small) + space
	if c != nil {
		c.Text(x, y, number, draw.Small, c.Theme.TextDim, draw.Left|draw.Middle)
		c.Text(x+w, y, a.titleText(), draw.Strong, c.Theme.Text, draw.Left|draw.Middle)
	}
	return w + fonts.Measure(a.titleText(), draw.Strong)
}

// draw writes title and figures.
func (s *lessonStrip) draw(a *App, c *draw.Canvas, r rect) {
	l := a.taught.lesson
	if l == nil {
		return
	}
	z, language := float32(a.scale), a.words.Name()
	c.Rect(r.x, r.y, r.w, r.h, c.Theme.Panel)
	c.HLine(r.x, r.x+r.w, r.y, z, c.Theme.PanelEdge)
	x, y := s.titleAt(r, z), r.y+r.h/2
	w := s.title(a, c, x, y)
	if len(l.Steps) > 0 {
		a.tips.add(rect{x, r.y, w, r.h}, l.Teaches.In(language)+" "+a.words.F("lesson.source", l.Source))
	} else {
		a.tips.add(rect{x, r.y, w, r.h}, a.words.F("lesson.seen", l.Teaches.In(language), l.Watch.In(language), l.Source))
	}
	if a.telling() {
		left := x + w + s.w[1] + 28*z
		a.player.drawDots(a, c, rect{left, r.y, r.x + r.w - s.w[2] - 22*z - left, r.h})
		return
	}
	a.figures.draw(&a.view, &a.taught, c, rect{x + w + 14*z, r.y, r.x + r.w - s.w[2] - 22*z - x - w - 14*z, r.h}.after(s.w[1]+14*z))
}

// after returns what is left of r right of its first d pixels.
func (r rect) after(d float32) rect { return rect{r.x + d, r.y, r.w - d, r.h} }

// stripFigure is a figure as the strip writes it.
type stripFigure struct {
	label, value string
	tip          string
	live         bool // of the world that is shown
	shown        bool // there is room for it
	w            float32
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

// moreWidth is the room for how many figures are left out, at scale 1.
const moreWidth = 52

// ranged returns the figures that must be in a range: what is measured here and now comes first.
func (t *taught) ranged(v *view, fonts *draw.Fonts) (all []stripFigure) {
	for _, live := range []bool{true, false} {
		for i := range t.lesson.Figures {
			if f := t.figure(v, fonts, i); f.live == live && t.lesson.Figures[i].Ranged() {
				all = append(all, f)
			}
		}
	}
	return all
}

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

// figure prepares the i-th figure.
func (t *taught) figure(v *view, fonts *draw.Fonts, i int) stripFigure {
	f, reading := &t.lesson.Figures[i], t.readings[i]
	out := stripFigure{label: f.Label.In(v.words.Name()), value: "…",
		live: f.Live(t.world)}
	if reading.OK {
		out.value = v.words.Decimal(f.Text(reading.Value))
	}
	over := f.Over(v.words.Name())
	out.tip = v.words.F("lesson.other", out.label, over, f.Range())
	if out.live {
		out.tip = v.words.F("lesson.expected", out.label, over, f.Range())
	}
	if whole := t.whole.readings(); whole != nil && whole[i].OK {
		out.tip += " " + v.words.F("lesson.whole", v.words.Decimal(f.Text(whole[i].Value)))
	}
	out.w = fonts.Measure(out.label, draw.Small) + 8*float32(v.scale) + fonts.Measure(out.value, draw.Mono)
	return out
}
