package ui

import (
	"strings"

	"driftlab/game"
	"driftlab/palette"
	"driftlab/scenario"
	"driftlab/session"
	"driftlab/ui/draw"
	"driftlab/ui/words"
)

// drawWatch draws what the Watch view has beside the worlds.
func (p *picture) drawWatch(c *draw.Canvas) {
	l := &p.layout.watch
	if p.frozenShown() {
		p.drawFrozen(c)
		return
	}
	if !p.covered(c, l.link) {
		p.lanes.draw(&p.view, c, l.link)
	}
	if l.errors.h > 0 && !p.covered(c, l.errors) {
		p.drawBothErrors(c, l.errors)
	}
	if l.strip.h > 0 {
		p.drawStrips(c)
	}
	if r := l.controls; r.h > 0 {
		c.Box(r.x, r.y, r.w, r.h, 4*float32(p.scale), c.Theme.Panel)
	}
}

// drawStrips draws the strip, or those of A and B, whose lines can be compared: both have one scale.
func (p *picture) drawStrips(c *draw.Canvas) {
	b := &p.watch.strips[0]
	left, right := p.stripRects()
	if left.w <= 0 {
		b.draw(&p.view, c, right)
		return
	}
	a, of := &p.watch.strips[1], p.ab.view(&p.view)
	lowA, highA := a.reach(of, left)
	lowB, highB := b.reach(&p.view, right)
	low, high := min(lowA, lowB), max(highA, highB)
	a.drawTo(of, c, left, low, high)
	b.drawTo(&p.view, c, right, low, high)
}

// stripRects returns where the strips of A and of B are. Without a comparison there is none of A.
func (p *picture) stripRects() (a, b rect) {
	if r := p.layout.watch.strip; p.ab.on {
		return beside(r, (r.w-gap*float32(p.scale))/2, gap*float32(p.scale))
	}
	return rect{}, p.layout.watch.strip
}

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

// The part of a card that is the picture, where there is room beside it.
const cardPicture = 0.54

// card writes name, clock and clock error of a client beside its small picture, and returns the place of that.
func (v *viewport) card(c *draw.Canvas, f *frame, t *tips) rect {
	r, z := v.look.rect, v.zoom
	in := r.inset(6 * z)
	picture, text := in, in
	picture.w = in.w * cardPicture
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

// truthLegend says in the picture's corner what the outlines are. The host has none.
func (v *viewport) truthLegend(c *draw.Canvas) {
	if v.machine == 0 || !v.look.ghosts {
		return
	}
	z, p := v.zoom, v.picture
	text, class, h := c.Words.T("watch.outline"), draw.Body, 30*z
	r := rect{x: p.x + p.w, y: p.y + p.h - h - 10*z, h: h} // on the earth, where it hides nothing
	if _, ground := v.at(game.Point{}); r.y < ground {     // of which there is little
		class, r.h = draw.Small, 22*z
		r.y = max(ground, p.y+p.h-r.h-2*z)
		r.y = min(r.y+(p.y+p.h-r.y-r.h)/2, p.y+p.h-r.h-2*z)
	}
	r.w = c.Fonts().Measure(text, class) + 54*z
	r.x -= r.w + 10*z
	if r.x < p.x+10*z {
		return
	}
	v.labels.block(r)
	c.Box(r.x, r.y, r.w, r.h, 5*z, c.Theme.Ground.Fade(0.8))
	c.BoxOutline(r.x+12*z, r.y+r.h*0.27, 20*z, r.h*0.46, 4*z, 2*z, c.Theme.Truth)
	c.Text(r.x+42*z, r.y+r.h/2, text, class, c.Theme.Text, draw.Left|draw.Middle)
}

// watchCaptionText is a caption in lines, and what they were made for.
type watchCaptionText struct {
	text  string
	fonts *draw.Fonts
	room  rect
	lines []string
	class draw.Class
}

// lay breaks the caption into lines, in the largest letters in which it has room. What has none even in the smallest
// is cut, and is in the tip.
func (k *watchCaptionText) lay(fonts *draw.Fonts, text string, room rect) {
	if k.text == text && k.fonts == fonts && k.room == room {
		return
	}
	*k = watchCaptionText{text: text, fonts: fonts, room: room}
	for _, k.class = range [...]draw.Class{draw.Lead, draw.Title, draw.Body, draw.Small} {
		k.lines = paragraphs(k.lines[:0], fonts, text, k.class, room.w, true)
		if fonts.LineHeight(k.class)*float32(len(k.lines)) <= room.h {
			return
		}
	}
	most := max(int(room.h/fonts.LineHeight(k.class)), 1)
	k.lines = k.lines[:min(most, len(k.lines))]
	k.lines[len(k.lines)-1] += " …"
}

// besideGap stands between the first two lines of a caption, what A has and what B has, where both have room in one.
const besideGap = "      "

// paragraphs divides a text into lines of a width, and appends them to lines. Its own lines begin new ones, but for the
// second where the first has room for it beside itself and that is asked for: letters are larger then.
func paragraphs(lines []string, fonts *draw.Fonts, text string, class draw.Class, width float32, beside bool) []string {
	if first, rest, more := strings.Cut(text, "\n"); beside && more {
		second, _, _ := strings.Cut(rest, "\n")
		if one := first + besideGap + second; fonts.Measure(one, class) <= width {
			lines, text = append(lines, one), strings.TrimPrefix(rest[len(second):], "\n")
			if text == "" {
				return lines
			}
		}
	}
	for line := range strings.SplitSeq(text, "\n") {
		lines = append(lines, wrap(fonts, line, class, width)...)
	}
	return lines
}

// told returns what the session has to tell, and in the Watch view of two worlds what differs between them, but where a
// lesson's step says what they are.
func (p *picture) told() string {
	steps := p.taught.lesson != nil && len(p.taught.lesson.Steps) > 0
	if p.layout.watching && p.ab.on && p.ab.seen.caption != "" && !steps {
		return p.ab.seen.caption
	}
	text := p.captionText()
	if p.layout.watching && p.watch.kind == scenario.WatchFrozen && !p.watch.guess && (p.watch.own || text == "") {
		if len(p.watch.frozen.all) == 0 {
			return p.words.T("watch.frozen-none")
		}
		return p.words.T("watch.frozen-caption")
	}
	return text
}

// drawWatchCaption writes the sentence that the picture is about, directly under it.
func (p *picture) drawWatchCaption(c *draw.Canvas, r rect, text string, col palette.Color) {
	if r.h == 0 {
		return
	}
	z, k := float32(p.scale), &p.watch.caption
	c.Box(r.x, r.y, r.w, r.h, 4*z, c.Theme.Panel)
	in := rect{r.x + 18*z, r.y + 4*z, r.w - 36*z, r.h - 8*z}
	k.lay(c.Fonts(), text, in)
	step := c.Fonts().LineHeight(k.class)
	y := in.y + (in.h-step*float32(len(k.lines)))/2
	for i, line := range k.lines {
		c.Text(in.x, y+step*float32(i), line, k.class, col, draw.Left)
	}
	if len(k.lines) > 0 && k.class == draw.Small {
		p.tips.add(r, text)
	}
}

// drawBothErrors writes the clock errors of A and B, and what is between them.
func (p *picture) drawBothErrors(c *draw.Canvas, r rect) {
	z, y, k := float32(p.scale), r.y+r.h/2, &p.ab
	c.Box(r.x, r.y, r.w, r.h, 4*z, c.Theme.Panel)
	facts := [2]*session.Facts{chosenFacts(&k.a.frame, p.deck.chosen), chosenFacts(&p.frame, p.deck.chosen)}
	between, x := p.words.T("ab.between"), r.x+18*z
	lead := c.Fonts().Measure(between, draw.Body) + 12*z
	var part, last float32 // of A and B, and of what is between them, which is said before their clocks' names
	var class draw.Class
	for _, class = range [...]draw.Class{draw.Figure, draw.Title, draw.Strong} {
		figure := c.Fonts().Measure("−888 ms", class)
		part = (r.w - 36*z) / 3
		if last = part - figure; last < lead {
			part = 42*z + figure
			last = r.w - 36*z - 2*part - figure
		}
		if last >= lead {
			break
		}
	}
	for i, side := range [...]string{"a", "b"} {
		badge(c, x, y, side, z)
		w := p.watchFigure(c, x+30*z, y, class, facts[i].Status.Synchronised, facts[i].Error.Seconds()*1000, errorColor(c.Theme, facts[i].Error))
		if name := algorithmTitle(p.words, facts[i].Driving); 42*z+w+c.Fonts().Measure(name, draw.Body) < part {
			c.Text(x+42*z+w, y, name, draw.Body, c.Theme.TextDim, draw.Left|draw.Middle)
		}
		x += part
	}
	if last >= lead {
		x += c.Text(x, y, between, draw.Body, c.Theme.TextDim, draw.Left|draw.Middle) + 12*z
	}
	both := facts[0].Status.Synchronised && facts[1].Status.Synchronised
	p.watchFigure(c, x, y, class, both, (facts[1].Error-facts[0].Error).Seconds()*1000, c.Theme.Text)
	p.tips.add(r, p.words.T("ab.error-tip"))
}

// watchFigure writes milliseconds, or a dash where there are none yet.
func (p *picture) watchFigure(c *draw.Canvas, x, y float32, class draw.Class, known bool, ms float64, col palette.Color) float32 {
	pen := p.watch.pen.start(c.Words).text("–")
	if known {
		pen.start(c.Words).signed(ms, 0).text(" ms")
	}
	return pen.put(c, x, y, class, col, draw.Left|draw.Middle)
}

// watchBracket draws, of all that is shown elsewhere than the host has it, the one that the sentence is about: what
// flies before what is ridden, and that before all else; where it is about a platform, the rider that stands beside it.
func (v *viewport) watchBracket(c *draw.Canvas, f *frame, t *tips) {
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
	w, h := c.Fonts().MeasureBytes(v.pen.buf, draw.Figure)+16*v.zoom, 34*v.zoom
	r, ok := v.labels.place(d.key, d.about, w, h, 8*v.zoom)
	if !ok { // farther away, beyond whoever stands about
		far := v.length(game.PlayerHeight)
		r, ok = v.labels.place(d.key, rect{d.about.x - far, d.about.y - far, d.about.w + 2*far, d.about.h + 2*far}, w, h, 8*v.zoom)
	}
	if !ok || !d.about.overlaps(v.labels.bounds) {
		return
	}
	if gap := d.about.gap(r); gap > 12*v.zoom { // it is to be seen what the number is of
		x, y := d.about.x+d.about.w/2, d.about.y+d.about.h/2
		c.Line(x, y, min(max(x, r.x), r.x+r.w), min(max(y, r.y), r.y+r.h), 1.5*v.zoom, col.Fade(0.7))
	}
	c.Box(r.x, r.y, r.w, r.h, 5*v.zoom, c.Theme.Ground.Fade(0.8))
	v.pen.put(c, r.x+8*v.zoom, r.y+h/2, draw.Figure, text, draw.Left|draw.Middle)
}

// bracketLabel writes how far something is from where the host has it. What is so by design is told in time.
func (v *viewport) bracketLabel(lang *words.Language, d *deviation) {
	key := "watch.behind"
	switch {
	case d.key == riderKey:
		key = "watch.off-platform"
	case d.ms > 0:
		key = "watch.ahead"
	}
	if d.design {
		v.pen.start(lang).fixed(max(d.ms, -d.ms), 0).text(" ms ").text(lang.T(key)).text(", ").text(lang.T("watch.as-intended"))
		return
	}
	v.pen.start(lang).fixed(d.metres, 2).text(" m ").text(lang.T(key))
}
