package ui

import (
	"github.com/ebitenui/ebitenui/widget"

	"driftlab/lesson"
	"driftlab/ui/draw"
	"driftlab/ui/panel"
	"driftlab/ui/picture"
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
	if a.Taught.Lesson == nil || a.opt.Bare {
		return 0
	}
	if a.onPhone(a.Width, a.Height, a.screen) {
		if a.Width > a.Height { // the top bar has room for it
			return 0
		}
		return picture.PhoneBar * float32(a.Scale)
	}
	return lessonHeight * float32(a.Scale)
}

// build makes the strip's controls for the present scale and lesson.
func (s *lessonStrip) build(a *App, theme *widgets.Theme) {
	*s = lessonStrip{}
	l := a.Taught.Lesson
	if l == nil || a.Regions.Phone { // the menu has it
		return
	}
	s.way = theme.Row(
		theme.Button("‹", a.Words.T("lesson.previous-tip"), func() { a.turnLesson(-1) }),
		theme.Button("›", a.Words.T("lesson.next-tip"), func() { a.turnLesson(1) }),
	)
	s.end = theme.Row(theme.Button(a.Words.T("lesson.end"), a.Words.T("lesson.end-tip"), a.endLesson))
	var chips []widgets.Child
	for i, w := range l.Worlds {
		if w.Name == "" {
			continue
		}
		var chip *widgets.Toggle
		chip = theme.Toggle(w.Title.In(a.Words.Name()), a.Words.T("lesson.world-tip"), i == a.Taught.World, func(on bool) {
			chip.Set(i == a.Taught.World)
			if on {
				a.openLesson(l, i)
			}
		})
		chips = append(chips, chip)
	}
	if len(chips) > 0 {
		s.both = theme.Toggle(a.Words.T("lesson.beside"), a.Words.T("lesson.beside-tip"), false, func(bool) { a.toggleBeside() })
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
func (s *lessonStrip) place(a *App, r panel.Rect) {
	if s.way == nil {
		return
	}
	z := float32(a.Scale)
	y, h := r.Y+6*z, r.H-12*z
	a.root.Place(s.way, panel.NewRect(r.X+8*z, y, s.w[0], h).Pixels())
	a.root.Place(s.end, panel.NewRect(r.X+r.W-s.w[2]-8*z, y, s.w[2], h).Pixels())
	a.root.Place(s.worlds, panel.NewRect(s.titleAt(r, z)+s.title(a, nil, 0, 0)+14*z, y, s.w[1], h).Pixels())
}

// titleAt returns where the title begins.
func (s *lessonStrip) titleAt(r panel.Rect, z float32) float32 { return r.X + s.w[0] + 22*z }

// number says which lesson it is of all, or which part of a playlist.
func (s *lessonStrip) number(a *App) string {
	if list := a.course.list; list != nil {
		return a.Words.F("lesson.part", list.Title.In(a.Words.Name()), a.course.part+1, len(list.Parts))
	}
	if n := a.Taught.Lesson.Number; n != lesson.NoNumber {
		return a.Words.F("lesson.strip", n)
	}
	return a.Words.T("lesson.own")
}

// title writes number and title of the lesson and returns how wide they are; without a canvas it only
// measures.
func (s *lessonStrip) title(a *App, c *draw.Canvas, x, y float32) (w float32) {
	number := s.number(a)
	fonts, space := a.Canvas.Fonts(), 10*float32(a.Scale)
	w = fonts.Measure(number, draw.Small) + space
	if c != nil {
		c.Text(x, y, number, draw.Small, c.Theme.TextDim, draw.Left|draw.Middle)
		c.Text(x+w, y, a.TitleText(), draw.Strong, c.Theme.Text, draw.Left|draw.Middle)
	}
	return w + fonts.Measure(a.TitleText(), draw.Strong)
}

// draw writes title and figures.
func (s *lessonStrip) draw(a *App, c *draw.Canvas, r panel.Rect) {
	l := a.Taught.Lesson
	if l == nil || r.H == 0 {
		return
	}
	if a.Regions.Phone {
		c.Rect(r.X, r.Y, r.W, r.H, c.Theme.Panel)
		a.drawPhoneLesson(c, r)
		return
	}
	z, language := float32(a.Scale), a.Words.Name()
	c.Rect(r.X, r.Y, r.W, r.H, c.Theme.Panel)
	c.HLine(r.X, r.X+r.W, r.Y, z, c.Theme.PanelEdge)
	x, y := s.titleAt(r, z), r.Y+r.H/2
	w := s.title(a, c, x, y)
	if len(l.Steps) > 0 {
		a.Tips.Add(panel.NewRect(x, r.Y, w, r.H), l.Teaches.In(language)+" "+a.Words.F("lesson.source", l.Source))
	} else {
		a.Tips.Add(panel.NewRect(x, r.Y, w, r.H), a.Words.F("lesson.seen", l.Teaches.In(language), l.Watch.In(language), l.Source))
	}
	if a.telling() {
		left := x + w + s.w[1] + 28*z
		a.player.drawDots(a, c, panel.NewRect(left, r.Y, r.X+r.W-s.w[2]-22*z-left, r.H))
		return
	}
	a.Figures.Draw(&a.View, &a.Taught, c, panel.NewRect(x+w+14*z, r.Y, r.X+r.W-s.w[2]-22*z-x-w-14*z, r.H).After(s.w[1]+14*z))
}
