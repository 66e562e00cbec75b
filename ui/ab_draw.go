package ui

import (
	"time"

	"driftlab/session"
	"driftlab/ui/draw"
)

// The room that the card with the differences wants and the least that it needs, at scale 1.
const (
	differenceLow   = 185
	differenceLeast = 130
)

// stripHeight is the strip over each world's viewports that names it, at scale 1.
const stripHeight = 26

// split leaves the right half of the worlds' region to B, or all of it to both.
func (k *comparison) split(l *layout) {
	if !k.on {
		return
	}
	k.left = *l
	if l.watching {
		k.deck.made = arrangement{}
		l.watch.panes[0].rect = l.watch.second
		return
	}
	space, strip := gap*l.scale, stripHeight*l.scale
	half := (l.worlds.w - space) / 2
	low := l.worlds.below(strip)
	if k.wipe.on {
		k.left.worlds, l.worlds = low, low
		k.deck.made = arrangement{}
		return
	}
	k.left.worlds = rect{low.x, low.y, half, low.h}
	l.worlds = rect{low.x + half + space, low.y, half, low.h}
	k.deck.made = arrangement{}
}

// drawWorlds draws the viewports, and with a comparison both worlds' and the strips over them.
func (k *comparison) drawWorlds(p *picture, c *draw.Canvas) {
	if !k.on {
		p.deck.draw(&p.view, c)
		return
	}
	z := float32(p.scale)
	left, right := k.left.worlds, p.layout.worlds
	if p.layout.watching {
		left, right = p.layout.watch.names[0].below(stripHeight*z), p.layout.watch.names[1].below(stripHeight*z)
	}
	if k.wipe.on {
		k.drawWiped(p, c)
		if half := (right.w - gap*z) / 2; !p.layout.watching {
			left, right = rect{right.x, right.y, half, 0}, rect{right.x + half + gap*z, right.y, half, 0}
		}
	} else {
		p.deck.draw(&p.view, c)
		k.deck.draw(k.view(&p.view), c)
	}
	if p.unattended {
		return // a film has names of its own
	}
	over := func(r rect) rect { return rect{r.x, r.y - stripHeight*z, r.w, stripHeight * z} }
	since := p.words.T("ab.opened")
	if k.stored {
		since = p.words.F("ab.since", seconds(p.words, time.Duration(k.begun)))
	}
	b := k.seen.b
	beside := p.taught.lesson != nil && !k.stored
	if beside {
		since = p.worldTitle(k.a.session)
	}
	k.strip(c, p.tips, over(left), "a", since)
	if beside && p.layout.watching {
		b = p.worldTitle(p.session)
	} else if b == "" {
		b = p.words.T("ab.all-alike")
		if k.stored {
			b = p.words.T("ab.nothing")
		}
	} else if p.layout.watching {
		b = "" // the caption has it
	}
	k.strip(c, p.tips, k.wipe.drawChip(&p.view, c, over(right)), "b", b)
}

// strip names a world, and says what is special about it in as many letters as there is room for.
func (k *comparison) strip(c *draw.Canvas, t *tips, r rect, side, text string) {
	z := float32(c.Fonts().Scale())
	y := r.y + r.h/2 - z
	badge(c, r.x+2*z, y, side, z)
	room := r.w - 34*z
	c.Text(r.x+30*z, y, cut(c.Fonts(), text, draw.Small, room), draw.Small, c.Theme.Text, draw.Left|draw.Middle)
	tip := c.Words.T("ab." + side + "-tip")
	if side == "b" && k.seen.b != "" {
		tip = k.seen.b + ". " + tip
	}
	t.add(r, tip)
}

// drawNumbers draws the chosen client's card of both worlds, and what differs between them. It takes the
// place of the cards and returns false where there is no comparison.
func (k *comparison) drawNumbers(p *picture, c *draw.Canvas) bool {
	if !k.on {
		return false
	}
	first, second, rest := k.layNumbers(&p.layout)
	if first.h > 0 {
		k.card[0].side, k.card[1].side = "a", "b"
		k.card[0].draw(c, &k.a.frame, p.tips, k.deck.chosen, first)
		k.card[1].draw(c, &p.frame, p.tips, p.deck.chosen, second)
	}
	if rest.h > 0 {
		k.drawDifference(p, c, rest)
	}
	return true
}

// layNumbers divides the numbers' column above the race table between both worlds' cards and what differs.
// Where it is too low there are no cards: what differs has both errors too.
func (k *comparison) layNumbers(l *layout) (first, second, rest rect) {
	z, side := l.scale, l.numbers
	if l.row {
		return l.rowOfBoth()
	}
	if l.race.h > 0 {
		side.h = l.race.y - gap*z - side.y
	}
	if side.h < (2*cardLow+2*gap+differenceLeast)*z {
		return rect{}, rect{}, side
	}
	low := min(cardOpen*z, max((side.h-(2*gap+differenceLow)*z)/2, cardLow*z))
	first = rect{side.x, side.y, side.w, low}
	second = rect{side.x, side.y + low + gap*z, side.w, low}
	return first, second, side.below(2 * (low + gap*z))
}

// drawDifference draws the errors of both worlds, the settings that differ, and whether anyone in them
// could tell.
func (k *comparison) drawDifference(p *picture, c *draw.Canvas, r rect) {
	z, t := float32(p.scale), p.tips
	c.Box(r.x, r.y, r.w, r.h, 4*z, c.Theme.Panel)
	in := r.inset(10 * z)
	row := c.Fonts().LineHeight(draw.Small)
	y := in.y
	c.Text(in.x, y, p.words.F("ab.error", p.deck.chosen), draw.Strong, c.Theme.Text, draw.Left)
	y += row * 1.35
	facts := [2]*[]session.Facts{&k.a.frame.held, &p.frame.held}
	for i, side := range []string{"a", "b"} {
		f := &(*facts[i])[min(p.deck.chosen, len(*facts[i]))-1]
		x := in.x + float32(i)*in.w/2
		badge(c, x, y+row/2, side, z)
		k.pen.start(p.words).text("–")
		col := c.Theme.TextDim
		if f.Status.Synchronised {
			k.pen.start(p.words).signed(f.Error.Seconds()*1000, 1).text(" ms")
			col = errorColor(c.Theme, f.Error)
		}
		k.pen.put(c, x+26*z, y+row/2, draw.MonoSmall, col, draw.Left|draw.Middle)
	}
	t.add(rect{in.x, in.y, in.w, row * 2.5}, p.words.T("ab.error-tip"))
	y += row * 1.6
	c.Text(in.x, y, p.words.T("ab.differs"), draw.Strong, c.Theme.Text, draw.Left)
	y += row * 1.25
	stamps := wrap(c.Fonts(), k.twins.text, draw.Small, in.w)
	bottom := in.y + in.h - row*(float32(len(stamps))+1.6)
	y = k.drawList(c, in, y, bottom, row) + row*0.4
	if y+row*2.25 > in.y+in.h+row/2 { // there is room for the settings only
		t.add(r, k.twins.text+" "+p.words.T("ab.stamps-tip"))
		return
	}
	c.Text(in.x, y, p.words.T("ab.stamps"), draw.Strong, c.Theme.Text, draw.Left)
	t.add(rect{in.x, y, in.w, row * float32(len(stamps)+1)}, k.twins.text+" "+p.words.T("ab.stamps-tip"))
	y += row * 1.25
	for i, line := range stamps {
		if y+row > in.y+in.h+row/2 {
			break // the tip has the rest
		}
		if y+2*row > in.y+in.h+row/2 && i < len(stamps)-1 {
			line = cut(c.Fonts(), line+" "+stamps[i+1], draw.Small, in.w)
		}
		c.Text(in.x, y, line, draw.Small, c.Theme.Text, draw.Left)
		y += row
	}
}

// drawList writes the settings that differ as far as there is room, and returns where it ends.
func (k *comparison) drawList(c *draw.Canvas, in rect, y, bottom, row float32) float32 {
	lines := k.seen.differences
	if len(lines) == 0 {
		lines = []string{c.Words.T("ab.all-alike")}
	}
	for i, line := range lines {
		wrapped := wrap(c.Fonts(), line, draw.Small, in.w)
		left := len(lines) - i
		need := row * float32(len(wrapped))
		if left > 1 {
			need += row // to say how many more there are
		}
		if y+need > bottom && i > 0 {
			c.Text(in.x, y, c.Words.F("ab.more", left), draw.Small, c.Theme.TextDim, draw.Left)
			return y + row
		}
		for _, w := range wrapped {
			c.Text(in.x, y, w, draw.Small, c.Theme.Text, draw.Left)
			y += row
		}
	}
	return y
}
