package picture

import (
	"driftlab/ui/diagram"
	"driftlab/ui/draw"
	"driftlab/ui/layout"
	"driftlab/ui/panel"
)

// ABTab is what the comparison knows of the open tab.
type ABTab struct {
	held   bool // the button went down over a half, which has the pointer until the button goes up
	ofA    bool // that half is A's
	single bool // there is room for one half only
	shown  bool // that one is A's
	Chips  [2]panel.Rect
}

const (
	// halfLow is the least useful height of half a tab, in points.
	halfLow = 90
	// abLetter is the room for a world's letter behind the tabs' titles, in points.
	abLetter = 36
)

// Halves divides a tab between A and B, each with a strip above it that a tab may write into. If they would be
// too low, one of them has the whole tab, unless nobody could switch to the other.
func (k *Comparison) Halves(v *panel.View, r panel.Rect) (upper, lower panel.Rect) {
	h := (r.H - panel.TabHeight) / 2
	k.Tab.single = h < halfLow && !v.Unattended
	switch {
	case k.Tab.single && k.Tab.shown:
		return r, panel.Rect{}
	case k.Tab.single:
		return panel.Rect{}, r
	}
	return panel.NewRect(r.X, r.Y, r.W, h), panel.NewRect(r.X, r.Y+h+panel.TabHeight, r.W, h)
}

// drawTab draws the open tab for both worlds, one below the other with the same axis of time.
func (k *Comparison) drawTab(v *panel.View, c *draw.Canvas, t *diagram.TabRow, r panel.Rect) {
	if !t.OwnData && v.Covered(c, r.Inset(6)) {
		return
	}
	if !k.On {
		t.Draw(v, c, r)
		return
	}
	upper, lower := k.Halves(v, r)
	if upper.H > 0 {
		t.Draw(k.View(v), c, upper)
	}
	if lower.H > 0 {
		t.Draw(v, c, lower)
	}
	x := r.X + 12
	if v.Titled > 0 {
		x = v.Titled + 8
	}
	k.Tab.Chips = [2]panel.Rect{}
	if k.Tab.single {
		k.drawChips(v, c, x, r)
		return
	}
	c.HLine(r.X+8, r.X+r.W-8, lower.Y-panel.TabHeight, 1, c.Theme.PanelEdge)
	for i, half := range [...]panel.Rect{upper, lower} {
		y := half.Y - panel.TabHeight/2
		panel.Badge(c, x, y, panel.BadgeHigh, [...]string{"a", "b"}[i])
		c.Text(x+28, y, k.titles[i], draw.Small, c.Theme.Text, draw.Left|draw.Middle)
	}
}

// lettered returns the room right of the tabs' titles for a world's letter and its name in a lesson.
func (k *Comparison) lettered(c *draw.Canvas) float32 {
	switch longest := layout.Fit(c.Fonts(), k.titles[0]+"\n"+k.titles[1], layout.Open, layout.Open, draw.Small).W; {
	case k.Tab.single:
		return abLetter + 28
	case longest > 0:
		return abLetter + longest
	}
	return abLetter
}

// drawChips draws both letters, with which a person chooses the world whose tab is shown.
func (k *Comparison) drawChips(v *panel.View, c *draw.Canvas, x float32, r panel.Rect) {
	y := r.Y - panel.TabHeight/2
	for i, side := range [...]string{"a", "b"} {
		k.Tab.Chips[i] = panel.NewRect(x-3, y-13, 26, 26)
		panel.Badge(c, x, y, panel.BadgeHigh, side)
		if k.Tab.shown == (i == 0) {
			c.HLine(x, x+20, y+11, 2, c.Theme.Accent)
		}
		v.Tips.Add(k.Tab.Chips[i], v.Words.T("ab.tab-tip"))
		x += 28
	}
}

// updateTab gives the pointer to the open tab: to the half that it is over, or in which its button went down.
func (k *Comparison) updateTab(v *panel.View, p *panel.Pointer, t *diagram.TabRow, r panel.Rect) {
	if !k.On {
		t.Update(v, p, r)
		return
	}
	upper, lower := k.Halves(v, r)
	for i, chip := range k.Tab.Chips {
		if p.Pressed && k.Tab.single && p.Over(chip) {
			k.Tab.shown = i == 0
			return
		}
	}
	if !k.Tab.held {
		// The strip above a half belongs to it.
		k.Tab.ofA = upper.H > 0 && (lower.H == 0 || p.Y < upper.Y+upper.H)
	}
	k.Tab.held = p.Down
	if k.Tab.ofA && upper.H > 0 {
		t.Update(k.View(v), p, upper)
	} else if lower.H > 0 {
		t.Update(v, p, lower)
	}
}
