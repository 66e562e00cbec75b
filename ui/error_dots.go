package ui

import (
	"math"
	"slices"
	"time"

	"driftlab/ui/draw"
)

// errorDots draws how wrong the clocks of many clients are now: a dot for each, from the first client to the last, with
// what half of the errors and 95 % of them are within.
type errorDots struct {
	pen    pen
	scale  errorScale
	axis   timeAxis // tells leaps through time from other changes
	of     hold     // when the numbers were read
	sorted []time.Duration
	within [2]time.Duration // what half of the absolute errors and 95 % are within
	hover  int              // client under the pointer, 0 for none
}

// manyFrom is from how many clients on each has a dot and no line.
const manyFrom = 9

func manyClients(v *view) bool { return v.frame.clients() >= manyFrom }

// column returns the middle of a client's column.
func (d *errorDots) column(client, clients int) float32 {
	return d.scale.area.x + d.scale.area.w*(float32(client)-0.5)/float32(clients)
}

// update acts on the pointer: a click chooses the client whose column it is in.
func (d *errorDots) update(v *view, k *pointer) {
	d.hover = 0
	if area := d.scale.area; area.w > 0 && k.over(area) {
		n := v.frame.clients()
		d.hover = min(int((k.x-area.x)/area.w*float32(n)), n-1) + 1
	}
	if k.pressed && d.hover > 0 {
		v.ask.choose(d.hover)
	}
}

// draw draws the dots into r, with a title where there is room for it.
func (d *errorDots) draw(v *view, c *draw.Canvas, r rect) {
	z := float32(v.scale)
	left, right := float32(stripAxis*z), float32(stripDots*z)
	if r.w >= stripTight*z {
		left += stripHead(c, r, z)
	}
	d.scale.area, d.scale.z = rect{r.x + left, r.y + 5*z, max(r.w-left-right, z), max(r.h-10*z, z)}, z
	d.measure(v)
	d.scale.grid(c, &d.pen)
	d.bands(c)
	n := v.frame.clients()
	size := min(max(d.scale.area.w/float32(n)*0.42, 2*z), 5*z)
	for i := range v.frame.facts {
		d.dot(v, c, i+1, size)
	}
	d.figures(c, r)
	v.tips.add(r, c.Words.T("strip.dots-tip"))
	if d.hover > 0 && d.hover <= n && v.tips.under(d.scale.area) {
		v.tips.add(d.scale.area, d.tip(v))
	}
}

// measure reads what half of the errors and most of them are within when numbers are read, and sets the limits.
func (d *errorDots) measure(v *view) {
	if d.of != v.frame.reading {
		d.of = v.frame.reading
		d.sorted = d.sorted[:0]
		for i := range v.frame.held {
			if f := &v.frame.held[i]; f.Status.Synchronised {
				d.sorted = append(d.sorted, f.Error.Abs())
			}
		}
		slices.Sort(d.sorted)
		d.within = [2]time.Duration{}
		for i, share := range [...]float64{0.5, 0.95} {
			if n := len(d.sorted); n > 0 {
				d.within[i] = d.sorted[int(math.Ceil(share*float64(n)))-1]
			}
		}
	}
	s := &d.scale
	s.extents = s.extents[:0]
	for i := range v.frame.facts {
		if f, e := &v.frame.facts[i], (extent{whose: i + 1}); f.Status.Synchronised {
			e.take(float32(inMillis(f.Error)))
			s.extents = append(s.extents, e)
		}
	}
	low, high := s.inSight(v.frame.selected)
	s.fit(low, high, &d.axis, v.session.Now(), v.worth)
}

// bands shades what half of the errors and 95 % of them are within.
func (d *errorDots) bands(c *draw.Canvas) {
	area := d.scale.area
	c.Clip(int(area.x), int(area.y), int(area.w)+1, int(area.h)+1)
	for _, within := range d.within {
		top, bottom := d.scale.y(inMillis(within)), d.scale.y(-inMillis(within))
		c.Rect(area.x, top, area.w, bottom-top, c.Theme.TextDim.Fade(0.09))
	}
	c.Unclip()
}

// dot draws a client's, or at the edge the mark of one that is beyond it.
func (d *errorDots) dot(v *view, c *draw.Canvas, client int, size float32) {
	f, area, z := &v.frame.facts[client-1], d.scale.area, d.scale.z
	style, x := c.Theme.Machine(client), d.column(client, v.frame.clients())
	if client == v.frame.selected || client == d.hover {
		c.Rect(x-size-2*z, area.y, 2*size+4*z, area.h, c.Theme.Solid.Fade(0.35))
	}
	if !f.Status.Synchronised {
		return
	}
	y := d.scale.y(inMillis(f.Error))
	switch {
	case y < area.y:
		c.Triangle(x, area.y+size, size, true, style.Color)
	case y > area.y+area.h:
		c.Triangle(x, area.y+area.h-size, size, false, style.Color)
	default:
		c.Marker(style.Shape, x, y, size, style.Color)
	}
}

// figures writes what the bands are, right of them.
func (d *errorDots) figures(c *draw.Canvas, r rect) {
	if len(d.sorted) == 0 {
		return
	}
	z, x, y := d.scale.z, d.scale.area.x+d.scale.area.w+10*d.scale.z, r.y+r.h/2
	for i, name := range [...]string{c.Words.T("strip.median"), c.Words.T("strip.p95")} {
		d.pen.start(c.Words).text(name).text(" ").fixed(inMillis(d.within[i]), 1).text(" ms")
		d.pen.put(c, x, y+(float32(i)*16-8)*z, draw.Small, c.Theme.Text, draw.Left|draw.Middle)
	}
}

// tip says whose the dot under the pointer is.
func (d *errorDots) tip(v *view) string {
	f := &v.frame.held[d.hover-1]
	name := algorithmTitle(v.words, f.Driving)
	if !f.Status.Synchronised {
		return v.words.F("strip.unset", d.hover, name)
	}
	return v.words.F("strip.dot", d.hover, name, inMillis(f.Error))
}
