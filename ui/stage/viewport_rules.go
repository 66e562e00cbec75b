package stage

import (
	"slices"
	"time"

	"driftlab/game"
	"driftlab/game/session"
	"driftlab/internal/palette"
	"driftlab/netsync"
	"driftlab/ui/draw"
	"driftlab/ui/layout"
	"driftlab/ui/panel"
)

// rules draws what the game is about: pips above heads, what can be picked up, and the score.
func (v *Viewport) rules(c *draw.Canvas, f *panel.Frame, t *panel.Tips) {
	if v.look.Thumb || v.Level.Pips == 0 && v.Level.Goal == game.NoGoal && !v.Level.Ball {
		return
	}
	scene := f.Machine(v.Machine)
	if v.Level.Pips > 0 {
		v.pipRows = v.pipRows[:0]
		for i := range scene.Players {
			v.pips(c, &scene.Players[i])
		}
	}
	if k := &scene.Token; k.Shown {
		x, y := v.At(k.Pos)
		v.token(c, x, y)
	}
	if v.Machine == 0 {
		return
	}
	if r := f.Refusals[v.Machine]; r.Count > 0 {
		v.refused(c, r, f.Facts[v.Machine-1].Moment.Predicted.World())
	}
	if v.Level.Goal == game.NoGoal || v.look.Unscored {
		return
	}
	v.score(c, t, &f.Facts[v.Machine-1].Score, !f.Blind)
}

// pips draws how many hits a player can still take, above its head.
func (v *Viewport) pips(c *draw.Canvas, o *game.Object) {
	if o.Out > game.ShieldTime { // it is lying there
		return
	}
	x, y := v.At(o.Pos)
	h, n := v.Length(game.PlayerHeight), max(int(v.Level.Pips), int(o.Pips))
	r := max(h*0.055, 1.6)
	step := 2.7 * r
	x, y = x-step*float32(n-1)/2, y-h*1.16
	row := panel.NewRect(x-r-1, y-r-1, step*float32(n-1)+2*(r+1), 2*(r+1))
	for _, other := range v.pipRows { // players in the same place have their rows above each other
		if other.Overlaps(row) {
			row.Y = other.Y - row.H
		}
	}
	y = row.Y + row.H/2
	v.pipRows = append(v.pipRows, row)
	col := c.Theme.Machine(o.ID).Color
	for i := range n {
		at := x + step*float32(i)
		c.Circle(at, y, r+1, c.Theme.Ink)
		if i < int(o.Pips) {
			c.Circle(at, y, r, col)
		} else { // not in the rim's colour, which in the light theme is as dark as a full pip
			c.Circle(at, y, r, c.Theme.Ground)
			c.Ring(at, y, r, 1, col.Fade(0.6))
		}
	}
	v.Labels.plate(row)
}

// token draws the duel's heart, or the relay's baton.
func (v *Viewport) token(c *draw.Canvas, x, y float32) {
	col := c.Theme.Bell
	if v.Level.Goal == game.Brought {
		w, l := max(v.Metres(0.2), 3), max(v.Metres(0.55), 8)
		c.Capsule(x-l/2, y-w, x+l/2, y-w*1.6, w+2, c.Theme.Ink)
		c.Capsule(x-l/2, y-w, x+l/2, y-w*1.6, w, col)
		return
	}
	r := max(v.Metres(0.16), 3)
	y -= 3.2 * r
	for _, part := range [...]struct {
		grow float32
		col  palette.Color
	}{{1.2, c.Theme.Ink}, {0, col}} {
		c.Circle(x-0.8*r, y-0.4*r, r+part.grow, part.col)
		c.Circle(x+0.8*r, y-0.4*r, r+part.grow, part.col)
		c.Triangle(x, y+0.55*r, 1.62*r+1.6*part.grow, false, part.col)
	}
}

// refusalStays is how long a pick-up that the host refused stays crossed out.
const refusalStays = 1200 * time.Millisecond

// refused crosses out what the player saw itself pick up. A touch of the ball that it saw shatters as a refused hit does.
func (v *Viewport) refused(c *draw.Canvas, r game.Refusals, now netsync.World) {
	stays := fresh(now, r.At, refusalStays)
	if stays == 0 {
		return
	}
	x, y := v.At(r.Pos)
	size := max(v.Metres(0.3), 5)
	if slices.Contains(v.Level.Tokens, r.Pos) {
		y -= 1.7 * size // the token is drawn above its place
	} else {
		p := v.painter(c)
		p.shatter(int(r.Count), x, y, now.Sub(r.At))
	}
	c.Cross(x, y, size, 2.5, c.Theme.Correction.Fade(stays))
}

// scoreBelow is the width from which on the score has room beside the legend, in points.
const scoreBelow = 700

// scoreHigh is the height from which on the score has large letters, in points.
const scoreHigh = 200

// score writes the player's score as its own screen had it, and, where the truth may be seen, as the host rules it: in
// the colour of corrections if the two differ.
func (v *Viewport) score(c *draw.Canvas, t *panel.Tips, s *session.Score, truth bool) {
	class, h := draw.Small, float32(22)
	words := scoreWords[s.Goal]
	if v.look.Watched && v.Picture.H > scoreHigh {
		class, h = draw.Body, 30
	}
	at := panel.NewRect(v.Picture.X+10, v.top+10, v.Picture.W-10, h)
	if v.look.Watched && v.Picture.W > scoreBelow { // on the earth, where it covers nothing
		at.Y = v.Picture.Y + v.Picture.H - h - 10
	}
	l := &v.line
	l.Start(c.Fonts(), 5)
	l.Add(layout.Item{Text: c.Words.T(words.name), Class: class, Ink: c.Theme.TextDim, Lead: 10, Tail: 3})
	col := c.Theme.Text
	l.Add(layout.Item{Bytes: reached(c, &v.pen, s.Goal, s.Saw, c.Words.T("viewport.score-saw")), Class: class, Ink: col, Rank: 1})
	if truth {
		if scoresDiffer(s) {
			col = c.Theme.CorrectionText
		}
		l.Add(layout.Item{Text: "·", Class: class, Ink: c.Theme.TextDim})
		l.Add(layout.Item{Bytes: reached(c, &v.pen, s.Goal, s.Ruled, c.Words.T("viewport.score-ruled")), Class: class, Ink: col, Rank: 1})
	}
	l.Place(at, 0)
	if at.W = l.W + 10; l.W == 0 {
		return
	}
	v.scored = v.lay(at)
	c.Box(at.X, at.Y, at.W, at.H, 5, c.Theme.Ground.Fade(0.8))
	l.Draw(c)
	t.Add(at, c.Words.T(words.tip))
}

// scoreWords are the keys of what is counted, and of its tooltip.
var scoreWords = [...]struct{ name, tip string }{
	game.NoGoal: {"viewport.score-pips", "viewport.score-tip-pips"}, // before the goal is known
	game.Rings:  {"viewport.score-rings", "viewport.score-tip-rings"}, game.Alone: {"viewport.score-alone", "viewport.score-tip-alone"},
	game.Taken: {"viewport.score-pips", "viewport.score-tip-pips"}, game.Brought: {"viewport.score-batons", "viewport.score-tip-batons"},
	game.Touched: {"viewport.score-touches", "viewport.score-tip-touches"},
}

// scoresDiffer reports whether the two numbers differ as they are written: times are rounded to tenths of a second.
func scoresDiffer(s *session.Score) bool {
	const tenth = 100
	if s.Goal == game.Alone {
		return (s.Saw+tenth/2)/tenth != (s.Ruled+tenth/2)/tenth
	}
	return s.Saw != s.Ruled
}

// reached writes one of the two numbers with its words.
func reached(c *draw.Canvas, p *panel.Pen, g game.Goal, n int64, what string) []byte {
	if p.Start(c.Words); g == game.Alone {
		p.Fixed(float64(n)/1000, 1).Text(" s")
	} else {
		p.Int(n)
	}
	return p.Text(" ").Text(what).Buf
}
