package stage

import (
	"math"
	"time"

	"driftlab/game"
	"driftlab/internal/palette"
	"driftlab/ui/draw"
	"driftlab/ui/layout"
	"driftlab/ui/panel"
)

// own marks the machine's own player: with "you" if a person plays it and there is room, else with an arrow.
func (v *Viewport) own(c *draw.Canvas, o *game.Object, played bool) {
	if v.look.Thumb {
		return
	}
	col := c.Theme.Text
	if played {
		col = c.Theme.Accent
	}
	x, y := v.At(o.Pos)
	y -= v.Metres(1.66)
	if v.Level.Pips > 0 {
		y -= v.Metres(0.12)
	}
	text := layout.Fit(c.Fonts(), c.Words.T("viewport.you"), layout.Open, 0, draw.Strong)
	w, h := text.W+10, float32(18)
	if played && v.Length(game.PlayerHeight) >= largeHeight {
		// Beside its player the word would be above another player's head.
		if r := panel.NewRect(x-w/2, y-h, w, h); v.Labels.free(r) {
			v.Labels.put(r)
			c.Box(r.X, r.Y, r.W, r.H, 5, c.Theme.Panel.Fade(0.8))
			text.Draw(c, r, col, draw.Centre|draw.Middle)
			return
		}
	}
	c.Triangle(x, y-2, 4, false, col)
	v.Labels.block(panel.NewRect(x-5, y-7, 10, 10))
}

// shield draws the ring around a player that can't be hit yet, and the pieces that fly off one that is out.
func (p *painter) shield(o *game.Object, x, y float32) {
	if o.Out <= 0 {
		return
	}
	if o.Out > game.ShieldTime {
		p.pieces(o, x, y, lain(o))
		return
	}
	r := min(float32((game.ShieldTime-o.Out).Seconds()/0.2), 1) * (0.9 * p.s)
	if r < 2 {
		return
	}
	const corners = 24
	var points [2*corners + 2]float32
	for i := range corners + 1 {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / corners)
		points[2*i], points[2*i+1] = x+float32(cos)*r, y-0.75*p.s+float32(sin)*r
	}
	p.Polyline(points[:], 1.5, palette.Dash{5, 4, 5, 4}, 0, p.Theme.Truth.Fade(0.8))
}

// pieces draws what flies off a player that has been out for some time.
func (p *painter) pieces(o *game.Object, x, y float32, age time.Duration) {
	const stays, count = 600 * time.Millisecond, 8
	if age < 0 || age >= stays {
		return
	}
	tau, left := float32(age.Seconds()), 1-float32(age)/float32(stays)
	col := p.Theme.Machine(o.ID).Color.Fade(left)
	for i := range count {
		sin, cos := math.Sincos(math.Pi * (float64(i) + mixed(o.ID, i)) / count)
		way := 2.4 * tau * (0.6 + 0.4*float32(mixed(i, o.ID)))
		at := max(bodyAbove+float32(sin)*way-3*tau*tau, 0.05)
		p.Circle(x+float32(cos)*way*p.s, y-at*p.s, 0.09*left*p.s, col)
	}
}

// outline draws where the host has a player, or the robot.
func (v *Viewport) outline(c *draw.Canvas, o *game.Object, robot bool) {
	g := newFigure(c.Theme, o, robot)
	x, y := v.At(o.Pos)
	h, p := v.Length(game.PlayerHeight), v.painter(c)
	width := v.truthWidth()
	p.begin(&g, x, y)
	for i, side := range [...]float32{-1, 1} {
		if g.sy < 0.5 {
			break // it lies
		}
		p.Capsule(side*0.13*p.s, -0.46*p.s, g.feet[i].x*p.s, -(g.feet[i].y*p.s + width/2), width, c.Theme.Truth)
	}
	if g.body == robotBody {
		p.Line(0, -(bodyAbove+0.36)*p.s, 0, -(bodyAbove+0.55)*p.s, width, c.Theme.Truth)
		p.Ring(0, -(bodyAbove+0.62)*p.s, 0.085*p.s+width/2, width, c.Theme.Truth)
	}
	p.shape(&g, width/2, width, c.Theme.Truth)
	p.Unframe()
	v.Labels.block(panel.NewRect(x-h*0.42, y-h*1.02, h*0.84, h*1.02))
}

// wrongs draws, for a moment, the own player where it stood before a correction moved it.
func (v *Viewport) wrongs(c *draw.Canvas, f *panel.Frame) {
	if v.Machine == 0 || v.tiny() {
		return
	}
	scene := f.Machine(v.Machine)
	own, ok := Find(scene.Players, v.Machine)
	latest := f.Corrections[v.Machine]
	if !ok || len(latest) == 0 {
		return
	}
	for i := max(len(latest)-wrongsShown, 0); i < len(latest); i++ {
		k := &latest[i]
		off := k.To.Sub(k.From)
		tau, past := since(own.Time, k.At)
		if !past || k.Joining || max(off.X, -off.X, off.Y, -off.Y) < wrongFrom || tau > correctionStays.Seconds() {
			continue
		}
		o := own
		o.Pos = k.From
		g := newFigure(c.Theme, &o, false)
		x, y := v.At(o.Pos)
		p := v.painter(c)
		p.ghost(&g, x, y, float32(0.45*math.Exp(-tau/0.25)))
	}
}

const (
	wrongsShown = 3
	wrongFrom   = game.Metre / 5 // corrections of less leave no figure behind
)

// rewound draws, on the host's screen, the body by which a hit was judged: the player at the place that the host rewound it to.
func (v *Viewport) rewound(c *draw.Canvas, k *game.Strike) {
	left := fresh(k.Now, k.At, rewindStays)
	if left == 0 || v.tiny() {
		return
	}
	o := game.Object{ID: k.Victim, Pos: k.Rewound, Facing: -k.Dir, Ride: game.Solid, Time: k.Now}
	g := newFigure(c.Theme, &o, false)
	x, y := v.At(o.Pos)
	p := v.painter(c)
	p.ghost(&g, x, y, 0.55*min(left*3, 1))
	col, w := c.Theme.ServerTime.Fade(min(left*3, 1)), max(1.5, v.Metres(0.03))
	rim := appendRim(v.rim[:0], g.body)
	rim = append(rim, rim[0], rim[1])
	for i := 0; i < len(rim); i += 2 {
		rim[i], rim[i+1] = x+rim[i]*p.s, y-(bodyAbove+rim[i+1])*p.s
	}
	v.rim = rim
	c.Polyline(v.rim, w, palette.ServerTimeDash.Scale(0.7), 0, col)
	l, r, top := x-v.Length(game.PlayerWidth/2), x+v.Length(game.PlayerWidth/2), y-v.Length(game.PlayerHeight)
	box := [...]float32{l, y, l, top, r, top, r, y, l, y}
	c.Polyline(box[:], 1, palette.Dash{1, 3, 1, 3}, 0, col)
}
