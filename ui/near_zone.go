package ui

import (
	"driftlab/game"
	"driftlab/scenario"
	"driftlab/ui/draw"
)

// nearZone marks from where on the platform that the camera is about is shown in predicted time, because the own player
// is so near: two lines, in the style of the time that it is in.
func (v *viewport) nearZone(c *draw.Canvas, platforms []game.Object) {
	about := v.look.about
	if !v.look.near || v.look.thumb || about.Kind != scenario.SubjectPlatform || about.Of >= len(platforms) {
		return
	}
	p, z := &v.level.Platforms[about.Of], v.zoom
	col, dash := spaceStyle(c.Theme, platforms[about.Of].Space)
	for _, side := range [...]game.Length{-1, 1} {
		at := game.Point{X: platforms[about.Of].Pos.X + side*(p.HalfWidth+game.NearIn)}
		if at.X < 0 || at.X > v.level.Width {
			continue
		}
		x, ground := v.at(at)
		_, top := v.at(game.Point{Y: game.NearIn})
		c.Dashed(x, ground, x, top, 2.5*z, dash.Scale(z), 0, col)
		text := v.pen.start(c.Words).fixed(game.NearIn.Metres(), 0).text(" m ").text(c.Words.T("viewport.near-line"))
		w, h := c.Fonts().MeasureBytes(text.buf, draw.Strong), c.Fonts().LineHeight(draw.Strong)
		v.labels.put(rect{x - w/2, top - 4*z - h, w, h})
		text.put(c, x, top-4*z, draw.Strong, col, draw.Centre|draw.Bottom)
	}
}
