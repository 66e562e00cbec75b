package ui

import (
	"driftlab/game"
	"driftlab/ui/draw"
)

// elsewhereFrom is how far from each other two places are that are not the same.
const elsewhereFrom = game.Metre / 20

// otherWay draws where all would be on the other way, as far as it is elsewhere.
func (v *viewport) otherWay(c *draw.Canvas, f *frame, t *tips) {
	if f.other == nil || v.look.thumb {
		return
	}
	here, there := f.machine(v.machine), f.other.frame.machine(v.machine)
	for i, o := range there.Platforms {
		if i < len(here.Platforms) && elsewhere(o, here.Platforms[i]) {
			x, y := v.at(o.Pos)
			half, h := v.length(v.level.Platforms[o.ID].HalfWidth), v.platformHeight()
			c.BoxOutline(x-half, y, 2*half, h, h/2, 1.5*v.zoom, c.Theme.Text.Fade(otherFade))
		}
	}
	for _, o := range there.Players {
		if at, ok := find(here.Players, o.ID); ok && !elsewhere(o, at) {
			continue
		}
		x, y := v.at(o.Pos)
		h, col := v.length(game.PlayerHeight), c.Theme.Machine(o.ID).Color.Fade(otherFade)
		c.Capsule(x-h*0.05, y-h*0.4, x-h*0.05, y, h*0.1, col)
		c.Capsule(x+h*0.05, y-h*0.4, x+h*0.05, y, h*0.1, col)
		c.Marker(c.Theme.Machine(o.ID).Shape, x, y-h*0.64, h*0.36, col)
		t.add(rect{x - h*0.4, y - h, h * 0.8, h}, c.Words.T("viewport.other-way-tip"))
	}
	for _, o := range there.Shots {
		x, y := v.at(o.Pos)
		c.Circle(x, y, 2.5*v.zoom, c.Theme.Text.Fade(otherFade))
	}
}

func elsewhere(a, b game.Object) bool {
	off := a.Pos.Sub(b.Pos)
	return max(off.X, -off.X, off.Y, -off.Y) > elsewhereFrom
}
