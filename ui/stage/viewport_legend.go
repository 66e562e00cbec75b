package stage

import (
	"slices"
	"time"

	"driftlab/game"
	"driftlab/internal/palette"
	"driftlab/netsync"
	"driftlab/ui/draw"
	"driftlab/ui/panel"
)

// A sign is something in a picture that a person has to be told of.
type sign int

const (
	TruthSign      sign = iota // the outline of what the host has
	errorSign                  // the hatching between what is shown and that, where a clock is wrong
	designSign                 // where it is shown in another time by design
	sendingSign                // where its message tells no time
	dilationSign               // where the host's rate is not known
	correctionSign             // between where a player was and where the host has put it
	serverSign                 // the line under what is shown in server time
	predictedSign              // and in predicted time
	signs
)

// signStays is how long, in world time, what a sign means is told after it was drawn last: shots come and go.
const signStays = 1500 * time.Millisecond

// A SignLegend knows which signs a picture has, and which it had of late.
type SignLegend struct {
	Now  [signs]bool
	last [signs]netsync.World
	seen [signs]bool
	told bool // it is in the picture
}

// show notes that a sign is drawn, at a place that may be outside of the picture.
func (v *Viewport) show(s sign, at game.Point) {
	if x, y := v.At(at); !v.look.Thumb && v.Picture.Contains(x, y) {
		v.Legend.Now[s] = true
	}
}

// showCause notes that what lies between something as it is shown and as it is is hatched: a bracket or a surface at r.
func (v *Viewport) showCause(k cause, r panel.Rect) {
	if !v.look.Thumb && v.Picture.Overlaps(r) {
		v.Legend.Now[k.sign()] = true
	}
}

// foretell notes the hatchings that are drawn after the legend.
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

// toTell returns which signs are to be told of. Where time stands that is what is there; while it runs also what was there
// of late, since nobody could read what comes and goes with a shot.
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

// Forget has only what is in the picture be told of: what was there of late nobody has seen.
func (l *SignLegend) Forget() { clear(l.seen[:]) }

// cover forgets the signs of what is true, which are in no picture while that is covered. They were there a moment before, and time
// that stands makes no moment longer.
func (l *SignLegend) cover() { clear(l.seen[:serverSign]) }

// A signText is what is said of a sign, and in fewer words; empty if nothing is.
type signText struct{ long, short, tip string }

// The sizes of the legend, in points.
const (
	legendMark = 22 // wide
	legendGap  = 18 // between two signs
	legendRow  = 17 // high, where they stand under each other
)

// foot returns how high plates on the earth are and where, at no place beside each other yet, and how large their words are.
func (v *Viewport) foot() (draw.Class, panel.Rect) {
	p := v.Picture
	class, r := draw.Body, panel.Rect{Y: p.Y + p.H - 40, H: 30} // where they hide nothing
	if _, ground := v.At(game.Point{}); r.Y < ground {          // of which there is little
		class, r.H = draw.Small, 22
		r.Y = max(ground, p.Y+p.H-r.H-2)
		r.Y = min(r.Y+(p.Y+p.H-r.Y-r.H)/2, p.Y+p.H-r.H-2)
	}
	return class, r
}

// DrawLegend says in the picture's corner what the outlines are, and the lines under those who are shown in another time;
// in as many words as there is room for under the lines of chat, which end at chat.
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
	p := v.Picture
	class, r := v.foot()
	foot := class
	if r.Y < chat {
		return
	}
	whole := p.W - 20
	room := whole
	if v.Plates.Own.Overlaps(panel.NewRect(p.X, r.Y, p.W, r.H)) { // the window's plate stands at the left of it
		room -= v.Plates.Own.W + 10
	}
	if v.scored.Y+v.scored.H > r.Y { // and so may the score
		room -= v.scored.W + 10
	}
	say := func(k signText) string { return k.long }
	width := func() float32 {
		w := float32(24 - legendGap)
		for s, k := range texts {
			if told[s] {
				w += (legendMark + 8 + legendGap) + c.Fonts().Measure(say(k), class)
			}
		}
		return w
	}
	if width() > room { // it gives up words first, then the size of its letters, then its place, then signs, the outlines last
		say = func(k signText) string { return k.short }
	}
	if width() > room { // above what stands beside it there are legs
		class = draw.Small
	}
	tell := func(s sign) (text, tip string) {
		if !told[s] {
			return "", ""
		}
		return say(texts[s]), texts[s].tip
	}
	if width() > whole && chat <= v.top+4 { // in a narrow picture the signs stand under each other, in the sky
		if at, ok := v.stack(c, tell); ok {
			v.putLegend(c, t, at, draw.Small, legendRow, at.W, tell)
			return
		}
	}
	if wide, n := v.widest(c, tell); width() > room && class != foot && n <= 4 && 2*wide+12 <= room { // two rows, where there is earth for both
		r.W, r.H = 2*wide+12, 2*legendRow
		r.X = p.X + p.W - r.W - 10
		v.putLegend(c, t, v.lay(r), class, legendRow, wide, tell)
		return
	}
	for _, now := range [...]bool{false, true} { // what was there of late before what is there
		for s := len(told) - 1; s >= 0 && width() > room; s-- {
			told[s] = told[s] && v.Legend.Now[s] != now
		}
	}
	r.W = width()
	r.X = p.X + p.W - r.W - 10
	v.putLegend(c, t, v.lay(r), class, r.H, r.W, tell)
}

// widest returns how wide the widest of the signs is in small letters, with the gap after it, and how many there are.
func (v *Viewport) widest(c *draw.Canvas, tell func(sign) (text, tip string)) (w float32, n int) {
	for s := range signs {
		if text, _ := tell(s); text != "" {
			w = max(w, (legendMark+8+legendGap)+c.Fonts().Measure(text, draw.Small))
			n++
		}
	}
	return w, n
}

// stack returns the place of a legend whose signs stand under each other; ok is false where the picture is too low for that, or a plate
// is there.
func (v *Viewport) stack(c *draw.Canvas, tell func(sign) (text, tip string)) (r panel.Rect, ok bool) {
	p := v.Picture
	wide, n := v.widest(c, tell)
	r.W, r.H = wide+(24-legendGap), float32(n)*legendRow
	r.X, r.Y = p.X+p.W-r.W-10, v.top+10
	if r.W > p.W-20 || r.H > p.H*0.55 || slices.ContainsFunc(v.Plates.All, r.Overlaps) {
		return r, false
	}
	v.Plates.All = append(v.Plates.All, r)
	v.Labels.plate(r)
	return r, true
}

// putLegend draws it, if there is anything to say: in one row, or in several that are so high, each sign so wide.
func (v *Viewport) putLegend(c *draw.Canvas, t *panel.Tips, r panel.Rect, class draw.Class, row, wide float32, tell func(sign) (text, tip string)) {
	if r.W <= 24 {
		return
	}
	v.Legend.told = true
	c.Box(r.X, r.Y, r.W, r.H, 5, c.Theme.Ground.Fade(0.95)) // the moon is behind it
	x, y := r.X+12, r.Y+row/2
	for s := range signs {
		text, tip := tell(s)
		if text == "" {
			continue
		}
		ink := c.Theme.TextDim
		switch s {
		case TruthSign:
			ink = c.Theme.Text // what the picture is about
			c.BoxOutline(x, y-row*0.23, legendMark, row*0.46, 4, 2, c.Theme.Truth)
		case errorSign, designSign, sendingSign, dilationSign, correctionSign:
			col := [...]palette.Color{errorSign: c.Theme.Error, designSign: c.Theme.ServerTime, sendingSign: c.Theme.ServerTime, dilationSign: c.Theme.Dilation,
				correctionSign: c.Theme.Correction}[s]
			c.Hatch(x, y-row*0.18, legendMark, row*0.36, 5, col)
		default:
			col, dash := spaceStyle(c.Theme, [...]game.TimeSpace{serverSign: game.ServerTime, predictedSign: game.PredictedTime}[s])
			c.Dashed(x, y, x+legendMark, y, 2.5, dash, 0, col)
		}
		from := x
		x += legendMark + 8
		x += c.Text(x, y, text, class, ink, draw.Left|draw.Middle)
		t.Add(panel.NewRect(from, y-row/2, x-from, row), tip)
		if x += legendGap; r.H > row {
			if x = from + wide; x+wide > r.X+r.W {
				x, y = r.X+12, y+row
			}
		}
	}
}
