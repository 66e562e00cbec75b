package stage

import (
	"slices"
	"time"

	"driftlab/game"
	"driftlab/netsync"
	"driftlab/ui/draw"
	"driftlab/ui/layout"
	"driftlab/ui/panel"
)

// A sign is something in a picture that the legend explains.
type sign int

const (
	TruthSign      sign = iota // the outline of where the host has something
	errorSign                  // the hatching from there to where it is shown, because a clock is wrong
	designSign                 // the same, because it is shown in another time by design
	sendingSign                // because its message has no timestamp
	dilationSign               // because the host's rate is not known
	correctionSign             // from where a player was to where the host put it
	serverSign                 // the line below what is shown in server time
	predictedSign              // and below what is shown in predicted time
	signs
)

// signStays is how long the legend keeps a sign after it was drawn last, in world time: shots come and go.
const signStays = 1500 * time.Millisecond

// A SignLegend knows which signs a picture has, and which it had lately.
type SignLegend struct {
	Now  [signs]bool
	last [signs]netsync.World
	seen [signs]bool
	told bool // the legend is in the picture
}

// show notes that a sign is drawn at a place, unless that is outside the picture.
func (v *Viewport) show(s sign, at game.Point) {
	if x, y := v.At(at); !v.look.Thumb && v.Picture.Contains(x, y) {
		v.Legend.Now[s] = true
	}
}

// showCause notes that r is hatched for a cause, as a bracket or an area.
func (v *Viewport) showCause(k cause, r panel.Rect) {
	if !v.look.Thumb && v.Picture.Overlaps(r) {
		v.Legend.Now[causes[k].sign] = true
	}
}

// foretell notes the hatching that will be drawn after the legend.
func (v *Viewport) foretell(f *panel.Frame) {
	if d, ok := v.theBracket(f); ok {
		for i := range d.shares[:d.causes] {
			if k := &d.shares[i]; k.long() >= 1 {
				v.showCause(k.of, d.about)
			}
		}
	}
	if v.Machine == 0 || f.Blind {
		return
	}
	for _, k := range f.Corrections[v.Machine] {
		if left(f.Host.Character.Time, k.At, correctionStays) > 0 && v.corrects(k) {
			v.show(correctionSign, k.To)
		}
	}
}

// toTell returns the signs that the legend has. While time is paused those are the signs in the picture. While it runs they
// include recent ones, since nobody could read a legend that comes and goes with a shot.
func (l *SignLegend) toTell(now netsync.World, paused bool) (told [signs]bool) {
	for s := range signs {
		if l.Now[s] {
			l.last[s], l.seen[s] = now, true
		}
		age := now.Sub(l.last[s])
		told[s] = l.Now[s] || !paused && l.seen[s] && age >= 0 && age < signStays
	}
	return told
}

// Forget drops the recent signs, since nobody has seen them.
func (l *SignLegend) Forget() { clear(l.seen[:]) }

// A signText is a sign's text, a shorter one, and its tooltip.
type signText struct{ long, short, tip string }

// The sizes of the legend, in points.
const (
	legendMark = 22 // wide
	legendGap  = 18 // between two signs
	legendPad  = 12 // left and right of them
	legendRow  = 17 // high, where they stand under each other
)

// foot returns the y and the height of plates on the earth, and the class of their text.
func (v *Viewport) foot() (draw.Class, panel.Rect) {
	p := v.Picture
	class, r := draw.Body, panel.Rect{Y: p.Y + p.H - 40, H: 30} // they hide nothing there
	if _, ground := v.At(game.Point{}); r.Y < ground {          // there is little earth
		class, r.H = draw.Small, 22
		r.Y = max(ground, p.Y+p.H-r.H-2)
		r.Y = min(r.Y+(p.Y+p.H-r.Y-r.H)/2, p.Y+p.H-r.H-2)
	}
	return class, r
}

// DrawLegend explains the outlines, hatchings and lines in the picture's corner, as fully as there is room for below the
// lines of chat, which end at chat.
func (v *Viewport) DrawLegend(c *draw.Canvas, t *panel.Tips, now netsync.World, chat float32) {
	told := v.Legend.toTell(now, v.look.Paused)
	texts := [signs]signText{
		TruthSign:      {c.Words.T("watch.outline"), c.Words.T("watch.outline-short"), c.Words.T("viewport.host-tip")},
		errorSign:      {c.Words.T("watch.error"), c.Words.T("watch.error-short"), c.Words.T("watch.error-tip")},
		designSign:     {c.Words.T("watch.hatched-design"), c.Words.T("watch.by-design"), c.Words.T("viewport.design-tip")},
		sendingSign:    {c.Words.T("watch.hatched-sending"), c.Words.T("watch.by-sending"), c.Words.T("viewport.sending-tip")},
		dilationSign:   {c.Words.T("watch.hatched-dilation"), c.Words.T("watch.by-dilation"), c.Words.T("viewport.dilation-tip")},
		correctionSign: {c.Words.T("watch.hatched-correction"), c.Words.T("watch.by-correction"), c.Words.T("viewport.correction-tip")},
		serverSign:     {c.Words.T("watch.server-time"), c.Words.T("viewport.server-time"), c.Words.T("watch.server-time-tip")},
		predictedSign:  {c.Words.T("watch.predicted-time"), c.Words.T("viewport.predicted-time"), c.Words.T("watch.predicted-time-tip")},
	}
	class, r := v.foot()
	if r.Y < chat {
		return
	}
	l := &v.line
	l.Start(c.Fonts(), legendGap)
	l.Alike()
	for s, k := range texts {
		v.addSign(c, sign(s), k, told[s], class)
	}
	l.Count(c.Words.T("ab.more"), layout.Item{Ink: c.Theme.TextDim, Rank: 3})
	at, row, ok := v.legendPlace(class, r, chat)
	if !ok {
		return
	}
	v.Legend.told = true
	l.Place(panel.NewRect(at.X+legendPad, at.Y, l.W, at.H), row)
	c.Box(at.X, at.Y, at.W, at.H, 5, c.Theme.Ground.Fade(0.95)) // the moon is behind it
	l.Draw(c)
	if gone := ""; t.Under(at) {
		for s, k := range texts {
			if told[s] && l.At(s).W == 0 {
				gone += k.long + ". "
			}
		}
		t.Add(at, gone)
	}
	for s, k := range texts {
		if r := l.At(s); r.W > 0 {
			sign(s).draw(c, r.X, r.Y+row/2, row)
			t.Add(r, k.tip)
		}
	}
}

// addSign adds a sign's text to the line. Where room is short, texts get shorter first, then smaller, then they go: recent signs before
// those in the picture, and the outlines last.
func (v *Viewport) addSign(c *draw.Canvas, s sign, k signText, told bool, class draw.Class) {
	if !told {
		v.line.Add(layout.Item{})
		return
	}
	long := layout.Item{Text: k.long, Class: class, Ink: c.Theme.TextDim, Lead: legendMark + 8}
	if v.Legend.Now[s] {
		long.Rank = 2
	}
	if s == TruthSign { // what the picture is about
		long.Ink, long.Rank = c.Theme.Text, 3
	}
	short := long
	short.Text = k.short
	small := short
	small.Class = draw.Small
	v.line.Add(long, short, small)
}

// legendPlace returns the legend's place and the height of its rows: on the earth, in the sky of a narrow picture, or in two rows on the
// earth. It takes the first of these in which the fewest signs are missing.
func (v *Viewport) legendPlace(class draw.Class, r panel.Rect, chat float32) (at panel.Rect, row float32, ok bool) {
	l, p := &v.line, v.Picture
	whole := p.W - 20
	room := whole
	if v.Plates.Own.Overlaps(panel.NewRect(p.X, r.Y, p.W, r.H)) { // the window's plate is left of it
		room -= v.Plates.Own.W + 10
	}
	if v.scored.Y+v.scored.H > r.Y { // and so may the score be
		room -= v.scored.W + 10
	}
	plate := func(y float32) panel.Rect { return panel.NewRect(p.X+p.W-l.W-2*legendPad-10, y, l.W+2*legendPad, l.H) }
	out := l.Place(panel.NewRect(0, 0, room-2*legendPad, r.H), 0)
	earth, w := plate(r.Y), l.W
	if out > 0 && chat <= v.top+4 { // no chat: the sky is free
		n := l.Place(panel.NewRect(0, 0, whole-2*legendPad, p.H*0.55), legendRow)
		if sky := plate(v.top + 10); n < out && !slices.ContainsFunc(v.Plates.All, sky.Overlaps) {
			return v.lay(sky), legendRow, l.W > 0
		}
	}
	if out > 0 && class == draw.Body && l.Place(panel.NewRect(0, 0, room-2*legendPad, 2*legendRow), legendRow) < out {
		return v.lay(plate(r.Y)), legendRow, l.W > 0
	}
	if l.W = w; w == 0 {
		return at, 0, false
	}
	return v.lay(earth), r.H, true
}

// draw draws a sign as it is in the picture.
func (s sign) draw(c *draw.Canvas, x, y, row float32) {
	switch s {
	case TruthSign:
		c.BoxOutline(x, y-row*0.23, legendMark, row*0.46, 4, 2, c.Theme.Truth)
	case serverSign, predictedSign:
		col, dash := spaceStyle(c.Theme, [...]game.TimeSpace{serverSign: game.ServerTime, predictedSign: game.PredictedTime}[s])
		c.Dashed(x, y, x+legendMark, y, 2.5, dash, 0, col)
	default:
		of := slices.IndexFunc(causes[:], func(k causeWords) bool { return k.sign == s })
		col, _ := cause(of).colours(c.Theme)
		c.Hatch(x, y-row*0.18, legendMark, row*0.36, 5, col)
	}
}
