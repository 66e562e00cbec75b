package ui

import (
	"github.com/hajimehoshi/ebiten/v2"
)

// Draw implements ebiten.Game. It only reads.
func (a *App) Draw(screen *ebiten.Image) {
	if a.ui == nil {
		return
	}
	c := a.canvas
	c.Reset()
	if a.large.canvas != nil {
		a.large.canvas.Reset()
	}
	a.hover.turn()
	a.ab.hover.turn()
	a.hover.share(&a.ab.hover)
	a.tips.at(farAway, farAway)
	if a.opt.Screenshot == "" { // the pointer is not part of the picture
		a.tips.at(ebiten.CursorPosition())
	}
	screen.Fill(c.Theme.Ground)
	a.fill()
	if a.help.open || a.finder.open || a.root.Covered() {
		a.tips.text = "" // what they would explain lies below
	}
	a.tips.draw(c, rect{0, 0, float32(a.width), float32(a.height)})
	a.help.draw(a, c)
	a.finder.draw(a, c)
	a.calls = c.Layer.Flush(screen)
	if a.large.canvas != nil {
		a.calls += a.large.canvas.Layer.Flush(screen)
	}
	a.ui.Draw(screen)
	a.changed.dots(a, c)
	a.pulse(c) // where the widgets are is known now
	a.aids.draw(a, c)
	if a.large.canvas != nil {
		a.calls += a.large.canvas.Overlay.Flush(screen)
	}
	a.calls += c.Overlay.Flush(screen)
	a.shot.take(screen)
}

// fill draws every region onto the canvas.
func (a *App) fill() {
	c, l := a.canvas, &a.layout
	c.Rect(l.top.x, l.top.y, l.top.w, l.top.h, c.Theme.Panel)
	c.Rect(l.bottom.x, l.bottom.y, l.bottom.w, l.bottom.h, c.Theme.Panel)
	a.top.draw(c, a.tips, l.top)
	a.lessons.strip.draw(a, c, l.strip)
	a.ab.drawWorlds(&a.picture, c)
	if l.time.w > 0 {
		v, on := a.diagram()
		a.tabs.draw(v, &a.ab, on, l.time)
	}
	if l.numbers.w > 0 && !a.ab.drawNumbers(&a.picture, c) {
		a.drawCards(c)
	}
	if a.hides() {
		cover(c, a.tips, l.race, a.words.T("blind.hidden-tab"))
	} else {
		a.race.draw(&a.view, c, l.race)
	}
	if l.watching {
		a.drawWatch(c)
		a.drawWatchBars(c)
		return
	}
	a.drawBottomBar(c, l.bottom)
}
