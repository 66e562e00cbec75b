package stage

import (
	"slices"

	"driftlab/game"
	"driftlab/ui/draw"
	"driftlab/ui/panel"
)

// A Scenery draws what stands in a level. Labels keep off it.
type Scenery struct {
	Projection
	Labels Labels
	ridge  []float32 // scratch space for a ridge of hills
}

// backdrop draws what doesn't move: sky, hills and earth, the ledges, and the paths of platforms. Small pictures and those of a
// world that isn't there yet have less of it.
func (v *Scenery) backdrop(c *draw.Canvas, empty bool) {
	v.sky(c)
	v.hills(c)
	if !empty {
		v.posts(c)
		v.ways(c)
	}
	v.earth(c)
	if !empty {
		for _, l := range v.Level.Ledges {
			v.ledge(c, l)
		}
	}
	p, t := v.Picture, c.Theme // what is beyond the world's walls is darker
	left, _ := v.At(game.Point{})
	right, _ := v.At(game.Point{X: v.Level.Width})
	for _, side := range [...]panel.Rect{panel.NewRect(p.X, p.Y, left-p.X, p.H), panel.NewRect(right, p.Y, p.X+p.W-right, p.H)} {
		if side.W > 0 {
			c.Rect(side.X, side.Y, side.W, side.H, t.Ground.Fade(0.4))
		}
	}
	for _, x := range [...]float32{left, right} {
		c.VLine(x, p.Y, p.Y+p.H, 1, t.SlabEdge.Fade(0.2))
	}
}

// Measures of the scenery, in metres.
const (
	slabHeight  = 0.34
	crateMost   = game.Metre // a ledge up to this height is the lid of a crate
	postHalf    = 0.09
	postInset   = 0.5
	stoneHeight = 0.46 // of towers and bases
)

// earth draws the ground, with its dashes.
func (v *Scenery) earth(c *draw.Canvas) {
	p, t := v.Picture, c.Theme
	_, y := v.At(game.Point{})
	if y >= p.Y+p.H {
		return
	}
	c.BoxFade(p.X, y, p.W, p.Y+p.H-y, 0, t.Earth, t.Earth.Mix(t.Ink, 0.3))
	if !v.few() {
		row := func(from, to, down, fade float32) {
			for m := int((p.X-v.Area.X)/v.Metre+1000) - 1001; ; m++ { // from a whole metre left of the picture
				x, _ := v.At(game.Point{X: game.Length(m) * game.Metre})
				if x > p.X+p.W {
					return
				}
				c.HLine(x+v.Metres(from), x+v.Metres(to), y+v.Metres(down), max(v.Metres(0.04), 1), t.SlabEdge.Fade(fade))
			}
		}
		row(0.2, 0.62, 0.26, 0.2)
		row(0.75, 1, 0.58, 0.1)
	}
	c.HLine(p.X, p.X+p.W, y, 2, t.SlabEdge.Fade(0.75))
}

// ledge draws a ledge: a slab, or a crate if it is low. One on top of a column is its capital, which the column draws.
func (v *Scenery) ledge(c *draw.Canvas, l game.Ledge) {
	x, y := v.At(game.Point{X: l.Left, Y: l.Top})
	w, t := v.Length(l.Right-l.Left), c.Theme
	v.Labels.block(panel.NewRect(x, y-1, w, max(v.Metres(slabHeight), 7)))
	if v.capital(l) {
		return
	}
	if l.Top <= crateMost {
		v.crate(c, x, y, w, v.Length(l.Top))
		return
	}
	h := v.Metres(slabHeight) // a stone with a light edge to stand on
	c.BoxFade(x, y, w, h, min(3, h/3), t.Column.Mix(t.SlabEdge, 0.15), t.Column.Mix(t.Ink, 0.22))
	c.HLine(x+1, x+w-1, y+1, max(2, v.Metres(0.035)), t.SlabEdge)
	if v.few() {
		return
	}
	joints := int((l.Right - l.Left) / (game.Metre * 8 / 10))
	for i := range joints {
		at := x + v.Metres((float32(i)+0.5)*0.8)
		c.VLine(at, y+v.Metres(0.13), y+v.Metres(0.26), 1, t.Ink.Fade(0.5))
	}
}

// capital reports whether a ledge is the top of a column.
func (v *Scenery) capital(l game.Ledge) bool {
	return slices.ContainsFunc(v.Level.Covers, func(k game.Cover) bool { return k.Top == l.Top && k.Left == l.Left })
}

// crate draws a box that stands on the ground.
func (v *Scenery) crate(c *draw.Canvas, x, y, w, h float32) {
	t := c.Theme
	edge := max(v.Metres(0.06), 1)
	c.Box(x, y, w, h, 3, t.Column.Mix(t.Ink, 0.45))
	c.Box(x+edge/2, y+edge/2, w-edge, h-edge, 2, t.Column)
	if !v.few() {
		line := t.Column.Mix(t.Ink, 0.3)
		c.Line(x+edge*2, y+edge*2.5, x+w-edge*2, y+h-edge*2, edge, line)
		c.Line(x+w-edge*2, y+edge*2.5, x+edge*2, y+h-edge*2, edge, line)
		c.BoxOutline(x+edge/2, y+edge/2, w-edge, h-edge, 2, edge, line)
	}
	c.HLine(x+1, x+w-1, y+1, 2, t.SlabEdge)
}

// posts draws what ledges stand on: thin legs, or walls of stone in the relay. They are no lighter than the sky in the
// dark theme, and no darker in the light one, since players walk in front of them.
func (v *Scenery) posts(c *draw.Canvas) {
	t := c.Theme
	_, ground := v.At(game.Point{})
	for _, l := range v.Level.Ledges {
		if v.capital(l) || l.Top <= crateMost {
			continue
		}
		x, y := v.At(game.Point{X: l.Left, Y: l.Top})
		w := v.Length(l.Right - l.Left)
		if v.Level.Arena == game.Relay {
			v.wall(c, x+v.Metres(0.12), y, w-v.Metres(0.24), ground-y)
			continue
		}
		for _, leg := range [...]float32{v.Metres(postInset), w - v.Metres(postInset)} {
			c.Rect(x+leg-v.Metres(postHalf), y, v.Metres(2*postHalf), ground-y, t.SkyTop)
		}
	}
}

// wall draws stones behind the players.
func (v *Scenery) wall(c *draw.Canvas, x, y, w, h float32) {
	t := c.Theme
	c.Rect(x, y, w, h, t.SkyTop)
	if v.few() {
		return
	}
	step, line := v.Metres(stoneHeight), t.HillNear
	for row, at := 0, y+step; at < y+h; row, at = row+1, at+step {
		c.HLine(x, x+w, at, 1, line)
		for k := float32(row%2) * 0.5; ; k++ {
			joint := v.Metres((k + 0.5) * 1.1)
			if joint >= w {
				break
			}
			c.VLine(x+joint, at-step, at, 1, line)
		}
	}
}
