package diagram

import (
	"slices"

	"driftlab/ui/draw"
	"driftlab/ui/layout"
	"driftlab/ui/panel"
)

// chips are buttons in a row, one of which is chosen, each with a mark if there is room. If not all chips have room, the row says
// how many are missing.
type chips struct {
	Chips  []panel.Rect // where each was drawn last; empty if it had no room
	keysOf panel.Rect   // the region that they were drawn in
	line   layout.Line
	tips   []string
	chosen []bool
}

// pressed returns which chip is clicked, −1 for none. r is where their region is now.
func (k *chips) pressed(p *panel.Pointer, r panel.Rect) int {
	return slices.IndexFunc(k.Chips, func(at panel.Rect) bool { return p.Pressed && p.Over(at.Moved(k.keysOf, r)) })
}

func (k *chips) start(c *draw.Canvas, r panel.Rect) {
	k.keysOf = r
	k.line.Start(c.Fonts(), 6)
	k.tips, k.chosen = k.tips[:0], k.chosen[:0]
}

// add adds a chip with room for a mark.
func (k *chips) add(c *draw.Canvas, text string, mark float32, chosen bool, tip string) {
	item := layout.Item{Text: text, Ink: c.Theme.Text, Lead: mark + 9, Tail: 9}
	if chosen {
		item.Ink = c.Theme.OnChosen
	}
	bare, tight := item, item
	bare.Lead, tight.Lead, tight.Tail = 9, 4, 4
	k.line.Add(item, bare, tight)
	k.tips, k.chosen = append(k.tips, tip), append(k.chosen, chosen)
}

// draw draws the chips into r. mark draws a chip's mark, and may be nil.
func (k *chips) draw(v *panel.View, c *draw.Canvas, r panel.Rect, mark func(i int, at panel.Rect)) {
	k.line.Count(v.Words.T("ab.more"), layout.Item{Ink: c.Theme.TextDim})
	k.line.Place(r, 0)
	for i, on := range k.chosen {
		if on && k.line.Form(i) < 0 { // a chosen one has room first
			k.line.Lift(i, 1)
			k.line.Place(r, 0)
		}
	}
	k.Chips = k.Chips[:0]
	for i, tip := range k.tips {
		at := k.line.At(i)
		if k.Chips = append(k.Chips, at); at.W == 0 {
			continue
		}
		ground := c.Theme.PanelEdge
		if k.chosen[i] {
			ground = c.Theme.Chosen
		}
		c.Box(at.X, at.Y, at.W, at.H, 4, ground)
		if mark != nil && k.line.Form(i) == 0 {
			mark(i, at)
		}
		v.Tips.Add(at, tip)
	}
	k.line.Draw(c)
}
