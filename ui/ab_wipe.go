package ui

import "driftlab/ui/draw"

// A wipe shows both worlds of a comparison in the same viewports: A left of a line that a person moves, B
// right of it.
type wipe struct {
	on    bool
	share float32 // of each viewport's width that is A's, 0..1
	drag  int     // the line that is held, or nobody
	lines []rect  // where they were drawn last, with room for the pointer
	panes []rect  // the viewports that they divide
	chip  rect    // what switches between split and wipe
}

// The wipe's measures, at scale 1.
const (
	wipeGrip = 7  // how far from the line it can be taken
	wipeChip = 64 // width of the chip
)

// update acts on the pointer, before the viewports do, and reports whether split and wipe are to be switched.
func (w *wipe) update(p *pointer) (switched bool) {
	if p.pressed && p.over(w.chip) {
		p.pressed = false
		return true
	}
	if !w.on || !p.down {
		w.drag = nobody
	}
	for i, line := range w.lines {
		if w.on && p.pressed && p.over(line) {
			w.drag, p.pressed = i, false
		}
	}
	if w.drag != nobody && w.drag < len(w.panes) {
		r := w.panes[w.drag]
		w.share = min(max((p.x-r.x)/r.w, 0), 1)
	}
	return false
}

// sides returns the two parts of a viewport.
func (w *wipe) sides(r rect) (left, right rect) {
	at := float32(int(r.w * w.share))
	return rect{r.x, r.y, at, r.h}, rect{r.x + at, r.y, r.w - at, r.h}
}

// drawWiped draws every viewport of both worlds, each in its part.
func (k *comparison) drawWiped(p *picture, c *draw.Canvas) {
	p.deck.drawPages(&p.view, c)
	w := &k.wipe
	w.lines, w.panes = w.lines[:0], w.panes[:0]
	for i := range p.deck.panes {
		at := &p.deck.panes[i]
		left, right := w.sides(at.rect)
		if i < len(k.deck.panes) { // A may have fewer clients
			k.deck.drawPart(k.view(&p.view), c, i, left)
		}
		p.deck.drawPart(&p.view, c, i, right)
		w.drawLine(&p.view, c, at, len(w.lines) == w.drag)
	}
}

// drawPart draws a part of a viewport only, and lets only that part explain itself. Its words stand within the part: halves
// of two words, A's and B's, would read as one.
func (d *deck) drawPart(v *view, c *draw.Canvas, pane int, r rect) {
	c.Bound(int(r.x), int(r.y), int(r.w), int(r.h)+1)
	v.tips.only = r
	d.drawPane(v, c, &d.panes[pane], r)
	v.tips.only = rect{}
	c.Unbound()
}

// drawLine draws the line between A and B in a viewport, with their letters.
func (w *wipe) drawLine(v *view, c *draw.Canvas, p *pane, held bool) {
	z := float32(v.scale)
	left, _ := w.sides(p.rect)
	x := left.x + left.w
	line := rect{x - wipeGrip*z, p.y, 2 * wipeGrip * z, p.h}
	w.lines, w.panes = append(w.lines, line), append(w.panes, p.rect)
	col := c.Theme.Text
	if held || v.tips.under(line) {
		col = c.Theme.Accent
	}
	c.VLine(x, p.y, p.y+p.h, 2*z, col)
	y, room := p.y+p.h-36*z, 26*z
	if !p.thumb && x-room > p.x {
		badge(c, x-24*z, y, "a", z)
	}
	if !p.thumb && x+room < p.x+p.w {
		badge(c, x+4*z, y, "b", z)
	}
	v.tips.add(line, v.words.T("ab.wipe-line-tip"))
}

// drawChip draws what switches between split and wipe at the right end of a strip, and returns the strip
// without it.
func (w *wipe) drawChip(v *view, c *draw.Canvas, strip rect) rect {
	z := float32(v.scale)
	w.chip = rect{strip.x + strip.w - wipeChip*z, strip.y + 3*z, wipeChip * z, strip.h - 6*z}
	col := c.Theme.PanelEdge
	if v.tips.under(w.chip) {
		col = c.Theme.Accent
	}
	c.BoxOutline(w.chip.x, w.chip.y, w.chip.w, w.chip.h, 4*z, z, col)
	text := v.words.T("ab.wipe")
	if w.on {
		text = v.words.T("ab.split")
	}
	c.Text(w.chip.x+w.chip.w/2, w.chip.y+w.chip.h/2, text, draw.Small, c.Theme.Text, draw.Centre|draw.Middle)
	v.tips.add(w.chip, v.words.T("ab.wipe-tip"))
	strip.w -= (wipeChip + 6) * z
	return strip
}
