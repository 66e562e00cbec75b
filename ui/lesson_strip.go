package ui

import (
	"github.com/ebitenui/ebitenui/widget"

	"driftlab/lesson"
	"driftlab/ui/draw"
	"driftlab/ui/widgets"
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

// lessonHeight returns the height of the strip in device pixels, 0 where no lesson runs.
func (a *App) lessonHeight() float32 {
	if a.taught.lesson == nil || a.opt.Bare {
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
		theme.Button("‹", a.words.T("lesson.previous-tip"), func() { a.turnLesson(-1) }),
		theme.Button("›", a.words.T("lesson.next-tip"), func() { a.turnLesson(1) }),
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
				a.openLesson(l, i)
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

// number says which lesson it is of all, or which part of a playlist.
func (s *lessonStrip) number(a *App) string {
	if list := a.course.list; list != nil {
		return a.words.F("lesson.part", list.Title.In(a.words.Name()), a.course.part+1, len(list.Parts))
	}
	if n := a.taught.lesson.Number; n != lesson.NoNumber {
		return a.words.F("lesson.strip", n)
	}
	return a.words.T("lesson.own")
}

// title writes number and title of the lesson and returns how wide they are; without a canvas it only
// measures.
func (s *lessonStrip) title(a *App, c *draw.Canvas, x, y float32) (w float32) {
	number := s.number(a)
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
