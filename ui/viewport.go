package ui

import (
	"driftlab/game"
	"driftlab/palette"
	"driftlab/scenario"
	"driftlab/ui/draw"
)

// Sizes of a viewport's parts at scale 1.
const (
	titleHeight  = 26
	groundHeight = 16 // under the world's ground; packets travel in it
	thumbTitle   = 20
	titleLeast   = 100 // the width in which a title has room
)

// viewport draws the scene as one machine shows it: objects in their colours, over each a ghost of
// where the host has it now, and between the two the error bracket.
type viewport struct {
	machine int // 0 is the host
	level   *game.Level
	trails  trails
	pen     pen
	ridge   []float32 // room for a ridge of hills
	rim     []float32 // and for one about a body

	picture rect // what is seen of the scene
	area    rect // where the world is, all of it
	scale   float32
	zoom    float32 // device pixels a pixel of the design
	look    look
	labels  labels
	top     float32 // under what is written at the picture's top
	errors  []deviation
	right   bool // the machine's clock is right, as far as that counts
	told    bool // a correction's bracket has its number
	legend  signLegend
	numbers []bodyNumber
	scored  rect // where the score stands
}

// look says how a viewport is drawn this time.
type look struct {
	rect
	sight    sight
	about    scenario.Subject // what the camera frames
	part     rect             // of it, in which words are to stand: all of it, or what a wipe shows
	near     bool             // platforms are predicted near the own player only
	thumb    bool             // small: a picture with a short title
	watched  bool             // with nothing but what the sentence is about
	compared bool             // its error is written beside that of the other world
	unscored bool             // without the score
	card     bool             // small, with name and error beside it
	focused  bool             // it has the region for itself
	selected bool
	ghosts   bool
	packets  bool
	paused   bool
	hints    bool // it says what keys and mouse do
	pointed  pointed
}

// draw draws what a machine shows, with its title, as it is looked at.
func (v *viewport) draw(c *draw.Canvas, f *frame, t *tips, l look) {
	z := float32(c.Fonts().Scale())
	v.zoom, v.look = z, l
	c.Box(l.x, l.y, l.w, l.h, 4*z, c.Theme.Panel)
	v.place(v.titled(c, f, t))
	if f.blind && v.machine == 0 {
		cover(c, t, v.picture, c.Words.T("blind.hidden-host"))
		v.frames(c, f)
		return
	}
	p := v.picture
	c.Clip(int(p.x), int(p.y), int(p.w), int(p.h))
	ground := rect{p.x, p.y + p.h - v.ground(), p.w, v.ground()}
	v.labels.start(rect{l.part.x + 2*z, p.y + 2*z, l.part.w - 4*z, p.h - ground.h - 2*z})
	v.legend.now, v.scored = [signs]bool{}, rect{}
	v.told, v.errors, v.right = false, v.errors[:0], v.machine == 0 || f.facts[v.machine-1].Error.Abs() <= inSync
	if !v.level.Empty() {
		v.scenery(c, v.empty(f))
	}
	v.message(c, f)
	if !v.empty(f) {
		v.ropes(c, f.machine(v.machine).Platforms)
		v.bells(c, f.machine(v.machine))
		v.nearZone(c, f.machine(v.machine).Platforms)
		v.otherWay(c, f, t)
		v.objects(c, f)
		v.writeNumbers(c)
		v.ringing(c, f)
		v.rules(c, f, t)
		v.marks(c, f, t, f.host.Character.Time)
		if l.watched {
			v.drawLegend(c, t, f.host.Character.Time)
			v.watchBracket(c, f, t)
		} else {
			v.deviations(c, t)
		}
		v.riders(c.Words, f, t)
	}
	if v.machine > 0 && l.packets && !l.thumb && !l.watched {
		v.lane(c, f, t, ground)
	}
	c.Unclip()
	v.frames(c, f)
}

// titled writes whose world it is, and returns what is left for it.
func (v *viewport) titled(c *draw.Canvas, f *frame, t *tips) rect {
	l, z := &v.look, v.zoom
	switch {
	case l.card:
		return v.card(c, f, t)
	case l.watched:
		v.watchTitle(c, f, t, rect{l.x, l.y, l.w, watchTitle * z})
		return l.below(watchTitle * z)
	case l.thumb:
		v.title(c, f, t, rect{l.part.x, l.y, l.part.w, thumbTitle * z})
		return l.below(thumbTitle * z)
	}
	v.title(c, f, t, rect{l.part.x, l.y, l.part.w, titleHeight * z})
	return l.below(titleHeight * z)
}

// frames marks the viewport that is chosen, and the one in which a person plays.
func (v *viewport) frames(c *draw.Canvas, f *frame) {
	l, z := &v.look, v.zoom
	switch {
	case f.played == v.machine:
		c.BoxOutline(l.x, l.y, l.w, l.h, 4*z, 2.5*z, c.Theme.Accent)
	case l.selected && f.clients() > 1 && !l.watched:
		c.BoxOutline(l.x, l.y, l.w, l.h, 4*z, z, c.Theme.Solid)
	}
}

// ground returns the height of what is seen of the earth.
func (v *viewport) ground() float32 {
	return max(v.picture.y+v.picture.h-v.area.y-v.area.h, v.lowest())
}

// lowest returns the least height of the earth where the camera is down at the ground: packets travel in it.
func (v *viewport) lowest() float32 {
	if v.look.thumb {
		return 4 * v.zoom
	}
	return groundHeight * v.zoom
}

// place puts the world where the camera has it in an area.
func (v *viewport) place(r rect) {
	v.picture = r
	if v.look.thumb {
		v.picture.h -= v.zoom
	}
	v.picture.h -= v.zoom // a line of the panel stays under it
	p, s := v.picture, &v.look.sight
	v.scale = max(min(p.w/float32(s.w), p.h/float32(s.h)), 0.1)
	bottom := float32(s.bottom)
	if lane := v.lowest() / v.scale; bottom <= 0 {
		bottom = min(bottom, -lane)
	}
	w, h := v.length(v.level.Width), v.length(v.level.Height)
	v.area = rect{p.x + p.w/2 - float32(s.x)*v.scale, p.y + p.h + bottom*v.scale - h, w, h}
}

// fit returns how many pixels a metre gets where all that a camera shows at rest is to be in the picture.
func fit(f *game.Box, sky rect) float32 {
	return max(min(sky.w/float32(f.W.Metres()), sky.h/float32((f.H+f.At.Y).Metres())), 0.1)
}

// at returns where a point of the world is in the window.
func (v *viewport) at(p game.Point) (x, y float32) {
	return v.area.x + v.length(p.X), v.area.y + v.area.h - v.length(p.Y)
}

// length returns how many pixels a length of the world has.
func (v *viewport) length(l game.Length) float32 { return float32(l.Metres()) * v.scale }

// title names the machine, and says of a client what drives it and how far its clock is off.
func (v *viewport) title(c *draw.Canvas, f *frame, t *tips, r rect) {
	y, x := r.y+r.h/2, r.x+10*v.zoom
	class, clock := draw.Strong, draw.Mono
	if v.look.thumb {
		class, clock = draw.Small, draw.MonoSmall
	}
	if v.look.selected {
		c.Box(v.look.x, r.y, v.look.w, r.h, 4*v.zoom, c.Theme.PanelEdge)
	}
	if r.w < titleLeast*v.zoom {
		return
	}
	mark := c.Theme.Machine(v.machine)
	c.Marker(mark.Shape, x+5*v.zoom, y, 6*v.zoom, mark.Color)
	x += 18 * v.zoom
	if v.machine == 0 {
		x += c.Text(x, y, c.Words.T("viewport.host"), class, c.Theme.Text, draw.Left|draw.Middle)
		v.hostTitle(c, r, x+10*v.zoom)
		t.add(r, c.Words.T("viewport.host-tip"))
		return
	}
	fact := &f.held[v.machine-1]
	right := r.x + r.w - 10*v.zoom
	if fact.Status.Synchronised && !f.blind {
		v.pen.start(c.Words)
		if r.w > 330*v.zoom {
			v.pen.text(c.Words.T("viewport.clock")).text(" ")
		}
		v.pen.signed(fact.Error.Seconds()*1000, 1).text(" ms")
		right -= v.pen.put(c, right, y, clock, errorColor(c.Theme, fact.Error), draw.Right|draw.Middle) + 10*v.zoom
	}
	v.pen.start(c.Words)
	if v.wide(c, r.w*0.5) {
		v.pen.text(c.Words.T("viewport.client")).text(" ")
	}
	x += v.pen.int(int64(v.machine)).put(c, x, y, class, c.Theme.Text, draw.Left|draw.Middle) + 10*v.zoom
	if name := algorithmTitle(c.Words, fact.Driving); !v.look.thumb && x+c.Fonts().Measure(name, draw.Small) < right {
		x += c.Text(x, y, name, draw.Small, c.Theme.TextDim, draw.Left|draw.Middle) + 10*v.zoom
	}
	v.focusHint(c, x, y, right)
	t.add(r, c.Words.T("viewport.client-tip"))
}

// focusHint says between x and right what a viewport with the whole region can do, if there is room.
func (v *viewport) focusHint(c *draw.Canvas, x, y, right float32) {
	hint := c.Words.T("viewport.focus-hint")
	w := c.Fonts().Measure(hint, draw.Small)
	if v.look.hints && v.look.focused && !v.look.thumb && x+w+20*v.zoom < right {
		c.Text((x+right)/2, y, hint, draw.Small, c.Theme.TextDim, draw.Centre|draw.Middle)
	}
}

// wide says whether there is room for more than a number in a thumbnail's title.
func (v *viewport) wide(c *draw.Canvas, w float32) bool {
	return !v.look.thumb || c.Fonts().Measure(c.Words.T("viewport.client"), draw.Small)+40*v.zoom < w
}

// hostTitle says what the host's picture is, and explains the lines under players as far as there is
// room.
func (v *viewport) hostTitle(c *draw.Canvas, r rect, x float32) {
	if v.look.thumb {
		return
	}
	y, end := r.y+r.h/2, r.x+r.w-10*v.zoom
	v.badge(c, &x, y, end)
	if v.look.focused {
		v.focusHint(c, x, y, end-240*v.zoom)
	}
	for _, space := range [...]game.TimeSpace{game.PredictedTime, game.ServerTime} {
		name := c.Words.T("viewport.predicted-time")
		if space == game.ServerTime {
			name = c.Words.T("viewport.server-time")
		}
		w := c.Fonts().Measure(name, draw.Small) + 40*v.zoom
		if end-w < x {
			return
		}
		c.Text(end, y, name, draw.Small, c.Theme.TextDim, draw.Right|draw.Middle)
		col, dash := spaceStyle(c.Theme, space)
		line := end - w + 34*v.zoom
		c.Dashed(line-22*v.zoom, y, line, y, 2*v.zoom, dash.Scale(v.zoom), 0, col)
		end -= w
	}
}

// badge writes that this is the truth, in a white frame.
func (v *viewport) badge(c *draw.Canvas, x *float32, y, end float32) {
	text := c.Words.T("viewport.truth")
	w := c.Fonts().Measure(text, draw.Small) + 12*v.zoom
	if *x+w > end {
		return
	}
	c.BoxOutline(*x, y-9*v.zoom, w, 18*v.zoom, 4*v.zoom, v.zoom, c.Theme.Truth)
	c.Text(*x+6*v.zoom, y, text, draw.Small, c.Theme.Truth, draw.Left|draw.Middle)
	*x += w + 10*v.zoom
}

// spaceStyle is the line that tells in which time an object is shown.
func spaceStyle(t *palette.Theme, s game.TimeSpace) (palette.Color, palette.Dash) {
	switch s {
	case game.ServerTime:
		return t.ServerTime, palette.ServerTimeDash
	case game.PredictedTime:
		return t.PredictedTime, palette.PredictedTimeDash
	}
	return t.Solid, palette.Unbroken
}
