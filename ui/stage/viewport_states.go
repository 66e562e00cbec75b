package stage

import (
	"strings"

	"driftlab/game"
	"driftlab/ui/draw"
	"driftlab/ui/panel"
	"driftlab/ui/words"
)

// empty says whether a machine has nothing to show.
func (v *Viewport) empty(f *panel.Frame) bool {
	return v.Level.Empty() || !f.Machine(v.Machine).OK
}

// message writes what keeps a machine out of the game, and what to do about it; or who plays it.
func (v *Viewport) message(c *draw.Canvas, f *panel.Frame) {
	what, do := v.State(c.Words, f)
	v.top = v.Picture.Y
	if what == "" || v.look.Thumb && !v.empty(f) {
		return
	}
	fonts := c.Fonts()
	if v.look.Thumb {
		p := v.Picture
		if fonts.Measure(what, draw.Small) < p.W-8 {
			c.Text(p.X+p.W/2, p.Y+p.H/2, what, draw.Small, c.Theme.TextDim, draw.Centre|draw.Middle)
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
func (v *Viewport) words(c *draw.Canvas, what, do string) {
	fonts, p := c.Fonts(), v.Picture
	class, widest := v.stateClass(fonts, what, p.W-6)
	state, advice := v.state.Lines(fonts, what, class, max(p.W-20, widest)), v.advice.Lines(fonts, do, draw.Small, p.W-40)
	if widest > p.W-6 { // the advice alone tells as much
		state = nil
	}
	high, step := float32(20), fonts.LineHeight(draw.Small)
	h := high*float32(len(state)) + 6 + step*float32(len(advice))
	y := p.Y + (p.H-v.ground()-h)/2
	for _, l := range state {
		c.Text(p.X+p.W/2, y+high/2, l, class, c.Theme.Text, draw.Centre|draw.Middle)
		y += high
	}
	for i, l := range advice {
		c.Text(p.X+p.W/2, y+6+step*(float32(i)+0.5), l, draw.Small, c.Theme.TextDim, draw.Centre|draw.Middle)
	}
}

// pill writes a state over a picture that goes on, at its top, in one line if there is room for it.
func (v *Viewport) pill(c *draw.Canvas, what, do string) {
	fonts, p := c.Fonts(), v.Picture
	first, second := fonts.Measure(what, draw.Small), fonts.Measure(do, draw.Small)
	room := p.W - 30
	w, h := first, float32(22)
	if second > 0 {
		w += second + 8
	}
	below := w > room
	if below {
		w, h = max(first, second), 38
	}
	if w > room { // not even so: what to do is left out
		below, second, w, h = false, 0, first, 22
	}
	box := panel.NewRect(p.X+(p.W-w)/2-9, p.Y+6, w+18, h)
	v.Labels.plate(box)
	v.top = box.Y + box.H
	c.Box(box.X, box.Y, box.W, box.H, 6, c.Theme.Ground.Fade(0.88))
	c.BoxOutline(box.X, box.Y, box.W, box.H, 6, 1, c.Theme.PanelEdge)
	x, y := box.X+9, box.Y+11
	c.Text(x, y, what, draw.Small, c.Theme.Text, draw.Left|draw.Middle)
	if below {
		c.Text(x, y+16, do, draw.Small, c.Theme.TextDim, draw.Left|draw.Middle)
	} else if second > 0 {
		c.Text(x+first+8, y, do, draw.Small, c.Theme.TextDim, draw.Left|draw.Middle)
	}
}

// stateClass returns the largest letters in which each word of a state has room, else the smallest, and how wide the widest word is.
func (v *Viewport) stateClass(fonts *draw.Fonts, what string, room float32) (class draw.Class, widest float32) {
	for _, class = range [...]draw.Class{draw.Strong, draw.Small} {
		widest = 0
		for word := range strings.FieldsSeq(what) {
			widest = max(widest, fonts.Measure(word, class))
		}
		if widest <= room {
			break
		}
	}
	return class, widest
}

// State returns what keeps a machine out of the game, or what else there is to say about it, and what to
// do; "" for nothing.
func (v *Viewport) State(lang *words.Language, f *panel.Frame) (what, do string) {
	if v.Machine == 0 {
		return v.hostState(lang, f)
	}
	fact, machine := &f.Facts[v.Machine-1], f.States[v.Machine]
	switch {
	case machine.Asleep:
		return lang.T("viewport.asleep"), lang.T("viewport.asleep-do")
	case fact.State == game.Away:
		return lang.T("viewport.left"), lang.T("viewport.left-do")
	case machine.Cut:
		return lang.T("viewport.cut"), lang.T("viewport.cut-do")
	case fact.State == game.TimedOut:
		return lang.T("viewport.lost"), lang.T("viewport.lost-do")
	case !fact.Joined:
		return lang.T("viewport.joining"), lang.T("viewport.joining-do")
	case v.Level.Empty():
		return lang.T("viewport.no-world"), lang.T("viewport.no-world-do")
	case v.empty(f):
		return lang.T("viewport.waiting"), lang.T("viewport.waiting-do")
	case f.Played == v.Machine:
		return lang.T("play.client"), lang.T("play.keys")
	case f.Still && v.look.Watched && !f.Blind: // the host's own viewport need not be there
		return lang.T("viewport.host-still"), ""
	}
	return "", ""
}

func (v *Viewport) hostState(lang *words.Language, f *panel.Frame) (what, do string) {
	switch {
	case f.Played == 0:
		return lang.T("play.host"), lang.T("play.keys")
	case f.Alone() && f.Now > 0:
		return lang.T("viewport.alone"), lang.T("viewport.alone-do")
	case v.Level.Empty():
		return lang.T("viewport.no-world"), lang.T("viewport.no-world-do")
	case v.look.Paused:
		return lang.T("viewport.paused"), lang.T("viewport.paused-do")
	case f.Still:
		return lang.T("viewport.still"), lang.T("viewport.still-do")
	}
	return "", ""
}
