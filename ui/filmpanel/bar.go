package filmpanel

import (
	"time"

	"driftlab/ui/draw"
	"driftlab/ui/layout"
	"driftlab/ui/panel"
)

// recordingBar is what the top bar says about films: that a recording runs, and the progress of a film.
type recordingBar struct {
	share         float64
	left          time.Duration // until the film is finished; negative if unknown
	mark, film, x panel.Rect    // where the recording, the film and its cross were drawn last
	pen           panel.Pen
}

// Point acts on clicks in the top bar, and reads the film's progress.
func (r *Room) Point(p *panel.Pointer) {
	b := &r.bar
	switch {
	case p.Pressed && p.Over(b.mark):
		p.Pressed = false
		r.Record()
	case p.Pressed && p.Over(b.x):
		p.Pressed = false
		r.cancel()
	}
	if len(r.films) > 0 {
		b.share, b.left = r.films[0].share(time.Now())
	}
}

// DrawBar writes both into the top bar from right to left, and returns where they end. What doesn't fit goes below the bar.
func (r *Room) DrawBar(c *draw.Canvas, t *panel.Tips, left, right float32, bar panel.Rect) float32 {
	b := &r.bar
	b.mark, b.film, b.x = panel.Rect{}, panel.Rect{}, panel.Rect{}
	k := chipRow{left: left, right: right, bar: bar, inBar: &c.Layer, under: &c.Overlay, rightUnder: bar.X + bar.W - 8}
	if r.on {
		b.pen.Start(r.picture.Words).Text("REC")
		if !r.teacher.Hides() { // else it would give the true time away
			panel.ClockOf(b.pen.Text(" "), time.Duration(r.picture.Session.Now().Sub(r.from).Abs()))
		}
		l, at := k.chip(&b.pen.Line, layout.Item{Bytes: b.pen.Buf, Class: draw.Mono, Ink: c.Theme.Text, Lead: 26, Tail: 8})
		l.BoxOutline(at.X, at.Y, at.W, at.H, 4, 1.5, c.Theme.Text)
		l.Circle(at.X+14, at.Y+at.H/2, 5.5, c.Theme.Text)
		t.Add(at, r.picture.Words.F("recording.mark-tip", r.picture.ClockWord(r.from)))
		b.mark = at
	}
	if len(r.films) > 0 {
		b.progress(r, c, t, &k)
	}
	return k.right
}

// A chipRow puts small boxes into the top bar from right to left, and below it once they don't fit.
type chipRow struct {
	left, right, rightUnder float32
	bar                     panel.Rect
	inBar, under            *draw.Layer
}

// chip draws a box around a text, and returns its place and its layer.
func (k *chipRow) chip(line *layout.Line, text layout.Item) (*draw.Layer, panel.Rect) {
	l, w := k.inBar, line.One(k.inBar.Fonts(), text)
	at := panel.NewRect(k.right-w, k.bar.Y+8, w, k.bar.H-16)
	if at.X >= k.left {
		k.right -= w + 10
	} else {
		l, at.X, at.Y = k.under, k.rightUnder-w, k.bar.Y+k.bar.H+6
		k.rightUnder -= w + 10
	}
	l.Box(at.X, at.Y, at.W, at.H, 4, l.Theme.Ground)
	line.Place(at, 0)
	line.Draw(l)
	return l, at
}

// progress writes the film's progress.
func (b *recordingBar) progress(r *Room, c *draw.Canvas, t *panel.Tips, k *chipRow) {
	f, waiting := r.films[0], len(r.films)-1
	b.pen.Start(r.picture.Words).Text(r.picture.Words.T("recording.film")).Text(" ")
	switch {
	case f.cancelled.Load():
		b.pen.Text(r.picture.Words.T("recording.ending"))
	case f.frames.Load() == 0:
		b.pen.Text(r.picture.Words.T("recording.begins"))
	default:
		b.pen.Fixed(100*b.share, 0).Text(" %")
		if b.left >= 0 {
			panel.ClockOf(b.pen.Text(" · "), b.left+time.Second/2)
			b.pen.Text(" ").Text(r.picture.Words.T("recording.left"))
		}
	}
	if waiting > 0 {
		b.pen.Text(" +").Int(int64(waiting))
	}
	l, at := k.chip(&b.pen.Line, layout.Item{Bytes: b.pen.Buf, Ink: c.Theme.Text, Lead: 10, Tail: 26})
	b.film = at
	if f.frames.Load() > 0 && !f.cancelled.Load() {
		l.Box(at.X, at.Y+at.H-3, at.W*float32(b.share), 3, 1.5, c.Theme.TextDim)
	}
	tip := r.picture.Words.F("recording.film-tip", f.name(), f.frame.Load(), f.frames.Load()) + f.madeWith(" ")
	if waiting > 0 {
		tip += " " + r.picture.Words.F("recording.waiting", waiting)
	}
	if what := f.waiting.Load(); what != nil && *what != "" {
		tip += " " + *what
	}
	t.Add(at, tip)
	if f.cancelled.Load() {
		return
	}
	b.x = panel.NewRect(at.X+at.W-26, at.Y, 26, at.H)
	col := c.Theme.TextDim
	if b.x.Contains(t.X, t.Y) {
		col = c.Theme.Text
	}
	l.Cross(b.x.X+b.x.W/2, b.x.Y+b.x.H/2, 4.5, 1.8, col)
	t.Add(b.x, r.picture.Words.T("recording.cancel-tip"))
}
