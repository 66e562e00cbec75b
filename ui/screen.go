package ui

import (
	"github.com/hajimehoshi/ebiten/v2"

	"driftlab/ui/draw"
	"driftlab/ui/panel"
)

// Draw implements ebiten.Game. It only reads, but that long ways have time again.
func (a *App) Draw(screen *ebiten.Image) {
	if a.ui == nil {
		return
	}
	a.settle()
	c := a.Canvas
	c.Reset()
	if a.large.canvas != nil {
		a.large.canvas.Reset()
	}
	a.Hover.Turn()
	a.AB.Hover.Turn()
	a.Hover.Share(&a.AB.Hover)
	a.explainAt()
	screen.Fill(c.Theme.Ground)
	window := panel.NewRect(0, 0, a.Width, a.Height)
	a.Rest.Begin(a.rests(), window, &a.pointer, c)
	a.fill()
	a.drawAside(c)
	if a.help.open || a.finder.Open() || a.root.Covered() { // what a tooltip would explain lies below something
		a.Tips.Text, a.large.tips.Text = "", ""
	}
	a.Tips.Draw(c, window)
	if a.large.canvas != nil {
		a.large.tips.Draw(a.large.canvas, window.Times(1/a.points()))
	}
	a.help.draw(a, c)
	a.finder.Draw(c)
	a.Calls = a.Rest.Flush(screen) + c.Layer.Flush(screen)
	if a.large.canvas != nil {
		a.Calls += a.large.canvas.Layer.Flush(screen)
	}
	a.ui.Draw(screen)
	a.controls.drawMarks(c)
	a.changed.dots(a, c)
	a.pulse(c) // where the widgets are is known now
	a.buttons.draw(a, c)
	a.aids.draw(a, c)
	if a.large.canvas != nil {
		a.Calls += a.large.canvas.Overlay.Flush(screen)
	}
	a.Calls += c.Overlay.Flush(screen)
	a.shot.take(screen)
	a.Drawn()
}

// drawDiagram draws the open tab, which does not rest where the view is about it.
func (a *App) drawDiagram() {
	v, on, at := a.diagram()
	draw := func(c *draw.Canvas) { a.Tabs.Draw(v, &a.AB, c, at) }
	if a.large.canvas != nil {
		draw(on)
		return
	}
	a.Rest.Draw(on, a.Tabs.Open, a.Regions.Time, draw)
}

// drawNumbers draws the race, and under it what it has no room for.
func (a *App) drawNumbers(c *draw.Canvas) {
	l := &a.Regions
	a.AB.DrawMore(&a.Picture, c)
	if l.Race.H > 0 { // else it may be a tab
		a.Race.Draw(&a.View, c, l.Race)
	}
}

// fill draws every region onto the canvas.
func (a *App) fill() {
	c, l := a.Canvas, &a.Regions
	c.Rect(l.Top.X, l.Top.Y, l.Top.W, l.Top.H, c.Theme.Panel)
	c.Rect(l.Bottom.X, l.Bottom.Y, l.Bottom.W, l.Bottom.H, c.Theme.Panel)
	for _, r := range [...]panel.Rect{l.Rail, l.Controls} {
		if r.H > 0 && !l.Watching && !l.Phone && l.Drawer == (r == l.Rail) {
			c.Box(r.X, r.Y, r.W, r.H, 4, c.Theme.Panel)
		}
	}
	a.drawRegions(c, a.drawDiagram, func() { a.Rest.Draw(c, 0, l.Numbers, a.drawNumbers) })
}

// drawRegions draws what lies beneath the widgets, in the order in which it lies. The diagram has letters of its own size, and numbers may be as
// they were in an earlier frame: how both are drawn is the caller's.
func (a *App) drawRegions(c *draw.Canvas, diagram, numbers func()) {
	l := &a.Regions
	if r := l.Sheet; r.H > 0 { // of a phone
		c.Box(r.X, r.Y, r.W, r.H, 8, c.Theme.Panel)
	}
	a.lessons.BeginDraw()
	a.top.draw(c, a.Tips, l.Top)
	a.lessons.DrawStrip(c)
	a.askForKeys()
	a.askForNotice()
	a.AB.DrawWorlds(&a.Picture, c)
	if l.Time.W > 0 {
		diagram()
	}
	numbers()
	a.DrawClients(c)
	if l.Watching {
		a.DrawWatch(c)
		a.drawWatchBars(c)
		return
	}
	a.edges.draw(a, c)
	a.drawBottomBar(c)
}
