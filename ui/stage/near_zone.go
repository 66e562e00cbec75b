package stage

import (
	"driftlab/game"
	"driftlab/scenario"
	"driftlab/ui/draw"
	"driftlab/ui/panel"
)

// nearZone marks from where on the platform that the camera is about is shown in predicted time, because the own player
// is so near: two lines, in the style of the time that it is in.
func (v *Viewport) nearZone(c *draw.Canvas, platforms []game.Object) {
	about := v.look.About
	if !v.look.Near || v.look.Thumb || about.Kind != scenario.SubjectPlatform || about.Of >= len(platforms) {
		return
	}
	p, z := &v.Level.Platforms[about.Of], v.zoom
	col, dash := spaceStyle(c.Theme, platforms[about.Of].Space)
	for _, side := range [...]game.Length{-1, 1} {
		at := game.Point{X: platforms[about.Of].Pos.X + side*(p.HalfWidth+game.NearIn)}
		if at.X < 0 || at.X > v.Level.Width {
			continue
		}
		x, ground := v.At(at)
		_, top := v.At(game.Point{Y: game.NearIn})
		c.Dashed(x, ground, x, top, 2.5*z, dash.Scale(z), 0, col)
		text := v.pen.Start(c.Words).Fixed(game.NearIn.Metres(), 0).Text(" m ").Text(c.Words.T("viewport.near-line"))
		w, h := c.Fonts().MeasureBytes(text.Buf, draw.Strong), c.Fonts().LineHeight(draw.Strong)
		picture, half := v.Picture, w/2+4*z
		if x < picture.X || x > picture.X+picture.W || 2*half > picture.W {
			continue
		}
		x = min(max(x, picture.X+half), picture.X+picture.W-half)
		v.Labels.put(panel.NewRect(x-w/2, top-4*z-h, w, h))
		text.Put(c, x, top-4*z, draw.Strong, col, draw.Centre|draw.Bottom)
	}
}
