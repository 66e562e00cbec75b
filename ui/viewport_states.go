package ui

import (
	"driftlab/game"
	"driftlab/ui/draw"
	"driftlab/ui/words"
)

// empty says whether a machine has nothing to show.
func (v *viewport) empty(f *frame) bool {
	return v.level.Empty() || !f.machine(v.machine).OK
}

// message writes what keeps a machine out of the game, and what to do about it; or who plays it.
func (v *viewport) message(c *draw.Canvas, f *frame) {
	what, do := v.state(c.Words, f)
	v.top = v.picture.y
	if what == "" || v.look.thumb && !v.empty(f) {
		return
	}
	z, fonts := v.zoom, c.Fonts()
	if v.look.thumb {
		p := v.picture
		if fonts.Measure(what, draw.Small) < p.w-8*z {
			c.Text(p.x+p.w/2, p.y+p.h/2, what, draw.Small, c.Theme.TextDim, draw.Centre|draw.Middle)
		}
		return
	}
	if v.empty(f) {
		v.words(c, what, do)
		return
	}
	v.pill(c, what, do)
}

// words writes a state into the middle of an empty picture, on as many lines as it takes.
func (v *viewport) words(c *draw.Canvas, what, do string) {
	z, fonts, p := v.zoom, c.Fonts(), v.picture
	lines := wrap(fonts, do, draw.Small, p.w-40*z)
	step := fonts.LineHeight(draw.Small)
	h := 26*z + step*float32(len(lines))
	y := p.y + (p.h-v.ground()-h)/2
	c.Text(p.x+p.w/2, y+10*z, what, draw.Strong, c.Theme.Text, draw.Centre|draw.Middle)
	for i, l := range lines {
		c.Text(p.x+p.w/2, y+26*z+step*(float32(i)+0.5), l, draw.Small, c.Theme.TextDim, draw.Centre|draw.Middle)
	}
}

// pill writes a state over a picture that goes on, at its top, in one line if there is room for it.
func (v *viewport) pill(c *draw.Canvas, what, do string) {
	z, fonts, p := v.zoom, c.Fonts(), v.picture
	first, second := fonts.Measure(what, draw.Small), fonts.Measure(do, draw.Small)
	room := p.w - 30*z
	w, h := first+second+8*z, 22*z
	below := w > room
	if below {
		w, h = max(first, second), 38*z
	}
	if w > room { // not even so: what to do is left out
		below, second, w, h = false, 0, first, 22*z
	}
	box := rect{p.x + (p.w-w)/2 - 9*z, p.y + 6*z, w + 18*z, h}
	v.labels.block(box)
	v.top = box.y + box.h
	c.Box(box.x, box.y, box.w, box.h, 6*z, c.Theme.Ground.Fade(0.88))
	c.BoxOutline(box.x, box.y, box.w, box.h, 6*z, z, c.Theme.PanelEdge)
	x, y := box.x+9*z, box.y+11*z
	c.Text(x, y, what, draw.Small, c.Theme.Text, draw.Left|draw.Middle)
	if below {
		c.Text(x, y+16*z, do, draw.Small, c.Theme.TextDim, draw.Left|draw.Middle)
	} else if second > 0 {
		c.Text(x+first+8*z, y, do, draw.Small, c.Theme.TextDim, draw.Left|draw.Middle)
	}
}

// state returns what keeps a machine out of the game, or what else there is to say about it, and what to
// do; "" for nothing.
func (v *viewport) state(lang *words.Language, f *frame) (what, do string) {
	if v.machine == 0 {
		return v.hostState(lang, f)
	}
	fact, machine := &f.facts[v.machine-1], f.states[v.machine]
	switch {
	case machine.asleep:
		return lang.T("viewport.asleep"), lang.T("viewport.asleep-do")
	case fact.State == game.Away:
		return lang.T("viewport.left"), lang.T("viewport.left-do")
	case machine.cut:
		return lang.T("viewport.cut"), lang.T("viewport.cut-do")
	case fact.State == game.TimedOut:
		return lang.T("viewport.lost"), lang.T("viewport.lost-do")
	case !fact.Joined:
		return lang.T("viewport.joining"), lang.T("viewport.joining-do")
	case v.level.Empty():
		return lang.T("viewport.no-world"), lang.T("viewport.no-world-do")
	case v.empty(f):
		return lang.T("viewport.waiting"), lang.T("viewport.waiting-do")
	case f.played == v.machine:
		return lang.T("play.client"), lang.T("play.keys")
	}
	return "", ""
}

func (v *viewport) hostState(lang *words.Language, f *frame) (what, do string) {
	switch {
	case f.played == 0:
		return lang.T("play.host"), lang.T("play.keys")
	case f.alone() && f.now > 0:
		return lang.T("viewport.alone"), lang.T("viewport.alone-do")
	case v.level.Empty():
		return lang.T("viewport.no-world"), lang.T("viewport.no-world-do")
	case v.look.paused:
		return lang.T("viewport.paused"), lang.T("viewport.paused-do")
	case f.still:
		return lang.T("viewport.still"), lang.T("viewport.still-do")
	}
	return "", ""
}
