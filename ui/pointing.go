package ui

import (
	"math"

	"driftlab/palette"
	"driftlab/ui/draw"
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

// In updates, of which there are 60 a second.
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
	if d.rested++; p.x != d.x || p.y != d.y {
		d.rested, d.x, d.y = 0, p.x, p.y
	}
	kept := d.strokes[:0]
	for _, i := range d.strokes {
		if i.age++; i.age < inkStays+inkFades {
			kept = append(kept, i)
		}
	}
	d.strokes = kept
	if !d.pen {
		return
	}
	if (p.pressed || p.down && d.rested == 0) && len(d.strokes) < mostInk {
		d.strokes = append(d.strokes, ink{x: p.x / float32(a.width), y: p.y / float32(a.height), begin: p.pressed})
	}
	p.pressed, p.released = false, false
}

// draw draws over all that there is.
func (d *aids) draw(a *App, c *draw.Canvas) {
	z, w, h := float32(a.scale), float32(a.width), float32(a.height)
	if left := d.light(); left > 0 {
		d.darken(&c.Overlay, rect{0, 0, w, h}, 110*z, palette.Hex(0).Fade(0.62*left))
		c.Overlay.Ring(d.x, d.y, 110*z, 2*z, c.Theme.Yellow.Fade(left))
	}
	for n := 1; n < len(d.strokes); n++ {
		from, to := &d.strokes[n-1], &d.strokes[n]
		if to.begin {
			continue
		}
		left := min(float32(inkStays+inkFades-from.age)/inkFades, 1)
		c.Overlay.Line(from.x*w, from.y*h, to.x*w, to.y*h, 4*z, c.Theme.Yellow.Fade(left))
	}
}

// darken covers the window but for a circle about the pointer: what is beside its square, and in that the corners.
func (d *aids) darken(o *draw.Layer, window rect, radius float32, col palette.Color) {
	square := rect{d.x - radius, d.y - radius, 2 * radius, 2 * radius}
	right, below := square.x+square.w, square.y+square.h
	o.Rect(0, 0, window.w, max(square.y, 0), col)
	o.Rect(0, below, window.w, max(window.h-below, 0), col)
	o.Rect(0, square.y, max(square.x, 0), square.h, col)
	o.Rect(right, square.y, max(window.w-right, 0), square.h, col)
	o.Clip(int(square.x), int(square.y), int(square.w), int(square.h))
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
