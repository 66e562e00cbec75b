package ui

import "driftlab/ui/draw"

// abTab is what the comparison knows of the open tab.
type abTab struct {
	held   bool // the button went down over a half, and that one has the pointer until it goes up
	ofA    bool // the half that has the pointer is A's
	single bool // there is room for one half only
	shown  bool // that one is A's
	chips  [2]rect
}

const (
	// halfLow is the lowest half of a tab that tells anything, at scale 1.
	halfLow = 90
	// abLetter is the room for a world's letter behind the tabs' titles, at scale 1.
	abLetter = 36
)

// halves divides a tab between A and B, each with a strip above it that a tab may write into. Where they
// would be too low to tell anything the one that is shown has all of it, and the other nothing; but where
// nobody can choose the other.
func (k *comparison) halves(v *view, r rect) (upper, lower rect) {
	z := float32(v.scale)
	h := (r.h - tabHeight*z) / 2
	k.tab.single = h < halfLow*z && !v.unattended
	switch {
	case k.tab.single && k.tab.shown:
		return r, rect{}
	case k.tab.single:
		return rect{}, r
	}
	return rect{r.x, r.y, r.w, h}, rect{r.x, r.y + h + tabHeight*z, r.w, h}
}

// drawTab draws the open tab for both worlds, one under the other with the same axis of time.
func (k *comparison) drawTab(v *view, c *draw.Canvas, t tab, r rect) {
	if coverTab(v, c, t, r) {
		return
	}
	if !k.on {
		t.draw(v, c, r)
		return
	}
	z := float32(v.scale)
	upper, lower := k.halves(v, r)
	if upper.h > 0 {
		t.draw(k.view(v), c, upper)
	}
	if lower.h > 0 {
		t.draw(v, c, lower)
	}
	x := r.x + 12*z
	if v.titled > 0 {
		x = v.titled + 8*z
	}
	k.tab.chips = [2]rect{}
	if k.tab.single {
		k.drawChips(v, c, x, r, z)
		return
	}
	c.HLine(r.x+8*z, r.x+r.w-8*z, lower.y-tabHeight*z, z, c.Theme.PanelEdge)
	badge(c, x, upper.y-tabHeight*z/2, "a", z)
	badge(c, x, lower.y-tabHeight*z/2, "b", z)
}

// drawChips draws both letters, by which the world is chosen whose tab is shown.
func (k *comparison) drawChips(v *view, c *draw.Canvas, x float32, r rect, z float32) {
	y := r.y - tabHeight*z/2
	for i, side := range [...]string{"a", "b"} {
		k.tab.chips[i] = rect{x - 3*z, y - 13*z, 26 * z, 26 * z}
		badge(c, x, y, side, z)
		if k.tab.shown == (i == 0) {
			c.HLine(x, x+20*z, y+11*z, 2*z, c.Theme.Accent)
		}
		v.tips.add(k.tab.chips[i], v.words.T("ab.tab-tip"))
		x += 28 * z
	}
}

// updateTab gives the pointer to the open tab: to the half that it is over, or in which its button went down.
func (k *comparison) updateTab(v *view, p *pointer, t tab, r rect) {
	if !k.on {
		t.update(v, p, r)
		return
	}
	upper, lower := k.halves(v, r)
	for i, chip := range k.tab.chips {
		if p.pressed && k.tab.single && p.over(chip) {
			k.tab.shown = i == 0
			return
		}
	}
	if !k.tab.held {
		// The strip over a half belongs to it.
		k.tab.ofA = upper.h > 0 && (lower.h == 0 || p.y < upper.y+upper.h)
	}
	k.tab.held = p.down
	if k.tab.ofA && upper.h > 0 {
		t.update(k.view(v), p, upper)
	} else if lower.h > 0 {
		t.update(v, p, lower)
	}
}
