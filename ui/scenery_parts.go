package ui

import (
	"math"

	"driftlab/game"
	"driftlab/palette"
	"driftlab/ui/draw"
)

// Measures of columns and bells, in metres.
const (
	capitalHeight = 0.24
	capitalBeyond = 0.12
	brickHeight   = 0.33
	bellHalf      = 0.27 // of its mouth
	bellTop       = 0.1  // half of its crown
)

// columns draws what is in front of the players.
func (v *viewport) columns(c *draw.Canvas) {
	for _, k := range v.level.Covers {
		v.column(c, k)
	}
}

// column draws a column of bricks with its capital.
func (v *viewport) column(c *draw.Canvas, k game.Cover) {
	x, y := v.at(game.Point{X: k.Left, Y: k.Top})
	w, h := v.length(k.Right-k.Left), v.length(k.Top-k.Bottom)
	z, t := v.zoom, c.Theme
	// Whole pixels, since its two parts meet.
	edge := float32(math.Round(float64(x + w*0.18)))
	light, dark := t.Column.Mix(t.SlabEdge, 0.12), t.Column.Mix(t.Ink, 0.35)
	c.LineFade(x, y+h/2, edge, y+h/2, h, light.Fade(columnOpacity), t.Column.Fade(columnOpacity))
	c.LineFade(edge, y+h/2, x+w, y+h/2, h, t.Column.Fade(columnOpacity), dark.Fade(columnOpacity))
	if !v.few() {
		v.bricks(c, x, y, w, h, t.Column.Mix(t.Ink, 0.5))
	}
	c.VLine(x+z, y, y+h, max(z, v.metres(0.02)), t.SlabEdge.Fade(0.5))
	over, cap := v.metres(capitalBeyond), v.metres(capitalHeight)
	c.BoxFade(x-over, y, w+2*over, cap, 3*z, t.Column.Mix(t.SlabEdge, 0.35), t.Column.Mix(t.SlabEdge, 0.1))
	c.HLine(x-over+z, x+w+over-z, y+z, 2*z, t.SlabEdge)
}

// columnOpacity lets whoever is behind a column show through.
const columnOpacity = 0.7

// bricks draws the joints of a column.
func (v *viewport) bricks(c *draw.Canvas, x, y, w, h float32, col palette.Color) {
	step, thick := v.metres(brickHeight), max(v.zoom, v.metres(0.025))
	for row, at := 0, y+h-step; at > y-step; row, at = row+1, at-step {
		top := max(at, y)
		c.HLine(x, x+w, top, thick, col)
		joint := x + w*0.64
		if row%2 > 0 {
			joint = x + w*0.34
		}
		c.VLine(joint, top, at+step, thick, col)
	}
}

// bells draws the posts that end projectiles.
func (v *viewport) bells(c *draw.Canvas) {
	z, t := v.zoom, c.Theme
	for _, b := range v.level.Bells {
		x, top := v.at(game.Point{X: b.X, Y: b.Top})
		_, bottom := v.at(game.Point{X: b.X, Y: b.Bottom})
		_, ground := v.at(game.Point{X: b.X})
		post, arm := v.metres(0.36), max(v.metres(0.09), 1.5*z)
		side := t.Column.Mix(t.SlabEdge, 0.2)
		c.Rect(x+post-arm/2, top-v.metres(0.16), arm, ground-top+v.metres(0.16), side)
		c.Rect(x-arm/2, top-v.metres(0.16), post+arm/2, arm, side)
		v.bell(c, x, top, bottom-top)
	}
}

// bell draws a bell that hangs at a place.
func (v *viewport) bell(c *draw.Canvas, x, y, h float32) {
	t := c.Theme
	body := t.Bell
	c.Circle(x, y+h*0.93, v.metres(0.09), body.Mix(t.Ink, 0.3))
	c.Capsule(x, y-v.metres(0.1), x, y+h*0.1, v.metres(0.06), t.Ink)
	c.Beam(x, y, 2*v.metres(bellTop)+2*v.zoom, 2*v.metres(bellHalf)+2*v.zoom, h*0.88, t.Ink, t.Ink)
	c.Circle(x, y+v.metres(bellTop), v.metres(bellTop)+v.zoom, t.Ink)
	c.Circle(x, y+v.metres(bellTop), v.metres(bellTop), body)
	c.Beam(x, y+v.metres(bellTop)*0.6, 2*v.metres(bellTop), 2*v.metres(bellHalf), h*0.82, body, body.Mix(t.Ink, 0.12))
	c.Capsule(x-v.metres(bellHalf), y+h*0.86, x+v.metres(bellHalf), y+h*0.86, v.metres(0.08), body)
}
