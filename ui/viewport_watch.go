package ui

import (
	"driftlab/game"
	"driftlab/session"
	"driftlab/ui/draw"
	"driftlab/ui/words"
)

// watchTitle is over a world.
const watchTitle = 40

// watchTitle says whose world a large one is and what drives its clock, and at its right end how far that is off.
func (v *viewport) watchTitle(c *draw.Canvas, f *frame, t *tips, r rect) {
	z, y := v.zoom, r.y+r.h/2
	x, right := r.x+14*z, r.x+r.w-14*z
	mark := c.Theme.Machine(v.machine)
	c.Marker(mark.Shape, x+8*z, y, 9*z, mark.Color)
	x += 26 * z
	if v.machine == 0 {
		x += c.Text(x, y, c.Words.T("viewport.host"), draw.Title, c.Theme.Text, draw.Left|draw.Middle) + 10*z
		c.Text(x, y, c.Words.T("viewport.truth"), draw.Body, c.Theme.TextDim, draw.Left|draw.Middle)
		t.add(r, c.Words.T("viewport.host-tip"))
		return
	}
	fact := &f.held[v.machine-1]
	if fact.Status.Synchronised && !f.blind && !v.look.compared {
		right -= v.clockError(c, right, y, draw.Figure, fact, draw.Right|draw.Middle) + 8*z
		if label := c.Words.T("strip.title"); right-c.Fonts().Measure(label, draw.Body) > x+190*z {
			right -= c.Text(right, y, label, draw.Body, c.Theme.TextDim, draw.Right|draw.Middle) + 12*z
		}
	}
	x += v.clientName(c, x, y, draw.Title) + 12*z
	name := c.Words.F("watch.clock", algorithmTitle(c.Words, fact.Driving))
	if c.Fonts().Measure(name, draw.Body) > right-x {
		name = algorithmTitle(c.Words, fact.Driving)
	}
	if c.Fonts().Measure(name, draw.Body) <= right-x {
		c.Text(x, y, name, draw.Body, c.Theme.TextDim, draw.Left|draw.Middle)
	}
	t.add(r, c.Words.T("viewport.client-tip"))
}

// clientName writes the name of the client whose viewport it is.
func (v *viewport) clientName(c *draw.Canvas, x, y float32, class draw.Class) float32 {
	v.pen.start(c.Words).text(c.Words.T("viewport.client")).text(" ").int(int64(v.machine))
	return v.pen.put(c, x, y, class, c.Theme.Text, draw.Left|draw.Middle)
}

// clockError writes how far a client's clock is off.
func (v *viewport) clockError(c *draw.Canvas, x, y float32, class draw.Class, fact *session.Facts, align draw.Align) float32 {
	v.pen.start(c.Words).signed(fact.Error.Seconds()*1000, 0).text(" ms")
	return v.pen.put(c, x, y, class, errorColor(c.Theme, fact.Error), align)
}

// card writes name, clock and clock error of a client beside its small picture, and returns the place of that.
func (v *viewport) card(c *draw.Canvas, f *frame, t *tips) rect {
	r, z := v.look.rect, v.zoom
	in := r.inset(6 * z)
	picture, text := in, in
	picture.w = in.w * cardPicture
	if spare := picture.h - picture.w*cardShape; spare > 0 { // no tower of sky over a world
		picture.y, picture.h = picture.y+spare/2, picture.h-spare
	}
	text.x, text.w = picture.x+picture.w+12*z, in.w-picture.w-12*z
	if text.w < 96*z { // no room for both
		text = rect{in.x + 6*z, in.y, in.w - 6*z, in.h}
		picture = rect{}
	}
	fact := &f.held[v.machine-1]
	name, clock := c.Fonts().LineHeight(draw.Title), c.Fonts().LineHeight(draw.Small)
	figure := c.Fonts().LineHeight(draw.Figure)
	h := name + figure
	title := algorithmTitle(c.Words, fact.Driving)
	whole := h+clock <= text.h && c.Fonts().Measure(title, draw.Small) <= text.w
	if whole {
		h += clock
	}
	y := text.y + (text.h-h)/2
	mark := c.Theme.Machine(v.machine)
	c.Marker(mark.Shape, text.x+6*z, y+name/2, 7*z, mark.Color)
	v.clientName(c, text.x+20*z, y+name/2, draw.Strong)
	y += name
	if whole {
		c.Text(text.x, y+clock/2, title, draw.Small, c.Theme.TextDim, draw.Left|draw.Middle)
		y += clock
	}
	if fact.Status.Synchronised && !f.blind {
		v.clockError(c, text.x, y+figure/2, draw.Figure, fact, draw.Left|draw.Middle)
	}
	t.add(r, c.Words.T("watch.card-tip"))
	return picture
}

// The part of a card that is the picture, where there is room beside it, and how high that is at most for its width.
const (
	cardPicture = 0.54
	cardShape   = 0.8
)

// watchBracket draws, of all that is shown elsewhere than the host has it, the one that the sentence is about: what
// flies before what is ridden, and that before all else; where it is about a platform, the rider that stands beside it. While a correction tells its number there is none.
func (v *viewport) watchBracket(c *draw.Canvas, f *frame, t *tips) {
	if v.told {
		return
	}
	if d, ok := v.offPlatform(f); ok {
		v.marked(c, &d, t, c.Words.T("viewport.off-tip"))
		return
	}
	best, rank := -1, -1
	for i := range v.errors {
		worth := 0
		switch key := v.errors[i].key; {
		case key >= shotKey:
			worth = 3
		case key >= platformKey:
			worth = 2
		case key == game.Character:
			worth = 1
		}
		if worth > rank {
			best, rank = i, worth
		}
	}
	if best < 0 {
		return
	}
	d := &v.errors[best]
	v.marked(c, d, t, d.tip(c.Words))
}

// marked draws the one bracket of a world, with its number.
func (v *viewport) marked(c *draw.Canvas, d *deviation, t *tips, tip string) {
	col, text := d.colours(c.Theme)
	v.bracket(c, d, col)
	t.add(d.about, tip)
	v.bracketLabel(c.Words, d)
	sizes := []markSize{{draw.Figure, 34}, {draw.Strong, 24}}
	if d.design { // which nobody has to mind
		sizes = sizes[1:]
	}
	var class draw.Class
	var h float32
	var r rect
	var ok bool
	for _, s := range sizes {
		class, h = s.class, s.high*v.zoom
		if r, ok = v.placeMark(d, c.Fonts().MeasureBytes(v.pen.buf, class)+16*v.zoom, h); ok {
			break
		}
	}
	if !ok || !d.about.overlaps(v.labels.bounds) {
		return
	}
	if gap := d.about.gap(r); gap > 12*v.zoom { // it is to be seen what the number is of
		x, y := d.about.x+d.about.w/2, d.about.y+d.about.h/2
		c.Line(x, y, min(max(x, r.x), r.x+r.w), min(max(y, r.y), r.y+r.h), 1.5*v.zoom, col.Fade(0.7))
	}
	c.Box(r.x, r.y, r.w, r.h, 5*v.zoom, c.Theme.Ground.Fade(0.8))
	v.pen.put(c, r.x+8*v.zoom, r.y+h/2, class, text, draw.Left|draw.Middle)
}

// A markSize is in which letters the number of a bracket is, and how high, at scale 1, what it stands on.
type markSize struct {
	class draw.Class
	high  float32
}

// placeMark finds room for the number of a bracket: at it, or farther away, beyond whoever stands about.
func (v *viewport) placeMark(d *deviation, w, h float32) (rect, bool) {
	if r, ok := v.labels.place(d.key, d.about, w, h, 8*v.zoom); ok {
		return r, true
	}
	far := v.length(game.PlayerHeight)
	return v.labels.place(d.key, rect{d.about.x - far, d.about.y - far, d.about.w + 2*far, d.about.h + 2*far}, w, h, 8*v.zoom)
}

// bracketLabel writes how far something is from where the host has it. What is so by design is told in time.
func (v *viewport) bracketLabel(lang *words.Language, d *deviation) {
	key := "watch.behind"
	switch {
	case d.key == riderKey:
		key = "watch.off-platform"
	case d.key >= 0 && d.key < platformKey && !d.design && max(d.ms, -d.ms) < 5: // of one time, and yet elsewhere
		key = "watch.off"
	case d.ms > 0:
		key = "watch.ahead"
	}
	if d.design {
		v.pen.start(lang).fixed(max(d.ms, -d.ms), 0).text(" ms ").text(lang.T(key)).text(", ").text(lang.T("watch.as-intended"))
		return
	}
	v.pen.start(lang).fixed(d.metres, 2).text(" m ").text(lang.T(key))
}
