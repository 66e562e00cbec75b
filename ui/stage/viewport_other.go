package stage

import (
	"driftlab/game"
	"driftlab/ui/draw"
	"driftlab/ui/panel"
)

// elsewhereFrom is the distance from which on two places count as different.
const elsewhereFrom = game.Metre / 20

// otherWay draws where everything would be on the other way, unless it would be in the same place.
func (v *Viewport) otherWay(c *draw.Canvas, f *panel.Frame, t *panel.Tips) {
	if f.Other == nil || v.look.Thumb {
		return
	}
	here, there := f.Machine(v.Machine), f.Other.Frame.Machine(v.Machine)
	for i, o := range there.Platforms {
		if i < len(here.Platforms) && elsewhere(o, here.Platforms[i]) {
			x, y := v.At(o.Pos)
			half, h := v.Length(v.Level.Platforms[o.ID].HalfWidth), v.PlatformHeight()
			c.BoxOutline(x-half, y, 2*half, h, h/2, 1.5, c.Theme.Text.Fade(panel.OtherFade))
		}
	}
	for _, o := range there.Players {
		if at, ok := Find(here.Players, o.ID); ok && !elsewhere(o, at) {
			continue
		}
		x, y := v.At(o.Pos)
		h, col := v.Length(game.PlayerHeight), c.Theme.Machine(o.ID).Color.Fade(panel.OtherFade)
		c.Capsule(x-h*0.05, y-h*0.4, x-h*0.05, y, h*0.1, col)
		c.Capsule(x+h*0.05, y-h*0.4, x+h*0.05, y, h*0.1, col)
		c.Marker(c.Theme.Machine(o.ID).Shape, x, y-h*0.64, h*0.36, col)
		t.Add(panel.NewRect(x-h*0.4, y-h, h*0.8, h), c.Words.T("viewport.other-way-tip"))
	}
	for _, o := range there.Shots {
		x, y := v.At(o.Pos)
		c.Circle(x, y, 2.5, c.Theme.Text.Fade(panel.OtherFade))
	}
}

func elsewhere(a, b game.Object) bool {
	off := a.Pos.Sub(b.Pos)
	return max(off.X, -off.X, off.Y, -off.Y) > elsewhereFrom
}
