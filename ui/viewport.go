package ui

import (
	"time"

	"driftlab/game"
	"driftlab/netsync"
	"driftlab/ui/draw"
)

// viewport draws the scene as one machine shows it: objects in their colours, over each a ghost of
// where the host has it now, and between the two the error bracket.
type viewport struct {
	machine int // 0 is the host
	level   *game.Level
	pen     pen

	area  rect    // of the scene
	scale float32 // pixels a metre
	used  []rect  // where labels stand already in this frame
	zoom  float32 // device pixels a pixel of the design
}

// titleHeight is the strip above a scene, at scale 1.
const titleHeight = 26

func (v *viewport) draw(c *draw.Canvas, f *frame, t *tips, r rect) {
	v.zoom = float32(c.Fonts().Scale())
	v.used = v.used[:0]
	c.Box(r.x, r.y, r.w, r.h, 4*v.zoom, draw.Panel)
	if f.played == v.machine {
		c.BoxOutline(r.x, r.y, r.w, r.h, 4*v.zoom, 2*v.zoom, draw.Accent)
	}
	v.title(c, f, t, rect{r.x, r.y, r.w, titleHeight * v.zoom})
	v.place(r.below(titleHeight * v.zoom))
	c.Clip(int(r.x), int(v.area.y), int(r.w), int(r.y+r.h-v.area.y))
	v.scenery(c)
	if v.machine > 0 && len(f.machine(v.machine).Platforms) == 0 {
		text := "waiting for the first synchronisation"
		if !f.facts[v.machine-1].Joined {
			text = "waiting to be let in by the host"
		}
		c.Text(r.x+r.w/2, r.y+r.h/2, text, draw.Body, draw.TextDim, draw.Centre|draw.Middle)
	} else {
		v.objects(c, f, t)
		v.marks(c, f, t, f.host.Character.Time)
	}
	c.Unclip()
}

// place fits the world into an area, its ground at the bottom.
func (v *viewport) place(r rect) {
	margin := 6 * v.zoom
	v.scale = min((r.w-2*margin)/float32(game.Width.Metres()), (r.h-margin)/float32(game.Height.Metres()))
	w := v.scale * float32(game.Width.Metres())
	v.area = rect{r.x + (r.w-w)/2, r.y, w, r.h - margin}
}

// at returns where a point of the world is in the window.
func (v *viewport) at(p game.Point) (x, y float32) {
	return v.area.x + v.length(p.X), v.area.y + v.area.h - v.length(p.Y)
}

func (v *viewport) length(l game.Length) float32 { return float32(l.Metres()) * v.scale }

// title names the machine, and says of a client what drives it and how far its clock is off.
func (v *viewport) title(c *draw.Canvas, f *frame, t *tips, r rect) {
	y, x := r.y+r.h/2, r.x+10*v.zoom
	mark := playerStyle(v.machine)
	c.Marker(mark.Shape, x+5*v.zoom, y, 6*v.zoom, mark.Color)
	x += 18 * v.zoom
	if v.machine == 0 {
		x += c.Text(x, y, "Host", draw.Strong, draw.Text, draw.Left|draw.Middle)
		if r.w > 400*v.zoom {
			c.Text(x+10*v.zoom, y, "this is the truth", draw.Small, draw.TextDim, draw.Left|draw.Middle)
		}
		v.key(c, r)
		t.add(r, "What really is, at this very instant. The white outlines in the other viewports are copied from here. Only a simulator can know them.")
		return
	}
	fact := &f.facts[v.machine-1]
	x += v.pen.start().text("Client ").int(int64(v.machine)).put(c, x, y, draw.Strong, draw.Text, draw.Left|draw.Middle)
	c.Text(x+10*v.zoom, y, algorithmTitle(fact.Driving), draw.Small, draw.TextDim, draw.Left|draw.Middle)
	if !fact.Status.Synchronised {
		return
	}
	ms := fact.Error.Seconds() * 1000
	v.pen.start().text("clock ").signed(ms, 1).text(" ms")
	v.pen.put(c, r.x+r.w-10*v.zoom, y, draw.Mono, errorColor(fact.Error), draw.Right|draw.Middle)
	t.add(r, "How far this client's idea of the host's clock is from the host's clock: estimate minus truth. Click the picture to play this client's player.")
}

// key explains the lines under players, and the outlines.
func (v *viewport) key(c *draw.Canvas, r rect) {
	x, y := r.x+r.w-10*v.zoom, r.y+r.h/2
	for _, k := range [...]struct {
		name  string
		space game.TimeSpace
	}{{"predicted time", game.PredictedTime}, {"server time", game.ServerTime}} {
		x -= c.Text(x, y, k.name, draw.Small, draw.TextDim, draw.Right|draw.Middle) + 6*v.zoom
		col, dash := spaceStyle(k.space)
		c.Dashed(x-22*v.zoom, y, x, y, 2*v.zoom, dash.Scale(v.zoom), 0, col)
		x -= 34 * v.zoom
	}
}

// errorColor tells a clock that is right from one that is not.
func errorColor(err time.Duration) draw.Color {
	if max(err, -err) <= inSync {
		return inSyncText
	}
	return errorText
}

// inSync is the error up to which a clock counts as in sync: seed 001 does not touch a clock that
// is within 3 ms.
const inSync = 3 * time.Millisecond

// scenery draws what does not move.
func (v *viewport) scenery(c *draw.Canvas) {
	left, ground := v.at(game.Point{})
	right, _ := v.at(game.Point{X: game.Width})
	for m := game.Length(0); m <= game.Width; m += 4 * game.Metre {
		x, _ := v.at(game.Point{X: m})
		c.VLine(x, v.area.y, ground, v.zoom, draw.Grid)
	}
	c.HLine(left, right, ground, 2*v.zoom, draw.Solid)
	for _, l := range v.level.Ledges {
		x0, y := v.at(game.Point{X: l.Left, Y: l.Top})
		x1, _ := v.at(game.Point{X: l.Right, Y: l.Top})
		c.Box(x0, y, x1-x0, 4*v.zoom, 2*v.zoom, draw.Grid.Mix(draw.Solid, 0.5))
	}
}

// objects draws everything that moves, each with its ghost and bracket.
func (v *viewport) objects(c *draw.Canvas, f *frame, t *tips) {
	scene, truth := f.machine(v.machine), &f.host
	ghosts := v.machine > 0
	for i, o := range scene.Platforms {
		v.platform(c, o)
		if ghosts {
			v.platformGhost(c, t, o, truth.Platforms[i])
		}
	}
	v.character(c, scene.Character)
	if ghosts {
		v.bracket(c, t, scene.Character, truth.Character, game.PlayerHeight/2, false)
	}
	for _, o := range scene.Players {
		v.player(c, o)
		if ghost, ok := find(truth.Players, o.ID); ok && ghosts {
			v.playerGhost(c, ghost)
			v.bracket(c, t, o, ghost, game.PlayerHeight/2, false)
		}
	}
	for _, o := range scene.Shots {
		x, y := v.at(o.Pos)
		r := max(v.length(game.ShotRadius), 2.5*v.zoom)
		back := float32(o.Facing) * 10 * v.zoom
		c.LineFade(x-back, y, x, y, 2*v.zoom, draw.Yellow.Fade(0), draw.Yellow)
		c.Circle(x, y, r, draw.Yellow)
		if ghost, ok := find(truth.Shots, o.ID); ok && ghosts {
			gx, gy := v.at(ghost.Pos)
			c.Ring(gx, gy, r+1.5*v.zoom, 1.2*v.zoom, draw.Truth)
			v.bracket(c, t, o, ghost, 0, true)
		}
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

// spaceStyle is the line that tells in which time an object is shown.
func spaceStyle(s game.TimeSpace) (draw.Color, draw.Dash) {
	switch s {
	case game.ServerTime:
		return draw.ServerTime, draw.ServerTimeDash
	case game.PredictedTime:
		return draw.PredictedTime, draw.PredictedTimeDash
	}
	return draw.Solid, draw.Unbroken
}

func (v *viewport) platform(c *draw.Canvas, o game.Object) {
	half := v.length(v.level.Platforms[o.ID].HalfWidth)
	x, y := v.at(o.Pos)
	c.Box(x-half, y, 2*half, 7*v.zoom, 3*v.zoom, draw.Solid)
	if o.Space != game.SharedTime {
		col, dash := spaceStyle(o.Space)
		c.Dashed(x-half, y+3.5*v.zoom, x+half, y+3.5*v.zoom, 2*v.zoom, dash.Scale(v.zoom), 0, col)
	}
}

func (v *viewport) platformGhost(c *draw.Canvas, t *tips, o, ghost game.Object) {
	half := v.length(v.level.Platforms[o.ID].HalfWidth)
	x, y := v.at(ghost.Pos)
	c.BoxOutline(x-half, y, 2*half, 7*v.zoom, 3*v.zoom, 1.2*v.zoom, draw.Truth)
	// The bracket stands at the platform's end where it moves up and down.
	edge := game.Point{X: v.level.Platforms[o.ID].HalfWidth}
	if o.Pos.X == ghost.Pos.X {
		o.Pos, ghost.Pos = o.Pos.Plus(edge), ghost.Pos.Plus(edge)
	}
	v.bracket(c, t, o, ghost, -game.Metre/4, true)
}

func (v *viewport) character(c *draw.Canvas, o game.Object) {
	x, y := v.at(o.Pos)
	w, h := v.length(game.PlayerWidth), v.length(game.PlayerHeight)
	c.Box(x-w/2, y-h, w, h, 2*v.zoom, draw.TextDim)
	c.Box(x-w/4, y-h*0.8, w/2, h/5, v.zoom, draw.Panel)
	v.space(c, o.Space, x, y, h)
}

func (v *viewport) player(c *draw.Canvas, o game.Object) {
	x, y := v.at(o.Pos)
	h := v.length(game.PlayerHeight)
	style := playerStyle(o.ID)
	c.Line(x, y, x, y-h/2, 2*v.zoom, style.Color)
	c.Line(x, y-h/2, x+float32(o.Facing)*h/2, y-h/2, 2*v.zoom, style.Color)
	c.Marker(style.Shape, x, y-h*0.6, h*0.36, style.Color)
	v.space(c, o.Space, x, y, h)
	if o.ID == v.machine {
		c.Triangle(x, y-h*1.35, 4*v.zoom, false, draw.Text)
	}
}

// space draws the line under a character's feet that tells in which time it is shown.
func (v *viewport) space(c *draw.Canvas, s game.TimeSpace, x, y, width float32) {
	if s != game.SharedTime {
		col, dash := spaceStyle(s)
		c.Dashed(x-width/2, y+2*v.zoom, x+width/2, y+2*v.zoom, 2*v.zoom, dash.Scale(v.zoom), 0, col)
	}
}

func (v *viewport) playerGhost(c *draw.Canvas, o game.Object) {
	x, y := v.at(o.Pos)
	h := v.length(game.PlayerHeight)
	c.MarkerOutline(playerStyle(o.ID).Shape, x, y-h*0.6, h*0.36+1.5*v.zoom, 1.2*v.zoom, draw.Truth)
}

// bracket draws the error between what is shown and what is true, at a height above both, and its
// size in ms and in metres if it is to be labelled.
func (v *viewport) bracket(c *draw.Canvas, t *tips, shown, truth game.Object, above game.Length, label bool) {
	x0, y0 := v.at(shown.Pos.Plus(game.Point{Y: above}))
	x1, y1 := v.at(truth.Pos.Plus(game.Point{Y: above}))
	dx, dy := max(x1-x0, x0-x1), max(y1-y0, y0-y1)
	if dx+dy < 2*v.zoom {
		return
	}
	thick := 4 * v.zoom
	switch {
	case dy < 1:
		c.Hatch(min(x0, x1), y0-thick/2, dx, thick, 4*v.zoom, draw.Error)
	case dx < 1:
		c.Hatch(x0-thick/2, min(y0, y1), thick, dy, 4*v.zoom, draw.Error)
	default:
		c.Dashed(x0, y0, x1, y1, 1.5*v.zoom, draw.Dash{3, 2, 3, 2}.Scale(v.zoom), 0, draw.Error)
	}
	t.add(rect{min(x0, x1) - thick, min(y0, y1) - thick, dx + 2*thick, dy + 2*thick},
		"Hatched: from where this client shows the object to where it really is (white outline).")
	if label {
		v.label(c, shown, truth, x0, y0, x1, y1)
	}
}

// label writes the size of an error beside its bracket, where there is room for it.
func (v *viewport) label(c *draw.Canvas, shown, truth game.Object, x0, y0, x1, y1 float32) {
	ms := float64(shown.Time.Sub(truth.Time)) / 1e6
	d := truth.Pos.Sub(shown.Pos)
	metres := max(d.X, -d.X).Metres() + max(d.Y, -d.Y).Metres()
	v.pen.start().signed(ms, 0).text(" ms  ").fixed(metres, 2).text(" m")
	w, h := c.Fonts().MeasureBytes(v.pen.buf, draw.Small), 16*v.zoom
	left := min(max((x0+x1-w)/2, v.area.x), v.area.x+v.area.w-w)
	above := rect{left, min(y0, y1) - 4*v.zoom - h, w, h}
	under := rect{left, max(y0, y1) + 10*v.zoom, w, h}
	beside := rect{max(x0, x1) + 8*v.zoom, (y0 + y1 - h) / 2, w, h}
	places := [...]rect{above, under, beside}
	if x1-x0 < 1 && x0-x1 < 1 {
		places = [...]rect{beside, above, under}
	}
	for _, r := range places {
		if r.x+r.w > v.area.x+v.area.w || v.taken(r) {
			continue
		}
		v.used = append(v.used, r)
		c.Box(r.x-2*v.zoom, r.y, r.w+4*v.zoom, r.h, 3*v.zoom, draw.Panel.Fade(0.7))
		v.pen.put(c, r.x, r.y+h/2, draw.Small, errorText, draw.Left|draw.Middle)
		return
	}
}

// taken says whether a label stands in r already.
func (v *viewport) taken(r rect) bool {
	for _, u := range v.used {
		if r.x < u.x+u.w && u.x < r.x+r.w && r.y < u.y+u.h && u.y < r.y+r.h {
			return true
		}
	}
	return false
}

// playerStyle is the shape and colour of a machine's player; the host's is a plus.
func playerStyle(machine int) draw.MarkerStyle {
	if machine == 0 {
		return draw.MarkerStyle{Shape: draw.Plus, Color: draw.Text}
	}
	return draw.Client(machine - 1)
}

// algorithmTitle returns an algorithm's name for people.
func algorithmTitle(name string) string {
	for _, a := range algorithms {
		if a.Name == name {
			return a.Title
		}
	}
	return name
}

// algorithms is the registry, read once.
var algorithms = netsync.Algorithms()
