package draw

import (
	_ "embed"
	"math"
	"slices"
	"sync"

	"github.com/hajimehoshi/ebiten/v2"

	"driftlab/internal/palette"
)

// A Batch collects shapes and draws them with one call. Later shapes cover earlier ones.
// The zero Batch is empty and ready, and has a pixel a point. It is not safe for concurrent use.
//
// All coordinates and lengths are points. Edges are anti-aliased by the distance to the shape, so anything may lie between
// pixels. A coordinate that is not a number makes its shape vanish.
type Batch struct {
	window
	frame    frame
	vertices []ebiten.Vertex
	indices  []uint32
	dash     []float32    // the points of the dash that Polyline is at
	room     [2][8]corner // for cut, which would otherwise allocate it
	options  ebiten.DrawTrianglesShaderOptions
}

// Kinds of shape: the numbers that shape.kage knows.
const (
	kindBox = iota
	kindTriangle
	kindPlus
	kindHatch
	kindHexagon
	kindDiamond
	kindEllipse
	kindGlow
	kindArc

	kindStep = 64 // an outline's width, below this, is added to kind·kindStep
)

// margin is how far a quad reaches beyond its shape, in pixels: room for half a pixel of
// anti-aliasing, and for rounding.
const margin = 1

//go:embed shape.kage
var shapeSource []byte

var shapeShader = sync.OnceValue(func() *ebiten.Shader {
	s, err := ebiten.NewShader(shapeSource)
	if err != nil {
		panic("draw: shape.kage: " + err.Error())
	}
	return s
})

// Reset empties the batch and ends clipping. The memory is kept.
func (b *Batch) Reset() {
	b.vertices, b.indices = b.vertices[:0], b.indices[:0]
	b.Unframe()
	b.Unbound()
}

// Flush draws all shapes onto dst and returns the number of draw calls, 0 or 1. The shapes stay
// until [Batch.Reset], so what does not change can be flushed again.
func (b *Batch) Flush(dst *ebiten.Image) (calls int) {
	if len(b.indices) == 0 {
		return 0
	}
	dst.DrawTrianglesShader32(b.vertices, b.indices, shapeShader(), &b.options)
	return 1
}

// Line draws a line with square ends.
func (b *Batch) Line(x0, y0, x1, y1, width float32, col palette.Color) {
	dx, dy, l := direction(x0, y0, x1, y1)
	b.shape((x0+x1)/2, (y0+y1)/2, dx, dy, l/2, width/2, 0, kindBox, 0, col)
}

// LineFade draws a line with square ends whose colour runs from one end to the other: a trail.
func (b *Batch) LineFade(x0, y0, x1, y1, width float32, from, to palette.Color) {
	first := len(b.vertices)
	b.Line(x0, y0, x1, y1, width, from)
	_, _, l := direction(x0, y0, x1, y1)
	for i := first; i < len(b.vertices); i++ {
		v := &b.vertices[i]
		c := from.Mix(to, min(max(v.SrcX/max(b.px(l), 1)+0.5, 0), 1))
		v.ColorR, v.ColorG, v.ColorB, v.ColorA = c.R, c.G, c.B, c.A
	}
}

// HLine draws a horizontal line, x0 ≤ x1, moved to whole pixels so that it is crisp.
func (b *Batch) HLine(x0, x1, y, width float32, col palette.Color) {
	w := b.points(max(round(b.px(width)), 1))
	b.Rect(b.snap(x0), b.snap(y-w/2), b.snap(x1)-b.snap(x0), w, col)
}

// VLine draws a vertical line, y0 ≤ y1, moved to whole pixels so that it is crisp.
func (b *Batch) VLine(x, y0, y1, width float32, col palette.Color) {
	w := b.points(max(round(b.px(width)), 1))
	b.Rect(b.snap(x-w/2), b.snap(y0), w, b.snap(y1)-b.snap(y0), col)
}

// Capsule draws a line with round ends that reach half the width beyond both points.
func (b *Batch) Capsule(x0, y0, x1, y1, width float32, col palette.Color) {
	dx, dy, l := direction(x0, y0, x1, y1)
	b.shape((x0+x1)/2, (y0+y1)/2, dx, dy, (l+width)/2, width/2, width/2, kindBox, 0, col)
}

// Circle draws a filled circle.
func (b *Batch) Circle(x, y, r float32, col palette.Color) {
	b.shape(x, y, 1, 0, r, r, r, kindBox, 0, col)
}

// Ring draws a circle's outline of the given width, inside radius r.
func (b *Batch) Ring(x, y, r, width float32, col palette.Color) {
	b.shape(x, y, 1, 0, r, r, r, kindBox, width, col)
}

// Rect draws a filled rectangle from its top left corner.
func (b *Batch) Rect(x, y, w, h float32, col palette.Color) {
	b.shape(x+w/2, y+h/2, 1, 0, w/2, h/2, 0, kindBox, 0, col)
}

// Box draws a filled rectangle with rounded corners from its top left corner. Its edges are moved to whole pixels, so that they are
// crisp, but for those of a pill, which is round at two sides, and of what has a frame of its own: bodies glide.
func (b *Batch) Box(x, y, w, h, r float32, col palette.Color) {
	x, y, w, h = b.crisp(x, y, w, h, r)
	b.shape(x+w/2, y+h/2, 1, 0, w/2, h/2, min(r, w/2, h/2), kindBox, 0, col)
}

// BoxOutline draws the outline of a [Batch.Box], inside it, of the given width: up to a point in whole pixels.
func (b *Batch) BoxOutline(x, y, w, h, r, width float32, col palette.Color) {
	x, y, w, h = b.crisp(x, y, w, h, r)
	if width <= 1 {
		width = b.points(max(round(b.px(width)), 1))
	}
	b.shape(x+w/2, y+h/2, 1, 0, w/2, h/2, min(r, w/2, h/2), kindBox, width, col)
}

// crisp moves the edges of a box to whole pixels.
func (b *Batch) crisp(x, y, w, h, r float32) (cx, cy, cw, ch float32) {
	if b.frame.on || r >= min(w, h)/2 {
		return x, y, w, h
	}
	cx, cy = b.snap(x), b.snap(y)
	return cx, cy, b.snap(x+w) - cx, b.snap(y+h) - cy
}

// Hatch fills a rectangle with diagonal stripes. period is measured across the stripes, each half
// of it wide; 6 to 8 points look well.
func (b *Batch) Hatch(x, y, w, h, period float32, col palette.Color) {
	b.shape(x+w/2, y+h/2, 1, 0, w/2, h/2, max(period, b.points(2)), kindHatch, 0, col)
}

// HatchLine draws a line with square ends in the stripes of [Batch.Hatch].
func (b *Batch) HatchLine(x0, y0, x1, y1, width, period float32, col palette.Color) {
	dx, dy, l := direction(x0, y0, x1, y1)
	b.shape((x0+x1)/2, (y0+y1)/2, dx, dy, l/2, width/2, max(period, b.points(2)), kindHatch, 0, col)
}

// Cross draws a diagonal × whose arms reach r in x and in y: a lost packet.
func (b *Batch) Cross(x, y, r, width float32, col palette.Color) {
	b.Capsule(x-r, y-r, x+r, y+r, width, col)
	b.Capsule(x-r, y+r, x+r, y-r, width, col)
}

// Marker draws a filled shape of about the area of a circle of radius r, centred at (x, y).
func (b *Batch) Marker(s palette.Shape, x, y, r float32, col palette.Color) {
	b.marker(s, x, y, r, 0, col)
}

// MarkerOutline draws the outline of a [Batch.Marker], inside it: a ghost, or a late packet.
func (b *Batch) MarkerOutline(s palette.Shape, x, y, r, width float32, col palette.Color) {
	b.marker(s, x, y, r, width, col)
}

func (b *Batch) marker(s palette.Shape, x, y, r, stroke float32, col palette.Color) {
	const (
		squareHalf   = 0.886 // √π/2: the area of the unit circle
		triangleHalf = 1.16  // a little smaller than equal area: points stand out by themselves
		triangleLift = 0.17  // the centre of mass is a third up from the base
		plusReach    = 1.15
		plusArm      = 0.42
	)
	switch s {
	case palette.TriangleUp:
		h := r * triangleHalf
		b.shape(x, y-h*triangleLift, 1, 0, h, h*0.9, 0, kindTriangle, stroke, col)
	case palette.TriangleDown:
		h := r * triangleHalf
		b.shape(x, y+h*triangleLift, -1, 0, h, h*0.9, 0, kindTriangle, stroke, col)
	case palette.Square:
		b.shape(x, y, 1, 0, r*squareHalf, r*squareHalf, 0, kindBox, stroke, col)
	case palette.Diamond:
		b.shape(x, y, math.Sqrt2/2, math.Sqrt2/2, r*squareHalf, r*squareHalf, 0, kindBox, stroke, col)
	case palette.Hexagon:
		const hexagonReach = 1.1 // the area of the unit circle
		b.shape(x, y, 1, 0, r*hexagonReach, r*hexagonReach, 0, kindHexagon, stroke, col)
	case palette.Plus:
		b.shape(x, y, 1, 0, r*plusReach, r*plusReach, r*plusArm, kindPlus, stroke, col)
	default:
		b.shape(x, y, 1, 0, r, r, r, kindBox, stroke, col)
	}
}

// Triangle draws a filled triangle pointing up or down, centred at (x, y), with half the base and
// half the height equal to r: a packet on its way.
func (b *Batch) Triangle(x, y, r float32, up bool, col palette.Color) {
	b.Wedge(x, y, r, r, 0, 0, up, col)
}

// TriangleOutline draws the outline of a [Batch.Triangle], inside it.
func (b *Batch) TriangleOutline(x, y, r, width float32, up bool, col palette.Color) {
	b.Wedge(x, y, r, r, 0, width, up, col)
}

// shape adds a shape centred at (x, y), half its size hx by hy along the axes of its own frame, of
// which (ax, ay) is the first, a unit vector.
func (b *Batch) shape(x, y, ax, ay, hx, hy, param float32, kind int, stroke float32, col palette.Color) {
	soft := b.points(margin)
	ex, ey := hx+soft, hy+soft
	ux, uy := ax*ex, ay*ex
	vx, vy := -ay*ey, ax*ey
	q := [4]corner{
		{x - ux - vx, y - uy - vy, -ex, -ey},
		{x + ux - vx, y + uy - vy, ex, -ey},
		{x + ux + vx, y + uy + vy, ex, ey},
		{x - ux + vx, y - uy + vy, -ex, ey},
	}
	b.quad(&q, &[4]float32{hx, hy, param, stroke}, kind, col)
}

// quad adds a convex quad, or what the window leaves of it. It makes pixels of the points of both, whose fourth datum is
// the width of a stroke.
func (b *Batch) quad(q *[4]corner, data *[4]float32, kind int, col palette.Color) {
	times := b.px(1)
	if b.frame.on {
		times *= b.frame.place(q)
	}
	if unit := b.px(1); unit != 1 {
		for i := range q {
			q[i].x, q[i].y = q[i].x*unit, q[i].y*unit
		}
	}
	if times != 1 {
		for i := range q {
			q[i].u, q[i].v = q[i].u*times, q[i].v*times
		}
		data[0], data[1], data[2], data[3] = data[0]*times, data[1]*times, data[2]*times, data[3]*times
	}
	data[3] = float32(kind*kindStep) + min(data[3], kindStep-1)
	some, all := b.sees(
		min(q[0].x, q[1].x, q[2].x, q[3].x), min(q[0].y, q[1].y, q[2].y, q[3].y),
		max(q[0].x, q[1].x, q[2].x, q[3].x), max(q[0].y, q[1].y, q[2].y, q[3].y))
	if !some {
		return
	}
	if all {
		b.polygon(q[:], data, col)
		return
	}
	if poly := b.cut(q, &b.room); len(poly) >= 3 {
		b.polygon(poly, data, col)
	}
}

// polygon adds a convex polygon as a fan of triangles.
func (b *Batch) polygon(poly []corner, data *[4]float32, col palette.Color) {
	first := uint32(len(b.vertices))
	b.vertices = slices.Grow(b.vertices, len(poly))[:len(b.vertices)+len(poly)]
	fresh := b.vertices[first:]
	for i := range fresh {
		// Field by field: a whole Vertex would be built elsewhere and copied.
		c, v := &poly[i], &fresh[i]
		v.DstX, v.DstY, v.SrcX, v.SrcY = c.x, c.y, c.u, c.v
		v.ColorR, v.ColorG, v.ColorB, v.ColorA = col.R, col.G, col.B, col.A
		v.Custom0, v.Custom1, v.Custom2, v.Custom3 = data[0], data[1], data[2], data[3]
	}
	for i := uint32(2); i < uint32(len(poly)); i++ {
		b.indices = append(b.indices, first, first+i-1, first+i)
	}
}

// direction returns the unit vector from the first point to the second, and their distance.
// Two equal points have the direction of the x axis.
func direction(x0, y0, x1, y1 float32) (dx, dy, l float32) {
	dx, dy = x1-x0, y1-y0
	l = float32(math.Sqrt(float64(dx*dx + dy*dy)))
	if l == 0 {
		return 1, 0, 0
	}
	return dx / l, dy / l, l
}

// round returns the nearest whole number, halves up.
func round(v float32) float32 { return floor(v + 0.5) }

func floor(v float32) float32 { return float32(math.Floor(float64(v))) }
