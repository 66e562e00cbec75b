package lessons

import (
	"bytes"
	"image"
	_ "image/png"

	"github.com/hajimehoshi/ebiten/v2"
	"github.com/hajimehoshi/ebiten/v2/inpututil"

	"driftlab/assets"
	"driftlab/game/lesson"
	"driftlab/ui/config"
	"driftlab/ui/panel"
	"driftlab/ui/widgets"
)

// lessonPicker is the list of lessons over the worlds, made each time that it is opened.
type lessonPicker struct {
	widgets.Child // nil while it is not open
	theme         *widgets.Theme
	Open          bool
	Marked        config.Settings // what is done, as the list has it
	Area          panel.Rect      // where it is while it is open
	Symptoms      []widgets.Child // a button each
	asked         bool            // it was opened for them
}

// build makes the list for the present scale and language, if it is open.
func (p *lessonPicker) build(rm *Room, theme *widgets.Theme) {
	p.theme, p.Child = theme, nil
	if p.Open {
		p.fill(rm)
	}
}

// fill makes the list.
func (p *lessonPicker) fill(rm *Room) {
	theme, column := p.theme, (p.width(rm)-50)/2
	p.Marked = rm.opt.Config.Settings()
	if rm.picture.Regions.Phone {
		column *= 2
	}
	var columns [2][]widgets.Child
	listed := 0
	for _, chapter := range lesson.TheCourse().Chapters {
		n := len(chapter.Lessons)
		if n == 0 {
			continue
		}
		half := &columns[(2*listed+n)/len(lesson.All())] // where the chapter's middle is
		*half = append(*half, theme.Heading(chapter.Title.In(rm.picture.Words.Name()), ""))
		for _, l := range chapter.Lessons {
			*half = append(*half, p.row(rm, theme, l, column))
		}
		listed += n
	}
	both := theme.Equal(theme.Column(columns[0]...), theme.Column(columns[1]...))
	if rm.picture.Regions.Phone {
		both = theme.Column(append(columns[0], columns[1]...)...)
	}
	p.Child = theme.Panel(theme.Scroll(theme.Column(p.head(rm, theme, column), p.symptoms(rm, theme), both)), 12)
}

// head has the list's title, the ways through the course, and where one stopped.
func (p *lessonPicker) head(rm *Room, theme *widgets.Theme, column float32) widgets.Child {
	language := rm.picture.Words.Name()
	ways := []widgets.Child{theme.Heading(rm.picture.Words.T("lesson.list"), "")}
	if l := lesson.Named(p.Marked.Lesson); l != nil {
		ways = append(ways, theme.Button(rm.picture.Words.F("lesson.go-on", l.Number, max(p.Marked.Step, 1)), l.Title.In(language), rm.GoOn))
	}
	for i := range lesson.TheCourse().Playlists {
		list := &lesson.TheCourse().Playlists[i]
		ways = append(ways, theme.Button(list.Title.In(language), list.Note.In(language), func() { rm.StartPlaylist(list) }))
	}
	ways = append(ways, theme.Button(rm.picture.Words.T("lesson.close"), rm.picture.Words.T("lesson.close-tip"), func() { p.show(rm, false) }))
	if rm.picture.Regions.Phone {
		return theme.Column(append(ways, theme.Note(rm.picture.Words.T("lesson.list-note"), "", column))...)
	}
	return theme.Column(theme.Row(ways...), theme.Note(rm.picture.Words.T("lesson.list-note"), "", 2*column))
}

// row is a lesson: its name, about how long it takes, whether it is done, and what it asks.
func (p *lessonPicker) row(rm *Room, theme *widgets.Theme, l *lesson.Lesson, column float32) widgets.Child {
	text := rm.picture.Words.F("lesson.entry", l.Number, l.Title.In(rm.picture.Words.Name()), l.Minutes())
	if p.Marked.HasDone(l.Name) {
		text = rm.picture.Words.F("lesson.done", text)
	}
	const thumb = 112
	button := theme.Button(text, rm.picture.Words.F("lesson.source", l.Source), func() { rm.Start(l.Number, 0) })
	if rm.picture.Regions.Phone { // no room for a picture
		return theme.Column(button, theme.Note(l.Promise().In(rm.picture.Words.Name()), "", column))
	}
	words := theme.Column(button, theme.Note(l.Promise().In(rm.picture.Words.Name()), "", column-thumb-24))
	png, _ := assets.Thumb(l.Name) // a lesson that is new has none yet, and a page gets them after its program
	if img, _, err := image.Decode(bytes.NewReader(png)); err == nil {
		return theme.Trail(theme.Picture(img, thumb), words)
	}
	return words
}

// width returns the list's width.
func (p *lessonPicker) width(rm *Room) float32 {
	if rm.picture.Regions.Phone {
		return rm.picture.Width - 2*panel.Gap
	}
	return min(rm.picture.Regions.Worlds.W-2*panel.Gap, 1040)
}

// PlacePicker puts the list over the worlds and what is below them, where it is open.
func (rm *Room) PlacePicker() {
	p, l := &rm.Picker, &rm.picture.Regions
	if p.Child == nil {
		return
	}
	x, y := max(l.Worlds.X, panel.Gap), max(l.Worlds.Y, l.Top.H+panel.Gap)
	_, want := rm.window.Root().Size(p)
	p.Area = panel.NewRect(x, y, p.width(rm), min(l.Bottom.Y-panel.Gap-y, want+4))
	if l.Phone {
		p.Area = rm.picture.Within(panel.NewRect(0, 0, p.width(rm), want+4))
	}
	rm.window.Root().Place(p.Child, p.Area)
	rm.window.Root().Over(p.Child)
}

// show opens the list or puts it away.
func (p *lessonPicker) show(rm *Room, open bool) {
	if p.Child != nil {
		rm.window.Root().Remove(p.Child)
		p.Child = nil
	}
	if p.Open = open; open {
		p.fill(rm)
		rm.PlacePicker()
	}
}

// TogglePicker is what the button Lessons does.
func (rm *Room) TogglePicker() {
	rm.Picker.asked = false
	rm.Picker.show(rm, !rm.Picker.Open)
}

// ToggleSymptoms opens the list at its symptoms, or puts it away.
func (rm *Room) ToggleSymptoms() {
	rm.Picker.asked = true
	rm.Picker.show(rm, !rm.Picker.Open)
}

// update closes the list on Escape and on a press outside, and keeps the pointer from what is under
// the list.
func (p *lessonPicker) update(rm *Room) {
	if !p.Open {
		return
	}
	if escape := inpututil.IsKeyJustPressed(ebiten.KeyEscape); escape || rm.pointer.Pressed && !rm.pointer.Over(p.Area) {
		if p.show(rm, false); escape {
			rm.window.Root().GiveBack()
		}
		return
	}
	if rm.pointer.Over(p.Area) {
		rm.pointer.Pressed, rm.pointer.Wheel = false, 0
	}
}
