package stage

import (
	"math"
	"time"

	"driftlab/game"
	"driftlab/netsync"
	"driftlab/ui/draw"
	"driftlab/ui/panel"
)

// Measures of projectiles, in metres, and how long their effects stay.
const (
	shotLong, shotThick = 0.48, 0.22
	shotGlow            = 0.85
	trailMost           = 1.6
	trailParts          = 8

	burstParts  = 11
	burstStays  = 350 * time.Millisecond
	burstHolds  = 80 * time.Millisecond // before a hit that is refused breaks
	shardParts  = 9
	shardStays  = 450 * time.Millisecond
	shardReach  = 0.72
	muzzleStays = 0.6 // metres that a projectile has flown while its muzzle still glows
	rewindStays = 800 * time.Millisecond
	rungStays   = 800 * time.Millisecond // the bracket at a bell, after the projectile has hit it on the first of the two screens
)

// shot draws a projectile with its glow and its trail, and where it was at each tick.
func (v *Viewport) shot(c *draw.Canvas, o game.Object, rate int) {
	x, y := v.At(o.Pos)
	t, side := c.Theme, float32(o.Facing)
	thick := max(v.Metres(shotThick), 3)
	long := max(v.Metres(shotLong), 2*thick)
	flown := float32(o.Pose.Walked.Metres())
	if v.tiny() {
		c.LineFade(x-side*v.Metres(min(flown, trailMost)), y, x, y, thick*0.7, t.ShotGlow.Fade(0), t.ShotGlow.Fade(0.8))
		c.Capsule(x-(long-thick)/2, y, x+(long-thick)/2, y, thick, t.Shot)
		return
	}
	for i, way := 0, min(flown, trailMost); i < trailParts && way > 0; i++ {
		k := float32(i+1) / trailParts
		from, to := x-side*v.Metres(way*(1-k+1.0/trailParts)), x-side*v.Metres(way*(1-k))
		c.Line(from, y, to, y, max(v.Metres(0.03+0.14*k), 1), t.ShotGlow.Fade(0.05+0.6*k*k))
	}
	if !v.look.Watched {
		v.shotTicks(c, o, rate, min(o.Pose.Walked, shotTickWay))
	}
	if left := 1 - flown/muzzleStays; left > 0 {
		c.Glow(x-side*v.Metres(flown), y, v.Metres(0.5), t.ShotGlow.Fade(left))
	}
	c.Glow(x, y, v.Metres(shotGlow), t.ShotGlow.Fade(0.55))
	rim := max(v.Metres(0.03), 1)
	c.Capsule(x-(long-thick)/2, y, x+(long-thick)/2, y, thick+2*rim, t.Ink)
	c.Capsule(x-(long-thick)/2, y, x+(long-thick)/2, y, thick, t.Shot)
	v.Labels.block(panel.NewRect(x-long, y-long, 2*long, 2*long))
}

// shotGhost draws where the host has a projectile.
func (v *Viewport) shotGhost(c *draw.Canvas, o, ghost game.Object) {
	x, y := v.At(ghost.Pos)
	w := v.truthWidth()
	thick := max(v.Metres(shotThick), 3) + 2*w
	long := max(v.Metres(shotLong), 6) + 2*w
	c.BoxOutline(x-long/2, y-thick/2, long, thick, thick/2, w, c.Theme.Truth)
	v.Labels.block(panel.NewRect(x-long, y-thick, 2*long, 2*thick))
	v.deviate(o, ghost, 0, ShotKey+o.ID)
}

// rung notes, for each projectile that has just rung a bell here or in the host's world, how far from the bell it was in
// the other of the two worlds at that instant.
func (v *Viewport) rung(scene, truth *game.Scene) {
	for i := range truth.Strikes {
		k := &truth.Strikes[i]
		if at, space, ok := flightTime(scene, k.Shot); ok && at <= k.Now {
			rang, other := v.whenRung(k, k.Now.Sub(at))
			other.Space = space
			v.holdApart(k, other, rang)
		}
	}
	for i := range scene.Strikes {
		k := &scene.Strikes[i]
		if at, _, ok := flightTime(truth, k.Shot); ok && at < k.Now {
			rang, other := v.whenRung(k, k.Now.Sub(at))
			rang.Space = k.Space
			v.holdApart(k, rang, other)
		}
	}
}

// flightTime returns the time in which a scene shows a projectile, or its end.
func flightTime(s *game.Scene, shot int) (at netsync.World, space game.TimeSpace, ok bool) {
	if o, ok := Find(s.Shots, shot); ok {
		return o.Time, o.Space, true
	}
	for i := range s.Strikes {
		if k := &s.Strikes[i]; k.Shot == shot {
			return k.Now, k.Space, true
		}
	}
	return 0, 0, false
}

// whenRung returns the projectile as it rang the bell, and where it was at that instant in a world that shows it some time later.
func (v *Viewport) whenRung(k *game.Strike, later time.Duration) (rang, other game.Object) {
	rang, other = game.Object{Pos: k.Pos, Time: k.At}, game.Object{Pos: k.Pos, Time: k.At.Add(-later)}
	other.Pos.X -= game.Length(k.Dir) * v.Level.ShotSpeed.Over(later)
	return rang, other
}

// holdApart notes the bracket at a bell while it lasts.
func (v *Viewport) holdApart(k *game.Strike, shown, truth game.Object) {
	if k.On == game.StruckBell && k.Now.Sub(k.At) < rungStays {
		n := len(v.Errors)
		v.deviate(shown, truth, 0, ShotKey+k.Shot)
		for i := range v.Errors[n:] {
			v.Errors[n+i].rang = true
		}
	}
}

// strikes draws the latest impacts of projectiles.
func (v *Viewport) strikes(c *draw.Canvas, s *game.Scene) {
	if v.look.Thumb {
		return
	}
	p := v.painter(c)
	for i := range s.Strikes {
		k := &s.Strikes[i]
		if k.On == game.StruckBody && k.Victim >= 0 && k.Back > 0 {
			v.rewound(c, k)
		}
		x, y := v.At(k.Pos)
		age := k.Now.Sub(k.At)
		switch {
		case k.On == game.StruckBell: // bells and ringing draw it
		case k.On == game.StruckWall:
			p.burst(k, x, y, age, 0.4)
		case k.Denied != 0 && k.Now >= k.Denied && k.Now.Sub(k.Denied) >= burstHolds:
			p.shatter(k.Shot, x, y, k.Now.Sub(k.Denied)-burstHolds)
		case k.Denied != 0 && k.Now >= k.Denied:
			p.burst(k, x, y, min(age, burstStays/2), 1) // it freezes before it breaks
		default:
			p.burst(k, x, y, age, 1)
		}
	}
}

// burst draws a hit: rays that fly apart and fall.
func (p *painter) burst(k *game.Strike, x, y float32, age time.Duration, size float32) {
	if age >= burstStays {
		return
	}
	t, tau := p.Theme, age.Seconds()
	left := 1 - float32(age)/float32(burstStays)
	p.Glow(x, y, 1.1*size*p.s, t.ShotGlow.Fade(0.8*left))
	for i := range burstParts {
		h1, h2 := mixed(k.Shot, 2*i), mixed(k.Shot, 2*i+1)
		sin, cos := math.Sincos(2 * math.Pi * (float64(i) + h1) / burstParts)
		way := (3 + 3*h2) * (1 - math.Exp(-4*tau)) / 4 * float64(size)
		from, to := float32(0.12*float64(size)+way*0.7), float32(0.16*float64(size)+way)
		fall := float32(3*tau*tau) * p.s
		sx, sy := float32(cos), -float32(sin)
		p.Capsule(x+sx*(from*p.s), y+sy*(from*p.s)+fall, x+sx*(to*p.s), y+sy*(to*p.s)+fall,
			max(0.075*size*p.s*(0.4+0.6*left), 1), t.Shot.Fade(left))
	}
	p.Circle(x, y, 0.22*size*left*p.s, t.Shine.Fade(left))
}

// shatter draws a hit, or a touch of the ball, that the host refused: hatched pieces in the colour of corrections.
func (p *painter) shatter(seed int, x, y float32, age time.Duration) {
	if age >= shardStays {
		return
	}
	u := float32(age) / float32(shardStays)
	col, reach, w := p.Theme.Correction.Fade(1-u*u), shardReach*(1-(1-u)*(1-u)), max(0.03*p.s, 1.2)
	for i := range shardParts {
		h1, h2 := mixed(seed, 3*i), mixed(seed, 3*i+1)
		turn := 2 * math.Pi * (float64(i) + h1) / shardParts
		sin, cos := math.Sincos(turn)
		size := (0.1 + 0.1*float32(h2)) * p.s
		dx, dy := float32(cos), -float32(sin)
		p.Frame(x+dx*((0.1+reach)*p.s), y+dy*((0.1+reach)*p.s), dx, dy, -dy, dx) // a triangle that points away
		p.Line(size, 0, -size*0.6, -size*0.6, w, col)
		p.Line(size, 0, -size*0.6, size*0.6, w, col)
		p.Line(-size*0.6, -size*0.6, -size*0.6, size*0.6, w, col)
		for _, at := range [...]float32{-0.35, 0, 0.35} {
			half := (1 - at) / 1.6 * 0.6 * size
			p.Line(at*size-half*0.4, -half*0.8, at*size+half*0.3, half*0.7, w*0.8, col)
		}
		p.Unframe()
	}
	p.Cross(x, y, 0.12*p.s, max(0.05*p.s, 1.5), col)
}

// fresh is left, but 0 before the event.
func fresh(now, at netsync.World, stays time.Duration) float32 {
	if now < at {
		return 0
	}
	return left(now, at, stays)
}

// ballKey is the ball's key among deviations. Those of projectiles are smaller.
const ballKey = ShotKey + 1<<30

// ball draws the ball, with a seam that turns as it rolls.
func (v *Viewport) ball(c *draw.Canvas, o *game.Object) {
	x, y := v.At(o.Pos)
	r := max(v.Length(game.BallRadius), 3)
	rim := max(v.Metres(0.05), 1)
	c.Circle(x, y, r+rim, c.Theme.Ink)
	c.Circle(x, y, r, c.Theme.Shot)
	v.Labels.block(panel.NewRect(x-r, y-r, 2*r, 2*r))
	if v.tiny() {
		return
	}
	c.Circle(x-r*0.3, y-r*0.35, r*0.3, c.Theme.Shine.Fade(0.5))
	sin, cos := math.Sincos(o.Pos.X.Metres() / game.BallRadius.Metres())
	for side := range 3 {
		turn := float64(side) * math.Pi / 3
		s, k := math.Sincos(turn)
		dx, dy := float32(cos*k-sin*s), float32(sin*k+cos*s)
		c.Line(x-dx*r*0.9, y-dy*r*0.9, x+dx*r*0.9, y+dy*r*0.9, max(v.Metres(0.04), 1), c.Theme.Ink.Fade(0.75))
	}
}

// ballGhost draws where the host has the ball, and how far from there it is shown.
func (v *Viewport) ballGhost(c *draw.Canvas, o, ghost game.Object) {
	x, y := v.At(ghost.Pos)
	w := v.truthWidth()
	r := max(v.Length(game.BallRadius), 3) + w
	c.Ring(x, y, r, w, c.Theme.Truth)
	v.Labels.block(panel.NewRect(x-r, y-r, 2*r, 2*r))
	v.deviate(o, ghost, 0, ballKey)
}
