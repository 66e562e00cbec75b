package ui

import (
	"driftlab/game"
	"driftlab/ui/draw"
)

// scenery draws what does not move: the sky, the ground, the ledges and the platforms' ways. It is
// fainter while there is nothing in it.
func (v *viewport) scenery(c *draw.Canvas, empty bool) {
	p, z := v.picture, v.zoom
	_, ground := v.at(game.Point{})
	middle := p.x + p.w/2
	c.LineFade(middle, p.y, middle, ground, p.w, c.Theme.Panel, c.Theme.Panel.Mix(c.Theme.Blue, 0.13))
	left, _ := v.at(game.Point{})
	right, _ := v.at(game.Point{X: v.level.Width})
	earth := c.Theme.Panel.Mix(c.Theme.Solid, 0.28)
	c.Rect(p.x, ground, p.w, p.y+p.h-ground, c.Theme.Panel)
	c.Rect(left, ground, right-left, p.y+p.h-ground, earth)
	if !v.look.thumb && !empty {
		for m := 4 * game.Metre; m < v.level.Width; m += 4 * game.Metre {
			x, _ := v.at(game.Point{X: m})
			c.VLine(x, p.y, ground, z, c.Theme.Grid.Fade(0.6))
		}
		v.ways(c)
	}
	v.bells(c)
	c.HLine(left, right, ground, 2*z, c.Theme.Solid)
	// The world's walls.
	for _, x := range [...]float32{left, right} {
		c.VLine(x, p.y, ground, z, c.Theme.Solid.Fade(0.35))
	}
	for _, l := range v.level.Ledges {
		x0, y := v.at(game.Point{X: l.Left, Y: l.Top})
		x1, _ := v.at(game.Point{X: l.Right, Y: l.Top})
		c.Box(x0, y, x1-x0, 6*z, 3*z, earth)
		if !empty {
			c.HLine(x0+2*z, x1-2*z, y+z, 2*z, c.Theme.Solid.Fade(0.8))
			v.labels.block(rect{x0, y - z, x1 - x0, 7 * z})
		}
	}
}

// columns draws what is in front of the players: whoever is behind one shows through.
func (v *viewport) columns(c *draw.Canvas) {
	for _, k := range v.level.Covers {
		x, y := v.at(game.Point{X: k.Left, Y: k.Top})
		w, h := v.length(k.Right-k.Left), v.length(k.Top-k.Bottom)
		c.Rect(x, y, w, h, c.Theme.Panel.Mix(c.Theme.Solid, 0.4).Fade(0.6))
		c.VLine(x, y, y+h, v.zoom, c.Theme.Solid)
		c.VLine(x+w, y, y+h, v.zoom, c.Theme.Solid)
	}
}

// bells draws the posts that projectiles ring.
func (v *viewport) bells(c *draw.Canvas) {
	for _, b := range v.level.Bells {
		x, top := v.at(game.Point{X: b.X, Y: b.Top})
		_, bottom := v.at(game.Point{X: b.X, Y: b.Bottom})
		_, ground := v.at(game.Point{X: b.X})
		c.VLine(x, bottom, ground, 2*v.zoom, c.Theme.Solid.Fade(0.5))
		c.Box(x-3*v.zoom, top, 6*v.zoom, bottom-top, 3*v.zoom, c.Theme.Solid)
		c.Circle(x, bottom, 4*v.zoom, c.Theme.Solid)
	}
}

// ways draws the lines along which the platforms move to and fro.
func (v *viewport) ways(c *draw.Canvas) {
	z := v.zoom
	for _, p := range v.level.Platforms {
		x0, y0 := v.at(p.A)
		x1, y1 := v.at(p.B)
		y0, y1 = y0+3.5*z, y1+3.5*z
		col := c.Theme.Solid.Fade(0.35)
		c.Line(x0, y0, x1, y1, z, col)
		c.Circle(x0, y0, 2*z, col)
		c.Circle(x1, y1, 2*z, col)
	}
}

// platform draws a platform with the way that it is moving, and the time that it is shown in.
func (v *viewport) platform(c *draw.Canvas, o game.Object) {
	p, z := &v.level.Platforms[o.ID], v.zoom
	half := v.length(p.HalfWidth)
	x, y := v.at(o.Pos)
	h := v.platformHeight()
	c.Box(x-half, y, 2*half, h, h/2, c.Theme.Solid)
	v.labels.block(rect{x - half, y, 2 * half, h})
	if v.look.thumb {
		return
	}
	after := p.At(o.Time.Add(trailStep))
	v.chevrons(c, x, y+h/2, float32(after.X-p.At(o.Time).X), float32(after.Y-p.At(o.Time).Y))
	if o.Space != game.SharedTime {
		col, dash := spaceStyle(c.Theme, o.Space)
		c.Dashed(x-half+4*z, y+h+3*z, x+half-4*z, y+h+3*z, 2*z, dash.Scale(z), 0, col)
	}
}

// platformHeight is how thick platforms are drawn, in pixels.
func (v *viewport) platformHeight() float32 {
	if v.look.thumb {
		return 3 * v.zoom
	}
	return max(8*v.zoom, v.scale*0.5)
}

// chevrons draws three small angles that point where something moves.
func (v *viewport) chevrons(c *draw.Canvas, x, y, dx, dy float32) {
	s, col := v.platformHeight()*0.3, c.Theme.Ground.Fade(0.75)
	w := s * 0.6
	for i := float32(-1); i <= 1; i++ {
		at := x + i*3*s
		switch {
		case dx > 0:
			c.Line(at-s/2, y-s, at+s/2, y, w, col)
			c.Line(at-s/2, y+s, at+s/2, y, w, col)
		case dx < 0:
			c.Line(at+s/2, y-s, at-s/2, y, w, col)
			c.Line(at+s/2, y+s, at-s/2, y, w, col)
		case dy > 0: // up
			c.Line(at-s, y+s/2, at, y-s/2, w, col)
			c.Line(at+s, y+s/2, at, y-s/2, w, col)
		case dy < 0:
			c.Line(at-s, y-s/2, at, y+s/2, w, col)
			c.Line(at+s, y-s/2, at, y+s/2, w, col)
		}
	}
}
