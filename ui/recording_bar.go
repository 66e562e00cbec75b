package ui

import (
	"time"

	"driftlab/ui/draw"
)

// recordingBar is what the top bar tells of films: that a recording runs, and how far a film has got.
type recordingBar struct {
	share         float64
	left          time.Duration // that the film will take, negative where that is not known
	mark, film, x rect          // where they were drawn last: the recording, the film, and what cancels it
	pen           pen
}

// update acts on clicks, and reads how far the film has got.
func (b *recordingBar) update(a *App) {
	p, r := &a.pointer, &a.rec
	switch {
	case p.pressed && p.over(b.mark):
		p.pressed = false
		a.record()
	case p.pressed && p.over(b.x):
		p.pressed = false
		r.cancel()
	}
	if len(r.films) > 0 {
		b.share, b.left = r.films[0].share(time.Now())
	}
}

// draw writes both from right to left into the bar, where there is something to tell, and returns where they
// end. What has no room there lies under the bar.
func (b *recordingBar) draw(a *App, c *draw.Canvas, t *tips, left, right float32, bar rect) float32 {
	b.mark, b.film, b.x = rect{}, rect{}, rect{}
	z, r := float32(a.scale), &a.rec
	k := chipRow{z: z, left: left, right: right, bar: bar, inBar: &c.Layer, under: &c.Overlay, rightUnder: bar.x + bar.w - 8*z}
	if r.on {
		b.pen.start(a.words).text("REC")
		if !a.hides() { // else it would tell the true time
			clockOf(b.pen.text(" "), time.Duration(a.session.Now().Sub(r.from).Abs()))
		}
		l, at := k.chip(c.Fonts().MeasureBytes(b.pen.buf, draw.Mono) + 34*z)
		y := at.y + at.h/2
		l.BoxOutline(at.x, at.y, at.w, at.h, 4*z, 1.5*z, c.Theme.Error)
		l.Circle(at.x+14*z, y, 5.5*z, c.Theme.Error)
		l.TextBytes(at.x+26*z, y, b.pen.buf, draw.Mono, c.Theme.Text, draw.Left|draw.Middle)
		t.add(at, a.words.F("recording.mark-tip", a.clockWord(r.from)))
		b.mark = at
	}
	if len(r.films) > 0 {
		b.progress(a, c, t, &k)
	}
	return k.right
}

// A chipRow puts small boxes into the top bar from right to left, and under it from where there is no room.
type chipRow struct {
	z                       float32
	left, right, rightUnder float32
	bar                     rect
	inBar, under            *draw.Layer
}

// chip draws an empty box of a width, and returns where it is and what it is filled on.
func (k *chipRow) chip(w float32) (*draw.Layer, rect) {
	l, z := k.inBar, k.z
	at := rect{k.right - w, k.bar.y + 8*z, w, k.bar.h - 16*z}
	if at.x >= k.left {
		k.right -= w + 10*z
	} else {
		l, at.x, at.y = k.under, k.rightUnder-w, k.bar.y+k.bar.h+6*z
		k.rightUnder -= w + 10*z
	}
	l.Box(at.x, at.y, at.w, at.h, 4*z, l.Theme.Ground)
	return l, at
}

// progress writes how far the film has got.
func (b *recordingBar) progress(a *App, c *draw.Canvas, t *tips, k *chipRow) {
	z, f, waiting := k.z, a.rec.films[0], len(a.rec.films)-1
	b.pen.start(a.words).text(a.words.T("recording.film")).text(" ")
	switch {
	case f.cancelled.Load():
		b.pen.text(a.words.T("recording.ending"))
	case f.frames.Load() == 0:
		b.pen.text(a.words.T("recording.begins"))
	default:
		b.pen.fixed(100*b.share, 0).text(" %")
		if b.left >= 0 {
			clockOf(b.pen.text(" · "), b.left+time.Second/2)
			b.pen.text(" ").text(a.words.T("recording.left"))
		}
	}
	if waiting > 0 {
		b.pen.text(" +").int(int64(waiting))
	}
	l, at := k.chip(c.Fonts().MeasureBytes(b.pen.buf, draw.Small) + 36*z)
	b.film = at
	if f.frames.Load() > 0 && !f.cancelled.Load() {
		l.Box(at.x, at.y+at.h-3*z, at.w*float32(b.share), 3*z, 1.5*z, c.Theme.Accent)
	}
	l.TextBytes(at.x+10*z, at.y+at.h/2, b.pen.buf, draw.Small, c.Theme.Text, draw.Left|draw.Middle)
	tip := a.words.F("recording.film-tip", f.name(), f.frame.Load(), f.frames.Load()) + f.madeWith(" ")
	if waiting > 0 {
		tip += " " + a.words.F("recording.waiting", waiting)
	}
	if what := f.waiting.Load(); what != nil && *what != "" {
		tip += " " + *what
	}
	t.add(at, tip)
	if f.cancelled.Load() {
		return
	}
	b.x = rect{at.x + at.w - 26*z, at.y, 26 * z, at.h}
	col := c.Theme.TextDim
	if b.x.contains(t.x, t.y) {
		col = c.Theme.Text
	}
	l.Cross(b.x.x+b.x.w/2, b.x.y+b.x.h/2, 4.5*z, 1.8*z, col)
	t.add(b.x, a.words.T("recording.cancel-tip"))
}
