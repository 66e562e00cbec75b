package stage

import (
	"driftlab/game"
	"driftlab/ui/draw"
	"driftlab/ui/layout"
	"driftlab/ui/panel"
	"driftlab/ui/words"
)

// empty says whether a machine has nothing to show.
func (v *Viewport) empty(f *panel.Frame) bool {
	return v.Level.Empty() || !f.Machine(v.Machine).OK
}

// message writes why a machine is not in the game and what to do about it, or who plays it.
func (v *Viewport) message(c *draw.Canvas, f *panel.Frame) {
	what, do := v.State(c.Words, f)
	v.top = v.Picture.Y
	if what == "" || v.look.Thumb && !v.empty(f) {
		return
	}
	if v.look.Thumb {
		v.line.Say(c, v.Picture.Inset(4), draw.Centre, layout.Item{Text: what, Ink: c.Theme.TextDim})
		return
	}
	if v.empty(f) { // in the middle, on several lines; if a word is too long, the advice alone will do
		p := v.Picture
		state, advice := layout.Fit(c.Fonts(), what, p.W-8, layout.Open, draw.Strong, draw.Small), layout.Fit(c.Fonts(), do, p.W-40, layout.Open, draw.Small)
		if state.Broken {
			state = layout.Text{}
		}
		p.Y += (p.H - v.ground() - state.H - 6 - advice.H) / 2
		state.Draw(c, p, c.Theme.Text, draw.Centre)
		advice.Draw(c, p.Below(state.H+6), c.Theme.TextDim, draw.Centre)
		return
	}
	const row = 16 // else at the picture's top, on one line if there is room
	l, p := &v.line, v.Picture
	l.Start(c.Fonts(), 8)
	l.Add(layout.Item{Text: what, Ink: c.Theme.Text, Rank: 1, Cut: 1})
	l.Add(layout.Item{Text: do, Ink: c.Theme.TextDim})
	l.Place(panel.NewRect(0, p.Y+9, p.W-20, 2*row), row)
	box := panel.NewRect(p.X+(p.W-l.W)/2-9, p.Y+6, l.W+18, l.H+6)
	l.Place(panel.NewRect(box.X+9, box.Y+3, l.W, l.H), row)
	v.Labels.plate(box)
	v.top = box.Y + box.H
	c.Box(box.X, box.Y, box.W, box.H, 6, c.Theme.Ground.Fade(0.88))
	c.BoxOutline(box.X, box.Y, box.W, box.H, 6, 1, c.Theme.PanelEdge)
	l.Draw(c)
}

// State returns why a machine is not in the game, or what else there is to say about it, and what to
// do about it; "" for nothing.
func (v *Viewport) State(lang *words.Language, f *panel.Frame) (what, do string) {
	if v.Machine == 0 {
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
	case f.Still && v.look.Watched && !f.Blind: // the host's viewport may not be shown
		return lang.T("viewport.host-still"), ""
	}
	return "", ""
}
