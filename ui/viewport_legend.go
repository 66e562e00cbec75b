package ui

import (
	"time"

	"driftlab/game"
	"driftlab/netsync"
	"driftlab/ui/draw"
)

// A sign is something in a picture that a person has to be told of.
type sign int

const (
	truthSign     sign = iota // the outline of what the host has
	serverSign                // the line under what is shown in server time
	predictedSign             // and in predicted time
	signs
)

// signStays is how long, in world time, what a sign means is told after it was drawn last: shots come and go.
const signStays = 1500 * time.Millisecond

// A signLegend knows which signs a picture has, and which it had of late.
type signLegend struct {
	now  [signs]bool
	last [signs]netsync.World
	seen [signs]bool
}

// show notes that a sign is drawn, at a place that may be outside of the picture.
func (v *viewport) show(s sign, at game.Point) {
	if x, y := v.at(at); !v.look.thumb && v.picture.contains(x, y) {
		v.legend.now[s] = true
	}
}

// showSpace notes the line that tells in which time something is shown.
func (v *viewport) showSpace(o *game.Object) {
	switch o.Space {
	case game.ServerTime:
		v.show(serverSign, o.Pos)
	case game.PredictedTime:
		v.show(predictedSign, o.Pos)
	}
}

// told returns which signs are to be told of. Where time stands that is what is there; while it runs also what was there
// of late, since nobody could read what comes and goes with a shot.
func (l *signLegend) told(now netsync.World, paused bool) (told [signs]bool) {
	for s := range signs {
		if l.now[s] {
			l.last[s], l.seen[s] = now, true
		}
		age := now.Sub(l.last[s])
		told[s] = l.now[s] || !paused && l.seen[s] && age >= 0 && age < signStays
	}
	return told
}

// A signText is what is said of a sign, and in fewer words; empty if nothing is.
type signText struct{ long, short, tip string }

// The sizes of the legend, at scale 1.
const (
	legendMark = 22 // wide
	legendGap  = 18 // between two signs
)

// drawLegend says in the picture's corner what the outlines are, and the lines under those who are shown in another time;
// in as many words as there is room for.
func (v *viewport) drawLegend(c *draw.Canvas, t *tips, now netsync.World) {
	told := v.legend.told(now, v.look.paused)
	texts := [signs]signText{
		truthSign:     {c.Words.T("watch.outline"), c.Words.T("watch.outline-short"), c.Words.T("viewport.host-tip")},
		serverSign:    {c.Words.T("watch.server-time"), c.Words.T("viewport.server-time"), c.Words.T("watch.server-time-tip")},
		predictedSign: {c.Words.T("watch.predicted-time"), c.Words.T("viewport.predicted-time"), c.Words.T("watch.predicted-time-tip")},
	}
	z, p := v.zoom, v.picture
	class, r := draw.Body, rect{y: p.y + p.h - 40*z, h: 30 * z} // on the earth, where it hides nothing
	if _, ground := v.at(game.Point{}); r.y < ground {          // of which there is little
		class, r.h = draw.Small, 22*z
		r.y = max(ground, p.y+p.h-r.h-2*z)
		r.y = min(r.y+(p.y+p.h-r.y-r.h)/2, p.y+p.h-r.h-2*z)
	}
	room := p.w - 20*z
	if v.scored.y+v.scored.h > r.y { // the score stands at the left of it
		room -= v.scored.w + 10*z
	}
	say := func(k signText) string { return k.long }
	for drop := signs; ; {
		r.w = 0
		for s, k := range texts {
			if told[s] {
				r.w += (legendMark+8+legendGap)*z + c.Fonts().Measure(say(k), class)
			}
		}
		if r.w += 24*z - legendGap*z; r.w <= room || drop < 0 {
			break
		}
		if drop == signs { // first the words, then the signs, the outlines last
			say = func(k signText) string { return k.short }
		} else {
			told[drop] = false
		}
		drop--
	}
	r.x = p.x + p.w - r.w - 10*z
	v.putLegend(c, t, r, class, func(s sign) (text, tip string) {
		if !told[s] {
			return "", ""
		}
		return say(texts[s]), texts[s].tip
	})
}

// putLegend draws it, if there is anything to say.
func (v *viewport) putLegend(c *draw.Canvas, t *tips, r rect, class draw.Class, say func(sign) (text, tip string)) {
	z, x, y := v.zoom, r.x+12*v.zoom, r.y+r.h/2
	if r.w <= 24*z {
		return
	}
	v.labels.block(r)
	c.Box(r.x, r.y, r.w, r.h, 5*z, c.Theme.Ground.Fade(0.8))
	for s := range signs {
		text, tip := say(s)
		if text == "" {
			continue
		}
		ink := c.Theme.TextDim
		switch s {
		case truthSign:
			ink = c.Theme.Text // what the picture is about
			c.BoxOutline(x, r.y+r.h*0.27, legendMark*z, r.h*0.46, 4*z, 2*z, c.Theme.Truth)
		default:
			col, dash := spaceStyle(c.Theme, [...]game.TimeSpace{serverSign: game.ServerTime, predictedSign: game.PredictedTime}[s])
			c.Dashed(x, y, x+legendMark*z, y, 2.5*z, dash.Scale(z), 0, col)
		}
		from := x
		x += (legendMark + 8) * z
		x += c.Text(x, y, text, class, ink, draw.Left|draw.Middle)
		t.add(rect{from, r.y, x - from, r.h}, tip)
		x += legendGap * z
	}
}
