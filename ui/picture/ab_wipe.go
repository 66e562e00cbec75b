package picture

import (
	"driftlab/ui/draw"
	"driftlab/ui/panel"
)

// A Wipe shows both worlds of a comparison in the same viewports: A left of a line that a person moves, B
// right of it.
type Wipe struct {
	On    bool         // both worlds are in the same viewports
	Share float32      // of each viewport's width that is A's, 0..1
	Drag  int          // the line that is held, or nobody
	Lines []panel.Rect // where they were drawn last, with room for the pointer
	panes []panel.Rect // the viewports that they divide
	Chip  panel.Rect   // what switches between split and wipe
}

// The wipe's measures, in points.
const (
	wipeGrip = 7  // how far from the line it can be taken
	wipeChip = 64 // width of the chip
)

// Update acts on the pointer, before the viewports do, and reports whether split and wipe are to be switched.
func (w *Wipe) Update(p *panel.Pointer) (switched bool) {
	if p.Pressed && p.Over(w.Chip) {
		p.Pressed = false
		return true
	}
	if !w.On || !p.Down {
		w.Drag = panel.Nobody
	}
	for i, line := range w.Lines {
		if w.On && p.Pressed && p.Over(line) {
			w.Drag, p.Pressed = i, false
		}
	}
	if w.Drag != panel.Nobody && w.Drag < len(w.panes) {
		r := w.panes[w.Drag]
		w.Share = min(max((p.X-r.X)/r.W, 0), 1)
	}
	return false
}

// Sides returns the two parts of a viewport.
func (w *Wipe) Sides(r panel.Rect) (left, right panel.Rect) {
	at := float32(int(r.W * w.Share))
	return panel.NewRect(r.X, r.Y, at, r.H), panel.NewRect(r.X+at, r.Y, r.W-at, r.H)
}

// DrawWiped draws every viewport of both worlds, each in its part.
func (k *Comparison) DrawWiped(p *Picture, c *draw.Canvas) {
	p.Deck.Chips.draw(c, p.Tips)
	w := &k.Wipe
	w.Lines, w.panes = w.Lines[:0], w.panes[:0]
	for i := range p.Deck.Panes {
		at := &p.Deck.Panes[i]
		left, right := w.Sides(at.Rect)
		if i < len(k.Deck.Panes) { // A may have fewer clients
			k.Deck.drawPart(k.View(&p.View), c, i, left)
		}
		p.Deck.drawPart(&p.View, c, i, right)
		w.drawLine(&p.View, c, at, len(w.Lines) == w.Drag)
	}
}

// drawPart draws only a part of a viewport, with the tooltips of that part. Its words stay within the part, since half a word
// of A's and half a word of B's would read as one.
func (d *Deck) drawPart(v *panel.View, c *draw.Canvas, pane int, r panel.Rect) {
	c.Bound(r.X, r.Y, r.W, r.H+1)
	v.Tips.Only = r
	d.DrawPane(v, c, &d.Panes[pane], r)
	v.Tips.Only = panel.Rect{}
	c.Unbound()
}

// drawLine draws the line between A and B in a viewport, with their letters.
func (w *Wipe) drawLine(v *panel.View, c *draw.Canvas, p *Pane, held bool) {
	left, _ := w.Sides(p.Rect)
	x := left.X + left.W
	line := panel.NewRect(x-wipeGrip, p.Y, 2*wipeGrip, p.H)
	w.Lines, w.panes = append(w.Lines, line), append(w.panes, p.Rect)
	width := float32(2)
	if held || v.Tips.Under(line) {
		width = 4
	}
	c.VLine(x, p.Y, p.Y+p.H, width, c.Theme.Text)
	y, room := p.Y+p.H-36, float32(26)
	if !p.Thumb && x-room > p.X {
		panel.Badge(c, x-24, y, panel.BadgeHigh, "a")
	}
	if !p.Thumb && x+room < p.X+p.W {
		panel.Badge(c, x+4, y, panel.BadgeHigh, "b")
	}
	v.Tips.Add(line, v.Words.T("ab.wipe-line-tip"))
}

// drawChip draws the switch between split and wipe at the right end of a strip, and returns the strip without it. If a world's
// name needs the whole strip there is no switch, since the key K does the same, except while there is a wipe to leave.
func (w *Wipe) drawChip(v *panel.View, c *draw.Canvas, strip panel.Rect, need float32) panel.Rect {
	if w.Chip = (panel.Rect{}); !w.On && need > strip.W-(wipeChip+6) && need <= strip.W {
		return strip
	}
	w.Chip = panel.NewRect(strip.X+strip.W-wipeChip, strip.Y+3, wipeChip, strip.H-6)
	col := c.Theme.PanelEdge
	if v.Tips.Under(w.Chip) {
		col = c.Theme.Text
	}
	c.BoxOutline(w.Chip.X, w.Chip.Y, w.Chip.W, w.Chip.H, 4, 1, col)
	text := v.Words.T("ab.wipe")
	if w.On {
		text = v.Words.T("ab.split")
	}
	c.Text(w.Chip.X+w.Chip.W/2, w.Chip.Y+w.Chip.H/2, text, draw.Small, c.Theme.Text, draw.Centre|draw.Middle)
	v.Tips.Add(w.Chip, v.Words.T("ab.wipe-tip"))
	strip.W -= wipeChip + 6
	return strip
}
