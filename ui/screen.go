package ui

import (
	"github.com/hajimehoshi/ebiten/v2"

	"driftlab/ui/draw"
)

// Draw implements ebiten.Game. It only reads.
func (a *App) Draw(screen *ebiten.Image) {
	if a.ui == nil {
		return
	}
	c := a.canvas
	c.Reset()
	a.tips.at(ebiten.CursorPosition())
	screen.Fill(draw.Ground)
	a.fill()
	a.tips.draw(c, rect{0, 0, float32(a.width), float32(a.height)})
	a.calls = c.Layer.Flush(screen)
	a.ui.Draw(screen)
	a.calls += c.Overlay.Flush(screen)
	a.shot.take(screen)
}

// fill draws every region onto the canvas.
func (a *App) fill() {
	c, f, l := a.canvas, &a.frame, &a.layout
	z := float32(a.scale)
	c.Rect(l.top.x, l.top.y, l.top.w, l.top.h, draw.Panel)
	c.Rect(l.bottom.x, l.bottom.y, l.bottom.w, l.bottom.h, draw.Panel)
	a.top.draw(c, &a.tips, l.top)
	for i := range f.shown + 1 {
		a.views[i].draw(c, f, &a.tips, l.worlds[i])
	}
	a.tabs.draw(a, c, l.time)
	side := l.numbers
	height := (side.h - gap*z*float32(len(a.cards)-1)) / float32(len(a.cards))
	for i := range f.shown {
		r := rect{side.x, side.y + float32(i)*(height+gap*z), side.w, height}
		a.cards[i].draw(c, &f.facts[i], &a.tips, r)
	}
	a.drawBottomBar(c, l.bottom)
}
