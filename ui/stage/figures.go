package stage

import (
	"slices"

	"driftlab/game"
	"driftlab/game/scenario"
	"driftlab/netsync/unity"
	"driftlab/ui/draw"
	"driftlab/ui/layout"
	"driftlab/ui/panel"
)

// objects draws everything that moves, each with its ghost and the error between the two. Players behind a column shine
// through it.
func (v *Viewport) objects(c *draw.Canvas, f *panel.Frame) {
	scene, truth := f.Machine(v.Machine), &f.Host
	ghosts := v.Machine > 0 && v.look.Ghosts && !v.look.Thumb
	v.pick(scene, f.Selected)
	v.columns(c, 1)
	v.allTrails(c, scene)
	for i, o := range scene.Platforms {
		v.platform(c, o)
		if ghosts && v.outlines(f, scenario.SubjectPlatform, o, truth.Platforms[i]) {
			v.platformGhost(c, o, truth.Platforms[i])
		}
	}
	v.wrongs(c, f)
	own := v.behind(c, scene)
	if !v.Level.Covered(scene.Character.Pos) {
		v.character(c, scene)
	}
	if ghosts && v.outlines(f, scenario.SubjectPlayer, scene.Character, truth.Character) {
		v.outline(c, &truth.Character, true)
		v.deviate(scene.Character, truth.Character, overAerial, game.Character)
	}
	for i := range scene.Players {
		o := &scene.Players[i]
		if o.ID != v.Machine {
			if !v.Level.Covered(o.Pos) {
				v.player(c, o, scene)
			}
			v.compare(c, f, *o, ghosts, len(scene.Players) <= crowd)
		}
	}
	if own != nil { // over all others
		if !v.Level.Covered(own.Pos) {
			v.player(c, own, scene)
		}
		v.compare(c, f, *own, ghosts, true)
	}
	v.strikes(c, scene)
	if ghosts {
		v.rung(scene, truth)
	}
	if scene.HasBall {
		v.ball(c, &scene.Ball)
		if ghosts && v.outlines(f, scenario.SubjectShot, scene.Ball, truth.Ball) {
			v.ballGhost(c, scene.Ball, truth.Ball)
		}
	}
	for _, o := range scene.Shots {
		// A projectile that has hit somebody on this screen isn't drawn while the host's verdict is on its way. If that is no, it flies on.
		if slices.ContainsFunc(scene.Strikes, func(k game.Strike) bool {
			return k.Shot == o.ID && k.On == game.StruckBody && (k.Denied == 0 || k.Now < k.Denied)
		}) {
			continue
		}
		if ghost, ok := Find(truth.Shots, o.ID); ok && ghosts && v.outlines(f, scenario.SubjectShot, o, ghost) {
			v.shotGhost(c, o, ghost)
		}
		v.shot(c, o, f.Rate)
	}
	if own != nil { // last, since its word keeps clear of everything else
		v.own(c, own, f.Played == v.Machine)
	}
}

// behind draws the players behind columns, with the columns over them, and returns the machine's own player.
func (v *Viewport) behind(c *draw.Canvas, s *game.Scene) (own *game.Object) {
	some := v.Level.Covered(s.Character.Pos)
	if some {
		v.character(c, s)
	}
	for i := range s.Players {
		o := &s.Players[i]
		if o.ID == v.Machine {
			own = o
		} else if v.Level.Covered(o.Pos) {
			v.player(c, o, s)
			some = true
		}
	}
	if some {
		v.columns(c, 0.5)
	}
	if own != nil && v.Level.Covered(own.Pos) {
		v.player(c, own, s)
		v.columns(c, 0.38)
	}
	return own
}

// The heights of the brackets of players and of the character: above the heads, below the texts.
const (
	overHead   = game.Metre * 150 / 100
	overAerial = game.Metre * 175 / 100
)

// compare draws where the host has a player, and how far from there it is shown.
func (v *Viewport) compare(c *draw.Canvas, f *panel.Frame, o game.Object, ghosts, brackets bool) {
	if !ghosts {
		return
	}
	ghost, ok := Find(f.Host.Players, o.ID)
	if !ok || v.marked(o.ID) || !v.outlines(f, scenario.SubjectPlayer, o, ghost) {
		return
	}
	v.outline(c, &ghost, false)
	if brackets {
		v.deviate(o, ghost, overHead, o.ID)
	}
}

// pick chooses which players of a crowd are drawn as figures in the Lab: the selected client and the two nearest to it.
func (v *Viewport) pick(s *game.Scene, client int) {
	if v.figures = [3]int{}; v.look.Watched || len(s.Players) <= marksFrom {
		return
	}
	v.figures[0] = client
	at, ok := Find(s.Players, client)
	if !ok {
		return
	}
	for n := 1; n < len(v.figures); n++ {
		best := game.Length(0)
		for i := range s.Players {
			o := &s.Players[i]
			if far := o.Pos.Sub(at.Pos).Length(); !slices.Contains(v.figures[:n], o.ID) && (v.figures[n] == 0 || far < best) {
				v.figures[n], best = o.ID, far
			}
		}
	}
}

// marked reports whether a player is drawn as a mark and not as a figure.
func (v *Viewport) marked(id int) bool { return v.figures[0] > 0 && !slices.Contains(v.figures[:], id) }

// Find returns the object with an id; ok is false if it isn't there.
func Find(objects []game.Object, id int) (game.Object, bool) {
	for i := range objects {
		if objects[i].ID == id {
			return objects[i], true
		}
	}
	return game.Object{}, false
}

// outlineFrom is the least distance, in points, from which something is outlined that the sentence isn't about.
const outlineFrom = 4

// outlines reports whether something's true place is outlined, and notes the sign for the legend.
func (v *Viewport) outlines(f *panel.Frame, kind scenario.SubjectKind, o, truth game.Object) bool {
	drawn := v.outlined(f, kind, o, truth)
	if drawn {
		v.show(TruthSign, truth.Pos)
	}
	return drawn
}

// outlined is [Viewport.outlines] without the note. In Watch only what the camera follows is outlined, or, if it follows
// nothing, all that is not where the host has it.
func (v *Viewport) outlined(f *panel.Frame, kind scenario.SubjectKind, o, truth game.Object) bool {
	if !v.look.Watched {
		return true
	}
	switch about := v.look.About; about.Kind {
	case scenario.SubjectPlatform:
		if kind == scenario.SubjectPlatform {
			return o.ID == about.Of
		}
		return kind == scenario.SubjectPlayer && (rides(f.Machine(v.Machine), o.ID, about.Of) || rides(&f.Host, o.ID, about.Of))
	case scenario.SubjectPlayer:
		return kind == scenario.SubjectPlayer && o.ID == about.Of
	case scenario.SubjectShot:
		return kind == scenario.SubjectShot
	}
	if kind == scenario.SubjectPlayer && len(f.Host.Players) > crowd && o.ID != v.Machine && o.ID != game.Character {
		return false // in a crowd the outlines would hide the figures
	}
	off := truth.Pos.Sub(o.Pos)
	return v.Length(max(off.X, -off.X, off.Y, -off.Y)) >= outlineFrom
}

// rides says whether somebody stands on a platform.
func rides(s *game.Scene, rider, platform int) bool {
	return slices.ContainsFunc(s.Riding, func(r game.Riding) bool { return r.Rider == rider && r.Platform == platform })
}

// allTrails draws the players' trails, under everything else, where figures are too small to show how they walk.
func (v *Viewport) allTrails(c *draw.Canvas, scene *game.Scene) {
	if v.look.Thumb || !v.tiny() {
		return
	}
	for _, o := range scene.Players {
		if len(scene.Players) <= crowd || o.ID == v.Machine {
			v.trail(c, o, c.Theme.Machine(o.ID).Color)
		}
	}
}

const (
	tinyHeight  = 26 // points: lower figures have fewer parts
	markRadius  = 3  // points, of a player in a crowd
	marksFrom   = 8  // players: more are a crowd, most of whom are marks
	largeHeight = 56 // points: higher figures have room for words
)

// painter returns what draws figures at the viewport's scale.
func (v *Viewport) painter(c *draw.Canvas) painter {
	return painter{c, v.Metre, max(v.Metres(0.05), 1), 1.2}
}

// player draws one of the players.
func (v *Viewport) player(c *draw.Canvas, o *game.Object, s *game.Scene) {
	if v.marked(o.ID) {
		x, y := v.At(o.Pos)
		c.Machine(o.ID, x, y-markRadius, markRadius)
		return
	}
	g := newFigure(c.Theme, o, false)
	g.aim(o, s)
	v.figure(c, &g, o, s)
}

// character draws the one that the host controls: a robot, in no client's colour.
func (v *Viewport) character(c *draw.Canvas, s *game.Scene) {
	g := newFigure(c.Theme, &s.Character, true)
	v.figure(c, &g, &s.Character, s)
}

func (v *Viewport) figure(c *draw.Canvas, g *figure, o *game.Object, s *game.Scene) {
	x, y := v.At(o.Pos)
	h, p := v.Length(game.PlayerHeight), v.painter(c)
	v.Labels.block(panel.NewRect(x-h*0.42, y-h*1.02, h*0.84, h*1.02))
	if v.tiny() {
		p.small(g, x, y)
	} else {
		g.look(o, s)
		ink := p.Theme.Ink
		p.Ellipse(x, y, 0.36*p.s*g.sx, 0.05*p.s, ink.Fade(0.35))
		p.begin(g, x, y)
		p.legs(g, ink, p.edge)
		p.legs(g, g.col.Mix(ink, 0.25), 0)
		p.weapon(g)
		if g.body == robotBody { // its aerial
			s, top := p.s, -(bodyAbove+0.62)*p.s
			p.Capsule(0, -(bodyAbove+0.3)*s, 0, top, 0.05*s+2*p.edge, p.Theme.Ink)
			p.Capsule(0, -(bodyAbove+0.3)*s, 0, top, 0.05*s, g.col)
			p.Circle(0, top, 0.085*s+p.edge, p.Theme.Ink)
			p.Circle(0, top, 0.085*s, p.Theme.Lamp)
		}
		p.shape(g, p.edge, 0, ink)
		p.shape(g, 0, 0, g.col)
		p.face(g)
		p.Unframe()
	}
	v.number(c, g, x, y)
	if !v.look.Thumb {
		p.shield(o, x, y)
		v.space(c, o, x-h*0.7/2, x+h*0.7/2, y+2)
	}
}

// aim raises the weapon of a player that has just fired.
func (g *figure) aim(o *game.Object, s *game.Scene) {
	for i := range s.Shots {
		k := &s.Shots[i]
		from := k.Pos.X - k.Pose.Walked*game.Length(k.Facing)
		dx, dy := from-o.Pos.X-game.PlayerWidth/2*game.Length(k.Facing), k.Pos.Y-o.Pos.Y-game.Metre*9/10
		if k.Facing == o.Facing && max(dx, -dx) < game.Metre*7/10 && max(dy, -dy) < game.Metre/2 {
			g.barrel, g.recoil = 1, float32(max(1-k.Pose.Walked.Metres()/2, 0))
			return
		}
	}
}

// space draws the line under something that says in which time it is shown, and notes the sign for the legend.
func (v *Viewport) space(c *draw.Canvas, o *game.Object, x0, x1, y float32) {
	switch o.Space {
	case game.SharedTime:
		return
	case game.ServerTime:
		v.show(serverSign, o.Pos)
	case game.PredictedTime:
		v.show(predictedSign, o.Pos)
	}
	col, dash := spaceStyle(c.Theme, o.Space)
	c.Dashed(x0, y, x1, y, 2, dash, 0, col)
}

// platformGhost draws where the host has a platform, and the error between the two.
func (v *Viewport) platformGhost(c *draw.Canvas, o, ghost game.Object) {
	half, h := v.Length(v.Level.Platforms[o.ID].HalfWidth), v.PlatformHeight()
	x, y := v.At(ghost.Pos)
	c.BoxOutline(x-half, y, 2*half, h, h/2, 1.2, c.Theme.Truth)
	v.Labels.block(panel.NewRect(x-half, y, 2*half, h))
	v.swept(c, o, ghost, half, h)
	v.deviate(o, ghost, 0, platformKey+o.ID)
}

// The reach of a projectile's tick marks behind it.
const (
	shotTickWay  = 16 * game.Metre
	ticksInShort = 10 // every tenth tick has its number
)

// shotTicks marks where a projectile was at each tick of the time it is shown in, back to where it appeared.
func (v *Viewport) shotTicks(c *draw.Canvas, o game.Object, rate int, reach game.Length) {
	if rate <= 0 || v.Length(v.Level.ShotSpeed.Over(1e9))/float32(rate) < 3 {
		return // marks would run into a line
	}
	now := unity.NetworkTimeAt(rate, o.Time)
	for tick := now.Tick(); tick > 0; tick-- {
		at := unity.NewNetworkTime(rate, tick).World()
		way := v.Level.ShotSpeed.Over(o.Time.Sub(at))
		if way > reach {
			return
		}
		x, y := v.At(game.Point{X: o.Pos.X - way*game.Length(o.Facing), Y: o.Pos.Y})
		fade := 1 - float32(way)/float32(shotTickWay)
		size := float32(2.5)
		if tick%ticksInShort == 0 {
			size = 4.5
			said := layout.Item{Bytes: v.pen.Start(c.Words).Int(tick).Buf, Ink: c.Theme.Yellow.Fade(0.9 * fade)}
			w := v.Labels.line.One(c.Fonts(), said)
			if r := panel.NewRect(x-w/2, y+6, w, 14); v.Labels.free(r) { // else there is only the mark
				v.Labels.put(r)
				v.Labels.line.Say(c, r, draw.Left, said)
			}
		}
		c.VLine(x, y-size, y+size, 1, c.Theme.Yellow.Fade(0.8*fade))
	}
}
