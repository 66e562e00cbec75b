package ui

import (
	"bytes"
	"image"
	_ "image/png"

	"github.com/hajimehoshi/ebiten/v2"
	"github.com/hajimehoshi/ebiten/v2/inpututil"

	"driftlab/assets"
	"driftlab/config"
	"driftlab/lesson"
	"driftlab/ui/panel"
	"driftlab/ui/widgets"
)

// lessonPicker is the list of lessons over the worlds, made each time that it is opened.
type lessonPicker struct {
	widgets.Child // nil while it is not open
	theme         *widgets.Theme
	open          bool
	marked        config.Settings // what is done, as the list has it
	area          panel.Rect      // where it is while it is open
}

// pickerWidth is the greatest width of the list at scale 1.
const pickerWidth = 1040

// build makes the list for the present scale and language, if it is open.
func (p *lessonPicker) build(a *App, theme *widgets.Theme) {
	p.theme, p.Child = theme, nil
	if p.open {
		p.fill(a)
	}
}

// fill makes the list.
func (p *lessonPicker) fill(a *App) {
	theme := p.theme
	p.marked = a.opt.Config.Settings()
	column := (p.width(a)/float32(a.Scale) - 50) / 2
	if a.Regions.Phone {
		column *= 2
	}
	chapters := lesson.TheCourse().Chapters
	var columns [2][]widgets.Child
	listed := 0
	for _, chapter := range chapters {
		if len(chapter.Lessons) == 0 {
			continue
		}
		n := len(chapter.Lessons)
		half := &columns[(2*listed+n)/len(lesson.All())] // where the chapter's middle is
		*half = append(*half, theme.Heading(chapter.Title.In(a.Words.Name()), ""))
		for _, l := range chapter.Lessons {
			*half = append(*half, p.row(a, theme, l, column))
		}
		listed += n
	}
	both := theme.Equal(theme.Column(columns[0]...), theme.Column(columns[1]...))
	if a.Regions.Phone {
		both = theme.Column(append(columns[0], columns[1]...)...)
	}
	p.Child = theme.Panel(theme.Scroll(theme.Column(p.head(a, theme, column), both)), 12)
}

// head has the list's title, the ways through the course, and where one stopped.
func (p *lessonPicker) head(a *App, theme *widgets.Theme, column float32) widgets.Child {
	language := a.Words.Name()
	ways := []widgets.Child{theme.Heading(a.Words.T("lesson.list"), "")}
	if l := lesson.Named(p.marked.Lesson); l != nil {
		ways = append(ways, theme.Button(a.Words.F("lesson.go-on", l.Number, max(p.marked.Step, 1)), l.Title.In(language), a.goOnWithCourse))
	}
	for i := range lesson.TheCourse().Playlists {
		list := &lesson.TheCourse().Playlists[i]
		ways = append(ways, theme.Button(list.Title.In(language), list.Note.In(language), func() { a.startPlaylist(list) }))
	}
	ways = append(ways, theme.Button(a.Words.T("lesson.close"), a.Words.T("lesson.close-tip"), func() { p.show(a, false) }))
	if a.Regions.Phone {
		return theme.Column(append(ways, theme.Note(a.Words.T("lesson.list-note"), "", theme.Px(float64(column))))...)
	}
	return theme.Column(theme.Row(ways...), theme.Note(a.Words.T("lesson.list-note"), "", theme.Px(float64(2*column))))
}

// row is a lesson: its name, about how long it takes, whether it is done, and what it teaches.
func (p *lessonPicker) row(a *App, theme *widgets.Theme, l *lesson.Lesson, column float32) widgets.Child {
	text := a.Words.F("lesson.entry", l.Number, l.Title.In(a.Words.Name()), l.Minutes())
	if p.marked.HasDone(l.Name) {
		text = a.Words.F("lesson.done", text)
	}
	const thumb = 112
	button := theme.Button(text, a.Words.F("lesson.source", l.Source), func() { a.startLesson(l.Number, 0) })
	if a.Regions.Phone { // no room for a picture
		return theme.Column(button, theme.Note(l.Teaches.In(a.Words.Name()), "", theme.Px(float64(column))))
	}
	words := theme.Column(button, theme.Note(l.Teaches.In(a.Words.Name()), "", theme.Px(float64(column)-thumb-24)))
	png, err := assets.Thumb(l.Name)
	if err != nil {
		return words // a lesson that is new has none yet, and a page gets them after its program
	}
	img, _, err := image.Decode(bytes.NewReader(png))
	if err != nil {
		return words
	}
	return theme.Trail(theme.Picture(img, thumb), words)
}

// width returns the list's width in device pixels.
func (p *lessonPicker) width(a *App) float32 {
	if a.Regions.Phone {
		return float32(a.Width) - 2*panel.Gap*float32(a.Scale)
	}
	return min(a.Regions.Worlds.W-2*panel.Gap*float32(a.Scale), pickerWidth*float32(a.Scale))
}

// place puts the list over the worlds and what is below them, where it is open.
func (p *lessonPicker) place(a *App) {
	if p.Child == nil {
		return
	}
	l, z := &a.Regions, float32(a.Scale)
	x, y := max(l.Worlds.X, panel.Gap*z), max(l.Worlds.Y, l.Top.H+panel.Gap*z)
	_, want := p.PreferredSize()
	p.area = panel.NewRect(x, y, p.width(a), min(l.Bottom.Y-panel.Gap*z-y, float32(want)+4*z))
	if l.Phone {
		p.area = a.Within(panel.NewRect(0, 0, p.width(a), float32(want)+4*z))
	}
	a.root.Place(p.Child, p.area.Pixels())
}

// show opens the list or puts it away.
func (p *lessonPicker) show(a *App, open bool) {
	if p.Child != nil {
		a.root.Remove(p.Child)
		p.Child = nil
	}
	if p.open = open; open {
		p.fill(a)
		p.place(a)
	}
}

// toggleLessons is what the button Lessons does.
func (a *App) toggleLessons() { a.lessons.picker.show(a, !a.lessons.picker.open) }

// update puts the list away for Escape and for a press beside it, and keeps the pointer from what is under
// the list.
func (p *lessonPicker) update(a *App) {
	if !p.open {
		return
	}
	if inpututil.IsKeyJustPressed(ebiten.KeyEscape) || a.pointer.Pressed && !a.pointer.Over(p.area) {
		p.show(a, false)
		return
	}
	if a.pointer.Over(p.area) {
		a.pointer.Pressed, a.pointer.Wheel = false, 0
	}
}
