package ui

import (
	"github.com/ebitenui/ebitenui/widget"
	"github.com/hajimehoshi/ebiten/v2"
	"github.com/hajimehoshi/ebiten/v2/inpututil"

	"driftlab/lesson"
	"driftlab/ui/widgets"
)

// lessonPicker is the list of lessons over the worlds.
type lessonPicker struct {
	widgets.Child
	open bool
	area rect // where it is while it is open
}

// pickerWidth is the greatest width of the list at scale 1.
const pickerWidth = 1040

// build makes the list for the present scale and language. What was open stays open.
func (p *lessonPicker) build(a *App, theme *widgets.Theme) {
	language := a.words.Name()
	column := (p.width(a)/float32(a.scale) - 50) / 2
	all, last := lesson.All(), lesson.Named(a.opt.Config.Settings().Lesson)
	var columns [2][]widgets.Child
	for i, l := range all {
		row := a.words.F("lesson.row", l.Number, l.Title.In(language))
		if l == last {
			row = a.words.F("lesson.row-last", l.Number, l.Title.In(language))
		}
		button := theme.Button(row, a.words.F("lesson.source", l.Source),
			func() { a.startLesson(l.Number, 0) })
		half := &columns[i*2/len(all)]
		*half = append(*half, button, theme.Note(l.Teaches.In(language), "", theme.Px(float64(column)-16)))
	}
	closes := theme.Button(a.words.T("lesson.close"), a.words.T("lesson.close-tip"), func() { p.show(false) })
	title := theme.Heading(a.words.T("lesson.list"), "")
	beside, _ := theme.Row(title, closes).PreferredSize()
	head := theme.Row(title, closes, theme.Note(a.words.T("lesson.list-note"), "", theme.Px(float64(2*column))-beside))
	p.Child = theme.Panel(theme.Scroll(theme.Column(
		head,
		theme.Equal(theme.Column(columns[0]...), theme.Column(columns[1]...)),
	)), 12)
	p.show(p.open)
}

// width returns the list's width in device pixels.
func (p *lessonPicker) width(a *App) float32 {
	return min(a.layout.worlds.w, pickerWidth*float32(a.scale))
}

// place puts the list over the worlds and the time panel.
func (p *lessonPicker) place(a *App) {
	l, z := &a.layout, float32(a.scale)
	h := l.time.y + l.time.h - l.worlds.y
	_, want := p.PreferredSize()
	p.area = rect{l.worlds.x, l.worlds.y, p.width(a), min(h, float32(want)+4*z)}
	a.root.Place(p.Child, p.area.pixels())
}

// show opens the list or puts it away.
func (p *lessonPicker) show(open bool) {
	p.open = open
	shown := widget.Visibility_Hide
	if open {
		shown = widget.Visibility_Show
	}
	if p.Child != nil {
		p.GetWidget().SetVisibility(shown)
	}
}

// toggleLessons is what the button Lessons does.
func (a *App) toggleLessons() { a.lessons.picker.show(!a.lessons.picker.open) }

// update puts the list away for Escape and for a press beside it, and keeps the pointer from what is under
// the list.
func (p *lessonPicker) update(a *App) {
	if !p.open {
		return
	}
	if inpututil.IsKeyJustPressed(ebiten.KeyEscape) || a.pointer.pressed && !a.pointer.over(p.area) {
		p.show(false)
		return
	}
	if a.pointer.over(p.area) {
		a.pointer.pressed, a.pointer.wheel = false, 0
	}
}
