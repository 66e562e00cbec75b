package stage

import (
	"math"

	"driftlab/game"
	"driftlab/game/scenario"
	"driftlab/internal/palette"
	"driftlab/ui/draw"
	"driftlab/ui/layout"
	"driftlab/ui/panel"
)

// Measures of platforms, in metres.
const (
	platformThick = 0.36
	beamFall      = 1.5
	wheelRadius   = 0.34
)

// ways draws the lines along which platforms move.
func (v *Scenery) ways(c *draw.Canvas) {
	if v.thumb {
		return
	}
	for _, p := range v.Level.Platforms {
		x0, y0 := v.At(p.A)
		x1, y1 := v.At(p.B)
		mid := v.PlatformHeight() / 2
		c.Dashed(x0, y0+mid, x1, y1+mid, 1, palette.Dash{2, 6, 2, 6}, 0, c.Theme.SlabEdge.Fade(0.22))
	}
}

// ropes draws the rope on which two platforms hang, over wheels that it turns.
func (v *Scenery) ropes(c *draw.Canvas, platforms []game.Object) {
	if v.Level.Rope == 0 || len(platforms) < 2 {
		return
	}
	t := c.Theme
	col, thick := t.Column.Mix(t.SlabEdge, 0.25), max(v.Metres(0.05), 1)
	r := v.Metres(wheelRadius)
	var x [2]float32
	var wheel float32
	for i := range x {
		at, end := v.At(platforms[i].Pos)
		x[i] = at
		_, wheel = v.At(game.Point{Y: v.Level.Rope})
		c.Line(at, wheel, at, end, thick, col)
	}
	c.Line(x[0], wheel-r, x[1], wheel-r, thick, col)
	for i := range x {
		v.wheel(c, x[i], wheel, r, float32(platforms[i].Pos.Y.Metres())/wheelRadius)
	}
}

// wheel draws a wheel with three spokes, turned by an angle.
func (v *Scenery) wheel(c *draw.Canvas, x, y, r, turned float32) {
	t, thick := c.Theme, max(v.Metres(0.05), 1)
	rim := t.Column.Mix(t.SlabEdge, 0.3)
	c.Circle(x, y, r, t.Column.Mix(t.Ink, 0.5))
	c.Ring(x, y, r, thick, rim)
	for k := range 3 {
		sin, cos := math.Sincos(float64(turned) + float64(k)*math.Pi/3)
		dx, dy := float32(cos)*r*0.85, float32(sin)*r*0.85
		c.Line(x-dx, y-dy, x+dx, y+dy, thick/2, rim)
	}
}

// platform draws a platform, with its direction and the time that it is shown in.
func (v *Viewport) platform(c *draw.Canvas, o game.Object) {
	p, t := &v.Level.Platforms[o.ID], c.Theme
	half, h := v.Length(p.HalfWidth), v.PlatformHeight()
	x, y := v.At(o.Pos)
	v.Labels.block(panel.NewRect(x-half, y, 2*half, h))
	if !v.thumb {
		c.Beam(x, y+h, 2*half*0.68, 2*half*1.04, v.Metres(beamFall), t.Beam, t.Beam.Fade(0))
	}
	rim := max(1, v.Metres(0.03))
	c.Box(x-half-rim, y-rim, 2*half+2*rim, h+2*rim, h/2+rim, t.Ink)
	c.BoxFade(x-half, y, 2*half, h, h/2, t.Solid.Mix(t.SlabEdge, 0.5), t.Solid.Mix(t.Ink, 0.2))
	c.Capsule(x-half+h/2, y+1.2, x+half-h/2, y+1.2, max(1.5, v.Metres(0.035)), t.SlabEdge)
	if v.thumb {
		return
	}
	after := p.At(o.Time.Add(trailStep))
	v.chevrons(c, x, y+h*0.54, float32(after.X-p.At(o.Time).X), float32(after.Y-p.At(o.Time).Y), half)
	v.space(c, &o, x-half+h/2, x+half-h/2, y+h+4)
}

// chevrons draws two or three small angles that point where a platform moves; half is half its width.
func (v *Scenery) chevrons(c *draw.Canvas, x, y, dx, dy, half float32) {
	q, col := v.PlatformHeight()*0.26, c.Theme.Ink.Fade(0.75)
	w := max(q*0.45, 1)
	n := 2
	if half > v.Metres(1) {
		n = 3
	}
	sign := func(d float32) float32 { return float32(math.Copysign(1, float64(d))) }
	for i := range n {
		at := x + (float32(i)-float32(n-1)/2)*half*0.62
		switch {
		case dx != 0:
			s := sign(dx) * q
			c.Capsule(at-s*0.6, y-q, at+s*0.6, y, w, col)
			c.Capsule(at-s*0.6, y+q, at+s*0.6, y, w, col)
		case dy != 0: // up is positive
			s := sign(dy) * q
			c.Capsule(at-q*1.3, y+s*0.6, at, y-s*0.6, w, col)
			c.Capsule(at+q*1.3, y+s*0.6, at, y-s*0.6, w, col)
		}
	}
}

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
