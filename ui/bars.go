package ui

import (
	"time"

	"driftlab/ui/draw"
	"driftlab/ui/widgets"
	"driftlab/ui/words"
)

// topBar holds what runs the session: play, step, restart, and where it stands.
type topBar struct {
	app    *App
	row    widgets.Child
	play   *widgets.IconButton
	paused bool // what the play button shows
	narrow bool // there is room for short buttons only
	view   viewMenu
	end    float32 // where the buttons end
	pen    pen
}

// narrowBar is the width, at scale 1, up to which the top bar has no room for the program's name and for
// words on all buttons.
const narrowBar = 820

// isNarrow reports whether the window is so narrow.
func (a *App) isNarrow() bool { return a.layout.top.w < narrowBar*float32(a.scale) }

// brandWidth is the room for the program's name at the left, at scale 1.
const brandWidth = 96

// build makes the buttons for the present scale and language.
func (b *topBar) build(a *App, theme *widgets.Theme) {
	b.app, b.narrow = a, a.isNarrow()
	icon := func(name string, i widgets.Icon, do func()) *widgets.IconButton {
		return theme.Icon(i, words.T("bars."+name+"-tip"), do)
	}
	b.play, b.paused = icon("play", iconPause, func() { a.paused = !a.paused }), false
	var view, help widgets.Child = icon("view", iconView, a.toggleView), icon("help", iconHelp, a.toggleHelp)
	var film widgets.Child = theme.Icon(iconFilm, words.T("recording.button-tip"), a.toggleFilm)
	if !b.narrow {
		film = theme.Button(words.T("recording.button"), words.T("recording.button-tip"), a.toggleFilm)
		view = theme.Button(words.T("bars.view"), words.T("bars.view-tip"), a.toggleView)
		help = theme.Button(words.T("bars.help"), words.T("bars.help-tip"), a.toggleHelp)
	}
	b.row = theme.Row(
		theme.Button(words.T("lesson.button"), words.T("lesson.button-tip"), a.toggleLessons),
		b.play,
		icon("step", iconStep, a.step),
		icon("restart", iconRestart, a.restart),
		icon("reroll", iconReroll, a.newSeed),
		theme.Button(words.T("ab.title"), words.T("ab.title-tip"), a.toggleAB),
		theme.Button(words.T("blind.title"), words.T("blind.title-tip"), a.toggleBlind),
		theme.Button(words.T("share.title"), words.T("share.title-tip"), a.toggleShare),
		film,
		view,
		help,
	)
	b.view.build(a, theme)
}

// place puts the buttons behind the program's name.
func (b *topBar) place() {
	a := b.app
	z, bar := float32(a.scale), a.layout.top
	w, _ := b.row.PreferredSize()
	left := float32(brandWidth)
	if b.narrow {
		left = 8
	}
	r := rect{bar.x + left*z, bar.y + 7*z, float32(w), bar.h - 14*z}
	b.end = r.x + r.w
	a.root.Place(b.row, r.pixels())
	b.view.place(a)
}

func (b *topBar) refresh() {
	if now := b.app.paused; now != b.paused {
		b.paused = now
		icon := iconPause
		if now {
			icon = iconPlay
		}
		b.play.SetIcon(icon)
	}
}

// draw writes the scenario, its seed and the virtual time: as much of it, from the last to the first, as
// there is room for.
func (b *topBar) draw(c *draw.Canvas, t *tips, r rect) {
	zoom := float32(c.Fonts().Scale())
	s := b.app.session
	y := r.y + r.h/2
	if !b.narrow {
		c.Text(r.x+14*zoom, y, "driftlab", draw.Title, draw.Text, draw.Left|draw.Middle)
	}
	left, x := b.end+16*zoom, r.x+r.w-16*zoom

	b.pen.start().fixed(time.Duration(s.Now()).Seconds(), 3).text(" s")
	if b.app.blind.hides() { // the host's clock reads it
		b.pen.start().text("– s")
	}
	w := b.pen.put(c, x, y, draw.Mono, draw.Text, draw.Right|draw.Middle)
	t.add(rect{x - w, r.y, w, r.h}, words.T("bars.time-tip"))
	x = b.app.rec.bar.draw(b.app, c, t, left, x-w-10*zoom, r)
	b.pen.start().text(words.T("bars.running")).text(" ").text(speedText(b.app.speed))
	if b.app.paused {
		b.pen.start().text(words.T("bars.paused"))
	}
	if w = c.Fonts().MeasureBytes(b.pen.buf, draw.Small); x-w < left {
		return
	}
	c.TextBytes(x, y, b.pen.buf, draw.Small, draw.TextDim, draw.Right|draw.Middle)
	t.add(rect{x - w, r.y, w, r.h}, words.T("bars.time-tip"))
	x -= w + 24*zoom

	b.pen.start().text(words.T("bars.seed")).text(" ").int(int64(s.Scenario().Seed))
	seed := c.Fonts().MeasureBytes(b.pen.buf, draw.Small)
	if x-seed < left {
		return
	}
	title := ""
	if b.app.lessons.lesson == nil { // else the strip below has it
		title = b.app.titleText()
	}
	if room := x - seed - 16*zoom - left; title != "" && room > 60*zoom {
		title = cut(c.Fonts(), title, draw.Strong, room)
		w = c.Text(left, y, title, draw.Strong, draw.Text, draw.Left|draw.Middle)
		t.add(rect{left, r.y, w, r.h}, b.app.titleText())
		left += w + 16*zoom
	}
	c.TextBytes(left, y, b.pen.buf, draw.Small, draw.TextDim, draw.Left|draw.Middle)
	t.add(rect{left, r.y, seed, r.h}, words.T("bars.seed-tip"))
}

// errorSign draws a triangle with an exclamation mark at the left of r and returns the rest of it.
func errorSign(c *draw.Canvas, r rect, zoom float32) rect {
	x, y := r.x+10*zoom, r.y+r.h/2
	c.Marker(draw.TriangleUp, x, y+zoom, 10*zoom, draw.Error)
	c.Rect(x-zoom, y-3*zoom, 2*zoom, 5*zoom, draw.Panel)
	c.Rect(x-zoom, y+4*zoom, 2*zoom, 2*zoom, draw.Panel)
	return rect{r.x + 28*zoom, r.y, r.w - 28*zoom, r.h}
}

// dismiss puts away what the bottom bar says went wrong, where it is clicked on.
func (a *App) dismiss() {
	if a.message != "" && a.pointer.pressed && a.pointer.over(a.captionPlace()) {
		a.say(nil)
	}
}
