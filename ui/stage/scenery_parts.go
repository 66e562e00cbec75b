package stage

import (
	"math"
	"time"

	"driftlab/game"
	"driftlab/internal/palette"
	"driftlab/ui/draw"
	"driftlab/ui/panel"
)

// Measures of columns and bells, in metres.
const (
	capitalHeight = 0.24
	capitalBeyond = 0.12
	brickHeight   = 0.33
	BellHalf      = 0.27 // of its mouth
	bellTop       = 0.1  // half of its crown
)

// columns draws the columns in front of the players. They are more transparent where a player is behind one.
func (v *Scenery) columns(c *draw.Canvas, opacity float32) {
	for _, k := range v.Level.Covers {
		x, y := v.At(game.Point{X: k.Left, Y: k.Top})
		w, h := v.Length(k.Right-k.Left), v.Length(k.Top-k.Bottom)
		t := c.Theme
		// A whole pixel, since the two halves meet there.
		edge := float32(math.Round(float64(x + w*0.18)))
		light, dark := t.Column.Mix(t.SlabEdge, 0.12), t.Column.Mix(t.Ink, 0.35)
		c.LineFade(x, y+h/2, edge, y+h/2, h, light.Fade(opacity), t.Column.Fade(opacity))
		c.LineFade(edge, y+h/2, x+w, y+h/2, h, t.Column.Fade(opacity), dark.Fade(opacity))
		if !v.few() { // its joints
			col := t.Column.Mix(t.Ink, 0.5).Fade(opacity)
			step, thick := v.Metres(brickHeight), max(1, v.Metres(0.025))
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
		c.VLine(x+1, y, y+h, max(1, v.Metres(0.02)), t.SlabEdge.Fade(0.5*opacity))
		over, cap := v.Metres(capitalBeyond), v.Metres(capitalHeight)
		c.BoxFade(x-over, y, w+2*over, cap, 3, t.Column.Mix(t.SlabEdge, 0.35), t.Column.Mix(t.SlabEdge, 0.1))
		c.HLine(x-over+1, x+w+over-1, y+1, 2, t.SlabEdge)
	}
}

// bells draws the bells with their posts. A bell swings if a projectile has just hit it on this screen.
func (v *Scenery) bells(c *draw.Canvas, scene *game.Scene) {
	t := c.Theme
	for _, b := range v.Level.Bells {
		x, top := v.At(game.Point{X: b.X, Y: b.Top})
		_, bottom := v.At(game.Point{X: b.X, Y: b.Bottom})
		_, ground := v.At(game.Point{X: b.X})
		post, arm := v.Metres(0.36), max(v.Metres(0.09), 1.5)
		side := t.Column.Mix(t.SlabEdge, 0.2)
		c.Rect(x+post-arm/2, top-v.Metres(0.16), arm, ground-top+v.Metres(0.16), side)
		c.Rect(x-arm/2, top-v.Metres(0.16), post+arm/2, arm, side)
		v.bell(c, x, top, bottom-top, swing(b, scene))
		aside := v.Metres(BellHalf) + (bottom-top)*swingMost/2 // the room in which it swings
		v.Labels.block(panel.NewRect(x-aside, top-v.Metres(0.16), 2*aside, bottom-top+v.Metres(0.16)))
	}
}

// How a bell swings and rings.
const (
	swingMost   = 0.5 // of its height, to the side
	swingStays  = 0.35
	swingPeriod = 0.45 // seconds
	ringStays   = 700 * time.Millisecond
	ringReach   = 1.5 // metres
	ringsAtOnce = 3
	ringBehind  = 110 * time.Millisecond // between two rings
)

// met reports whether a projectile has hit a bell.
func met(b game.Bell, s *game.Strike) bool {
	return s.On == game.StruckBell && s.Pos.Y >= b.Bottom && s.Pos.Y <= b.Top && max(s.Pos.X-b.X, b.X-s.Pos.X) < game.ShotRadius
}

// swing returns how far a bell swings to the side, as a part of its height.
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

// bell draws a bell that hangs at a place and swings aside by a part of its height. Its clapper swings farther.
func (v *Scenery) bell(c *draw.Canvas, x, y, h, aside float32) {
	t := c.Theme
	c.Capsule(x, y-v.Metres(0.1), x+aside*h*0.2, y+h*0.1, v.Metres(0.06), t.Ink)
	c.Circle(x+aside*h*1.1, y+h*0.93, v.Metres(0.09), t.Bell.Mix(t.Ink, 0.3))
	x += aside * h * 0.4
	c.Beam(x, y, 2*v.Metres(bellTop)+2, 2*v.Metres(BellHalf)+2, h*0.88, t.Ink, t.Ink)
	c.Circle(x, y+v.Metres(bellTop), v.Metres(bellTop)+1, t.Ink)
	c.Circle(x, y+v.Metres(bellTop), v.Metres(bellTop), t.Bell)
	c.Beam(x, y+v.Metres(bellTop)*0.6, 2*v.Metres(bellTop), 2*v.Metres(BellHalf), h*0.82, t.Bell, t.Bell.Mix(t.Ink, 0.12))
	c.Capsule(x-v.Metres(BellHalf), y+h*0.86, x+v.Metres(BellHalf), y+h*0.86, v.Metres(0.08), t.Bell)
}

// ringing draws the rings that spread from bells that were hit: on this screen, and in the colour of truth those of the
// host's world, if ghosts are shown.
func (v *Viewport) ringing(c *draw.Canvas, f *panel.Frame) {
	if v.Machine > 0 && v.look.Ghosts && !v.thumb {
		v.rings(c, &f.Host, c.Theme.Truth)
	}
	v.rings(c, f.Machine(v.Machine), c.Theme.Bell)
}

func (v *Scenery) rings(c *draw.Canvas, scene *game.Scene, col palette.Color) {
	for _, b := range v.Level.Bells {
		for i := range scene.Strikes {
			s := &scene.Strikes[i]
			if !met(b, s) {
				continue
			}
			x, y := v.At(s.Pos)
			for k := range ringsAtOnce {
				age := s.Now.Sub(s.At) - time.Duration(k)*ringBehind
				if part := float32(age) / float32(ringStays); part > 0 && part < 1 {
					r := v.Metres(ringReach) * (0.15 + 0.85*part)
					c.Ring(x, y, r, max(2.5*(1-part), 1), col.Fade(1-part))
				}
			}
		}
	}
}
