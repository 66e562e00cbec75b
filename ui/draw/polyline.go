package draw

import (
	"math"

	"driftlab/internal/palette"
)

// Dashed draws a dashed line. phase is where in the dash pattern the line starts, in points.
func (b *Batch) Dashed(x0, y0, x1, y1, width float32, dash palette.Dash, phase float32, col palette.Color) {
	pts := [4]float32{x0, y0, x1, y1}
	b.Polyline(pts[:], width, dash, phase, col)
}

// Polyline draws a line through the points x0, y0, x1, y1, … with round ends and joints. The dash
// pattern runs on along the whole line and starts at phase, in points. A point that is not a number
// breaks the line; the pattern restarts after the gap.
//
// Where the line bends softly its pieces meet edge to edge, so a translucent line shows no beads;
// at sharp bends, and between points closer than the line is wide, they overlap.
func (b *Batch) Polyline(points []float32, width float32, dash palette.Dash, phase float32, col palette.Color) {
	n := len(points) / 2 * 2
	for from := 0; from < n; {
		to := from
		for to < n && !isNaN(points[to]) && !isNaN(points[to+1]) {
			to += 2
		}
		if run := points[from:to]; len(run) >= 4 {
			if dash == (palette.Dash{}) {
				b.strip(run, width/2, col)
			} else {
				b.dashes(run, width/2, dash, phase, col)
			}
		}
		from = to + 2
	}
}

func isNaN(v float32) bool { return v != v }

// A joint is one end of a segment: a round end, or the edge that it shares with its neighbour.
type joint struct {
	round  bool
	mx, my float32 // from the point to the shared edge's corner on the line's right-hand side
}

// strip draws a solid line of half width hw through at least two points.
func (b *Batch) strip(pts []float32, hw float32, col palette.Color) {
	x0, y0 := pts[0], pts[1]
	i := distinct(pts, 0)
	if i == len(pts) {
		b.Circle(x0, y0, hw, col)
		return
	}
	x1, y1 := pts[i], pts[i+1]
	dx, dy, l := direction(x0, y0, x1, y1)
	start := joint{round: true}
	for {
		i = distinct(pts, i)
		if i == len(pts) {
			b.segment(x0, y0, x1, y1, dx, dy, l, hw, start, joint{round: true}, col)
			return
		}
		x2, y2 := pts[i], pts[i+1]
		ex, ey, m := direction(x1, y1, x2, y2)
		end := bend(dx, dy, l, ex, ey, m, hw+b.points(margin))
		b.segment(x0, y0, x1, y1, dx, dy, l, hw, start, end, col)
		x0, y0, x1, y1 = x1, y1, x2, y2
		dx, dy, l, start = ex, ey, m, end
	}
}

// distinct returns the index of the first point behind i that differs from it visibly.
func distinct(pts []float32, i int) int {
	const tiny = 1.0 / 64
	for j := i + 2; j < len(pts); j += 2 {
		if dx, dy := pts[j]-pts[i], pts[j+1]-pts[i+1]; dx*dx+dy*dy > tiny*tiny {
			return j
		}
	}
	return len(pts)
}

// bend returns the joint of two segments with the directions (dx, dy) and (ex, ey) and the lengths l
// and m, when each side of the line lies e from its middle.
func bend(dx, dy, l, ex, ey, m, e float32) joint {
	c := dx*ex + dy*ey // cosine of the turn
	// The mitre's corner lies e·tan(turn/2) along the segments: at most half of either.
	if half := min(l, m) / 2; c < -0.2 || e*e*(1-c) > (1+c)*half*half {
		return joint{round: true}
	}
	// (−dy−ey, dx+ex) has length √(2+2c) and points along the mitre, which is e/cos(turn/2) long.
	s := e / (1 + c)
	return joint{mx: -(dy + ey) * s, my: (dx + ex) * s}
}

// segment draws one piece of a strip. A round end is the end of a capsule; at a shared edge the
// capsule is made so much longer that its own end lies out of sight.
func (b *Batch) segment(x0, y0, x1, y1, dx, dy, l, hw float32, start, end joint, col palette.Color) {
	e := hw + b.points(margin)
	beyond := 4 * e
	hx, u0 := l/2+hw, -l/2 // half the capsule's length, and where the segment starts in its frame
	switch {
	case !start.round && !end.round:
		hx = l/2 + beyond
	case start.round && !end.round:
		hx = (l + hw + beyond) / 2
		u0 = hw - hx
	case !start.round && end.round:
		hx = (l + hw + beyond) / 2
		u0 = hx - hw - l
	}
	q := [4]corner{}
	q[0], q[3] = start.corners(x0, y0, dx, dy, e, u0, -1)
	q[1], q[2] = end.corners(x1, y1, dx, dy, e, u0+l, 1)
	b.quad(&q, &[4]float32{hx, hw, hw}, kindBox, col)
}

// corners returns the left and the right corner of the end at (x, y), which is at u in the frame of a
// segment with direction (dx, dy). outward is −1 at the start and 1 at the end.
func (j joint) corners(x, y, dx, dy, e, u, outward float32) (left, right corner) {
	if j.round {
		ox, oy := dx*e*outward, dy*e*outward
		left = corner{x + ox + dy*e, y + oy - dx*e, u + e*outward, -e}
		right = corner{x + ox - dy*e, y + oy + dx*e, u + e*outward, e}
		return left, right
	}
	along := j.mx*dx + j.my*dy
	left = corner{x - j.mx, y - j.my, u - along, -e}
	right = corner{x + j.mx, y + j.my, u + along, e}
	return left, right
}

// dashes draws a dashed line of half width hw through at least two points.
func (b *Batch) dashes(pts []float32, hw float32, dash palette.Dash, phase float32, col palette.Color) {
	p, ok := newPattern(dash, hw, phase)
	if !ok {
		b.strip(pts, hw, col)
		return
	}
	out := b.dash[:0]
	for i := 0; i+3 < len(pts); i += 2 {
		x0, y0, x1, y1 := pts[i], pts[i+1], pts[i+2], pts[i+3]
		dx, dy, l := direction(x0, y0, x1, y1)
		t0, t1, some := b.span(b.px(x0), b.px(y0), b.px(x1), b.px(y1), b.px(2*p.period))
		if !some {
			p.skip(l)
			out = out[:0]
			continue
		}
		at := t0 * l
		if t0 > 0 {
			p.skip(at)
			out = out[:0]
		}
		if p.at%2 == 0 && len(out) == 0 {
			out = append(out, x0+dx*at, y0+dy*at)
		}
		stop := t1 * l
		for p.left <= stop-at {
			at += p.left
			x, y := x0+dx*at, y0+dy*at
			if p.at%2 == 0 {
				out = append(out, x, y)
				b.strip(out, hw, col)
				out = out[:0]
			} else {
				out = append(out[:0], x, y)
			}
			p.turn()
		}
		p.left -= stop - at
		if p.at%2 == 0 {
			out = append(out, x0+dx*stop, y0+dy*stop)
		}
		if t1 < 1 {
			p.skip(l - stop)
		}
	}
	if p.at%2 == 0 && len(out) >= 4 {
		b.strip(out, hw, col)
	}
	b.dash = out[:0]
}

// A pattern is a place in a dash pattern.
type pattern struct {
	dash   palette.Dash
	period float32
	at     int     // which of the four lengths
	left   float32 // how much of it is still to come
}

// newPattern returns the place at phase in dash for a line of half width hw. It is not ok for a
// pattern without length, or without a gap.
func newPattern(dash palette.Dash, hw, phase float32) (p pattern, ok bool) {
	const dot = 1.0 / 128 // drawn as one point
	gaps := max(dash[1], 0) + max(dash[3], 0)
	for i := range dash {
		// The round ends add hw at both sides of "on", so it is made shorter and "off" longer.
		d := max(dash[i], 0)
		if i%2 == 0 {
			on := max(d-2*hw, dot)
			dash[i], dash[i+1] = on, max(dash[i+1], 0)+d-on
			p.period += dash[i] + dash[i+1]
		}
	}
	if p.period < 1 || gaps < 1 || isNaN(p.period) || isNaN(phase) {
		return pattern{}, false
	}
	p.dash, p.left = dash, dash[0]
	p.skip(phase - hw)
	return p, true
}

// turn goes to the start of the next length.
func (p *pattern) turn() {
	p.at = (p.at + 1) % len(p.dash)
	p.left = p.dash[p.at]
}

// skip goes forward by d points, or back if d is negative.
func (p *pattern) skip(d float32) {
	d = float32(math.Mod(float64(d), float64(p.period)))
	if d < 0 {
		d += p.period
	}
	for d >= p.left {
		d -= p.left
		p.turn()
	}
	p.left -= d
}

// BoxFade draws a filled rectangle with rounded corners whose colour runs from its top to its bottom.
func (b *Batch) BoxFade(x, y, w, h, r float32, top, bottom palette.Color) {
	first := len(b.vertices)
	b.Box(x, y, w, h, r, top)
	b.fade(first, y, y+h, top, bottom)
}

// Beam draws a light or a shadow that falls from the middle of an edge at (x, y): w0 wide there, w1 wide h points lower,
// its colour running from one to the other.
func (b *Batch) Beam(x, y, w0, w1, h float32, from, to palette.Color) {
	first := len(b.vertices)
	for _, side := range [...]float32{-1, 1} {
		// One half has its slanting side at a distance that runs evenly, and no other side.
		nx, ny, _ := direction(0, 0, h, (w0-w1)/2)
		in := func(px, py float32) float32 { return nx*(w0/2-px) - ny*py }
		c := func(px, py float32) corner { return corner{x + side*px, y + py, 0, in(px, py) - deep} }
		soft := 2 * b.points(margin)
		q := [4]corner{c(0, 0), c(w0/2+soft, 0), c(w1/2+soft, h), c(0, h)}
		b.quad(&q, &[4]float32{deep, deep}, kindBox, from)
	}
	b.fade(first, y, y+h, from, to)
}

// Area fills what lies between a line through the points x0, y0, x1, y1, …, which runs to the right, and a level bottom.
func (b *Batch) Area(points []float32, bottom float32, col palette.Color) {
	for i := 0; i+3 < len(points); i += 2 {
		x0, y0, x1, y1 := points[i], points[i+1], points[i+2], points[i+3]
		dx, _, _ := direction(x0, y0, x1, y1) // by how much a step down leads away from the line, at most 1
		soft := b.points(margin)
		rise := soft / max(dx, 0.1)
		q := [4]corner{
			{x0, y0 - rise, 0, -soft - deep}, {x1, y1 - rise, 0, -soft - deep},
			{x1, bottom, 0, (bottom-y1)*dx - deep}, {x0, bottom, 0, (bottom-y0)*dx - deep},
		}
		b.quad(&q, &[4]float32{deep, deep}, kindBox, col)
	}
}

// deep is half the size of a box of which only one side is seen, in points: more than any picture has.
const deep = 1 << 12

// fade gives the vertices from the first on colours that run from y0 down to y1.
func (b *Batch) fade(first int, y0, y1 float32, from, to palette.Color) {
	y0, y1 = b.px(y0), b.px(y1)
	for i := first; i < len(b.vertices); i++ {
		v := &b.vertices[i]
		c := from.Mix(to, min(max((v.DstY-y0)/max(y1-y0, 1), 0), 1))
		v.ColorR, v.ColorG, v.ColorB, v.ColorA = c.R, c.G, c.B, c.A
	}
}
