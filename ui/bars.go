package ui

import (
	"time"

	"driftlab/ui/draw"
	"driftlab/ui/widgets"
	"driftlab/ui/words"
)

// topBar holds what runs the session: play, step, restart, and where it stands.
type topBar struct {
	app  *App
	play *widgets.Button
	pen  pen
}

func (a *App) newTopBar(theme *widgets.Theme) widgets.Child {
	a.top.app = a
	a.top.play = theme.Button("Pause", "Stop and go on (Space). The experiment does not notice.", func() { a.paused = !a.paused })
	return theme.Row(
		a.top.play,
		theme.Button("Step", "Go on by one tick of the game (key .)", a.step),
		theme.Button(words.T("lesson.button"), words.T("lesson.button-tip"), a.toggleLessons),
		theme.Button("Restart", "Begin the scenario anew, with the same luck (F5)", a.restart),
		theme.Button(words.T("ab.title"), words.T("ab.title-tip"), a.toggleAB),
		theme.Button(words.T("blind.title"), words.T("blind.title-tip"), a.toggleBlind),
		theme.Button(words.T("share.title"), words.T("share.title-tip"), a.toggleShare),
	)
}

func (b *topBar) refresh() {
	text := "Pause"
	if b.app.paused {
		text = "Play"
	}
	b.play.SetText(text)
}

// draw writes the scenario, its seed and the virtual time.
func (b *topBar) draw(c *draw.Canvas, t *tips, r rect) {
	zoom := float32(c.Fonts().Scale())
	s := b.app.session
	y := r.y + r.h/2
	c.Text(r.x+14*zoom, y, "driftlab", draw.Title, draw.Text, draw.Left|draw.Middle)
	x := r.x + (controlsWidth+445)*zoom
	if b.app.lessons.lesson == nil { // else the strip below has it
		x += c.Text(x, y, b.app.titleText(), draw.Strong, draw.Text, draw.Left|draw.Middle) + 16*zoom
	}
	b.pen.start().text("seed ").int(int64(s.Scenario().Seed))
	w := b.pen.put(c, x, y, draw.Small, draw.TextDim, draw.Left|draw.Middle)
	t.add(rect{x, r.y, w, r.h}, "All luck comes from this number: the same seed gives every packet the same fate again.")

	x = r.x + r.w - 16*zoom
	b.pen.start().fixed(time.Duration(s.Now()).Seconds(), 3).text(" s")
	if b.app.blind.hides() { // the host's clock reads it
		b.pen.start().text("– s")
	}
	w = b.pen.put(c, x, y, draw.Mono, draw.Text, draw.Right|draw.Middle)
	b.pen.start().text("virtual time at ").text(speedText(b.app.speed))
	if b.app.paused {
		b.pen.start().text("paused at virtual time")
	}
	c.TextBytes(x-w-10*zoom, y, b.pen.buf, draw.Small, draw.TextDim, draw.Right|draw.Middle)
}
