package stage

import (
	"math"

	"driftlab/game"
	"driftlab/ui/draw"
	"driftlab/ui/panel"
)

// ballKey is the ball's among deviations: beside those of projectiles, whose numbers are smaller.
const ballKey = ShotKey + 1<<30

// ball draws the ball, with a seam that turns as it rolls.
func (v *Viewport) ball(c *draw.Canvas, o *game.Object) {
	x, y := v.At(o.Pos)
	r := max(v.Length(game.BallRadius), 3)
	rim := max(v.Metres(0.05), 1)
	c.Circle(x, y, r+rim, c.Theme.Ink)
	c.Circle(x, y, r, c.Theme.Shot)
	v.Labels.block(panel.NewRect(x-r, y-r, 2*r, 2*r))
	if v.tiny() {
		return
	}
	c.Circle(x-r*0.3, y-r*0.35, r*0.3, c.Theme.Shine.Fade(0.5))
	sin, cos := math.Sincos(o.Pos.X.Metres() / game.BallRadius.Metres())
	for side := range 3 {
		turn := float64(side) * math.Pi / 3
		s, k := math.Sincos(turn)
		dx, dy := float32(cos*k-sin*s), float32(sin*k+cos*s)
		c.Line(x-dx*r*0.9, y-dy*r*0.9, x+dx*r*0.9, y+dy*r*0.9, max(v.Metres(0.04), 1), c.Theme.Ink.Fade(0.75))
	}
}

// ballGhost draws where the host has the ball, and how far off it is.
func (v *Viewport) ballGhost(c *draw.Canvas, o, ghost game.Object) {
	x, y := v.At(ghost.Pos)
	w := v.truthWidth()
	r := max(v.Length(game.BallRadius), 3) + w
	c.Ring(x, y, r, w, c.Theme.Truth)
	v.Labels.block(panel.NewRect(x-r, y-r, 2*r, 2*r))
	v.deviate(o, ghost, 0, ballKey)
}
