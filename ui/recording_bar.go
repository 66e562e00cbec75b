package ui

import (
	"time"

	"driftlab/ui/draw"
	"driftlab/ui/words"
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

// draw writes both from right to left, where there is something to tell, and returns where they end.
func (b *recordingBar) draw(a *App, c *draw.Canvas, t *tips, right float32, bar rect) float32 {
	b.mark, b.film, b.x = rect{}, rect{}, rect{}
	z, r := float32(a.scale), &a.rec
	y := bar.y + bar.h/2
	chip := func(w float32) rect {
		at := rect{right - w, bar.y + 8*z, w, bar.h - 16*z}
		c.Box(at.x, at.y, at.w, at.h, 4*z, draw.Ground)
		right -= w + 10*z
		return at
	}
	if r.on {
		b.pen.start().text("REC")
		if !a.blind.hides() { // else it would tell the true time
			clockOf(b.pen.text(" "), time.Duration(a.session.Now().Sub(r.from).Abs()))
		}
		b.mark = chip(c.Fonts().MeasureBytes(b.pen.buf, draw.Mono) + 34*z)
		c.BoxOutline(b.mark.x, b.mark.y, b.mark.w, b.mark.h, 4*z, 1.5*z, draw.Error)
		c.Circle(b.mark.x+14*z, y, 5.5*z, draw.Error)
		b.pen.put(c, b.mark.x+26*z, y, draw.Mono, draw.Text, draw.Left|draw.Middle)
		t.add(b.mark, words.F("recording.mark-tip", a.clockWord(r.from)))
	}
	if len(r.films) > 0 {
		b.progress(a, c, t, chip, y)
	}
	return right
}

// progress writes how far the film has got.
func (b *recordingBar) progress(a *App, c *draw.Canvas, t *tips, chip func(w float32) rect, y float32) {
	z, f, waiting := float32(a.scale), a.rec.films[0], len(a.rec.films)-1
	b.pen.start().text(words.T("recording.film")).text(" ")
	switch {
	case f.cancelled.Load():
		b.pen.text(words.T("recording.ending"))
	case f.frames.Load() == 0:
		b.pen.text(words.T("recording.begins"))
	default:
		b.pen.fixed(100*b.share, 0).text(" %")
		if b.left >= 0 {
			clockOf(b.pen.text(" · "), b.left+time.Second/2)
			b.pen.text(" ").text(words.T("recording.left"))
		}
	}
	if waiting > 0 {
		b.pen.text(" +").int(int64(waiting))
	}
	b.film = chip(c.Fonts().MeasureBytes(b.pen.buf, draw.Small) + 36*z)
	if share := float32(b.share); f.frames.Load() > 0 && !f.cancelled.Load() {
		c.Box(b.film.x, b.film.y+b.film.h-3*z, b.film.w*share, 3*z, 1.5*z, draw.Accent)
	}
	b.pen.put(c, b.film.x+10*z, y, draw.Small, draw.Text, draw.Left|draw.Middle)
	tip := words.F("recording.film-tip", f.out, f.frame.Load(), f.frames.Load()) + f.madeWith(" ")
	if waiting > 0 {
		tip += " " + words.F("recording.waiting", waiting)
	}
	t.add(b.film, tip)
	if f.cancelled.Load() {
		return
	}
	b.x = rect{b.film.x + b.film.w - 26*z, b.film.y, 26 * z, b.film.h}
	col := draw.TextDim
	if b.x.contains(t.x, t.y) {
		col = draw.Text
	}
	c.Cross(b.x.x+b.x.w/2, y, 4.5*z, 1.8*z, col)
	t.add(b.x, words.T("recording.cancel-tip"))
}

// clockOf writes a time as minutes and seconds, 02:05, or with hours before them.
func clockOf(p *pen, d time.Duration) *pen {
	s := int64(d / time.Second)
	if s >= 3600 {
		p.int(s / 3600).text(":")
	}
	for i, v := range []int64{s / 60 % 60, s % 60} {
		if i > 0 {
			p.text(":")
		}
		if v < 10 {
			p.text("0")
		}
		p.int(v)
	}
	return p
}
