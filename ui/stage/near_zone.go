package stage

import (
	"driftlab/game"
	"driftlab/game/scenario"
	"driftlab/ui/draw"
	"driftlab/ui/layout"
	"driftlab/ui/panel"
)

// nearZone marks how near the own player must come for the camera's platform to be shown in predicted time: two lines, in
// the style of the time that it is shown in now.
func (v *Viewport) nearZone(c *draw.Canvas, platforms []game.Object) {
	_, ground := v.At(game.Point{})
	_, top := v.At(game.Point{Y: game.NearIn})
	for _, x := range v.nearEdges(platforms) {
		col, dash := spaceStyle(c.Theme, platforms[v.look.About.Of].Space)
		c.Dashed(x, ground, x, top, 2.5, dash, 0, col)
	}
}

// nearEdges returns the x of these lines, without those outside the world.
func (v *Viewport) nearEdges(platforms []game.Object) (xs []float32) {
	about := v.look.About
	if !v.look.Near || v.look.Thumb || about.Kind != scenario.SubjectPlatform || about.Of >= len(platforms) {
		return nil
	}
	for _, side := range [...]game.Length{-1, 1} {
		at := game.Point{X: platforms[about.Of].Pos.X + side*(v.Level.Platforms[about.Of].HalfWidth+game.NearIn)}
		if at.X >= 0 && at.X <= v.Level.Width {
			x, _ := v.At(at)
			xs = append(xs, x)
		}
	}
	return xs
}

// nearNames names these lines once all plates are laid: above a line, or further down along it where there is room.
func (v *Viewport) nearNames(c *draw.Canvas, platforms []game.Object) {
	picture := v.Picture
	_, ground := v.At(game.Point{})
	_, top := v.At(game.Point{Y: game.NearIn})
	for _, x := range v.nearEdges(platforms) {
		col, _ := spaceStyle(c.Theme, platforms[v.look.About.Of].Space)
		text := layout.Item{Bytes: v.pen.Start(c.Words).Fixed(game.NearIn.Metres(), 0).Text(" m ").Word("viewport.near-line").Buf, Class: draw.Strong, Ink: col}
		w, h := v.Labels.line.One(c.Fonts(), text), c.Fonts().LineHeight(draw.Strong)
		half := w/2 + 4
		if x < picture.X || x > picture.X+picture.W || 2*half > picture.W {
			continue
		}
		x = min(max(x, picture.X+half), picture.X+picture.W-half)
		r := panel.NewRect(x-w/2, top-4-h, w, h)
		for !v.Labels.free(r) && r.Y+h < ground {
			r.Y += h / 2
		}
		if r.Y+h >= ground {
			continue
		}
		v.Labels.put(r)
		if r.Y+h > top { // the line doesn't run through the words
			c.Box(r.X-4, r.Y, w+8, h, 4, c.Theme.Ground.Fade(0.95))
		}
		v.Labels.line.Say(c, r, draw.Left, text)
	}
}
