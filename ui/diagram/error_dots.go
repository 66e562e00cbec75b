package diagram

import (
	"slices"
	"time"

	"driftlab/ui/draw"
	"driftlab/ui/panel"
)

// ErrorDots draws how wrong the clocks of many clients are now: a dot each, from the first client to the last, with bands
// for half of the errors and for 95 % of them.
type ErrorDots struct {
	pen    panel.Pen
	Scale  ErrorScale
	axis   panel.TimeAxis // tells jumps in time from other changes
	of     panel.Hold     // when the numbers were read
	Sorted []time.Duration
	Within [2]time.Duration // the median and the 95th percentile of the absolute errors
	Hover  int              // client under the pointer, 0 for none
}

// ManyFrom is how many clients count as many: they have dots and no lines, and panels show all of them rather than one.
const ManyFrom = 9

func manyClients(v *panel.View) bool { return v.Frame.Clients() >= ManyFrom }

// Column returns the middle of a client's column.
func (d *ErrorDots) Column(client, clients int) float32 {
	return d.Scale.Area.X + d.Scale.Area.W*(float32(client)-0.5)/float32(clients)
}

// Update acts on the pointer: a click chooses the client whose column it is in.
func (d *ErrorDots) Update(v *panel.View, k *panel.Pointer) {
	d.Hover = 0
	if n, area := v.Frame.Clients(), d.Scale.Area; area.W > 0 && k.Over(area) {
		d.Hover = min(int((k.X-area.X)/area.W*float32(n)), n-1) + 1
	}
	if k.Pressed && d.Hover > 0 {
		v.Ask.Choose(d.Hover)
	}
}

// Draw draws the dots into r, with a title where there is room for it.
func (d *ErrorDots) Draw(v *panel.View, c *draw.Canvas, r panel.Rect) {
	left, right := float32(stripAxis), float32(stripDots)
	if r.W >= stripTight {
		left += stripHead(c, r)
	}
	d.Scale.Area = panel.NewRect(r.X+left, r.Y+5, max(r.W-left-right, 1), max(r.H-10, 1))
	d.measure(v)
	d.Scale.grid(c, &d.pen, d.Scale.Area.X+d.Scale.Area.W)
	area := d.Scale.Area
	c.Clip(area.X, area.Y, area.W+1, area.H+1)
	for _, within := range d.Within {
		top, bottom := d.Scale.y(inMillis(within)), d.Scale.y(-inMillis(within))
		c.Rect(area.X, top, area.W, bottom-top, c.Theme.TextDim.Fade(0.09))
	}
	c.Unclip()
	n := v.Frame.Clients()
	if d.Hover > 0 && v.Tips.Under(area) {
		v.Hover.Next.Client = d.Hover
	}
	size := min(max(area.W/float32(n)*0.42, 2), 5)
	for i := range v.Frame.Facts {
		d.dot(v, c, i+1, size)
	}
	if len(d.Sorted) > 0 { // the bands' values, and when they were read
		x, y := area.X+area.W+10, r.Y+r.H/2-16
		d.pen.Start(c.Words).At(d.of.At()).Put(c, x, y, draw.Small, c.Theme.TextDim, draw.Left|draw.Middle)
		for i, name := range [...]string{"strip.median", "strip.p95"} {
			d.pen.Start(c.Words).Name(name).Ms(d.Within[i], 1).Put(c, x, y+float32(i+1)*16, draw.Small, c.Theme.Text, draw.Left|draw.Middle)
		}
	}
	v.Tips.Add(r, c.Words.T("strip.dots-tip"))
	if d.Hover > 0 && d.Hover <= n && v.Tips.Under(area) {
		f := &v.Frame.Facts[d.Hover-1]
		name := panel.AlgorithmTitle(v.Words, f.Driving)
		tip := v.Words.F("strip.unset", d.Hover, name)
		if f.Status.Synchronised {
			tip = v.Words.F("strip.dot", d.Hover, name, inMillis(f.Error))
		}
		v.Tips.Add(area, tip)
	}
}

// measure reads the two percentiles when numbers are read, and sets the limits of the axis.
func (d *ErrorDots) measure(v *panel.View) {
	if d.of != v.Frame.Reading {
		d.of = v.Frame.Reading
		d.Sorted = d.Sorted[:0]
		for i := range v.Frame.Held {
			if f := &v.Frame.Held[i]; f.Status.Synchronised {
				d.Sorted = append(d.Sorted, f.Error.Abs())
			}
		}
		slices.Sort(d.Sorted)
		d.Within = [2]time.Duration{}
		for i, share := range [...]float64{0.5, 0.95} {
			if n := len(d.Sorted); n > 0 {
				d.Within[i] = d.Sorted[nearestRank(n, share)]
			}
		}
	}
	s := &d.Scale
	s.extents = s.extents[:0]
	for i := range v.Frame.Facts {
		if f, e := &v.Frame.Facts[i], (extent{whose: i + 1}); f.Status.Synchronised {
			e.take(float32(inMillis(f.Error)))
			s.extents = append(s.extents, e)
		}
	}
	low, high := s.inSight(v.Frame.Selected)
	s.fit(low, high, &d.axis, v.Session.Now(), v.Worth)
}

// dot draws a client's dot, or a mark at the edge if that is beyond it.
func (d *ErrorDots) dot(v *panel.View, c *draw.Canvas, client int, size float32) {
	f, area := &v.Frame.Facts[client-1], d.Scale.Area
	style, x := c.Theme.Machine(client), d.Column(client, v.Frame.Clients())
	if client == v.Frame.Selected || client == d.Hover || client == v.Hover.Client {
		c.Rect(x-size-2, area.Y, 2*size+4, area.H, c.Theme.Solid.Fade(0.35))
	}
	if !f.Status.Synchronised {
		return
	}
	y := d.Scale.y(inMillis(f.Error))
	switch {
	case y < area.Y:
		c.Triangle(x, area.Y+size, size, true, style.Color)
	case y > area.Y+area.H:
		c.Triangle(x, area.Y+area.H-size, size, false, style.Color)
	default:
		c.Marker(style.Shape, x, y, size, style.Color)
	}
}
