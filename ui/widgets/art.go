package widgets

import (
	"image/color"
	"math"
)

// art is the pictures that all controls share, drawn once at the theme's scale.
type art struct {
	button, buttonHover, buttonPressed, buttonOn, buttonOnHover patch

	box, boxHover, boxOn, boxOnHover, check, checkOff patch

	track, fill, fillOff, knob, knobHot, knobOff, notch patch

	arrow, arrowOff, popup, entry, on patch

	ring, bar, barHot, panel patch
}

// newArt draws all pictures onto a sheet.
func newArt(t *Theme, on *sheet) art {
	p := t.palette
	px := func(v float64) float64 { return float64(t.Px(v)) }
	shade := func(v float64) color.Color { return mix(p.Panel, p.Text, v) }
	plain := func(c color.Color, r float64) patch { return on.add(roundBox(c, nil, px(r), 0)) }
	edged := func(c, edge color.Color, r float64) patch { return on.add(roundBox(c, edge, px(r), max(px(1), 1))) }
	bright := mix(p.Accent, p.Text, 0.15)

	return art{
		button:        plain(shade(0.11), corner),
		buttonHover:   plain(shade(0.18), corner),
		buttonPressed: plain(shade(0.06), corner),
		buttonOn:      plain(p.Accent, corner),
		buttonOnHover: plain(bright, corner),

		box:        edged(shade(0.06), shade(0.28), 3),
		boxHover:   edged(shade(0.12), shade(0.45), 3),
		boxOn:      plain(p.Accent, 3),
		boxOnHover: plain(bright, 3),
		check:      on.add(checkMark(px(boxSize), color.White)),
		checkOff:   on.add(checkMark(px(boxSize), p.TextDim)),

		track:   plain(shade(0.14), trackHeight/2),
		fill:    plain(p.Accent, trackHeight/2),
		fillOff: plain(shade(0.25), trackHeight/2),
		knob:    plain(mix(p.Panel, p.Text, 0.92), 3),
		knobHot: plain(color.White, 3),
		knobOff: plain(shade(0.35), 3),
		notch:   plain(shade(0.40), 0),

		arrow:    on.add(arrowDown(px(arrowSize), p.TextDim)),
		arrowOff: on.add(arrowDown(px(arrowSize), shade(0.3))),
		popup:    edged(mix(p.Panel, p.Text, 0.05), shade(0.22), corner),
		entry:    plain(shade(0.16), 3),
		on:       plain(p.Accent, 1),
		ring:     on.add(roundBox(color.Transparent, bright, px(corner+focusReach), max(px(1.5), 1))),
		bar:      plain(shade(0.18), 3),
		barHot:   plain(shade(0.32), 3),
		panel:    edged(p.Panel, p.Edge, corner),
	}
}

// mix returns the opaque colour at f between a (0) and b (1).
func mix(a, b color.Color, f float64) color.Color {
	ar, ag, ab, _ := a.RGBA()
	br, bg, bb, _ := b.RGBA()
	at := func(a, b uint32) uint8 { return uint8(math.Round((float64(a) + (float64(b)-float64(a))*f) / 257)) }
	return color.RGBA{at(ar, br), at(ag, bg), at(ab, bb), 0xff}
}

// roundBox returns a rounded box that can be drawn at any size, with an edge inside it if there is one.
func roundBox(fill, edge color.Color, r, width float64) tile {
	b := int(math.Ceil(max(r, width)))
	size := 2*b + 1
	middle := float64(size) / 2
	box := func(x, y float64) float64 {
		qx, qy := math.Abs(x-middle)-middle+r, math.Abs(y-middle)-middle+r
		return math.Hypot(max(qx, 0), max(qy, 0)) + min(max(qx, qy), 0) - r
	}
	return tile{size, b, bake(size, func(x, y float64) [4]float64 {
		if edge == nil {
			return cover(fill, box(x, y))
		}
		inside := cover(fill, box(x, y)+width)
		ring := cover(edge, box(x, y))
		a := clamp01(0.5 - (box(x, y) + width)) // the edge ends where the inside begins
		for i := range ring {
			ring[i] = ring[i]*(1-a) + inside[i]
		}
		return ring
	})}
}

// checkMark returns a tick for a box of the given size.
func checkMark(size float64, c color.Color) tile {
	return strokes(size, size*0.075, c, [][2]float64{{0.25, 0.53}, {0.43, 0.71}, {0.76, 0.31}})
}

// arrowDown returns the mark of a dropdown.
func arrowDown(size float64, c color.Color) tile {
	return strokes(size, size*0.085, c, [][2]float64{{0.16, 0.34}, {0.5, 0.68}, {0.84, 0.34}})
}

// strokes draws a line of half width hw through points in 0..1 of a square.
func strokes(size, hw float64, c color.Color, points [][2]float64) tile {
	return tile{int(size), 0, bake(int(size), func(x, y float64) [4]float64 {
		d := math.Inf(1)
		for i := 1; i < len(points); i++ {
			a, b := points[i-1], points[i]
			d = min(d, toSegment(x, y, a[0]*size, a[1]*size, b[0]*size, b[1]*size))
		}
		return cover(c, d-hw)
	})}
}

// toSegment returns the distance from (x, y) to the line from a to b.
func toSegment(x, y, ax, ay, bx, by float64) float64 {
	ux, uy := bx-ax, by-ay
	f := clamp01(((x-ax)*ux + (y-ay)*uy) / (ux*ux + uy*uy))
	return math.Hypot(x-ax-f*ux, y-ay-f*uy)
}

// bake returns the pixels of a square, each given by its centre's premultiplied colour.
func bake(size int, at func(x, y float64) [4]float64) []byte {
	pix := make([]byte, 0, 4*size*size)
	for y := range size {
		for x := range size {
			for _, v := range at(float64(x)+0.5, float64(y)+0.5) {
				pix = append(pix, byte(math.Round(clamp01(v)*255)))
			}
		}
	}
	return pix
}

// cover returns a premultiplied colour, anti-aliased by the distance d to its shape.
func cover(c color.Color, d float64) [4]float64 {
	r, g, b, a := c.RGBA()
	f := clamp01(0.5-d) / 0xffff
	return [4]float64{float64(r) * f, float64(g) * f, float64(b) * f, float64(a) * f}
}

func clamp01(v float64) float64 { return min(max(v, 0), 1) }
