package ui

import (
	"driftlab/game"
	"driftlab/netsim"
	"driftlab/palette"
	"driftlab/ui/draw"
)

// otherWay is the branch that the window left last, as it goes on beside the one that it is on: what would be if that
// had not been done, or had. It is drawn as ghosts.
type otherWay struct {
	world
	on bool
}

// otherMemory bounds the checkpoints of the other way in bytes. Few are made: it goes along with the window.
const otherMemory = 8 << 20

// leave keeps the way that the window is on, which is about to be left. In a comparison there are two worlds already.
func (a *App) leave() {
	a.forgetOther()
	if a.ab.on || a.blind.on {
		return
	}
	line, err := a.line.Fork(besideCarrier, nil)
	if err != nil {
		return // there are no ghosts then, and nothing else is missing
	}
	line.SetMemory(otherMemory)
	a.other = otherWay{world: world{line: line, session: line.Session()}, on: true}
	a.other.frame.played = nobody
}

// forgetOther ends the other way.
func (a *App) forgetOther() {
	if a.other.on {
		a.other.line.Close()
	}
	a.other, a.frame.other = otherWay{}, nil
}

// follow brings the other way to where the window is, a long way as far as an update has time for.
func (o *otherWay) follow(a *App) {
	if !o.on || a.line.Busy() {
		return
	}
	now, err := a.session.Now(), error(nil)
	switch ahead := now.Sub(o.line.Now()); {
	case !o.line.Busy() && ahead >= 0 && ahead <= abStride:
		err = o.line.Advance(ahead)
	case !o.line.Busy() || o.line.Target() != now:
		err = o.line.SeekStart(now)
	}
	for more := a.spare(); err == nil && o.line.Busy() && more(); {
		_, _, err = o.line.Work(travelPiece)
	}
	if err != nil || a.ab.on || a.blind.on {
		a.forgetOther()
		return
	}
	o.session = o.line.Session()
	if a.frame.other = nil; !o.line.Busy() && a.deck.ghosts {
		o.frame.read(o.session, a.deck.machines, a.speed, a.paused)
		a.frame.other = &o.world
	}
}

// otherFade is how pale what is drawn of the other way is.
const otherFade = 0.3

// elsewhereFrom is how far from each other two places are that are not the same.
const elsewhereFrom = game.Metre / 20

// otherWay draws where all would be on the other way, as far as it is elsewhere.
func (v *viewport) otherWay(c *draw.Canvas, f *frame, t *tips) {
	if f.other == nil || v.look.thumb {
		return
	}
	here, there := f.machine(v.machine), f.other.frame.machine(v.machine)
	for i, o := range there.Platforms {
		if i < len(here.Platforms) && elsewhere(o, here.Platforms[i]) {
			x, y := v.at(o.Pos)
			half, h := v.length(v.level.Platforms[o.ID].HalfWidth), v.platformHeight()
			c.BoxOutline(x-half, y, 2*half, h, h/2, 1.5*v.zoom, c.Theme.Text.Fade(otherFade))
		}
	}
	for _, o := range there.Players {
		if at, ok := find(here.Players, o.ID); ok && !elsewhere(o, at) {
			continue
		}
		x, y := v.at(o.Pos)
		h, col := v.length(game.PlayerHeight), c.Theme.Machine(o.ID).Color.Fade(otherFade)
		c.Capsule(x-h*0.05, y-h*0.4, x-h*0.05, y, h*0.1, col)
		c.Capsule(x+h*0.05, y-h*0.4, x+h*0.05, y, h*0.1, col)
		c.Marker(c.Theme.Machine(o.ID).Shape, x, y-h*0.64, h*0.36, col)
		t.add(rect{x - h*0.4, y - h, h * 0.8, h}, c.Words.T("viewport.other-way-tip"))
	}
	for _, o := range there.Shots {
		x, y := v.at(o.Pos)
		c.Circle(x, y, 2.5*v.zoom, c.Theme.Text.Fade(otherFade))
	}
}

func elsewhere(a, b game.Object) bool {
	off := a.Pos.Sub(b.Pos)
	return max(off.X, -off.X, off.Y, -off.Y) > elsewhereFrom
}

// otherLine draws how wrong the clock that drives a client was on the other way, from an instant on.
func (f *frame) otherLine(c *draw.Canvas, client int, from netsim.Time, z float32, points []float32, at func(netsim.Time, float64) (x, y float32)) []float32 {
	points = points[:0]
	if f.other == nil || client < 1 {
		return points
	}
	f.other.each(client, from, func(t netsim.Time, ms float64) {
		x, y := at(t, ms)
		points = append(points, x, y)
	})
	c.Polyline(points, 1.5*z, palette.Dash{1, 4, 1, 4}.Scale(z), 0, c.Theme.Machine(client).Color.Fade(2*otherFade))
	return points
}

// each calls do with every instant of a client's history from one on, and the error of the clock that drives it in ms.
func (w *world) each(client int, from netsim.Time, do func(at netsim.Time, ms float64)) {
	driving := w.driving(client)
	if driving < 0 {
		return
	}
	h := w.session.History(client)
	first, end := h.Span()
	for n := max(first, h.Before(from)); n < end; n++ {
		at, row := h.Row(n)
		do(max(at, from), float64(row[driving]))
	}
}
