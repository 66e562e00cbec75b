package panel

import (
	"driftlab/ui/draw"
	"driftlab/ui/layout"
)

// BadgeHigh is the usual height of a world's letter.
const BadgeHigh = 18

// Badge draws the letter of a world, with its middle at the height of y.
func Badge(c *draw.Canvas, x, y, high float32, side string) {
	wide, round := high*10/9, high*2/9
	c.Box(x, y-high/2, wide, high, round, c.Theme.PanelEdge)
	if side == "b" {
		c.BoxOutline(x, y-high/2, wide, high, round, high/12, c.Theme.Text)
	}
	c.Text(x+wide/2, y, c.Words.T("ab."+side), draw.Strong, c.Theme.Text, draw.Centre|draw.Middle)
}

// Cover hides what a panel would tell of the truth, and says why.
func Cover(c *draw.Canvas, t *Tips, r Rect, text string) {
	c.Box(r.X, r.Y, r.W, r.H, 4, c.Theme.Panel)
	c.Hatch(r.X+4, r.Y+4, r.W-8, r.H-8, 14, c.Theme.Grid)
	said := layout.Fit(c.Fonts(), text, min(r.W-28, 340), r.H-8, draw.Small)
	if said.Cut {
		t.Add(r, text)
		return
	}
	c.Box(r.X+(r.W-said.W)/2-6, r.Y+(r.H-said.H)/2, said.W+12, said.H, 0, c.Theme.Panel)
	said.Draw(c, r, c.Theme.TextDim, draw.Centre|draw.Middle)
}

// Covered hides what would tell the truth in r, where that is hidden, and returns whether it has. Nothing of r is to be
// drawn then, nor to act on the pointer.
func (v *View) Covered(c *draw.Canvas, r Rect) bool {
	if v.Frame.Blind && r.W > 0 && r.H > 0 {
		Cover(c, v.Tips, r, v.Words.T("blind.hidden-tab"))
	}
	return v.Frame.Blind
}
