package ui

import (
	"math"
	"time"

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

// columns draws what is in front of the players; over whoever is behind it with less opacity.
func (v *viewport) columns(c *draw.Canvas, opacity float32) {
	for _, k := range v.level.Covers {
		v.column(c, k, opacity)
	}
}

// column draws a column of bricks with its capital.
func (v *viewport) column(c *draw.Canvas, k game.Cover, opacity float32) {
	x, y := v.at(game.Point{X: k.Left, Y: k.Top})
	w, h := v.length(k.Right-k.Left), v.length(k.Top-k.Bottom)
	z, t := v.zoom, c.Theme
	// Whole pixels, since its two parts meet.
	edge := float32(math.Round(float64(x + w*0.18)))
	light, dark := t.Column.Mix(t.SlabEdge, 0.12), t.Column.Mix(t.Ink, 0.35)
	c.LineFade(x, y+h/2, edge, y+h/2, h, light.Fade(opacity), t.Column.Fade(opacity))
	c.LineFade(edge, y+h/2, x+w, y+h/2, h, t.Column.Fade(opacity), dark.Fade(opacity))
	if !v.few() {
		v.bricks(c, x, y, w, h, t.Column.Mix(t.Ink, 0.5).Fade(opacity))
	}
	c.VLine(x+z, y, y+h, max(z, v.metres(0.02)), t.SlabEdge.Fade(0.5*opacity))
	over, cap := v.metres(capitalBeyond), v.metres(capitalHeight)
	c.BoxFade(x-over, y, w+2*over, cap, 3*z, t.Column.Mix(t.SlabEdge, 0.35), t.Column.Mix(t.SlabEdge, 0.1))
	c.HLine(x-over+z, x+w+over-z, y+z, 2*z, t.SlabEdge)
}

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

// bells draws the posts that end projectiles, and has those ring at which one has ended on this screen.
func (v *viewport) bells(c *draw.Canvas, scene *game.Scene) {
	z, t := v.zoom, c.Theme
	for _, b := range v.level.Bells {
		x, top := v.at(game.Point{X: b.X, Y: b.Top})
		_, bottom := v.at(game.Point{X: b.X, Y: b.Bottom})
		_, ground := v.at(game.Point{X: b.X})
		post, arm := v.metres(0.36), max(v.metres(0.09), 1.5*z)
		side := t.Column.Mix(t.SlabEdge, 0.2)
		c.Rect(x+post-arm/2, top-v.metres(0.16), arm, ground-top+v.metres(0.16), side)
		c.Rect(x-arm/2, top-v.metres(0.16), post+arm/2, arm, side)
		v.bell(c, x, top, bottom-top, swing(b, scene))
		v.labels.block(v.bellPlace(b))
	}
}

// bellPlace returns where a bell hangs, with the room in which it swings.
func (v *viewport) bellPlace(b game.Bell) rect {
	x, top := v.at(game.Point{X: b.X, Y: b.Top})
	_, bottom := v.at(game.Point{X: b.X, Y: b.Bottom})
	aside := v.metres(bellHalf) + (bottom-top)*swingMost/2
	return rect{x - aside, top - v.metres(0.16), 2 * aside, bottom - top + v.metres(0.16)}
}

// How a bell swings and rings.
const (
	swingMost   = 0.5 // of its height, to the side
	swingStays  = 0.35
	swingPeriod = 0.45 // seconds
	ringStays   = 700 * time.Millisecond
	ringReach   = 1.5 // metres
	ringsAtOnce = 3
	ringBehind  = 110 * time.Millisecond // the one before
)

// met says whether a projectile has ended at a bell.
func met(b game.Bell, s *game.Strike) bool {
	return s.On == game.StruckBell && s.Pos.Y >= b.Bottom && s.Pos.Y <= b.Top && max(s.Pos.X-b.X, b.X-s.Pos.X) < game.ShotRadius
}

// swing returns how far a bell is to the side, as a part of its height.
func swing(b game.Bell, scene *game.Scene) float32 {
	var latest *game.Strike
	for i := range scene.Strikes {
		if s := &scene.Strikes[i]; met(b, s) && (latest == nil || s.At > latest.At) {
			latest = s
		}
	}
	if latest == nil {
		return 0
	}
	at := latest.Now.Sub(latest.At).Seconds()
	return float32(latest.Dir) * swingMost * float32(math.Exp(-at/swingStays)*math.Sin(2*math.Pi*at/swingPeriod))
}

// bell draws a bell that hangs at a place, so far to the side. Its clapper swings farther.
func (v *viewport) bell(c *draw.Canvas, x, y, h, aside float32) {
	t := c.Theme
	c.Capsule(x, y-v.metres(0.1), x+aside*h*0.2, y+h*0.1, v.metres(0.06), t.Ink)
	c.Circle(x+aside*h*1.1, y+h*0.93, v.metres(0.09), t.Bell.Mix(t.Ink, 0.3))
	x += aside * h * 0.4
	c.Beam(x, y, 2*v.metres(bellTop)+2*v.zoom, 2*v.metres(bellHalf)+2*v.zoom, h*0.88, t.Ink, t.Ink)
	c.Circle(x, y+v.metres(bellTop), v.metres(bellTop)+v.zoom, t.Ink)
	c.Circle(x, y+v.metres(bellTop), v.metres(bellTop), t.Bell)
	c.Beam(x, y+v.metres(bellTop)*0.6, 2*v.metres(bellTop), 2*v.metres(bellHalf), h*0.82, t.Bell, t.Bell.Mix(t.Ink, 0.12))
	c.Capsule(x-v.metres(bellHalf), y+h*0.86, x+v.metres(bellHalf), y+h*0.86, v.metres(0.08), t.Bell)
}

// ringing draws what goes out from the bells at which projectiles have ended: on this screen, and in the truth's colour
// in the host's world, where that is shown.
func (v *viewport) ringing(c *draw.Canvas, f *frame) {
	if v.machine > 0 && v.look.ghosts && !v.look.thumb {
		v.rings(c, &f.host, c.Theme.Truth)
	}
	v.rings(c, f.machine(v.machine), c.Theme.Bell)
}

func (v *viewport) rings(c *draw.Canvas, scene *game.Scene, col palette.Color) {
	for _, b := range v.level.Bells {
		for i := range scene.Strikes {
			s := &scene.Strikes[i]
			if !met(b, s) {
				continue
			}
			x, y := v.at(s.Pos)
			for k := range ringsAtOnce {
				age := s.Now.Sub(s.At) - time.Duration(k)*ringBehind
				if part := float32(age) / float32(ringStays); part > 0 && part < 1 {
					r := v.metres(ringReach) * (0.15 + 0.85*part)
					c.Ring(x, y, r, max(2.5*v.zoom*(1-part), v.zoom), col.Fade(1-part))
				}
			}
		}
	}
}
