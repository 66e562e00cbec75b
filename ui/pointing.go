package ui

import (
	"math"
	"slices"

	"driftlab/internal/palette"
	"driftlab/ui/draw"
	"driftlab/ui/panel"
)

// aids are what somebody who shows the window to others points with: a spotlight about the pointer, and a pen. Both fade,
// so that nothing is left to be wiped away, and neither is part of the session, of a film or of what is saved.
type aids struct {
	spotlight, pen bool
	rested         int // updates for which the pointer has rested
	x, y           float32
	strokes        []ink
}

// ink is a point that the pen has drawn.
type ink struct {
	x, y  float32 // shares of the window: it may change its size
	begin bool    // of a line
	age   int     // in updates
}

// In updates, 60 a second.
const (
	spotStays = 150 // the spotlight stays where the pointer rests
	spotFades = 45
	inkStays  = 240
	inkFades  = 60
	mostInk   = 4000 // points
)

func (a *App) toggleSpotlight() { a.aids.spotlight, a.aids.rested = !a.aids.spotlight, 0 }

func (a *App) togglePen() { a.aids.pen = !a.aids.pen }

// update follows the pointer. With the pen nothing that lies under it is pressed.
func (d *aids) update(a *App) {
	p := &a.pointer
	if d.rested++; p.X != d.x || p.Y != d.y {
		d.rested, d.x, d.y = 0, p.X, p.Y
	}
	for i := range d.strokes {
		d.strokes[i].age++
	}
	d.strokes = slices.DeleteFunc(d.strokes, func(i ink) bool { return i.age >= inkStays+inkFades })
	if !d.pen {
		return
	}
	if (p.Pressed || p.Down && d.rested == 0) && len(d.strokes) < mostInk {
		d.strokes = append(d.strokes, ink{x: p.X / a.Width, y: p.Y / a.Height, begin: p.Pressed})
	}
	p.Pressed, p.Released = false, false
}

// draw draws over all that there is.
func (d *aids) draw(a *App, c *draw.Canvas) {
	w, h := a.Width, a.Height
	if left := d.light(); left > 0 {
		d.darken(&c.Overlay, panel.NewRect(0, 0, w, h), 110, palette.Hex(0).Fade(0.62*left))
		c.Overlay.Ring(d.x, d.y, 110, 2, c.Theme.Yellow.Fade(left))
	}
	for n := 1; n < len(d.strokes); n++ {
		from, to := &d.strokes[n-1], &d.strokes[n]
		if to.begin {
			continue
		}
		left := min(float32(inkStays+inkFades-from.age)/inkFades, 1)
		c.Overlay.Line(from.x*w, from.y*h, to.x*w, to.y*h, 4, c.Theme.Yellow.Fade(left))
	}
}

// darken covers the window except a circle around the pointer: all outside its square, and the corners of that.
func (d *aids) darken(o *draw.Layer, window panel.Rect, radius float32, col palette.Color) {
	square := panel.NewRect(d.x-radius, d.y-radius, 2*radius, 2*radius)
	right, below := square.X+square.W, square.Y+square.H
	o.Rect(0, 0, window.W, max(square.Y, 0), col)
	o.Rect(0, below, window.W, max(window.H-below, 0), col)
	o.Rect(0, square.Y, max(square.X, 0), square.H, col)
	o.Rect(right, square.Y, max(window.W-right, 0), square.H, col)
	o.Clip(square.X, square.Y, square.W, square.H)
	const widest = 48 // of a ring
	for r := radius; r < radius*math.Sqrt2; r += widest {
		o.Ring(d.x, d.y, r+widest, widest, col)
	}
	o.Unclip()
}

// light returns how much of the spotlight there is, 0..1.
func (d *aids) light() float32 {
	if !d.spotlight {
		return 0
	}
	return min(max(float32(spotStays+spotFades-d.rested)/spotFades, 0), 1)
}
