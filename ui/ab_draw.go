package ui

import (
	"strings"
	"time"

	"driftlab/session"
	"driftlab/ui/draw"
	"driftlab/ui/words"
)

// differenceLow is the room that the card with the differences wants, at scale 1.
const differenceLow = 185

// stripHeight is the strip over each world's viewports that names it, at scale 1.
const stripHeight = 26

// splitWindow divides the worlds' region between A and B, or gives it back to B.
func (a *App) splitWindow() {
	if a.width > 0 {
		a.divide()
	}
}

// split leaves the right half of the worlds' region to B, or all of it to both.
func (k *comparison) split(l *layout) {
	if !k.on {
		return
	}
	k.left = *l
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
func (k *comparison) drawWorlds(a *App, c *draw.Canvas) {
	if !k.on {
		a.deck.draw(a, c)
		return
	}
	z := float32(a.scale)
	left, right := k.left.worlds, a.layout.worlds
	if k.wipe.on {
		k.drawWiped(a, c)
		half := (right.w - gap*z) / 2
		left, right = rect{right.x, right.y, half, 0}, rect{right.x + half + gap*z, right.y, half, 0}
	} else {
		a.deck.draw(a, c)
		a.asA(func() { a.deck.draw(a, c) })
	}
	over := func(r rect) rect { return rect{r.x, r.y - stripHeight*z, r.w, stripHeight * z} }
	since := words.T("ab.opened")
	if k.stored {
		since = words.F("ab.since", seconds(time.Duration(k.begun)))
	}
	k.strip(c, &a.tips, over(left), "a", since)
	b := k.seen.b
	if b == "" {
		b = words.T("ab.all-alike")
		if k.stored {
			b = words.T("ab.nothing")
		}
	}
	k.strip(c, &a.tips, k.wipe.drawChip(a, c, over(right)), "b", b)
}

// strip names a world, and says what is special about it in as many letters as there is room for.
func (k *comparison) strip(c *draw.Canvas, t *tips, r rect, side, text string) {
	z := float32(c.Fonts().Scale())
	y := r.y + r.h/2 - z
	badge(c, r.x+2*z, y, side, z)
	room := r.w - 34*z
	c.Text(r.x+30*z, y, cut(c.Fonts(), text, draw.Small, room), draw.Small, draw.Text, draw.Left|draw.Middle)
	tip := words.T("ab." + side + "-tip")
	if side == "b" && k.seen.b != "" {
		tip = k.seen.b + ". " + tip
	}
	t.add(r, tip)
}

// badge draws the letter of a world.
func badge(c *draw.Canvas, x, y float32, side string, z float32) {
	c.Box(x, y-9*z, 20*z, 18*z, 4*z, draw.PanelEdge)
	if side == "b" {
		c.BoxOutline(x, y-9*z, 20*z, 18*z, 4*z, 1.5*z, draw.Accent)
	}
	c.Text(x+10*z, y, words.T("ab."+side), draw.Strong, draw.Text, draw.Centre|draw.Middle)
}

// cut returns as much of a text as fits into a width.
func cut(fonts *draw.Fonts, text string, class draw.Class, width float32) string {
	if fonts.Measure(text, class) <= width {
		return text
	}
	r := []rune(text)
	for len(r) > 1 && fonts.Measure(string(r)+"…", class) > width {
		r = r[:len(r)-1]
	}
	return strings.TrimRight(string(r), " ·") + "…"
}

// drawTab draws the open tab for both worlds, one under the other with the same axis of time.
func (k *comparison) drawTab(a *App, c *draw.Canvas, t tab, r rect) {
	if a.blind.coverTab(a, c, t, r) {
		return
	}
	if !k.on {
		t.draw(a, c, r)
		return
	}
	z := float32(a.scale)
	upper, lower := k.halves(r, z)
	a.asA(func() { t.draw(a, c, upper) })
	c.HLine(r.x+8*z, r.x+r.w-8*z, lower.y-tabHeight*z, z, draw.PanelEdge)
	t.draw(a, c, lower)
	x := r.x + 12*z
	if n := len(a.tabs.titles); n > 0 {
		x = a.tabs.titles[n-1].x + a.tabs.titles[n-1].w + 8*z
	}
	badge(c, x, upper.y-tabHeight*z/2, "a", z)
	badge(c, x, lower.y-tabHeight*z/2, "b", z)
}

// halves divides a tab between A and B, each with a strip above it that a tab may write into.
func (k *comparison) halves(r rect, z float32) (upper, lower rect) {
	h := (r.h - tabHeight*z) / 2
	return rect{r.x, r.y, r.w, h}, rect{r.x, r.y + h + tabHeight*z, r.w, h}
}

// tabRect returns where the open tab takes the pointer: B's, if there are two.
func (k *comparison) tabRect(r rect, z float32) rect {
	if k.on {
		_, r = k.halves(r, z)
	}
	return r
}

// drawNumbers draws the chosen client's card of both worlds, and what differs between them. It takes the
// place of the cards and returns false where there is no comparison.
func (k *comparison) drawNumbers(a *App, c *draw.Canvas) bool {
	if !k.on {
		return false
	}
	l := &a.layout
	z := l.scale
	side := l.numbers
	if l.race.h > 0 {
		side.h = l.race.y - gap*z - side.y
	}
	low := min(cardOpen*z, max((side.h-(2*gap+differenceLow)*z)/2, cardLow*z))
	first := rect{side.x, side.y, side.w, low}
	second := rect{side.x, side.y + low + gap*z, side.w, low}
	a.asA(func() { k.card[0].draw(c, &a.frame, &a.tips, a.deck.chosen, first) })
	k.card[1].draw(c, &a.frame, &a.tips, a.deck.chosen, second)
	for i, r := range []rect{first, second} {
		badge(c, r.x+r.w-26*z, r.y+cardPad*z, [...]string{"a", "b"}[i], z)
	}
	k.drawDifference(a, c, rect{side.x, second.y + low + gap*z, side.w, side.y + side.h - second.y - low - gap*z})
	return true
}

// drawDifference draws the errors of both worlds, the settings that differ, and whether anyone in them
// could tell.
func (k *comparison) drawDifference(a *App, c *draw.Canvas, r rect) {
	z, t := float32(a.scale), &a.tips
	c.Box(r.x, r.y, r.w, r.h, 4*z, draw.Panel)
	in := r.inset(10 * z)
	row := c.Fonts().LineHeight(draw.Small)
	y := in.y
	c.Text(in.x, y, words.F("ab.error", a.deck.chosen), draw.Strong, draw.Text, draw.Left)
	y += row * 1.35
	facts := [2]*[]session.Facts{&k.a.frame.facts, &a.frame.facts}
	for i, side := range []string{"a", "b"} {
		f := &(*facts[i])[min(a.deck.chosen, len(*facts[i]))-1]
		x := in.x + float32(i)*in.w/2
		badge(c, x, y+row/2, side, z)
		k.pen.start().text("–")
		col := draw.TextDim
		if f.Status.Synchronised {
			k.pen.start().signed(f.Error.Seconds()*1000, 1).text(" ms")
			col = errorColor(f.Error)
		}
		k.pen.put(c, x+26*z, y+row/2, draw.MonoSmall, col, draw.Left|draw.Middle)
	}
	t.add(rect{in.x, in.y, in.w, row * 2.5}, words.T("ab.error-tip"))
	y += row * 1.6
	c.Text(in.x, y, words.T("ab.differs"), draw.Strong, draw.Text, draw.Left)
	y += row * 1.25
	stamps := wrap(c.Fonts(), k.twins.text, draw.Small, in.w)
	bottom := in.y + in.h - row*(float32(len(stamps))+1.6)
	y = k.drawList(c, in, y, bottom, row)
	y = max(y+row*0.4, min(bottom, y+row*0.4))
	c.Text(in.x, y, words.T("ab.stamps"), draw.Strong, draw.Text, draw.Left)
	t.add(rect{in.x, y, in.w, row * float32(len(stamps)+1)}, k.twins.text+" "+words.T("ab.stamps-tip"))
	y += row * 1.25
	for i, line := range stamps {
		if y+row > in.y+in.h+row/2 {
			break // the tip has the rest
		}
		if y+2*row > in.y+in.h+row/2 && i < len(stamps)-1 {
			line += " …"
		}
		c.Text(in.x, y, line, draw.Small, draw.Text, draw.Left)
		y += row
	}
}

// drawList writes the settings that differ as far as there is room, and returns where it ends.
func (k *comparison) drawList(c *draw.Canvas, in rect, y, bottom, row float32) float32 {
	lines := k.seen.differences
	if len(lines) == 0 {
		lines = []string{words.T("ab.all-alike")}
	}
	for i, line := range lines {
		wrapped := wrap(c.Fonts(), line, draw.Small, in.w)
		left := len(lines) - i
		if y+row*float32(len(wrapped)) > bottom && left > 0 && i > 0 {
			c.Text(in.x, y, words.F("ab.more", left), draw.Small, draw.TextDim, draw.Left)
			return y + row
		}
		for _, w := range wrapped {
			c.Text(in.x, y, w, draw.Small, draw.Text, draw.Left)
			y += row
		}
	}
	return y
}
