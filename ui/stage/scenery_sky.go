package stage

import (
	"math"

	"driftlab/ui/draw"
)

// How far the layers behind the world move while the camera moves by a metre, in metres.
const (
	starShift = 0.05
	moonShift = 0.1
	farShift  = 0.35
	nearShift = 0.6
)

// Where the sky's colours change, and what is in it, as parts of a picture's size.
const (
	skyMiddle = 0.55
	starsEnd  = 0.55
	moonX     = 0.83
	moonY     = 0.2
	moonSize  = 0.05
	mostStars = 46
	starField = 9000 // square points a star
	starWay   = 16.0 // metres after which the stars repeat
)

// A ridge is a layer of hills: its average height above the ground and how far it goes up and down, in metres.
type ridge struct{ shift, base, rise, seed float64 }

var ridges = [...]ridge{{farShift, 2.9, 1.5, 3}, {nearShift, 1.5, 1.1, 12}}

// at returns the ridge's height at a place, both in metres.
func (r *ridge) at(x float64) float64 {
	x += r.seed
	return r.base + r.rise*(0.5*math.Sin(0.55*x)+0.3*math.Sin(1.13*x+1.7)+0.2*math.Sin(0.27*x+0.5))
}

// sky draws the sky down to the ground, with its stars and the moon.
func (v *Scenery) sky(c *draw.Canvas) {
	p, t := v.Picture, c.Theme
	middle := float32(math.Round(float64(p.Y + p.H*skyMiddle)))
	c.BoxFade(p.X, p.Y, p.W, middle-p.Y, 0, t.SkyTop, t.SkyMiddle)
	c.BoxFade(p.X, middle, p.W, p.Y+p.H-middle, 0, t.SkyMiddle, t.SkyHorizon)
	if t.Star.A > 0 && !v.thumb {
		v.stars(c)
	}
	r := min(max(p.H*moonSize, 4), 30)
	x := p.X + p.W*moonX - v.Metres((v.Eye()-v.home())*moonShift)
	y := p.Y + p.H*moonY
	for _, halo := range [...]float32{3, 2.7, 2.4, 2.1, 1.85, 1.6, 1.35, 1.15} {
		c.Circle(x, y, r*halo, t.Moon.Fade(0.035))
	}
	c.Circle(x, y, r, t.Moon)
}

// stars draws as many stars as there is room for, always the same ones.
func (v *Scenery) stars(c *draw.Canvas) {
	p := v.Picture
	n := min(int(p.W*p.H/starField), mostStars)
	shift := (v.Eye() - v.home()) * starShift / starWay
	for i := range n {
		x := luck(i, 0) - shift
		x -= float32(math.Floor(float64(x)))
		size := 0.8 + 0.5*luck(i, 2)
		c.Circle(p.X+x*p.W, p.Y+luck(i, 1)*p.H*starsEnd, size, c.Theme.Star.Fade(0.18+0.3*luck(i, 3)))
	}
}

// luck returns a pseudorandom number in [0, 1), always the same for a star and a purpose.
func luck(star, purpose int) float32 {
	h := uint32(star*4+purpose) * 2654435761
	h ^= h >> 15
	h *= 2246822519
	h ^= h >> 13
	return float32(h>>8) / (1 << 24)
}

// hillStep is the distance between two points of a ridge in metres, hillStepPixels its least in points.
const (
	hillStep       = 0.5
	hillStepPixels = 12
)

// hills draws two ridges that move less than the world does.
func (v *Scenery) hills(c *draw.Canvas) {
	p, t := v.Picture, c.Theme
	ground := v.Area.Y + v.Area.H
	step := max(hillStep, hillStepPixels/v.Metre)
	n := int(math.Ceil(float64(p.W/v.Metres(step)))) + 1
	for i := range ridges {
		r := &ridges[i]
		col := t.HillFar
		if i > 0 {
			col = t.HillNear
		}
		// The points are at whole steps of the ridge, so that it keeps its shape while the camera moves.
		from := (float64(v.Eye())-float64(v.home()))*r.shift + float64(v.home()) - float64(p.W/v.Metre)/2
		first := math.Floor(from / float64(step))
		v.ridge = v.ridge[:0]
		for k := 0; k <= n; k++ {
			at := (first + float64(k)) * float64(step)
			v.ridge = append(v.ridge, p.X+v.Metres(float32(at-from)), ground-v.Metres(float32(r.at(at))))
		}
		c.Area(v.ridge, min(ground+1, p.Y+p.H), col)
	}
}
