package ui

import (
	"math"

	"driftlab/game"
	"driftlab/netsync"
	"driftlab/ui/draw"
)

// objects draws everything that moves, each with its ghost and the error between the two.
func (v *viewport) objects(c *draw.Canvas, f *frame) {
	scene, truth := f.machine(v.machine), &f.host
	ghosts := v.machine > 0 && v.look.ghosts
	v.allTrails(c, scene)
	for i, o := range scene.Platforms {
		v.platform(c, o)
		if ghosts {
			v.platformGhost(c, o, truth.Platforms[i])
		}
	}
	v.character(c, scene.Character)
	if ghosts {
		v.characterGhost(c, truth.Character)
		v.deviate(scene.Character, truth.Character, overHead, game.Character)
	}
	for _, o := range scene.Players {
		if o.ID != v.machine {
			v.player(c, o, f)
			v.compare(c, o, truth.Players, ghosts, len(scene.Players) <= crowd)
		}
	}
	if o, ok := find(scene.Players, v.machine); ok { // over all others
		v.player(c, o, f)
		v.compare(c, o, truth.Players, ghosts, true)
	}
	for _, o := range scene.Shots {
		v.shot(c, o, f.rate)
		if ghost, ok := find(truth.Shots, o.ID); ok && ghosts {
			v.shotGhost(c, o, ghost)
		}
	}
}

// overHead is where brackets of players stand: between their heads and the arrow over the own one.
const overHead = game.PlayerHeight * 113 / 100

// compare draws where the host has a player, and how far off it is.
func (v *viewport) compare(c *draw.Canvas, o game.Object, truth []game.Object, ghosts, brackets bool) {
	ghost, ok := find(truth, o.ID)
	if !ok || !ghosts {
		return
	}
	v.playerGhost(c, ghost)
	if brackets {
		v.deviate(o, ghost, overHead, o.ID)
	}
}

func find(objects []game.Object, id int) (game.Object, bool) {
	for _, o := range objects {
		if o.ID == id {
			return o, true
		}
	}
	return game.Object{}, false
}

// allTrails draws the trails of the players, under everything else.
func (v *viewport) allTrails(c *draw.Canvas, scene *game.Scene) {
	if v.look.thumb {
		return
	}
	for _, o := range scene.Players {
		if len(scene.Players) <= crowd || o.ID == v.machine {
			v.trail(c, o, c.Theme.Machine(o.ID).Color)
		}
	}
}

// stride is how far a player walks, in metres, while its legs swing to and fro once.
const stride = 1.6

// player draws a player: its client's shape on two legs, its weapon to where it looks.
func (v *viewport) player(c *draw.Canvas, o game.Object, f *frame) {
	x, y := v.at(o.Pos)
	h := v.length(game.PlayerHeight)
	style, side := c.Theme.Machine(o.ID), float32(o.Facing)
	v.labels.block(rect{x - h*0.42, y - h*1.02, h * 0.84, h * 1.02})
	if v.look.thumb {
		c.Marker(style.Shape, x, y-h*0.5, max(h*0.42, 3*v.zoom), style.Color)
		return
	}
	dark := style.Color.Mix(c.Theme.Ground, 0.35)
	swing := float32(math.Sin(2*math.Pi*o.Pos.X.Metres()/stride)) * h * 0.16
	limb := max(h*0.11, 1.6*v.zoom)
	hip := y - h*0.4
	c.Capsule(x-h*0.05, hip, x-h*0.05-swing, y-limb/2, limb, dark)
	c.Capsule(x+h*0.05, hip, x+h*0.05+swing, y-limb/2, limb, dark)
	barrel := y - h*0.64 // the muzzle's height
	c.Capsule(x, barrel, x+side*h*0.5, barrel, max(h*0.1, 1.5*v.zoom), dark)
	c.Marker(style.Shape, x, y-h*0.64, h*0.36, style.Color)
	c.Circle(x+side*h*0.13, y-h*0.7, max(h*0.07, v.zoom), c.Theme.Ground)
	v.space(c, o.Space, x, y, h)
	if o.ID == v.machine {
		v.own(c, x, y-h*1.28, f.played == v.machine)
	}
}

// own marks the machine's own player by an arrow above it.
func (v *viewport) own(c *draw.Canvas, x, y float32, played bool) {
	col := c.Theme.Text
	if played {
		col = c.Theme.Accent
	}
	c.Triangle(x, y, 4*v.zoom, false, col)
	v.labels.block(rect{x - 5*v.zoom, y - 5*v.zoom, 10 * v.zoom, 10 * v.zoom})
}

// playerGhost draws the outline of where the host has a player.
func (v *viewport) playerGhost(c *draw.Canvas, o game.Object) {
	x, y := v.at(o.Pos)
	h, w := v.length(game.PlayerHeight), 1.2*v.zoom
	if v.look.thumb {
		return
	}
	c.MarkerOutline(c.Theme.Machine(o.ID).Shape, x, y-h*0.64, h*0.36+1.5*v.zoom, w, c.Theme.Truth)
	c.HLine(x-h*0.22, x+h*0.22, y, w, c.Theme.Truth)
	v.labels.block(rect{x - h*0.42, y - h*1.02, h * 0.84, h * 1.02})
}

// character draws the one that the host controls: a robot on wheels, in no client's colour.
func (v *viewport) character(c *draw.Canvas, o game.Object) {
	x, y := v.at(o.Pos)
	h, z := v.length(game.PlayerHeight), v.zoom
	v.labels.block(rect{x - h*0.34, y - h*1.05, h * 0.68, h * 1.05})
	body := c.Theme.TextDim
	c.Box(x-h*0.3, y-h*0.78, h*0.6, h*0.62, h*0.12, body)
	if v.look.thumb {
		return
	}
	c.Line(x, y-h*0.78, x, y-h*0.95, max(h*0.05, z), body)
	c.Circle(x, y-h*0.97, max(h*0.08, 1.5*z), body)
	c.Box(x-h*0.2, y-h*0.66, h*0.4, h*0.16, h*0.06, c.Theme.Ground)
	c.Circle(x-h*0.09, y-h*0.58, max(h*0.045, 0.8*z), c.Theme.ServerTime)
	c.Circle(x+h*0.09, y-h*0.58, max(h*0.045, 0.8*z), c.Theme.ServerTime)
	for _, wheel := range [...]float32{-0.18, 0.18} {
		c.Circle(x+h*wheel, y-h*0.1, h*0.1, body.Mix(c.Theme.Ground, 0.35))
	}
	v.space(c, o.Space, x, y, h)
}

func (v *viewport) characterGhost(c *draw.Canvas, o game.Object) {
	if v.look.thumb {
		return
	}
	x, y := v.at(o.Pos)
	h, z := v.length(game.PlayerHeight), v.zoom
	c.BoxOutline(x-h*0.3-1.5*z, y-h*0.78-1.5*z, h*0.6+3*z, h*0.62+3*z, h*0.14, 1.2*z, c.Theme.Truth)
	v.labels.block(rect{x - h*0.34, y - h, h * 0.68, h})
}

// space draws the line under a character's feet that tells in which time it is shown.
func (v *viewport) space(c *draw.Canvas, s game.TimeSpace, x, y, width float32) {
	if s != game.SharedTime {
		col, dash := spaceStyle(c.Theme, s)
		c.Dashed(x-width/2, y+2*v.zoom, x+width/2, y+2*v.zoom, 2*v.zoom, dash.Scale(v.zoom), 0, col)
	}
}

// platformGhost draws where the host has a platform, and between the two the way that it is off.
func (v *viewport) platformGhost(c *draw.Canvas, o, ghost game.Object) {
	if v.look.thumb {
		return
	}
	half, h := v.length(v.level.Platforms[o.ID].HalfWidth), v.platformHeight()
	x, y := v.at(ghost.Pos)
	c.BoxOutline(x-half, y, 2*half, h, h/2, 1.2*v.zoom, c.Theme.Truth)
	v.labels.block(rect{x - half, y, 2 * half, h})
	v.swept(c, o, ghost, half, h)
	v.deviate(o, ghost, 0, platformKey+o.ID)
}

// The reach of a projectile's trail and tick marks behind it.
const (
	shotTrail    = 5 * game.Metre
	shotTickWay  = 16 * game.Metre
	ticksInShort = 10 // a number stands at each tick that this divides
)

// shot draws a projectile, its trail, and where it was at each tick.
func (v *viewport) shot(c *draw.Canvas, o game.Object, rate int) {
	x, y := v.at(o.Pos)
	r := v.shotRadius()
	if !v.look.thumb {
		from := v.trails.firstSeen(o)
		flown := (o.Pos.X - from.X) * game.Length(o.Facing)
		back := v.length(min(max(flown, 0), shotTrail))
		c.LineFade(x-float32(o.Facing)*back, y, x, y, 2.5*v.zoom, c.Theme.Yellow.Fade(0), c.Theme.Yellow.Fade(0.9))
		v.shotTicks(c, o, rate, min(flown, shotTickWay))
	}
	c.Circle(x, y, r, c.Theme.Yellow)
	v.labels.block(rect{x - 2*r, y - 2*r, 4 * r, 4 * r})
}

func (v *viewport) shotRadius() float32 { return max(v.length(game.ShotRadius), 2.5*v.zoom) }

// shotTicks marks where a projectile was at each tick of the time it is shown in, as far back as it has
// been on the screen.
func (v *viewport) shotTicks(c *draw.Canvas, o game.Object, rate int, reach game.Length) {
	if rate <= 0 || v.length(v.level.ShotSpeed.Over(1e9))/float32(rate) < 3*v.zoom {
		return // marks would run into a line
	}
	now := netsync.NetworkTimeAt(rate, o.Time)
	for tick := now.Tick(); tick > 0; tick-- {
		at := netsync.NewNetworkTime(rate, tick).World()
		way := v.level.ShotSpeed.Over(o.Time.Sub(at))
		if way > reach {
			return
		}
		x, y := v.at(game.Point{X: o.Pos.X - way*game.Length(o.Facing), Y: o.Pos.Y})
		fade := 1 - float32(way)/float32(shotTickWay)
		size := 2.5 * v.zoom
		if tick%ticksInShort == 0 {
			size = 4.5 * v.zoom
			v.tickNumber(c, x, y, tick, fade)
		}
		c.VLine(x, y-size, y+size, v.zoom, c.Theme.Yellow.Fade(0.8*fade))
	}
}

// tickNumber writes a tick's number under its mark, if nothing is there.
func (v *viewport) tickNumber(c *draw.Canvas, x, y float32, tick int64, fade float32) {
	w := v.measure(c, v.pen.start(c.Words).int(tick))
	r := rect{x - w/2, y + 6*v.zoom, w, 14 * v.zoom}
	if v.labels.free(r) {
		v.labels.put(r)
		v.pen.put(c, r.x, r.y+r.h/2, draw.Small, c.Theme.Yellow.Fade(0.9*fade), draw.Left|draw.Middle)
	}
}

// measure returns the width of what the pen has written, as small text.
func (v *viewport) measure(c *draw.Canvas, p *pen) float32 {
	return c.Fonts().MeasureBytes(p.buf, draw.Small)
}

func (v *viewport) shotGhost(c *draw.Canvas, o, ghost game.Object) {
	if v.look.thumb {
		return
	}
	x, y := v.at(ghost.Pos)
	r := v.shotRadius() + 1.5*v.zoom
	c.Ring(x, y, r, 1.2*v.zoom, c.Theme.Truth)
	v.labels.block(rect{x - 2*r, y - 2*r, 4 * r, 4 * r})
	v.deviate(o, ghost, 0, shotKey+o.ID)
}
