package ui

import (
	"driftlab/game"
	"driftlab/ui/draw"
)

// scenery draws what does not move: sky, hills and earth, the ledges, and the platforms' ways. There is less of it while
// there is nothing else in it, and in small pictures.
func (v *viewport) scenery(c *draw.Canvas, empty bool) {
	v.sky(c)
	v.hills(c)
	if !empty {
		v.posts(c)
		v.ways(c)
	}
	v.earth(c)
	if !empty {
		for _, l := range v.level.Ledges {
			v.ledge(c, l)
		}
	}
	v.outside(c)
}

// Measures of the scenery, in metres.
const (
	slabHeight  = 0.34
	crateMost   = game.Metre // a ledge no higher is a crate's lid
	postHalf    = 0.09
	postInset   = 0.5
	stoneHeight = 0.46 // of towers and bases
)

// few says whether a picture is too small for details.
func (v *viewport) few() bool { return v.look.thumb || v.scale < 18*v.zoom }

// metres returns a length in pixels.
func (v *viewport) metres(m float32) float32 { return m * v.scale }

// earth draws the ground, with its dashes.
func (v *viewport) earth(c *draw.Canvas) {
	p, z, t := v.picture, v.zoom, c.Theme
	_, y := v.at(game.Point{})
	if y >= p.y+p.h {
		return
	}
	c.BoxFade(p.x, y, p.w, p.y+p.h-y, 0, t.Earth, t.Earth.Mix(t.Ink, 0.3))
	if !v.few() {
		row := func(from, to, down, fade float32) {
			for m := v.left() - 1; ; m++ {
				x, _ := v.at(game.Point{X: game.Length(m) * game.Metre})
				if x > p.x+p.w {
					return
				}
				c.HLine(x+v.metres(from), x+v.metres(to), y+v.metres(down), max(v.metres(0.04), z), t.SlabEdge.Fade(fade))
			}
		}
		row(0.2, 0.62, 0.26, 0.2)
		row(0.75, 1, 0.58, 0.1)
	}
	c.HLine(p.x, p.x+p.w, y, 2*z, t.SlabEdge.Fade(0.75))
}

// left returns the last whole metre left of the picture.
func (v *viewport) left() int { return int((v.picture.x-v.area.x)/v.scale+1000) - 1000 }

// outside darkens what is beyond the world's walls.
func (v *viewport) outside(c *draw.Canvas) {
	p, t := v.picture, c.Theme
	left, _ := v.at(game.Point{})
	right, _ := v.at(game.Point{X: v.level.Width})
	for _, side := range [...]rect{{p.x, p.y, left - p.x, p.h}, {right, p.y, p.x + p.w - right, p.h}} {
		if side.w > 0 {
			c.Rect(side.x, side.y, side.w, side.h, t.Ground.Fade(0.4))
		}
	}
	for _, x := range [...]float32{left, right} {
		c.VLine(x, p.y, p.y+p.h, v.zoom, t.SlabEdge.Fade(0.2))
	}
}

// slab is a ledge, or a lid: a stone with a light edge on which one stands.
func (v *viewport) slab(c *draw.Canvas, x, y, w float32) {
	z, t, h := v.zoom, c.Theme, v.metres(slabHeight)
	c.BoxFade(x, y, w, h, min(3*z, h/3), t.Column.Mix(t.SlabEdge, 0.15), t.Column.Mix(t.Ink, 0.22))
	c.HLine(x+z, x+w-z, y+z, max(2*z, v.metres(0.035)), t.SlabEdge)
}

// ledge draws a ledge: a slab, a crate's lid where it is low. What stands on a column is its capital.
func (v *viewport) ledge(c *draw.Canvas, l game.Ledge) {
	x, y := v.at(game.Point{X: l.Left, Y: l.Top})
	w, z, t := v.length(l.Right-l.Left), v.zoom, c.Theme
	v.labels.block(rect{x, y - z, w, max(v.metres(slabHeight), 7*z)})
	if v.capital(l) {
		return
	}
	if l.Top <= crateMost {
		v.crate(c, x, y, w, v.length(l.Top))
		return
	}
	v.slab(c, x, y, w)
	if v.few() {
		return
	}
	joints := int((l.Right - l.Left) / (game.Metre * 8 / 10))
	for i := range joints {
		at := x + v.metres((float32(i)+0.5)*0.8)
		c.VLine(at, y+v.metres(0.13), y+v.metres(0.26), z, t.Ink.Fade(0.5))
	}
}

// capital says whether a ledge is the top of a column.
func (v *viewport) capital(l game.Ledge) bool {
	for _, k := range v.level.Covers {
		if k.Top == l.Top && k.Left == l.Left {
			return true
		}
	}
	return false
}

// crate draws a box that stands on the ground.
func (v *viewport) crate(c *draw.Canvas, x, y, w, h float32) {
	z, t := v.zoom, c.Theme
	edge := max(v.metres(0.06), z)
	c.Box(x, y, w, h, 3*z, t.Column.Mix(t.Ink, 0.45))
	c.Box(x+edge/2, y+edge/2, w-edge, h-edge, 2*z, t.Column)
	if !v.few() {
		line := t.Column.Mix(t.Ink, 0.3)
		c.Line(x+edge*2, y+edge*2.5, x+w-edge*2, y+h-edge*2, edge, line)
		c.Line(x+w-edge*2, y+edge*2.5, x+edge*2, y+h-edge*2, edge, line)
		c.BoxOutline(x+edge/2, y+edge/2, w-edge, h-edge, 2*z, edge, line)
	}
	c.HLine(x+z, x+w-z, y+z, 2*z, t.SlabEdge)
}

// posts draws what ledges stand on: thin legs, walls of stone under those that begin at the ground's edge or are towers.
// They are no lighter than the sky by night, and no darker by day, since players walk in front of them.
func (v *viewport) posts(c *draw.Canvas) {
	t := c.Theme
	_, ground := v.at(game.Point{})
	for _, l := range v.level.Ledges {
		if v.capital(l) || l.Top <= crateMost {
			continue
		}
		x, y := v.at(game.Point{X: l.Left, Y: l.Top})
		w := v.length(l.Right - l.Left)
		if v.level.Arena == game.Relay {
			v.wall(c, x+v.metres(0.12), y, w-v.metres(0.24), ground-y)
			continue
		}
		for _, leg := range [...]float32{v.metres(postInset), w - v.metres(postInset)} {
			c.Rect(x+leg-v.metres(postHalf), y, v.metres(2*postHalf), ground-y, t.SkyTop)
		}
	}
}

// wall draws stones behind the players.
func (v *viewport) wall(c *draw.Canvas, x, y, w, h float32) {
	t := c.Theme
	c.Rect(x, y, w, h, t.SkyTop)
	if v.few() {
		return
	}
	step, line := v.metres(stoneHeight), t.HillNear
	for row, at := 0, y+step; at < y+h; row, at = row+1, at+step {
		c.HLine(x, x+w, at, v.zoom, line)
		for k := float32(row%2) * 0.5; ; k++ {
			joint := v.metres((k + 0.5) * 1.1)
			if joint >= w {
				break
			}
			c.VLine(x+joint, at-step, at, v.zoom, line)
		}
	}
}
